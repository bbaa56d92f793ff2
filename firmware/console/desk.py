"""The desk behind the dealer's screen: it decides what the screen shows, and what touches do."""

from collections.abc import Callable
from typing import Final

from firmware.console.beside import SgcBeside
from firmware.console.coup_page import KEPT, coup_view
from firmware.console.event_words import preview
from firmware.console.flow import Flow
from firmware.console.known import DeviceSeen, Known
from firmware.console.main_choices import main_choices
from firmware.console.next_step import next_step
from firmware.console.pages import BEHIND, PAGES, opening
from firmware.console.staff_operations import enrolled
from firmware.console.tabs import COUP, tabs
from firmware.console.view import Page, SgcView
from firmware.errands import Errand, Errands
from firmware.game import events as g
from firmware.kit.scene import Action
from firmware.kit.touches import Touches
from firmware.kit.words import Words, words_of
from firmware.refusal import Refused, Unsound
from firmware.table.core.codes import TableCode
from firmware.table.core.events import TakePay
from firmware.table.core.service import Happened, TableService, TableStopped
from firmware.table.people.staff_desk import Approval, StaffDesk

CONSOLE: Final = "sgc"
TOAST_MS: Final = 5000
HAPPENED: Final = 20
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
        self._number = 0
        self._ats = 0
        self._flow: Flow | None = None
        self._toast = ("", "notice", 0)
        self._happened: tuple[g.Event, ...] = self._of_open_coup()
        self._errands = Errands()
        table.when_stopped(changed)

    @property
    def words(self) -> Words:
        """The words of its language, and amounts in the table's currency."""
        notes = self._table.state.setup.notes
        return words_of(self._language, notes.currency if notes is not None else "")

    def _of_open_coup(self) -> tuple[g.Event, ...]:
        """After a restart: what the journal has of the coup that is open."""
        coup = self._table.state.game.coup
        return tuple(e for e in self._table.of_coup(coup.number) if isinstance(e, KEPT)) if coup is not None else ()

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
        if self._flow is not None and not self._fits(self._flow):
            self._flow = None
        self._changed()

    def _fits(self, flow: Flow) -> bool:
        """Whether what is being asked is still about something that is there."""
        known = self.known()
        try:
            flow.form(known)
            if flow.operation.asks(known, flow.answers) is None:
                flow.command(known)
        except (LookupError, ValueError):
            return False
        return True

    # What it shows.

    def known(self) -> Known:
        """Return what is known."""
        state = self._table.state
        devices = tuple(DeviceSeen(d.name, d.stage, tuple(sorted(d.faults))) for d in self.beside.devices())
        staff = state.consoles.get(CONSOLE, "")
        return Known(
            state,
            self._table.now_ms(),
            self.words,
            staff,
            self._ats,
            devices,
            self._happened,
            self._table.stopped,
            self._table.opening,
            self.beside.copies(),
        )

    def view(self) -> SgcView:
        """Return what the screen shows."""
        known, words = self.known(), self.words
        state = known.state
        line, look = next_step(known)
        coup = state.game.coup
        number = coup.number if coup is not None else state.game.coups
        member = state.staff.get(known.staff)
        role = words(f"role.{member.role.name.lower()}") if member is not None else ""
        page = self._shown(known)
        toast, toast_look, until = self._toast
        return SgcView(
            line=line,
            look=look,
            place=self._place,
            coup=words("coup", number=number),
            person=f"{known.staff} {member.name} · {role}" if member is not None else words("staff.nobody"),
            tabs=tabs(known, self._page),
            main=main_choices(known),
            page=page,
            game=coup_view(known) if page is None else None,
            number=self._number,
            betting=coup is not None and coup.betting,
            closes_at=coup.closes_at if coup is not None else None,
            period=state.setup.period,
            form=self._flow.form(known) if self._flow is not None else None,
            toast=toast,
            toast_look=toast_look,
            toast_until=until,
        )

    def _shown(self, known: Known) -> Page | None:
        """Return the page that is shown; none is the coup's own."""
        if self._page != COUP:
            return {**PAGES, **BEHIND}[self._page](known)
        if known.opening is None or known.stopped:
            return None
        return opening.page(known, known.opening, main_choices(known))

    # What touches do.

    def act(self, action: Action) -> None:
        """Do what a touch means."""
        try:
            self._TOUCHES.do(self, action)
        except (ValueError, Refused) as error:
            self._flow = None
            self._tell_why(error)
        self._changed()

    def _tab(self, page: str) -> None:
        self._page, self._number = page, 0

    def _turn(self, page: str) -> None:
        self._number = int(page)

    def _terminal(self, ats: str) -> None:
        self._ats, self._page, self._number = int(ats), "terminal", 0

    def _op(self, asked: tuple[str, ...]) -> None:
        key, *given = asked
        self._flow = Flow(key, tuple(given))
        self._go_on()

    def _key(self, key: str) -> None:
        if self._flow is not None:
            picks = self._flow.ask(self.known())
            self._flow.enter(key, self.known())
            if picks is not None and picks.kind == "pick":
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
        else:
            flow.next(self.known())
            self._go_on()

    def _no(self) -> None:
        self._flow = None

    def _go_on(self) -> None:
        """Once all is known: do what is sure, and show of everything else what would follow."""
        flow = self._flow
        assert flow is not None
        known = self.known()
        if flow.ask(known) is not None:
            return
        asked = flow.command(known)
        if asked is not None and not flow.needs_second and self._staff.needs_second(CONSOLE, asked):
            flow.need_second()
            # Whoever approves it sees what.
            flow.foresee(preview(self._table.preview(asked), self.words))
            return
        if flow.operation.sure:
            self._carry_out(flow)
        elif asked is not None and not flow.of_people:
            flow.foresee(preview(self._table.preview(asked), self.words))

    def _carry_out(self, flow: Flow) -> None:
        self._flow = None
        self._errands.begin(self._do(flow))

    async def _do(self, flow: Flow) -> None:
        try:
            if flow.of_people:
                await self._PEOPLE[flow.key](self, flow.answers)
            elif (command := flow.command(self.known())) is not None:
                await self._staff.ask(CONSOLE, command, _approval(flow.answers))
        except (Refused, ValueError) as error:
            self._tell_why(error)
        except TableStopped as stopped:
            self._tell(str(stopped), "alarm")
        else:
            if not flow.operation.sure:
                self._tell(self.words("sgc.done", what=self.words(f"op.{flow.key}")), "good")
        self._changed()

    def _tell_why(self, error: Refused | ValueError) -> None:
        """Say why something is not done, with the rule; what was entered and is none, in the words of who read it."""
        refusal = error.refusal if isinstance(error, Unsound) else error
        if isinstance(refusal, ValueError):
            self._tell(str(refusal), "alarm")
            return
        rule = f" ({self.words('sgc.rule', rule=refusal.rule)})" if refusal.rule else ""
        self._tell(self.words.refused(refusal) + rule, "alarm")

    def _tell(self, text: str, look: str) -> None:
        self._toast = (text, look, self._table.now_ms() + TOAST_MS)

    # What the desk itself sees to: a PIN is in no command.

    async def _sign_on(self, answers: dict[str, str]) -> None:
        await self._staff.sign_on(CONSOLE, answers["staff"], answers["pin"])
        self._page = COUP

    async def _sign_off(self, _: dict[str, str]) -> None:
        await self._staff.sign_off(CONSOLE)

    async def _first(self, answers: dict[str, str]) -> None:
        await self._staff.enrol_first(answers["staff"], answers["name"].strip(), answers["pin"])

    async def _enrol(self, answers: dict[str, str]) -> None:
        command = enrolled(answers, await self._staff.hash_pin(answers["pin"], answers["staff"]))
        await self._staff.ask(CONSOLE, command, _approval(answers))

    async def _clear_shoe(self, _: dict[str, str]) -> None:
        shoe = self.beside.shoe()
        if shoe is None or not await shoe.clear_error():
            raise Refused(TableCode.SHOE_NOT_CLEARED)

    _TOUCHES: Final["Touches[SgcDesk]"] = Touches(
        plain={"yes": _yes, "no": _no},
        of_one={"tab": _tab, "turn": _turn, "terminal": _terminal, "key": _key},
        of_more={"op": _op, "erase": _erase},
    )
    _PEOPLE: Final[dict[str, Callable[["SgcDesk", dict[str, str]], Errand]]] = {
        "sign-on": _sign_on,
        "sign-off": _sign_off,
        "first": _first,
        "enrol": _enrol,
        "shoe-clear": _clear_shoe,
    }


def _approval(answers: dict[str, str]) -> Approval | None:
    """Return who was there to approve it, if anybody had to be."""
    return Approval(answers["approver"], answers["approver-pin"]) if "approver" in answers else None
