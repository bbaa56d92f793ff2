"""A coup of a tournament's session as its table knows it, read from its events: wagered and won, by terminal."""

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
    """A coup for the player of a terminal: total wagered, and net win, below 0 if lost."""

    ats: int
    player: int
    wagered: int
    won: int


class SessionCoup(Struct, frozen=True, forbid_unknown_fields=True):
    """A coup of a tournament's session that ended, corrections included."""

    coup: int
    kind: CoupKind
    lines: tuple[SessionLine, ...]


def session_coup(happened: Sequence[g.Event]) -> SessionCoup | None:
    """Return a coup as its events have it now; None if it has not ended, or was no tournament's."""
    result = next((event for event in happened if isinstance(event, g.CoupResult)), None)
    players = next((event.players for event in happened if isinstance(event, PlayedForPoints)), {})
    if result is None or not players:
        return None
    kind = _kind(happened, result)
    wagered, won = _lines(happened)
    lines = tuple(
        SessionLine(ats, players[ats], wagered[ats], won[ats] if kind == "played" else 0) for ats in sorted(wagered)
    )
    return SessionCoup(result.coup, kind, lines)


def _kind(happened: Sequence[g.Event], result: g.CoupResult) -> CoupKind:
    if result.dummy:
        return "dummy"
    void = any(isinstance(event, CoupInvalidated | g.SettledCoupVoided) for event in happened)
    return "void" if void or result.winner == Winner.VOID else "played"


def _lines(happened: Sequence[g.Event]) -> tuple[Counter[int], Counter[int]]:
    """Return the total wagered and the net win by terminal; a correction restates what it names."""
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
