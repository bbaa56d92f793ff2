"""The tournament and its tables: what they tell goes to it, and each is brought to what it wants.

Nothing is remembered here: what a table is seen to be is held against what the tournament's journal makes of it. So
whoever was switched off, and wherever, the next look mends it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from firmware.refusal import Refused
from firmware.table.core.commands import Command
from firmware.table.core.hall_page import HallWish
from firmware.table.features.coups_allowed import AllowCoups
from firmware.table.features.hall_pages import AnswerHall, ShowHall
from firmware.table.features.session_notices import AnnounceBounds
from firmware.table.features.session_standings import PostStandings
from firmware.table.features.sessions import EndSession, SessionSeat, StartSession
from firmware.table.features.tournament_tables import (
    HoldSession,
    ReserveTable,
)
from firmware.table.shown.session_table import SessionTable, TableSeen
from firmware.tournament import commands as c
from firmware.tournament.codes import TournamentCode
from firmware.tournament.entering import MINUTE
from firmware.tournament.events import RoundOpened, TournamentEvent
from firmware.tournament.finishing import coups_to_play
from firmware.tournament.shown import seated_players
from firmware.tournament.state import RoundState, Session, Tournament
from firmware.tournament_board.director_page import why_of
from firmware.tournament_board.director_pages import DirectorPages
from firmware.tournament_board.hall_seats import seat_orders
from firmware.tournament_board.prize_desk import PrizeDesk
from firmware.tournament_board.room_standings import RoomStandings
from firmware.tournament_board.round_terms import bounds_of, session_terms
from firmware.tournament_board.service import TournamentService
from firmware.tournament_board.told_by_tables import coups_of, facts_of, session_of
from firmware.tournament_board.wishes import DirectorWishes

# Why a coup may not open, as a table is told it.
_HOLDS: Final = {
    TournamentCode.DIRECTOR_AWAY: "director-away",
    TournamentCode.SEAT_OUT_OF_ORDER: "seat-out",
}
# Why a table is not heard at all.
_UNHEARD: Final = (TournamentCode.TABLE_AWAY, TournamentCode.TABLE_OLD)
# Each look can bring about another; more than these means that table and tournament never agree.
MOST_LOOKS: Final = 200
# Clocks of two boards are this far apart before a table is told anew until when it may go on.
CLOCKS_APART_MS: Final = 2000


class NeverAtRest(RuntimeError):
    """A table and the tournament undo each other's work."""


