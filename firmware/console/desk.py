"""The desk behind the dealer's screen: it decides what the screen shows, and what touches do."""

from collections.abc import Callable
from typing import Final

from firmware.boards.technical import TechnicalSeen
from firmware.console import scanning
from firmware.console.beside import SgcBeside
from firmware.console.coup_page import KEPT, coup_view, kept_of_open_coup
from firmware.console.director_operations import ENTERED_ANEW
from firmware.console.flow import MOST_APPROVERS, Flow
from firmware.console.foreseeing import Foreseeing
from firmware.console.known import Known, devices_seen
from firmware.console.main_choices import main_choices
from firmware.console.next_step import next_step
from firmware.console.own_affairs import OwnAffairs, approval_of, said_when_done
from firmware.console.tabs import COUP, shown, tabs
from firmware.console.toast import Toast
from firmware.console.view import SgcView
from firmware.console.waiting_forms import WaitingForms
from firmware.errands import Errands
from firmware.game import events as g
from firmware.kit.scene import Action
from firmware.kit.touches import Touches
from firmware.kit.words import Words, words_of
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.events import TakePay
from firmware.table.core.service import Happened, TableService
from firmware.table.core.stopped import TableStopped
from firmware.table.people.staff_desk import StaffDesk

CONSOLE: Final = "sgc"
# How much of a coup's events is kept for the screen, which shows the last of them.
HAPPENED: Final = 20
ASKED_AGAIN: Final = frozenset({TableCode.PIN_COMMON, TableCode.PIN_LENGTH, *ENTERED_ANEW})
ALONE: Final = SgcBeside()


