"""The Angel Eye II-EX on a port: reports as they come, orders one at a time, each answered or given up."""

import asyncio
from typing import Final

from drivers.angel_eye.protocol import (
    BAD_BCC,
    CLEAR_ERROR,
    CONFIRM_GAME,
    LOCK,
    REFUSALS,
    UNLOCK,
    Differing,
    Gap,
    NotObeyed,
    Obeyed,
    Reader,
    Report,
    order,
)  # fmt: skip
from drivers.angel_eye.reports import ERRORS, ErrorReport, meaning
from drivers.driver import PATIENT, Driver
from hal.bounds import Seconds
from hal.device import Hear
from hal.life import Patience
from hal.port import LineOptions, LineSettings, Outlet, PortError
from hal.shoe import Abilities, ShoeLocked, ShoeState

BUSY: Final = (0x21, 0x22)
ATTEMPTS: Final = 3
# Orders that name a state, so that repeating an unanswered one does no harm. Confirming a game changes something.
REPEATABLE: Final = (LOCK, UNLOCK, CLEAR_ERROR)


class Options(LineOptions, frozen=True, forbid_unknown_fields=True):
    """What a profile may set.

    `count_stx`: whether the check of what the shoe is told counts the STX. `answer_within`: seconds.
    """

    line: LineSettings = LineSettings(baud=4800)
    count_stx: bool = True
    answer_within: Seconds = 0.5
    patience: Patience = PATIENT


class AngelEye(Driver):
    """The shoe. It reports by itself, so silence says nothing; only an unanswered order does."""

    abilities = Abilities(locks=True, judges=True)

    def __init__(self, name: str, outlet: Outlet, hear: Hear, options: Options) -> None:
        super().__init__(name, outlet, hear, options.patience)
        self._reader = Reader()
        self._count_stx = options.count_stx
        self._answer_within = options.answer_within
        self._answer: asyncio.Future[Obeyed | NotObeyed] | None = None
        self._turn = asyncio.Lock()

    def received(self, data: bytes) -> None:
        """Take what came in."""
        for said in self._reader.feed(data):
            match said:
                case Report():
                    self._report(said)
                case Gap(expected, found):
                    # A lost report is a momentary fault: the cards that follow show whether it was one of them.
                    self.begin("report_lost", f"report {expected} is missing before {found}")
                    self.end("report_lost")
                case Differing(believed, other):
                    self.begin("copies_differ", f"{meaning(believed)}, then {meaning(other)}")
                    self.end("copies_differ")
                case answer:
                    if self._answer is not None and not self._answer.done():
                        self._answer.set_result(answer)

    def _report(self, report: Report) -> None:
        event = meaning(report)
        match event:
            case None:
                return
            case ErrorReport(code, cleared=True):
                self.end(ERRORS[code])
            case ErrorReport(code):
                # Each is an error of its own, even right after another.
                self.end(ERRORS[code])
                self.begin(ERRORS[code], str(code))
            case ShoeState("start"):
                # The shoe has forgotten its errors along with everything else.
                for kind in ERRORS.values():
                    self.end(kind)
                self.say(event)
            case ShoeLocked():
                self.end("not_obeyed")
                self.say(event)
            case _:
                self.say(event)

    async def lock(self, *, locked: bool) -> bool:
        """Lock or unlock it."""
        return await self._tell(LOCK if locked else UNLOCK)

    async def clear_error(self) -> bool:
        """Have it leave its error."""
        return await self._tell(CLEAR_ERROR)

    async def confirm_game(self) -> bool:
        """Have it go on to the next game."""
        return await self._tell(CONFIRM_GAME)

    async def _tell(self, what: bytes) -> bool:
        """Tell the shoe something, and return whether it obeyed."""
        async with self._turn:
            why = "no answer"
            for _ in range(ATTEMPTS):
                answer = await self._ask(what)
                if isinstance(answer, Obeyed):
                    self.end("not_obeyed")
                    return True
                if answer is None:
                    if what in REPEATABLE:
                        continue
                    break
                why = f"{answer.code:02X} {REFUSALS[answer.code]}"
                if answer.code == BAD_BCC:
                    # Shoes differ in whether their check counts STX: try the other way.
                    self._count_stx = not self._count_stx
                elif answer.code in BUSY:
                    await asyncio.sleep(self._answer_within)
                else:
                    break
            self.begin("not_obeyed", f"{what.decode()}: {why}")
            return False

    async def _ask(self, what: bytes) -> Obeyed | NotObeyed | None:
        self._answer = asyncio.get_running_loop().create_future()
        try:
            await self.write(order(what, count_stx=self._count_stx))
            async with asyncio.timeout(self._answer_within):
                return await self._answer
        except (TimeoutError, PortError):
            return None
        finally:
            self._answer = None
