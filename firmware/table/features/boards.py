"""Which board serves a terminal: the one whose pocket is in use, until a supervisor says that it was changed."""

from enum import auto
from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import GAME
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.needs import need_terminal
from firmware.table.core.pockets import FURTHEST, FURTHEST_UNKNOWN, KEPT, SHOWN, PrintedTicket, Told, begun, tell
from firmware.table.core.state import LostTicket, TableState
from firmware.table.core.turn import TableTurn
from firmware.table.features.acceptors import AcceptorAnswers
from firmware.table.features.lives import make_room, unknown_from
from firmware.table.features.lost_tickets import unknown
from firmware.table.features.note_doubts import NoteDoubted, PocketDisputed, contradicted, put_in_doubt
from firmware.table.features.pocket_numbers import known_elsewhere, serves, with_pocket
from firmware.table.features.returned_boards import heard_first, let_in
from firmware.table.features.tickets import UNDER_WAY, TicketReported


class BoardsCode(Code):
    """Why it is refused."""

    NO_BOARD_WAITS = auto()


class ShowPocket(Command, frozen=True):
    """A terminal's board shows its pocket, and the last number that this has returned: it is in use from here on.

    `printed`: the last tickets of this terminal. `acknowledged`, here and below: the last number that the board was
    answered for, if it says so. `answers`: it answers whether its acceptor holds a note.
    """

    ats: int
    life: str
    last: int
    printed: tuple[PrintedTicket, ...] = ()
    acknowledged: int | None = None
    answers: bool = False


class MeetBoard(Command, frozen=True):
    """A terminal's board is present, with this pocket, and has nothing to report."""

    ats: int
    life: str


class ChangeBoard(Command, frozen=True):
    """A supervisor has looked: from now on the waiting board is the terminal's, or (not `take`) it is not."""

    ats: int
    life: str
    take: bool = True


class PocketBegan(Event, frozen=True, tag="pocket_began"):
    """From now on a terminal is the board with this pocket, and no other."""

    ats: int
    life: str


class PocketWaits(Event, frozen=True, tag="pocket_waits"):
    """A board with another pocket is present and waits for a supervisor. `life` empty: it no longer does."""

    ats: int
    life: str


class PocketCompared(Event, frozen=True, tag="pocket_compared"):
    """A table that was restored, or set back, compared a terminal's pocket with what it knows of it.

    `shown`: the last number there that it was told, and the last one `known`.

    What was told under the numbers between is lost. `tickets`: those printed there that the table does not know.
    """

    ats: int
    life: str
    shown: int
    known: int
    tickets: tuple[PrintedTicket, ...] = ()


# Why a note is in doubt; the console has words for each as `doubt.WORD`.
SET_BACK: Final = "set_back"
LEFT: Final = "board_changed"
PRINTING: Final = "printing"
REPORT_LOST: Final = "report_lost"
RESTORED: Final = "restored"
TABLE_SET_BACK: Final = "table_set_back"
BEYOND: Final = "number_beyond"
# How many numbers a terminal can have under way without knowing whether they were heard: a note, a cash-out.
IN_HAND: Final = 2


def show_pocket(turn: TableTurn, command: ShowPocket) -> None:
    """Make a pocket the one in use; a pocket that has forgotten numbers it had told was set back."""
    need_terminal(turn, command.ats)
    if not begin(turn, command.ats, command.life):
        return
    if command.answers and not turn.state.pocket(command.ats).answers:
        turn.say(AcceptorAnswers(command.ats))
    heard_first(turn, command.ats, command.life, command.last)
    surely = command.last - IN_HAND if command.acknowledged is None else command.acknowledged
    compare(turn, Shown(command.ats, command.life, command.last, surely), command.printed)
    last = known_of(turn.state, command.life)
    doubt = f"{command.ats}-{command.life}-from-{command.last}-to-{last}"
    if command.last < last and doubt not in turn.state.note_doubts and has_told(turn.state, command.life):
        contradicted(turn, PocketDisputed(command.ats, command.life, command.last, doubt, SET_BACK))
        told = last - command.last
        put_in_doubt(turn, NoteDoubted(command.ats, doubt, 0, SET_BACK, command.life, notes=told))


