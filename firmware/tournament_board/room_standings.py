"""What a table shows of its tournament: made of the standings, for its own seats."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final
from zlib import crc32

from msgspec.structs import replace

from firmware.table.core.session_standing import (
    LEADERS,
    NAMED,
    Leader,
    SeatStanding,
    SessionStanding,
    written,
)
from firmware.tournament.shown import Standings, seated_players, standings
from firmware.tournament.state import Tournament

NOBODY: Final = -1


class RoomStandings:
    """Makes what each table shows. A tournament is looked at far more often than it changes: it is judged once."""

    def __init__(self) -> None:
        self._of: Tournament | None = None
        self._now: Standings | None = None
        self._made: dict[int, SessionStanding | None] = {}

    def at(self, state: Tournament, table: int) -> SessionStanding | None:
        """Return what a table of the tournament is to show; None before the first round."""
        if state is not self._of:
            self._of, self._now, self._made = state, standings(state), {}
        if table not in self._made:
            self._made[table] = None if self._now is None else _made(state, self._now, table)
        return self._made[table]


def _made(state: Tournament, now: Standings, table: int) -> SessionStanding | None:
    if state.round is None:
        return None
    left = next((pace.left for pace in now.tables if pace.table == table), 0)
    leaders = tuple(Leader(one.place, one.player, one.name[:NAMED], one.points) for one in now.places[:LEADERS])
    name = f"{now.round} {now.session}"[:NAMED]
    shown = SessionStanding(
        mark="", round=name, field=len(state.round.scores), left=NOBODY if left is None else left,
        hidden=now.hidden, over=now.announced, cash=state.terms.balances == "cash" and state.round.session is not None,
        leaders=leaders, seats=tuple(_seats(now, seated_players(state, table))),
    )  # fmt: skip
    return replace(shown, mark=f"{crc32(written(shown).encode()):08x}")


def _seats(now: Standings, seats: dict[int, int]) -> Iterator[SeatStanding]:
    """Say the places of a table's seats, and how far those before and behind are."""
    own = {one.player: one for one in now.places}
    points = sorted({one.points for one in now.places})
    for ats, player in sorted(seats.items()):
        if player in own:
            at = bisect_left(points, own[player].points)
            before = points[at + 1] - points[at] if at + 1 < len(points) else NOBODY
            behind = points[at] - points[at - 1] if at else NOBODY
            yield SeatStanding(ats, own[player].place, before, behind)
