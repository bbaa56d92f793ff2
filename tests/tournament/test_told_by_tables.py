"""What tables tell a tournament is taken once, and as what it is: also by one that is started anew."""

import asyncio
from collections.abc import Sequence

import pytest
from held_tournament import DIRECTOR, FINAL, HEATS, Held, conditions
from msgspec.structs import replace

from firmware.refusal import Refused
from firmware.table.core.commands import Command
from firmware.table.features.hall_pages import ShowHall
from firmware.table.features.session_notices import AnnounceBounds
from firmware.table.features.session_standings import PostStandings
from firmware.table.features.sessions import EndSession
from firmware.table.shown.session_coups import SessionCoup, SessionLine
from firmware.table.shown.session_table import SeatSeen, TableSeen
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament_board.hall import Hall
from firmware.tournament_board.journal import TournamentInMemory, TournamentRow
from firmware.tournament_board.service import TournamentService
from firmware.tournament_board.told_by_tables import coups_of, facts_of

# Player numbers begin at 1 in each tournament.
OF_ANOTHER = [SessionCoup(coup, "played", (SessionLine(1, 1, 50_00, 50_00),)) for coup in (1, 2)]


def test_coups_of_another_tournament_are_none_of_this_ones_also_when_it_is_started_anew_amid_a_session() -> None:
    held = Held(conditions(replace(HEATS, tables=1), FINAL))
    held.enter(3)
    for told in coups_of(held.state, 7, OF_ANOTHER):
        held.tell(told)
    assert [event.coup for event in held.of(e.CoupUnfit)] == [1, 2]
    held.seat(7)
    held.start()
    points = dict(held.state.points)
    # A role that was killed does not know what it was told, and the table tells all from its first coup.
    assert list(coups_of(held.state, 7, OF_ANOTHER)) == []
    fresh = SessionCoup(3, "played", (SessionLine(1, held.at(7)[0], 50_00, 50_00),))
    for told in coups_of(held.state, 7, [*OF_ANOTHER, fresh]):
        held.tell(told)
    assert [(coup.coup, coup.kind) for coup in held.state.coups.values()] == [(3, "played")]
    assert held.state.points[f"player/{held.at(7)[0]}"] == points[f"player/{held.at(7)[0]}"] + 50_00


class Told:
    """A table whose last coup is over, and at which a player agreed to an early end meanwhile."""

    def __init__(self, seen: TableSeen, *coups: SessionCoup) -> None:
        self._seen = seen
        self._coups = list(coups)

    def changed(self) -> bool:
        return bool(self._coups)

    async def refresh(self) -> None:
        """It is here."""

    def seen(self) -> TableSeen:
        return self._seen

    def coups(self) -> Sequence[SessionCoup]:
        fresh, self._coups = self._coups, []
        return fresh

    async def would(self, _: Command) -> None:
        """It would."""

    async def order(self, order: Command) -> None:
        if isinstance(order, EndSession):
            self._seen = replace(self._seen, session="", seats={})
        elif isinstance(order, AnnounceBounds):
            self._seen = replace(self._seen, bounds=order.bounds.mark)
        elif isinstance(order, ShowHall) and order.change is not None:
            self._seen = replace(self._seen, page=order.change.after)
        elif isinstance(order, PostStandings) and order.standing is not None:
            self._seen = replace(self._seen, standing=order.standing.mark)


def test_who_agreed_while_the_last_coup_was_played_agreed_to_nothing() -> None:
    held = Held(conditions(replace(HEATS, tables=1, coups=1, balances="cash"), FINAL))
    held.enter(2)
    held.seat(7)
    held.start()
    rows = TournamentInMemory()
    rows.append([TournamentRow(held.now, "", None, event) for event in held.events])
    service = TournamentService(rows, lambda: held.now)
    players = held.at(7)
    seats = {ats: SeatSeen(player, 1000_00, 1000_00, agreed=True) for ats, player in enumerate(players, 1)}
    seen = TableSeen(held.state.rules.name, "heats 1", "", open=False, seats=seats, failed=frozenset(), terminals=3)
    coup = SessionCoup(1, "played", tuple(SessionLine(ats, one.player, 10_00, 0) for ats, one in seats.items()))
    table = Told(seen, coup)
    asyncio.run(Hall(service, {7: table}).look())
    assert service.state.round is not None
    assert service.state.round.session is None


