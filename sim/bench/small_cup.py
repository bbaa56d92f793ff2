"""A tournament's conditions cut to one table: as many players as it has terminals, and a few coups in each session."""

from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from firmware.conditions_file import read_conditions
from firmware.files import read_text
from firmware.tournament.conditions import Conditions, Round
from firmware.tournament.soundness import problems
from hal.currency import NOTES

# The example of deploy/tournaments, as it lies beside the simulation.
EXAMPLE: Final = Path(__file__).parents[1] / "spring-cup.toml"
COUPS: Final = 3
MINUTES: Final = 3
# A final of fewer is none.
LEAST: Final = 2


def example() -> Conditions:
    """Return the conditions of the example, as they are."""
    return read_conditions(read_text(EXAMPLE, "conditions are a TOML file"))


def cut(conditions: Conditions, terminals: int, currency: str) -> Conditions:
    """Return the conditions for a table of so many terminals, in its currency. Raises ValueError where it is too small.

    From each round the same part of its places goes on, rounded up; the last round has two players at least.
    """
    if terminals < LEAST:
        raise ValueError(f"a tournament has {LEAST} players at least, and this table {terminals} terminal")
    entry = replace(conditions.entry, least=LEAST, most=terminals)
    play = replace(conditions.play, hidden_coups=min(conditions.play.hidden_coups, 1))
    small = replace(
        conditions, entry=entry, play=play, currency=currency if currency in NOTES else conditions.currency,
        rounds=tuple(_round(conditions, one, terminals) for one in conditions.rounds),
    )  # fmt: skip
    for key, problem in problems(small):
        raise ValueError(f"{conditions.name} does not fit one table of {terminals} terminals: {key}: {problem}")
    return small


def _round(conditions: Conditions, one: Round, terminals: int) -> Round:
    share = ceil(Fraction(one.through, one.places) * terminals)
    # Those who alone make up a later round are two at least.
    alone = any(other.takes == (f"{one.name}:progressed",) for other in conditions.rounds)
    return replace(
        one, tables=1, seats=terminals, coups=min(one.coups, COUPS), minutes=min(one.minutes, MINUTES),
        best_of_table=max(share, LEAST) if alone else share, best_overall=0,
    )  # fmt: skip