class Shown(NamedTuple):
    """What a terminal has shown of its pocket: the last number it counted, and the last it was surely answered for."""

    ats: int
    life: str
    last: int
    surely: int


def shown_with(ats: int, life: str, number: int, acknowledged: int | None) -> Shown:
    """Return what a told number shows: those before it were counted, and one of them may be under way, too."""
    return Shown(ats, life, number - 1, number - IN_HAND if acknowledged is None else acknowledged)


def compare(turn: TableTurn, shown: Shown, printed: tuple[PrintedTicket, ...] = ()) -> None:
    """Compare a terminal's pocket with what is known of it: what the table was told and has forgotten is in doubt.

    It forgets when its journal was restored from a copy: then what the pocket has counted is compared, once. It also
    does when an older journal was put back, or rows are gone: then a board was answered for more than is known.
    """
    ats, life = shown.ats, shown.life
    restored = bool(turn.state.branches) and ats not in turn.state.compared
    counted = shown.last if restored else shown.surely
    known = known_of(turn.state, life)
    if (not restored and counted <= known) or not begin(turn, ats, life):
        return
    if counted > known + furthest(turn.state, ats, life):
        beyond(turn, ats, life, counted)
        return
    turn.say(PocketCompared(ats, life, counted, known, unknown(turn, printed)))
    for number in _perhaps_printed(turn.state, ats, printed):
        turn.say(TicketReported(ats, number, "in_doubt", REPORT_LOST))
    if counted > known:
        doubt = f"{ats}-{life}-lost-{known + 1}-to-{counted}"
        why = RESTORED if restored else TABLE_SET_BACK
        put_in_doubt(turn, NoteDoubted(ats, doubt, 0, why, life, notes=min(counted - known, FURTHEST)))


def _perhaps_printed(state: TableState, ats: int, printed: tuple[PrintedTicket, ...]) -> list[str]:
    """Return the tickets under way that a terminal may have reported already, and will not report again.

    It named the last that it began to print, so many at most: one of before them may have been printed too.
    """
    named = {one.number for one in printed}
    under_way = (number for number, ticket in state.unsettled_of(ats).items() if ticket.fate in UNDER_WAY)
    return [number for number in under_way if number in named or len(named) >= SHOWN]


def known_of(state: TableState, life: str) -> int:
    """Return the last known number of a life; its board may have been another terminal before."""
    return max((pocket.of(life).last for pocket in state.pockets.values()), default=0) or unknown_from(state, life)


def has_told(state: TableState, life: str) -> bool:
    """Whether a life has reported anything. An unknown life still counts from some number."""
    return any(one.told or one.last > one.before for one in (pocket.of(life) for pocket in state.pockets.values()))


def furthest(state: TableState, ats: int, life: str) -> int:
    """Return the most numbers that a pocket can be ahead of what is known of it."""
    is_new_here = not has_told(state, life) or (bool(state.branches) and ats not in state.compared)
    return FURTHEST_UNKNOWN if is_new_here else FURTHEST


def beyond(turn: TableTurn, ats: int, life: str, number: int) -> None:
    """A pocket reports a number that it cannot have reached: believe none of it, and move no number.

    What lies behind it is one doubt, of as much as a cash box holds.
    """
    name = f"{ats}-{life}-{number}-beyond"
    if name not in turn.state.pocket(ats).disputed:
        contradicted(turn, PocketDisputed(ats, life, number, name, BEYOND))
        put_in_doubt(turn, NoteDoubted(ats, name, 0, BEYOND, life, notes=FURTHEST))


def meet(turn: TableTurn, command: MeetBoard) -> None:
    """Let a board wait if it is not the one in use, or is known at another terminal."""
    need_terminal(turn, command.ats)
    if turn.state.pocket(command.ats).life or known_elsewhere(turn.state, command.ats, command.life):
        begin(turn, command.ats, command.life)


