"""What a console does itself, without a command of the table: anything with a PIN, as no command carries one."""

from collections.abc import Callable
from typing import Final

from firmware.boards.papers import Paper, Papers
from firmware.boards.technical import Technical
from firmware.console.flow import Flow
from firmware.console.known import Known
from firmware.console.operations import Answers
from firmware.console.scanning import STAFF_CARD
from firmware.console.staff_operations import CARD, enrolled
from firmware.errands import Errand
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.people.staff_desk import Approval, StaffDesk
from firmware.table.people.weak_pins import need_unguessable
from hal.shoe import CardShoe


def said_when_done(key: str) -> str:
    """Return the words for something done: a paper is a file in a folder, and nothing on record."""
    return "sgc.saved" if key in ("paper-meters", "paper-day") else "sgc.done"


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
        shoe: Callable[[], CardShoe | None],
        technical: Technical | None = None,
        papers: Papers | None = None,
    ) -> None:
        self._console = console
        self._staff = staff
        self._signed_on = signed_on
        self._shoe = shoe
        self._technical = technical
        self._papers = papers

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
        shoe = self._shoe()
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
        if self._papers is None:
            raise Refused(TableCode.NO_BOARD_HERE)
        await self._papers.write(paper)

    def _board(self) -> Technical:
        if self._technical is None:
            raise Refused(TableCode.NO_BOARD_HERE)
        return self._technical

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
    }