class SgcDesk:
    """The console of one table. `changed` is called when it would look different."""

    def __init__(
        self,
        table: TableService,
        staff: StaffDesk,
        language: str,
        place: str,
        changed: Callable[[], None],
        beside: SgcBeside = ALONE,
    ) -> None:
        self.beside = beside
        self._table = table
        self._staff = staff
        self._language = language
        self._place = place
        self._changed = changed
        self._page = COUP
        # The page on which a terminal's tile was touched, to go back to.
        self._came_by = ""
        self._number = 0
        self._ats = 0
        self._hall_table = 0
        self._flow: Flow | None = None
        self._laid_by = WaitingForms()
        self._foreseeing = Foreseeing(table)
        self._toast = Toast(table.now_ms, lambda: self.words)
        self._happened = kept_of_open_coup(table)
        self._errands = Errands()
        self._own = OwnAffairs(CONSOLE, staff, self._signed_on, beside)
        table.when_stopped(changed)

    @property
    def words(self) -> Words:
        """The words of its language, and amounts in the table's currency."""
        setup = self._table.state.setup
        return words_of(self._language, setup.notes.currency if setup.notes is not None else "", setup.day.venue)

    # What it is told.

    def follow(self, happened: Happened) -> None:
        """The table has changed."""
        for event in happened.events:
            if isinstance(event, g.CoupOpened | g.ShoeStarted):
                self._happened = ()
            elif isinstance(event, (*KEPT, TakePay)):
                self._happened = (*self._happened, event)[-HAPPENED:]
                if isinstance(event, g.Irregularity | g.Question):
                    self.beside.sound("alarm")
                    self._lay_by()
                if isinstance(event, g.Question) or self._table.state.game.unread:
                    self._page = COUP  # where it is answered
        self._laid_by.keep(self._still_fits)
        if self._flow is not None and not self._still_fits(self._flow):
            self._flow = None
        self._changed()

    def _lay_by(self) -> None:
        """Set aside what is being asked, so that it hides no alarm: it waits until the dealer goes back to it."""
        self._laid_by.lay(self._flow)
        self._flow = None

    def _still_fits(self, flow: Flow) -> bool:
        """Whether it can still be asked; its preview is then renewed."""
        known = self.known()
        if flow.is_outdated(known):
            self._toast.tell(self.words("sgc.outdated", what=flow.title(known)), "alarm")
            return False
        if not flow.fits(known):
            return False
        try:
            self._foreseeing.renew(flow, known)
        except Refused as refusal:
            self._toast.tell_why(refusal)
            return False
        return True

    # What it shows.

    def known(self) -> Known:
        """Return what is known."""
        state = self._table.state
        return Known(
            state, self._table.now_ms(), self.words, state.consoles.get(CONSOLE, ""), self._ats,
            devices_seen(self.beside.devices()), self._happened, self._table.stopped, self._table.opening,
            self.beside.copies(),
            self.beside.technical.seen() if self.beside.technical is not None else TechnicalSeen(), self._hall_table,
            self.beside.papers is not None and self.beside.papers.saves, self.beside.printer is not None,
        )  # fmt: skip

    def view(self) -> SgcView:
        """Return what the screen shows."""
        known, words = self.known(), self.words
        state = known.state
        line, look = next_step(known)
        coup = state.game.coup
        number = coup.number if coup is not None else state.game.coups
        page = shown(known, self._page)
        return SgcView(
            line=line,
            look=look,
            place=self._place,
            coup=words("coup", number=number),
            person=known.person,
            tabs=tabs(known, self._page),
            main=main_choices(known),
            page=page,
            game=coup_view(known) if page is None else None,
            number=self._number,
            betting=coup is not None and coup.betting,
            closes_at=coup.closes_at if coup is not None else None,
            period=state.setup.period,
            form=self._flow.form(known) if self._flow is not None else None,
            waiting=self._laid_by.way_back(known) if self._flow is None else None,
            toast=self._toast.text,
            toast_look=self._toast.look,
            toast_until=self._toast.until,
        )

    # What touches do.

    def act(self, action: Action) -> None:
        """Do what a touch means."""
        try:
            self._TOUCHES.do(self, action)
        except (ValueError, Refused) as error:
            self._flow = self._flow if isinstance(error, Refused) and error.code in ASKED_AGAIN else None
            self._toast.tell_why(error)
        self._changed()

    def scanned(self, text: str) -> None:
        """A barcode was read. A ticket's number is filled in as if it had been typed: only a touch moves its money."""
        if text.startswith(scanning.STAFF_CARD):
            self._errands.begin(self._hold(text))
            return
        why = scanning.why_not(text, self.known(), self._flow)
        if why:
            self._toast.tell(self.words(why), "alarm")
            self._changed()
        else:
            self.act(("op", *scanning.asked(text, self._flow, self._ats if self._page == "terminal" else 0)))

    async def _hold(self, card: str) -> None:
        """A staff card was held before the reader."""
        flow = self._flow
        try:
            await self._own.hold_card(card, flow, self.known())
            if flow is not None and flow is self._flow:
                self._go_on()
        except (Refused, ValueError) as error:
            self._toast.tell_why(error)
        self._changed()

    def _tab(self, page: str) -> None:
        self._page, self._number, self._came_by = page, 0, ""

    def _turn(self, page: str) -> None:
        self._number = int(page)

    def _terminal(self, ats: str) -> None:
        self._came_by = self._page
        self._ats, self._page, self._number = int(ats), "terminal", 0

    def _seats(self, table: str) -> None:
        self._hall_table, self._page, self._number = int(table), "director_seats", 0

    def _op(self, asked: tuple[str, ...]) -> None:
        key, *given = asked
        self._flow = Flow(key, tuple(given), self.known().cards_out)
        self._go_on()

    def _key(self, key: str) -> None:
        if self._flow is not None:
            asked = self._flow.ask(self.known())
            self._flow.enter(key, self.known())
            if self._flow.ask(self.known()) != asked:
                self._go_on()  # this touch answered it

    def _quick(self, place: str) -> None:
        if self._flow is not None:
            self._flow.quick(int(place), self.known())
            self._go_on()

    def _erase(self, whole: tuple[str, ...]) -> None:
        if self._flow is not None:
            self._flow.erase(whole=bool(whole))

    def _yes(self) -> None:
        flow = self._flow
        if flow is None:
            return
        if flow.ask(self.known()) is None:
            self._carry_out(flow)
            return
        flow.next(self.known())
        if flow.ask(self.known()) is None and flow.needs_second:
            self._carry_out(flow)  # the second person has seen all of it, and said yes with the PIN
        else:
            self._go_on()

    def _no(self) -> None:
        self._flow = None

    def _resume(self) -> None:
        self._flow = self._flow or self._laid_by.resume()

    def _go_on(self) -> None:
        """Once everything is known: do it if it needs no confirmation, otherwise show what would follow."""
        flow = self._flow
        assert flow is not None
        known = self.known()
        if flow.ask(known) is not None:
            return
        asked = flow.command(known)
        if asked is not None and not flow.needs_second and self._staff.needs_second(CONSOLE, asked):
            flow.need_second(self._staff.approvers(CONSOLE, asked, MOST_APPROVERS))  # now, so that they see the preview
        if asked is not None and not flow.of_people and flow.shown_on is None:
            self._foreseeing.show(flow, asked, self.words)
        if flow.operation.sure and not flow.needs_second:
            self._carry_out(flow)

    def _carry_out(self, flow: Flow) -> None:
        self._flow = None
        self._errands.begin(self._do(flow))

    async def _do(self, flow: Flow) -> None:
        try:
            if flow.of_people:
                await self._own.see_to(flow.key, flow.answers)
            elif (command := flow.command(self.known())) is not None:
                otherwise = self._foreseeing.otherwise(flow, command, self.words)
                await self._staff.ask(CONSOLE, command, approval_of(flow.answers), otherwise)
        except (Refused, ValueError) as error:
            self._toast.tell_why(error)
            if isinstance(error, Refused) and error.code == TableCode.FORESEEN_OTHERWISE:
                self._ask_again(flow)
        except TableStopped as stopped:
            self._toast.tell(str(stopped), "alarm")
        else:
            if not flow.operation.sure:
                self._toast.tell(self.words(said_when_done(flow.key), what=flow.title(self.known())), "good")
            if flow.operation.returns and self._flow is None and (self._page, self._came_by) == ("terminal", COUP):
                self._tab(COUP)
        self._changed()

    def _ask_again(self, flow: Flow) -> None:
        """It would come to something else than was shown: ask again. What acts at once must be touched again."""
        if self._flow is None and not flow.operation.sure and self._still_fits(flow):
            self._flow = flow

    def _signed_on(self) -> None:
        self._page, self._flow = COUP, None

    _TOUCHES: Final["Touches[SgcDesk]"] = Touches(
        plain={"yes": _yes, "no": _no, "resume": _resume},
        of_one={"tab": _tab, "turn": _turn, "terminal": _terminal, "seats": _seats, "key": _key, "quick": _quick},
        of_more={"op": _op, "erase": _erase},
    )
