"""What a console does itself, without a command of the table: anything with a PIN, as no command carries one."""

from collections.abc import Callable
from typing import Final

from firmware.boards.paper_page import carried
from firmware.boards.paper_printer import PaperPrinter
from firmware.boards.papers import Papers
from firmware.boards.technical import Technical
from firmware.console.beside import SgcBeside
from firmware.console.flow import Flow
from firmware.console.known import Known
from firmware.console.operations import Answers
from firmware.console.scanning import STAFF_CARD
from firmware.console.staff_operations import CARD, enrolled
from firmware.errands import Errand
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.features.papers import OWN_PRINTER, Paper, PaperCode, PrintPaper
from firmware.table.people.staff_desk import Approval, StaffDesk
from firmware.table.people.weak_pins import need_unguessable

# Of these there is a paper, or a file: what is on record is who ordered it.
_PAPER_DONE: Final = {
    "paper-meters": "sgc.saved",
    "paper-day": "sgc.saved",
    "print-meters": "sgc.printed",
    "print-day": "sgc.printed",
    "print-ats-meters": "sgc.to_printer",
}


def said_when_done(key: str) -> str:
    """Return the words for something done."""
    return _PAPER_DONE.get(key, "sgc.done")


def approval_of(answers: Answers) -> Approval | None:
    """Return who approved it, if anybody had to."""
    if "approver" not in answers:
        return None
    return Approval(answers["approver"], answers.get("approver-pin", ""), answers.get("approver-card", ""))


class OwnAffairs:
    """Signs people on and off, enrols them, and clears the shoe. `signed_on` is called when somebody signs on."""

    def __init__(
        self,
        console: str,
        staff: StaffDesk,
        signed_on: Callable[[], None],
        beside: SgcBeside,
    ) -> None:
        self._console = console
        self._staff = staff
        self._signed_on = signed_on
        self._beside = beside

    async def see_to(self, key: str, answers: Answers) -> None:
        """Carry one of them out. Raises Refused, and ValueError for a bad answer."""
        await self._DO[key](self, answers)

    async def _sign_on(self, answers: Answers) -> None:
        await self._staff.sign_on(self._console, answers["staff"], answers["pin"])
        self._signed_on()

    async def _sign_off(self, _: Answers) -> None:
        await self._staff.sign_off(self._console)

    async def _first(self, answers: Answers) -> None:
        await self._staff.enrol_first(answers["staff"], answers["name"].strip(), answers["pin"])

    async def _enrol(self, answers: Answers) -> None:
        command = enrolled(answers, await self._staff.hash_pin(answers["pin"], answers["staff"]))
        await self._staff.ask(self._console, command, approval_of(answers))

    async def _change_pin(self, answers: Answers) -> None:
        if answers["new-pin"] != answers["new-pin-again"]:
            raise Refused(TableCode.PINS_DIFFER)
        await self._staff.change_pin(self._console, answers["pin"], answers["new-pin"])

    async def _own_card(self, answers: Answers) -> None:
        need_unguessable(answers["staff-card"].removeprefix(STAFF_CARD))
        await self._staff.take_own_card(self._console, answers["pin"], answers["staff-card"])

    async def hold_card(self, card: str, flow: Flow | None, known: Known) -> None:
        """A staff card was held before the reader: it answers what is asked, or signs its holder on. Raises Refused."""
        if flow is None or flow.key == "sign-on":
            await self._staff.sign_on_by_card(self._console, card)
            self._signed_on()
        elif flow.asks_own_card(known):
            flow.answers[CARD.key] = card
        elif flow.asks_who_approves(known):
            flow.approve_by_card(await self._staff.holder_of(self._console, card), card)
        else:
            raise Refused(TableCode.CARD_NOT_NOW)

    async def _clear_shoe(self, _: Answers) -> None:
        shoe = self._beside.shoe()
        if shoe is None or not await shoe.clear_error():
            raise Refused(TableCode.SHOE_NOT_CLEARED)

    async def _verify(self, _: Answers) -> None:
        self._board().verify()

    async def _test(self, _: Answers) -> None:
        await self._board().test()

    async def _meters(self, _: Answers) -> None:
        await self._write("meters")

    async def _day(self, _: Answers) -> None:
        await self._write("day")

    async def _write(self, paper: Paper) -> None:
        await self._papers().write(paper)

    async def _print_meters(self, _: Answers) -> None:
        await self._print("meters")

    async def _print_day(self, _: Answers) -> None:
        await self._print("day")

    async def _print(self, paper: Paper) -> None:
        """Print a paper here. On record first: from then on there may be one."""
        printer = self._printer()
        lines = await self._papers().lines(paper)
        await self._staff.ask(self._console, PrintPaper(OWN_PRINTER, paper))
        await printer.print(lines)

    async def _print_at_terminal(self, answers: Answers) -> None:
        """Have a terminal print its own meters; what became of them, it tells the table."""
        ats = int(answers["ats"])
        lines = await self._papers().lines("meters", ats)
        await self._staff.ask(self._console, PrintPaper(ats, "meters", carried(lines)))

    def _papers(self) -> Papers:
        if self._beside.papers is None:
            raise Refused(TableCode.NO_BOARD_HERE)
        return self._beside.papers

    def _printer(self) -> PaperPrinter:
        if self._beside.printer is None:
            raise Refused(PaperCode.NO_PRINTER)
        return self._beside.printer

    def _board(self) -> Technical:
        if self._beside.technical is None:
            raise Refused(TableCode.NO_BOARD_HERE)
        return self._beside.technical

    _DO: Final[dict[str, Callable[["OwnAffairs", Answers], Errand]]] = {
        "sign-on": _sign_on,
        "sign-off": _sign_off,
        "first": _first,
        "enrol": _enrol,
        "change-pin": _change_pin,
        "own-card": _own_card,
        "shoe-clear": _clear_shoe,
        "verify-software": _verify,
        "self-test": _test,
        "paper-meters": _meters,
        "paper-day": _day,
        "print-meters": _print_meters,
        "print-day": _print_day,
        "print-ats-meters": _print_at_terminal,
    }