def begin(turn: TableTurn, ats: int, life: str) -> bool:
    """Make a pocket the one in use, unless another is, or another terminal knows it; return whether it is."""
    if not life:
        return False
    pocket = turn.state.pocket(ats)
    if not pocket.life and not known_elsewhere(turn.state, ats, life):
        make_room(turn, ats, life, begins=True)
        turn.say(PocketBegan(ats, life))
    elif life != pocket.waiting and not serves(turn.state, ats, life):
        turn.say(PocketWaits(ats, life))
    return serves(turn.state, ats, life)


def change(turn: TableTurn, command: ChangeBoard) -> None:
    """Let the waiting board in, and put in doubt what the previous one leaves; or end its wait."""
    need_terminal(turn, command.ats)
    pocket = turn.state.pocket(command.ats)
    if not command.life or pocket.waiting != command.life:
        raise Refused(BoardsCode.NO_BOARD_WAITS, ats=command.ats)
    if not command.take:
        turn.say(PocketWaits(command.ats, ""))
        return
    for number, ticket in turn.state.unsettled_of(command.ats).items():
        if ticket.fate in UNDER_WAY:
            turn.say(TicketReported(command.ats, number, "in_doubt", PRINTING))
    if pocket.life and not _says_itself(turn.state, command.ats, pocket.life):
        name = f"{command.ats}-{pocket.life}-left"
        left = NoteDoubted(command.ats, name, 0, LEFT, pocket.life, left_by=pocket.life)
        put_in_doubt(turn, left)
    make_room(turn, command.ats, command.life, begins=True)
    let_in(turn, command.ats, command.life)
    turn.say(PocketBegan(command.ats, command.life))


def _says_itself(state: TableState, ats: int, life: str) -> bool:
    """Whether what the previous board left needs no doubt of its own.

    It was let in elsewhere since, and everything that it had in its hands has been told. Or it was let in here and
    never heard: it took no note, and what it had before is in doubt where it left it.
    """
    elsewhere = (pocket.returned.get(life) for number, pocket in state.pockets.items() if number != ats)
    if any(last is not None and _told_up_to(state, life, last) for last in elsewhere):
        return True
    unheard = state.pocket(ats).returned.get(life, 0) is None
    return unheard and any(doubt.left_by == life for doubt in state.note_doubts.values())


def _told_up_to(state: TableState, life: str, last: int) -> bool:
    """Whether a pocket has told all its numbers up to this one, as far back as numbers are remembered.

    One that is missing may be that of a note. A board that is moved forgets a note in its hands, and will not tell.
    """
    told = {number for pocket in state.pockets.values() for number in pocket.of(life).told}
    return told.issuperset(range(max(last - KEPT, 0) + 1, last + 1))


def _fold_began(state: TableState, event: PocketBegan) -> TableState:
    unknown = unknown_from(state, event.life)
    return with_pocket(state, event.ats, begun(state.pocket(event.ats), event.life, unknown))


def _fold_waits(state: TableState, event: PocketWaits) -> TableState:
    return with_pocket(state, event.ats, replace(state.pocket(event.ats), waiting=event.life))


def _fold_compared(state: TableState, event: PocketCompared) -> TableState:
    # What is lost is in doubt; if it is reported again, it is not credited as well.
    pocket = state.pocket(event.ats)
    for number in range(max(event.known, event.shown - KEPT) + 1, event.shown + 1):
        pocket = tell(pocket, event.life, number, Told("note", 0, "", "doubted"))
    lost = {ticket.number: LostTicket(event.ats, ticket.amount) for ticket in event.tickets}
    state = replace(state, compared=state.compared | {event.ats}, lost_tickets={**state.lost_tickets, **lost})
    return with_pocket(state, event.ats, pocket)


FEATURE: Final = Feature(
    decides={ShowPocket: show_pocket, MeetBoard: meet, ChangeBoard: change},
    folds={PocketBegan: _fold_began, PocketWaits: _fold_waits, PocketCompared: _fold_compared},
    beside={ChangeBoard: GAME},
    facts=(ShowPocket, MeetBoard),
    signed_soon=(PocketCompared,),
)
