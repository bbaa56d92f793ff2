"""A coup of a tournament's session as its table knows it, read out of its events: wagered and won, by terminal."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from firmware.game import events as g
from firmware.game.hands import Winner
from firmware.table.core.events import CoupInvalidated, PlayedForPoints, WagersReturned, WagersSettled

CoupKind = Literal["played", "void", "dummy"]
# Why a wager was returned that its player had made: a terminal or the system failed (11.14, 11.15), not the player.
MADE: Final = frozenset({"malfunction", "void", "dummy"})


class SessionLine(Struct, frozen=True, forbid_unknown_fields=True):
    """What a coup was at a terminal: wagered in all, and won net, below 0 where lost."""

    ats: int
    wagered: int
    won: int


class SessionCoup(Struct, frozen=True, forbid_unknown_fields=True):
    """A coup of a session that ended, corrections included. `session`: the how manieth of its table."""

    coup: int
    session: int
    kind: CoupKind
    lines: tuple[SessionLine, ...]


def session_coup(happened: Sequence[g.Event]) -> SessionCoup | None:
    """Return a coup as its events make it now; None of one that has not ended, or was played for money."""
    result = next((event for event in happened if isinstance(event, g.CoupResult)), None)
    session = next((event.session for event in happened if isinstance(event, PlayedForPoints)), 0)
    if result is None or not session:
        return None
    kind = _kind(happened, result)
    wagered, won = _lines(happened)
    lines = tuple(SessionLine(ats, wagered[ats], won[ats] if kind == "played" else 0) for ats in sorted(wagered))
    return SessionCoup(result.coup, session, kind, lines)


def _kind(happened: Sequence[g.Event], result: g.CoupResult) -> CoupKind:
    if result.dummy:
        return "dummy"
    void = any(isinstance(event, CoupInvalidated | g.SettledCoupVoided) for event in happened)
    return "void" if void or result.winner == Winner.VOID else "played"


def _lines(happened: Sequence[g.Event]) -> tuple[Counter[int], Counter[int]]:
    """Return by terminal what was wagered in all, and what was won net; a correction restates what it names."""
    settled: dict[tuple[int, str], tuple[int, int]] = {}
    wagered, won = Counter[int](), Counter[int]()
    for event in happened:
        if isinstance(event, WagersSettled):
            settled |= {(line.ats, line.bet): (line.stake, line.returned - line.stake) for line in event.lines}
        elif isinstance(event, WagersReturned) and event.reason in MADE:
            for back in event.lines:
                wagered[back.ats] += back.amount
    for (ats, _), (stake, net) in settled.items():
        wagered[ats] += stake
        won[ats] += net
    return wagered, won