class Hall:
    """One tournament at its tables."""

    def __init__(self, service: TournamentService, tables: Mapping[int, SessionTable]) -> None:
        """`tables`: by their number. `waiting`: why a table does not do yet what the tournament wants of it."""
        self.service: Final = service
        self._tables: Final = tables
        self._standings: Final = RoomStandings()
        self._pages: Final = DirectorPages()
        self._prizes: Final = PrizeDesk(service)
        self._wishes: Final = DirectorWishes(service, self._tell)
        # How many each table has, and what it is called, as it was last seen.
        self._terminals: dict[int, int] = dict.fromkeys(tables, 0)
        self._names: dict[int, str] = {}
        self.waiting: dict[int, Refused] = {}

    @property
    def state(self) -> Tournament:
        """The tournament as it stands."""
        return self.service.state

    async def ask(
        self, command: c.TournamentCommand, *, by: str = "", number: str | None = None
    ) -> list[TournamentEvent]:
        """Tell the tournament a wish, on what all tables have told so far. Raises Refused."""
        await self.look()
        events = await self._tell(command, by, number)
        await self.look(anew=True)
        return events

    async def _tell(self, command: c.TournamentCommand, by: str, number: str | None) -> list[TournamentEvent]:
        """Tell the tournament a wish, if all of its tables would do what follows. Raises Refused."""
        # What was done under this number gets the same answer, whatever has changed since.
        if number is None or not self.service.has_done(number):
            await self._need_done_by_tables(command)
        return self.service.tell(command, by=by, number=number)

    async def _need_done_by_tables(self, command: c.TournamentCommand) -> None:
        if isinstance(command, c.OpenRound):
            await self._need_tables(command)
        if isinstance(command, c.StartSession) and self.service.refuses(command) is None:
            await self._need_ready()
        if isinstance(command, c.PayAtTable):
            await self._prizes.need_payable(command, self._table(command.table))

    def _table(self, number: int) -> SessionTable:
        """Return a table. Raises Refused: there is none of this number."""
        if number not in self._tables:
            raise Refused(TournamentCode.NO_SUCH_TABLE, "12.3.1", table=number)
        return self._tables[number]

    async def look(self, *, anew: bool = False) -> None:
        """Take in what the tables tell, and bring each to what the tournament wants, until all agree."""
        for _ in range(MOST_LOOKS):
            if not anew and not any(table.changed() for table in self._tables.values()) and not self._time_is_up():
                return
            anew = await self._look_once()
        raise NeverAtRest("the tables and the tournament do not come to agree")

    def _time_is_up(self) -> bool:
        return session_of(self.state) is not None and bool(self.service.tell(c.CheckTime()))

    async def _look_once(self) -> bool:
        """Look at each table once; return whether anything came of it."""
        facts = False
        reached = [number for number in self._tables if await self._reached(number)]
        for number in reached:
            table = self._tables[number]
            seen = table.seen()
            facts = self._told(number, coups_of(self.state, number, table.coups())) or facts
            # By then: a coup can have ended the session that somebody had agreed to end.
            facts = self._told(number, facts_of(self.state, number, seen)) or facts
            self._terminals[number], self._names[number] = seen.terminals, seen.name
            if seen.wish is not None:
                await self._answer(number, seen.wish, seen.at)
        orders = [await self._bring(number, self._tables[number]) for number in reached]
        return facts or any(orders)

    def _told(self, number: int, facts: Iterable[c.TournamentCommand]) -> bool:
        """Take in what a table tells; whether anything came of it."""
        came = False
        for fact in facts:
            came = bool(self.service.tell(fact, by=f"table {number}")) or came
        return came

    async def _reached(self, number: int) -> bool:
        """Look at a table anew; whether it is there. One that is not hinders no other."""
        try:
            await self._tables[number].refresh()
        except Refused as why:
            self.waiting[number] = why
            return False
        if number in self.waiting and self.waiting[number].code in _UNHEARD:
            del self.waiting[number]
        return True

    async def _answer(self, number: int, wish: HallWish, at: int) -> None:
        """Take what the Director asked at a table, once, and have the table say what became of it."""
        why = None
        try:
            await self._wishes.take(number, wish, at)
        except Refused as refused:
            why = why_of(refused)
        try:
            await self._tables[number].order(AnswerHall(wish.number, why))
        except Refused as away:
            # The next look finds it waiting still: what was done is answered the same.
            self.waiting[number] = away

    async def _bring(self, number: int, table: SessionTable) -> bool:
        """Have a table do what it is to do next; return whether it did something."""
        try:
            for order in self._orders(number, table.seen()):
                await table.order(order)
                self.waiting.pop(number, None)
                return True
            if await self._prizes.pay(number, table):
                self.waiting.pop(number, None)
                return True
        except Refused as why:
            # The table says so at its console, too: it is asked again when something has happened there.
            self.waiting[number] = why
        return await self._show(number, table)

    async def _show(self, number: int, table: SessionTable) -> bool:
        """Have a table show the Director what it does not show yet, also why it does nothing else."""
        try:
            for order in self._page(number, table.seen()):
                await table.order(order)
                return True
        except Refused as why:
            self.waiting[number] = why
        return False

    def _orders(self, number: int, seen: TableSeen) -> Iterator[Command]:
        """Return what a table is to do; the first is done, and then it is looked at again."""
        state = self.state
        there = state.round
        name = state.conditions.name if state.conditions is not None else ""
        wanted = there is not None and not there.announced and number in there.tables and not state.over
        session = session_of(state)
        if seen.session and seen.reserved == name:
            if there is not None and session is not None and seen.session == session_name(there, session):
                yield from self._in_session(number, seen, there, session)
            elif not seen.open:
                # What the last coup cost, too, is off before balances are carried on, or paid.
                yield from self._at_end(number, seen)
                yield EndSession(self._in_cash(seen.session), seen.session)
        elif wanted and seen.reserved != name:
            yield ReserveTable(name)
        elif not wanted and seen.reserved == name and name:
            yield ReserveTable("")
        elif there is not None and session is not None and number in session.coups and number not in session.finished:
            yield self._start(number, session_name(there, session), 0)
        if seen.reserved == name and name and not seen.open:
            bounds = bounds_of(state.terms) if wanted else None
            if bounds is not None and not seen.session and seen.bounds != bounds.mark:
                yield AnnounceBounds(bounds)
            standing = self._standings.at(state, number)
            if standing is not None and seen.standing != standing.mark:
                yield PostStandings(standing)

    def _page(self, number: int, seen: TableSeen) -> Iterator[Command]:
        """Show the Director's page at the round's tables; between rounds at all."""
        there = self.state.round
        page = None
        if there is None or there.announced or number in there.tables:
            page = self._pages.at(self.state, self._terminals, self.waiting, self.service.now(), self._names)
        if seen.page != ("" if page is None else page.mark):
            yield ShowHall(None if page is None else self._pages.change(seen.page, page))

    def _in_cash(self, name: str) -> bool:
        """Whether a session's balances are cash when it ends."""
        return self.state.rules.round_named(name.rpartition(" ")[0]).balances == "cash"

    def _in_session(self, number: int, seen: TableSeen, there: RoundState, session: Session) -> Iterator[Command]:
        if not seen.open:
            balances = {player: self.state.balance(player) for player in there.scores}
            yield from seat_orders(self.state, number, seen, there, balances)
        hold = self._hold(number, session)
        if seen.hold != hold:
            yield HoldSession(hold)  # type: ignore[arg-type]
        if number not in session.finished:
            last, until = self._allowed(number, seen, session)
            if last != seen.last or abs(until - seen.until) > CLOCKS_APART_MS:
                yield AllowCoups(last, until)

    def _allowed(self, number: int, seen: TableSeen, session: Session) -> tuple[int, int]:
        """Return how far a table may go without hearing more: up to which of its coups, and until when on its clock."""
        # crown 12.1.1
        wanted, state = coups_to_play(self.state, session, number), self.state
        if wanted is not None:
            return seen.coups + wanted - session.coups[number] - (number in session.open), 0
        ends = session.started + state.terms.minutes * MINUTE
        return 0, max(seen.at + ends - self.service.now(), 1)

    def _at_end(self, number: int, seen: TableSeen) -> Iterator[Command]:
        there = self.state.rounds.get(seen.session.rpartition(" ")[0])
        if there is not None and seen.session == f"{there.name} {there.played}":
            yield from seat_orders(self.state, number, seen, there, there.ended)

    def _hold(self, number: int, session: Session) -> str:
        if number in session.open:
            return "" if self.state.present else "director-away"
        why = self.service.refuses(c.OpenCoup(number))
        return "" if why is None else _HOLDS.get(why.code, "coups-played")  # type: ignore[call-overload]

    async def _need_tables(self, command: c.OpenRound) -> None:
        """Refuse tables that there are not, that are somebody else's, or that have not enough terminals."""
        for number in command.tables:
            await self._table(number).would(ReserveTable(self.state.rules.name))
        players = sum(len(event.players) for event in self.service.foresees(command) if isinstance(event, RoundOpened))
        # As many at each table as at the others, to one.
        most = -(-players // len(command.tables))
        for number in command.tables:
            if self._table(number).seen().terminals < most:
                raise Refused(TournamentCode.TABLE_SMALL, "12.3.1", table=number, count=most)

    async def _need_ready(self) -> None:
        """Refuse to start a session while any of its tables would not."""
        there = self.state.round
        assert there is not None
        for number in sorted({there.seats[player].table for player in there.players if player in there.seats}):
            if seated_players(self.state, number):
                name = f"{there.name} {there.played + 1}"
                await self._tables[number].would(self._start(number, name, self.state.terms.credit))

    def _start(self, number: int, name: str, credit: int) -> StartSession:
        terms, play = self.state.terms, self.state.rules.play
        by_seat = sorted(seated_players(self.state, number).items())
        seats = tuple(SessionSeat(ats, player, max(self.state.balance(player) + credit, 0)) for ats, player in by_seat)
        seen = self._tables[number].seen()
        last, until = (seen.coups + terms.coups, 0) if terms.coups else (0, seen.at + terms.minutes * MINUTE)
        held = session_terms(terms, play, last, until)
        return StartSession(name, tuple(seat.ats for seat in seats), 0, seats, held)


def session_name(there: RoundState, session: Session) -> str:
    """Return the name by which tables know a session."""
    return f"{there.name} {session.number}"
