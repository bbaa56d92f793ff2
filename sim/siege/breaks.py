"""What undoes a mend: what stands in the place of the code that makes it."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any, Final, NamedTuple, get_args

import msgspec

from drivers.id003.notes import ENTRY
from firmware.link import messages as m
from firmware.link.bus import ASK
from firmware.link.permissions import Permitted
from firmware.table.core.pockets import Life, Money, TerminalPockets, Verdict
from firmware.table.core.reported import Redemption
from firmware.table.core.state import IssuedTicket, TableState
from firmware.table.core.turn import TableTurn
from firmware.table.features.attended import APART
from firmware.table.features.boards import PocketBegan
from firmware.table.features.cash_desks import RedeemTicket, _answer
from firmware.table.people.staff_desk import StaffDesk
from firmware.table_board.conduct import Reception as Heard
from firmware.table_board.software_watch import SoftwareWatch
from firmware.tournament.turn import Turn
from firmware.tournament_board.steps import STEP_FORMS
from hal.currency import Note, scaled
from hal.note_way import DOUBT, Due, NoteStage, NoteWay

# As they are before anything is broken.
answer_as_it_is: Final = _answer
check_as_it_is: Final = StaffDesk._check_pin  # noqa: SLF001
_KINDS: Final = {kind.__struct_config__.tag: kind for kind in get_args(m.Request)}
EVERY_STEP: Final = frozenset(key[0] for key in STEP_FORMS)


class Sabotage(NamedTuple):
    """`target`: MODULE:NAME of what makes a mend; `after`: what stands there instead."""

    target: str
    after: Any


def returns(target: str, *, value: Any) -> Sabotage:
    """Have a function return the same, whatever it is asked."""
    return Sabotage(target, lambda *_, **__: value)


def nothing(target: str) -> Sabotage:
    """Have a function do nothing."""
    return returns(target, value=None)


async def do_nothing(*_: Any, **__: Any) -> None:
    """Do nothing, and take no time for it."""


def forgetful_judge(life: Life, number: int, _: Money) -> Verdict:
    """Know only what a memory of requests would: nothing, after so many others."""
    return Verdict.REPEAT if number in life.told and number > life.last else Verdict.NEW


def by_the_time(turn: Turn, player: int) -> str:
    """Number a payment by when it is ordered."""
    return f"{turn.now:x}-{player}"


async def say_no(*_: Any) -> bool:
    """Say no, whatever is asked."""
    return False


async def ask_at_once(watch: SoftwareWatch, hears: Callable[[int], bool], _: asyncio.Event) -> None:
    """Ask terminals of their software whether the table is open or not."""
    while True:
        await watch.look(hears)
        await asyncio.sleep(1)


def of_any_life(pocket: TerminalPockets, _: str) -> Life:
    """Answer for any board from what the first one told."""
    return next(iter(pocket.lives.values()), Life())


def whatever_the_paper_says(turn: TableTurn, ticket: IssuedTicket, command: RedeemTicket) -> Redemption:
    """Pay a ticket whatever amount its paper says."""
    return answer_as_it_is(turn, ticket, msgspec.structs.replace(command, amount=None))


async def check_all_at_once(desk: StaffDesk, console: str, staff: str, pin: str) -> None:
    """Check PINs as they come, all at the same time."""
    desk._one_at_a_time = asyncio.Lock()  # noqa: SLF001 - it is broken on purpose
    await check_as_it_is(desk, console, staff, pin)


def nearest_hand(state: TableState, staff: str, at: int) -> set[str]:
    """Look no further than to who enrolled a person themselves."""
    member = state.staff[staff]
    return {staff, member.enrolled_by} - {""} if at - member.enrolled_at < APART else {staff}


def welcome(turn: TableTurn, ats: int, life: str) -> bool:
    """Serve any board at once."""
    if life and turn.state.pocket(ats).life != life:
        turn.say(PocketBegan(ats, life))
    return True


def refuse_note(turn: TableTurn, command: Any) -> str:
    """Refuse a note past escrow, as if it could still be given back."""
    from firmware.table.features.buying_in import need_creditable  # noqa: PLC0415 - as it stands then

    need_creditable(turn, command.ats, Note(command.currency, command.amount))
    return ""


def given_back_of_before(way: NoteWay) -> Due | None:
    """Take any note that is given back for the one that was credited last."""
    note = way.note
    if note is not None and note.stage is NoteStage.CREDITED:
        return Due(DOUBT, note, "the acceptor gave back a note that was credited")
    return Due("returned", note if note is not None and note.stage is NoteStage.STACKING else None)


def believing(data: bytes) -> m.Envelope:
    """Read a request without its bounds."""
    try:
        said: dict[str, Any] = msgspec.json.decode(data)
        what = dict(said.pop("what"))
        return m.Envelope(**said, what=_KINDS[what.pop("ask")](**what))
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise msgspec.ValidationError(str(error)) from None


def any_country(data: bytes, _: Mapping[int, str]) -> dict[int, Note]:
    """Read an acceptor's table as if all countries had one currency."""
    notes = {}
    for place in range(0, len(data) - ENTRY + 1, ENTRY):
        code, value, exponent = data[place], data[place + 2], data[place + 3]
        if amount := scaled(value, exponent):
            notes[code] = Note("AUD", amount)
    return notes


def hear(*_: Any, **__: Any) -> Heard:
    """Hear everything."""
    return Heard.HEAR


def one_line(door: Any, _: str) -> Any:
    """Have all devices wait in one line."""
    if "all" not in door._lines:  # noqa: SLF001 - it is broken on purpose
        from firmware.table_board.door import _Line  # noqa: PLC0415

        door._lines["all"] = _Line()  # noqa: SLF001
    return door._lines["all"]  # noqa: SLF001


def only_decode_errors() -> tuple[type[Exception], ...]:
    """Return what was expected of a reader of JSON before."""
    return (msgspec.ValidationError, msgspec.DecodeError)


async def deaf_to_failures(parts: list[Coroutine[Any, Any, None]]) -> None:
    """Run all parts, whatever becomes of any."""
    await asyncio.gather(*parts, return_exceptions=True)


def answer_anybody(bus: Any, message: Any) -> None:
    """Answer where an answer is wanted, whoever that is."""
    device = message.subject.decode(errors="replace").removeprefix(f"{ASK}.")
    bus._known.add(device)  # noqa: SLF001
    bus._come(device, message.data, partial(bus._reply, message.reply.decode(errors="replace")))  # noqa: SLF001


def table_may_all(_: list[str]) -> Permitted:
    """Let the table say anything to anybody."""
    return Permitted([">"], ["ask.*", "beat.*"])


def in_order(_: bytes, place: int) -> int:
    """Number tickets one after the other."""
    return place


def as_it_is(text: str) -> str:
    """Show text from outside raw."""
    return text
