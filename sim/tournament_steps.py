"""Steps of scenarios in which a tournament is played: which, at which table, and what its people do."""

from collections.abc import Callable, Container
from pathlib import Path
from typing import Final, TypeVar

from msgspec import Struct

from firmware.conditions_file import ConditionsError, read_conditions
from firmware.files import NotReadable, read_text
from firmware.tournament.conditions import Conditions
from firmware.tournament_board.steps import STEP_FORMS, Wish, read_wish
from sim.step_words import exactly, need, read_count

FORM: Final = "tournament FILE"
Told = TypeVar("Told")


class SetTournament(Struct, frozen=True):
    """The tournament that is played, by conditions that are approved."""

    conditions: Conditions


class AtTable(Struct, frozen=True):
    """The steps that follow are at this table."""

    table: int


class TournamentWish(Struct, frozen=True):
    """What somebody wants of the tournament."""

    wish: Wish


class AgreeByTouch(Struct, frozen=True):
    """A player agrees to an early end, at their own terminal."""

    player: int


class ShowStandings(Struct, frozen=True):
    """The standings are printed, as the room sees them."""


TournamentAction = SetTournament | AtTable | TournamentWish | AgreeByTouch | ShowStandings


def _tournament(rest: list[str]) -> TournamentAction:
    (name,) = exactly(rest, FORM)
    try:
        return SetTournament(read_conditions(read_text(Path(name), "conditions are a TOML file")))
    except NotReadable as error:
        raise ValueError(str(error)) from None
    except ConditionsError as error:
        raise ValueError(f"{name}:{error}") from None


def _at(rest: list[str]) -> TournamentAction:
    (table,) = exactly(rest, "at TABLE")
    return AtTable(read_count(table, "TABLE"))


def _agree(rest: list[str]) -> TournamentAction:
    (player,) = exactly(rest, "agree PLAYER")
    return AgreeByTouch(read_count(player, "PLAYER"))


def _standings(rest: list[str]) -> TournamentAction:
    exactly(rest, "standings")
    return ShowStandings()


_READERS: Final[dict[str, Callable[[list[str]], TournamentAction]]] = {
    "tournament": _tournament,
    "at": _at,
    "agree": _agree,
    "standings": _standings,
}
WORDS: Final = (*_READERS, *dict.fromkeys(key[0] for key in STEP_FORMS))


def read_tournament_step(step: str) -> TournamentAction | None:
    """Read a step of a tournament; None of one that is a table's. Raises ValueError."""
    word, *rest = step.split()
    if word == "enter" and len(rest) == 1:
        return None  # a card that the reader could not read
    if word in _READERS:
        return _READERS[word](rest)
    wish = read_wish(step)
    return None if wish is None else TournamentWish(wish)


def read_either(
    step: str, of_table: Callable[[str], Told], table_words: Container[str], *, tournament: bool
) -> Told | TournamentAction:
    """Read a step of a table, or one of the tournament that the scenario named before. Raises ValueError."""
    word = step.split(maxsplit=1)[0]
    if not tournament and word != "tournament":
        need(word in table_words or word not in WORDS, f"`{word}` is a step of a tournament; name one first, `{FORM}`")
        return of_table(step)
    of_tournament = read_tournament_step(step)
    return of_table(step) if of_tournament is None else of_tournament
