"""What boards may ask of the table, a method for each. The caller ensures that each is done only once."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NamedTuple, Never, cast

from firmware.link import messages as m
from firmware.link.acceptor_messages import AskTicket, CreditTicket, DoubtNote, TellAtRest
from firmware.link.desk_messages import LastShown, ShowTicket
from firmware.link.journal_messages import FetchCopy, HeadView, ShowHead
from firmware.link.local_table import LocalTable
from firmware.link.message import OfPlayer
from firmware.link.report_messages import TellFault, TellTicket
from firmware.link.software_messages import TellSoftware
from firmware.link.ticket_views import ticket_view
from firmware.link.tournament_messages import OrderTable, SeeTable
from firmware.link.wager_messages import SetWager, SetWagers, ShownAtClose
from firmware.refusal import Refused
from firmware.software.proof import Proven
from firmware.table.core.codes import TableCode
from firmware.table.core.faults import DISPLAY as FAULTY_DISPLAY
from firmware.table.core.pockets import PrintedTicket
from firmware.table.core.reported import fault_began, fault_ended
from firmware.table.core.service import TableService
from firmware.table.features.devices import ReportDevice
from firmware.table.features.software import ReportSoftware
from firmware.table.features.wagers import Wager, Wagers, WagerSet
from firmware.table.journal.copy_store import CopyReach
from firmware.table_board.attendance import Attendance
from firmware.table_board.desk_answers import DeskAnswers
from firmware.table_board.patron_limits import PatronLimits
from firmware.table_board.session_answers import SessionAnswers
from firmware.table_board.telling import Telling
from hal.currency import Note
from hal.note_way import NoteInFlight

DISPLAY: Final = "wnd-"
# What a display may report of itself that is a malfunction at the table (11.13).
_SHOWS_OTHERWISE: Final = "shows_otherwise"
# Takes the head that a device remembers, and returns the journal's, if it is signed.
Testimony = Callable[[str, HeadView | None], HeadView | None]
# Returns the next frames for a device's copy of the journal.
Fetch = Callable[[str, CopyReach, int], Awaitable[bytes]]


class Asker(NamedTuple):
    """Who asks: a device, the number of the terminal that it is, or 0, and the life of its pocket, if it has one.

    `acknowledged`: the last number of that pocket that was answered, if the device says it.
    """

    device: str
    ats: int
    life: str
    acknowledged: int | None


class Others(NamedTuple):
    """What answers tournaments and cash desks, and what is asked of a host."""

    sessions: SessionAnswers
    desks: DeskAnswers
    patrons: PatronLimits


async def no_copies(_: str, __: CopyReach, ___: int) -> bytes:
    """Refuse: this table has no copies on other boards."""
    raise Refused(TableCode.KEEPS_NO_COPY)


def unheard(_: str, __: HeadView | None) -> HeadView | None:
    """Ignore it: a table whose journal is not signed has no witnesses."""
    return None


# Each of these takes the kind that it stands beside.
Does = Callable[["Requests", Asker, str, m.Request], Awaitable[m.Answer]]


class Requests:
    """Carries out what boards ask of one table."""

    def __init__(
        self,
        service: TableService,
        attendance: Attendance,
        telling: Telling,
        testimony: Testimony,
        fetch: Fetch,
        others: Others,
    ) -> None:
        self._sessions, self._desks, self._patrons = others
        self._service = service
        self._attendance = attendance
        self._telling = telling
        self._testimony = testimony
        self._fetch = fetch

    async def answer(self, asker: Asker, number: str, what: m.Request) -> m.Answer:
        """Do what is asked, and say what came of it. Raises Refused: nothing has changed then."""
        if isinstance(what, OfPlayer):
            return await self._of_player(asker, number, what)
        return await cast("Does", self._DO[type(what)])(self, asker, number, what)

    async def _snapshot(self, asker: Asker, number: str, what: m.GetSnapshot) -> m.Answer:
        if what.version != m.VERSION:
            raise Refused(TableCode.BOARD_VERSION, theirs=what.version, ours=m.VERSION)
        if asker.ats:
            self._attendance.heard(asker.ats)
            await self._of(asker).meet()
        # Only now: this answer already says that a board waits.
        state = self._service.state
        at = self._service.now_ms()
        account = self._telling.account(state, asker.ats, at) if asker.ats else None
        public = self._telling.public(state, at)
        return m.Answer(number, "done", public=public, account=account)

    async def _wager(self, asker: Asker, number: str, what: SetWager) -> m.Answer:
        self._of(asker).need_served()
        await self._patrons.need(asker.ats, "wager", self._more(asker.ats, {what.bet: what.amount}))
        command = Wager(asker.ats, what.bet, what.amount)
        once = f"{asker.device} {asker.life} {number} {what.bet} {what.amount}"
        events = await self._service.submit(command, by=f"ATS {asker.ats}", number=once)
        said = next(event for event in events if isinstance(event, WagerSet))
        return m.Answer(number, "done", accepted=said.accepted, rule=said.rule)

    async def _wagers(self, asker: Asker, number: str, what: SetWagers) -> m.Answer:
        self._of(asker).need_served()
        await self._patrons.need(asker.ats, "wager", self._more(asker.ats, what.stakes))
        command = Wagers(asker.ats, what.stakes)
        once = f"{asker.device} {asker.life} {number} {what.placed}"
        events = await self._service.submit(command, by=f"ATS {asker.ats}", number=once)
        stakes = {event.bet: event.accepted for event in events if isinstance(event, WagerSet)}
        return m.Answer(number, "done", stakes=stakes)

    def _more(self, ats: int, stakes: Mapping[str, int]) -> int:
        """Return how much more would lie there: what lies there already was asked about, and asked once more is not."""
        account = self._service.state.accounts.get(ats)
        held = account.wagers if account is not None else {}
        return max(sum(stake - held.get(bet, 0) for bet, stake in stakes.items()), 0)

    async def _of_player(self, asker: Asker, number: str, what: OfPlayer) -> m.Answer:
        self._of(asker).need_served()
        once = f"{asker.device} {asker.life} {number} {what.said}"
        await self._service.submit(what.command(asker.ats), by=f"ATS {asker.ats}", number=once)
        return m.Answer(number, "done")

    async def _ask_note(self, asker: Asker, number: str, what: m.AskNote) -> m.Answer:
        await self._patrons.need(asker.ats, "note", what.amount)
        why = await self._of(asker).asked_about(Note(what.currency, what.amount), answers=what.answers)
        if why is not None:
            raise why
        return m.Answer(number, "done")

    async def _ask_ticket(self, asker: Asker, number: str, what: AskTicket) -> m.Answer:
        why = await self._of(asker).why_not(Note(ticket=what.ticket))
        if why is not None:
            raise why
        return m.Answer(number, "done")

    async def _credit_ticket(self, asker: Asker, number: str, what: CreditTicket) -> m.Answer:
        credited = await self._of(asker).credit(NoteInFlight(what.note, 0, ticket=what.ticket))
        return m.Answer(number, "done" if credited else "in-doubt")

    async def _credit(self, asker: Asker, number: str, what: m.CreditNote) -> m.Answer:
        credited = await self._of(asker).credit(NoteInFlight(what.note, what.amount, currency=what.currency))
        return m.Answer(number, "done" if credited else "in-doubt")

    async def _doubt(self, asker: Asker, number: str, what: DoubtNote) -> m.Answer:
        note = NoteInFlight(what.note, what.amount, currency=what.currency, ticket=what.ticket or "")
        await self._of(asker).doubt(note, what.why)
        return m.Answer(number, "done")

    async def _at_rest(self, asker: Asker, number: str, what: TellAtRest) -> m.Answer:
        await self._of(asker).at_rest(what.asked)
        return m.Answer(number, "done")

    async def _pocket(self, asker: Asker, number: str, what: m.ShowPocket) -> m.Answer:
        printed = tuple(PrintedTicket(one.number, one.amount) for one in what.printed)
        return m.Answer(
            number, "done", last=await self._of(asker).show_pocket(what.last, printed, answers=what.answers)
        )

    async def _pay(self, asker: Asker, number: str, what: m.PayByTicket) -> m.Answer:
        issued = await self._of(asker).pay_by_ticket(what.cash_out)
        ticket = None if issued is None else ticket_view(issued)
        return m.Answer(number, "done", ticket=ticket)

    async def _ticket(self, asker: Asker, number: str, what: TellTicket) -> m.Answer:
        await self._of(asker).report(what.ticket, what.fate, what.why, what.copy)
        return m.Answer(number, "done")

    async def _device(self, asker: Asker, number: str, what: TellFault) -> m.Answer:
        report = ReportDevice(f"{asker.device} {what.device}", what.what, what.detail)
        await self._service.submit(report, by=asker.device)
        if asker.device.startswith(DISPLAY) and what.what == fault_began(_SHOWS_OTHERWISE):
            await self._attendance.fault(FAULTY_DISPLAY)
        if asker.device.startswith(DISPLAY) and what.what == fault_ended(_SHOWS_OTHERWISE):
            await self._attendance.in_order(FAULTY_DISPLAY)
        return m.Answer(number, "done")

    async def _shown(self, asker: Asker, number: str, what: ShownAtClose) -> m.Answer:
        """Compare what a terminal showed with what the table holds (4.6)."""
        self._of(asker).need_served()
        account = self._service.state.accounts.get(asker.ats)
        coup = self._service.state.game.coup
        held = account.wagers if account else {}
        if coup is not None and coup.number == what.coup and held != what.wagers:
            detail = f"coup {what.coup}: shown {what.wagers}, held {held}"
            await self._service.submit(ReportDevice(asker.device, "shown otherwise at the close", detail))
            await self._attendance.fault("ats", asker.ats)
            raise Refused(TableCode.SHOWN_OTHERWISE)
        return m.Answer(number, "done")

    async def _show(self, asker: Asker, number: str, what: ShowTicket) -> m.Answer:
        return await self._desks.show(asker.device, number, what)

    async def _last_shown(self, asker: Asker, number: str, _: LastShown) -> m.Answer:
        return await self._desks.last_shown(asker.device, number)

    async def _head(self, asker: Asker, number: str, what: ShowHead) -> m.Answer:
        return m.Answer(number, "done", head=self._testimony(asker.device, what.head))

    async def _copy(self, asker: Asker, number: str, what: FetchCopy) -> m.Answer:
        frames = await self._fetch(asker.device, CopyReach(what.era, what.row, what.base), what.parts)
        return m.Answer(number, "done", frames=frames)

    async def _software(self, asker: Asker, number: str, what: TellSoftware) -> m.Answer:
        if not asker.ats:
            raise Refused(TableCode.NOT_A_TERMINAL)
        wrong = (what.wrong,) if what.wrong else ()
        proven = Proven(
            what.verdict, what.version, what.digest, what.signer, what.files, wrong, what.count, what.seed, what.answer
        )
        await self._service.submit(ReportSoftware(asker.device, proven), by=asker.device)
        return m.Answer(number, "done")

    async def _see(self, asker: Asker, number: str, what: SeeTable) -> m.Answer:
        return self._sessions.see(asker.device, number, what)

    async def _order(self, asker: Asker, number: str, what: OrderTable) -> m.Answer:
        return await self._sessions.order(asker.device, number, what)

    def _of(self, asker: Asker) -> LocalTable:
        if not asker.ats:
            raise Refused(TableCode.NOT_A_TERMINAL)
        return LocalTable(asker.ats, self._service, asker.life, asker.acknowledged)

    _DO: Final[dict[type[m.Request], Callable[["Requests", Asker, str, Never], Awaitable[m.Answer]]]] = {
        m.GetSnapshot: _snapshot,
        SetWager: _wager,
        SetWagers: _wagers,
        m.AskNote: _ask_note,
        AskTicket: _ask_ticket,
        CreditTicket: _credit_ticket,
        m.ShowPocket: _pocket,
        m.CreditNote: _credit,
        DoubtNote: _doubt,
        TellAtRest: _at_rest,
        m.PayByTicket: _pay,
        TellTicket: _ticket,
        TellFault: _device,
        TellSoftware: _software,
        ShownAtClose: _shown,
        ShowTicket: _show,
        LastShown: _last_shown,
        ShowHead: _head,
        FetchCopy: _copy,
        SeeTable: _see,
        OrderTable: _order,
    }