def test_nobody_agrees_who_has_retired_or_sits_elsewhere_or_is_nobody() -> None:
    """A terminal is a retired player's until the coup is over, and a table's board may be somebody else's by now."""
    held = Held(conditions(replace(HEATS, tables=1, balances="cash"), FINAL))
    held.enter(3)
    held.seat(7)
    held.start()
    players = held.at(7)
    held.tell(c.ReportOpened(7))
    held.tell(c.Retire(players[0]))
    there = (*players, 0, -1, 99)
    seats = {ats: SeatSeen(player, 1000_00, 1000_00, agreed=True) for ats, player in enumerate(there, 1)}
    seen = TableSeen("", "", "", open=True, seats=seats, failed=frozenset())
    for told in facts_of(held.state, 7, seen):
        held.tell(told)
    assert [event.player for event in held.of(e.PlayerAgreed)] == list(players[1:])
    strange = SessionCoup(1, "played", (SessionLine(1, 99, 50_00, 50_00), SessionLine(2, -1, 1, 1)))
    for told in coups_of(held.state, 7, [strange]):
        held.tell(told)


@pytest.mark.rule("crown 12.3.1")
@pytest.mark.parametrize(("terminals", "refused"), [(2, ["table_small"]), (3, [])])
def test_a_round_is_opened_only_at_tables_that_have_a_terminal_for_each_player(
    terminals: int, refused: list[str]
) -> None:
    held = Held(conditions(replace(HEATS, tables=2), FINAL))
    held.enter(5)
    held.tell(c.CloseEntry())
    rows = TournamentInMemory()
    rows.append([TournamentRow(held.now, "", None, event) for event in held.events])
    service = TournamentService(rows, lambda: held.now)
    # The larger of the two tables has three of the five.
    free = (TableSeen("", "", "", open=False, seats={}, failed=frozenset(), terminals=ats) for ats in (3, terminals))
    hall = Hall(service, dict(enumerate(map(Told, free), 7)))
    found = []
    try:
        asyncio.run(hall._tell(c.OpenRound(DIRECTOR, (7, 8)), "", None))  # noqa: SLF001
    except Refused as why:
        found.append(why.code)
    assert found == refused
    assert bool(service.state.current) is not bool(refused)


def test_a_round_opened_twice_under_one_number_is_opened_once_and_answered_the_same() -> None:
    """Whoever asked and did not hear the answer asks again; by then the round runs, and its tables may be smaller."""
    held = Held(conditions(replace(HEATS, tables=2), FINAL))
    held.enter(5)
    held.tell(c.CloseEntry())
    rows = TournamentInMemory()
    rows.append([TournamentRow(held.now, "", None, event) for event in held.events])
    service = TournamentService(rows, lambda: held.now)
    free = TableSeen("", "", "", open=False, seats={}, failed=frozenset(), terminals=3)
    opening = c.OpenRound(DIRECTOR, (7, 8))
    first = asyncio.run(Hall(service, {7: Told(free), 8: Told(free)})._tell(opening, "", "12"))  # noqa: SLF001
    small = TableSeen("", "", "", open=False, seats={}, failed=frozenset(), terminals=1)
    again = asyncio.run(Hall(service, {7: Told(small), 8: Told(small)})._tell(opening, "", "12"))  # noqa: SLF001
    assert first == again
    assert [type(row.event) for row in rows.kept].count(e.RoundOpened) == 1
