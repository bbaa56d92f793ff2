"""Those around a simulated tournament: the operator, its players, and the Director where nobody directs by hand."""

import random
from collections.abc import Iterator
from typing import Final

from firmware.tournament.finishing import left_in
from firmware.tournament.state import RoundState, Tournament
from firmware.tournament_board.director_page import DIRECTOR, SEED, director_page
from hal.currency import MINOR
from sim.bench.people import PEOPLE

DIRECTS: Final = PEOPLE["4"].name
PLAYERS: Final = (
    "Alba", "Bruno", "Chen", "Dilek", "Emil", "Farah", "Goran", "Hana", "Ivo", "Jun", "Kofi", "Lena", "Milo", "Nadia",
    "Otto", "Pia", "Quinn", "Rosa", "Sven", "Tomi", "Uma", "Vera", "Wim", "Xenia", "Yara", "Zeno",
)  # fmt: skip
# What the simulated Director never chooses: a small tournament is to be seen, and not to be over before it is played.
LEAVES: Final = frozenset({"sign-off", "end", "change", "absent", "in-ten", "reject"})


def person(number: int) -> str:
    """Return the name of a player.

    >>> person(1), person(27)
    ('Alba', 'Alba-2')
    """
    again, place = divmod(number - 1, len(PLAYERS))
    return PLAYERS[place] + (f"-{again + 1}" if again else "")


def next_step(state: Tournament, table: int, terminals: int, now: int, *, directs: bool) -> str:
    """Return what somebody around the tournament does next; nothing where it waits for others.

    `directs`: whether the simulated Director decides, too.
    """
    return next(_steps(state, table, terminals, now, directs=directs), "")


def _steps(state: Tournament, table: int, terminals: int, now: int, *, directs: bool) -> Iterator[str]:
    if not state.director:
        yield f"appoint {DIRECTS}"
    if not state.entry:
        yield from (f"sign-on {DIRECTS}", "open-entry") if not state.present else ("open-entry",)
    if state.entry == "open":
        full = state.playing() == state.rules.entry.most
        yield "close-entry" if full else f"enter {person(len(state.players) + 1)} {_units(state.rules.entry.fee)}"
    there = state.round
    if there is not None and there.seats and there.session is None and not there.announced:
        yield from _players(state, there)
    if directs:
        yield from _directs(state, table, terminals, now)


def _players(state: Tournament, there: RoundState) -> Iterator[str]:
    """Return what players do before a session: they sign, and pay."""
    players, terms = left_in(state, there), state.terms
    unsigned = [str(number) for number in players if not state.players[number].signed]
    if unsigned and state.rules.entry.signatures:
        yield f"sign {','.join(unsigned)} screen"
    unpaid = [str(number) for number in players if there.name not in state.players[number].bought_in]
    if unpaid and terms.buy_in:
        yield f"pay {','.join(unpaid)} {_units(terms.buy_in)}"


def _units(amount: int) -> str:
    whole, cents = divmod(amount, MINOR)
    return f"{whole}.{cents:02}" if cents else str(whole)


def _directs(state: Tournament, table: int, terminals: int, now: int) -> Iterator[str]:
    """Return what the page offers a Director who lets everything take its course."""
    there = state.round
    if there is not None and there.tie:
        won = ",".join(f"{player}={5 * place}" for place, player in enumerate(there.tie, 1))
        yield f"play-off {won}"
    page = director_page(state, {table: terminals}, {}, now)
    for ask in page.asks if page is not None else ():
        for choice in ask.choices:
            if choice.do not in LEAVES:
                seed = str(random.Random(f"{state.current} {choice.step}").randrange(10**6))
                yield choice.step.replace(SEED, seed).replace(DIRECTOR, state.director)
