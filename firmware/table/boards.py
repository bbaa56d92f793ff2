"""Which board a terminal is: the one whose pocket is in use, until a supervisor says that it was changed."""

from typing import Final, NamedTuple

from firmware.game.refusal import Refused
from firmware.table import events as e
from firmware.table import pocket_commands as t
from firmware.table import pocket_events as p
from firmware.table.codes import TableCode
from firmware.table.doubts import contradicted, put_in_doubt
from firmware.table.lives import unknown_from
from firmware.table.lost_tickets import unknown
from firmware.table.making_room import make_room
from firmware.table.one_life import known_elsewhere
from firmware.table.pockets import FURTHEST, FURTHEST_UNKNOWN
from firmware.table.state import TableState
from firmware.table.ticketing import UNDER_WAY
from firmware.table.turn import TableTurn
from firmware.table.wagering import need_terminal

# Why a note is in doubt: words that the console has as `doubt.WORD`.
SET_BACK: Final = "set_back"
LEFT: Final = "board_changed"
PRINTING: Final = "printing"
RESTORED: Final = "restored"
TABLE_SET_BACK: Final = "table_set_back"
BEYOND: Final = "number_beyond"
# So many numbers a terminal can have under way, of which it does not know whether they were heard: a note, a cash-out.
IN_HAND: Final = 2


def show_pocket(turn: TableTurn, command: t.ShowPocket) -> None:
    """Have a pocket in use from here on; one that has forgotten numbers that it had told was set back."""
    need_terminal(turn, command.ats)
    if not begin(turn, command.ats, command.life):
        return
    surely = command.last - IN_HAND if command.acknowledged is None else command.acknowledged
    compare(turn, Shown(command.ats, command.life, command.last, surely), command.printed)
    last = known_of(turn.state, command.life)
    doubt = f"{command.ats}-{command.life}-from-{command.last}-to-{last}"
    if command.last < last and doubt not in turn.state.note_doubts and has_told(turn.state, command.life):
        contradicted(turn, p.PocketDisputed(command.ats, command.life, command.last, doubt, SET_BACK))
        told = last - command.last
        put_in_doubt(turn, p.NoteDoubted(command.ats, doubt, 0, SET_BACK, command.life, notes=told))


class Shown(NamedTuple):
    """What a terminal has shown of its pocket: the last number that it counted, and that it was surely answered for."""

    ats: int
    life: str
    last: int
    surely: int


def shown_with(ats: int, life: str, number: int, acknowledged: int | None) -> Shown:
    """Return what a number shows that is told: those before it were counted, and one of them may be under way too."""
    return Shown(ats, life, number - 1, number - IN_HAND if acknowledged is None else acknowledged)


def compare(turn: TableTurn, shown: Shown, printed: tuple[t.PrintedTicket, ...] = ()) -> None:
    """Hold a terminal's pocket against what is known of it: what the table was told and has forgotten is in doubt.

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
    turn.say(p.PocketCompared(ats, life, counted, known, unknown(turn, printed)))
    if counted > known:
        doubt = f"{ats}-{life}-lost-{known + 1}-to-{counted}"
        why = RESTORED if restored else TABLE_SET_BACK
        put_in_doubt(turn, p.NoteDoubted(ats, doubt, 0, why, life, notes=min(counted - known, FURTHEST)))


def known_of(state: TableState, life: str) -> int:
    """Return the last number that is known of a life; its board may have been another terminal before."""
    return max((pocket.of(life).last for pocket in state.pockets.values()), default=0) or unknown_from(state, life)


def has_told(state: TableState, life: str) -> bool:
    """Whether a life has told of anything. One of which nothing is known counts from somewhere all the same."""
    return any(one.told or one.last > one.before for one in (pocket.of(life) for pocket in state.pockets.values()))


def furthest(state: TableState, ats: int, life: str) -> int:
    """Return by how many numbers a pocket can be ahead of what is known of it, at most."""
    is_new_here = not has_told(state, life) or (bool(state.branches) and ats not in state.compared)
    return FURTHEST_UNKNOWN if is_new_here else FURTHEST


def beyond(turn: TableTurn, ats: int, life: str, number: int) -> None:
    """A pocket tells of a number that it cannot have come to: nothing of it is believed, and no number moves.

    What lies behind it is one doubt, of as much as a cash box holds.
    """
    name = f"{ats}-{life}-{number}-beyond"
    if name not in turn.state.pocket(ats).disputed:
        contradicted(turn, p.PocketDisputed(ats, life, number, name, BEYOND))
        put_in_doubt(turn, p.NoteDoubted(ats, name, 0, BEYOND, life, notes=FURTHEST))


def meet(turn: TableTurn, command: t.MeetBoard) -> None:
    """A board is there: if it is not the one that is in use, or is known at another terminal, it waits."""
    need_terminal(turn, command.ats)
    if turn.state.pocket(command.ats).life or known_elsewhere(turn.state, command.ats, command.life):
        begin(turn, command.ats, command.life)


def begin(turn: TableTurn, ats: int, life: str) -> bool:
    """Have a pocket in use, unless another is, or another terminal knows it; whether it is."""
    if not life:
        return False
    pocket = turn.state.pocket(ats)
    if not pocket.life and not known_elsewhere(turn.state, ats, life):
        make_room(turn, ats, life, begins=True)
        turn.say(p.PocketBegan(ats, life))
    elif life not in (pocket.life, pocket.waiting):
        turn.say(p.PocketWaits(ats, life))
    return turn.state.pocket(ats).life == life


def change(turn: TableTurn, command: t.ChangeBoard) -> None:
    """Let the board in that waits, with what the one before it leaves in doubt; or have it wait no more."""
    need_terminal(turn, command.ats)
    pocket = turn.state.pocket(command.ats)
    if not command.life or pocket.waiting != command.life:
        raise Refused(TableCode.NO_BOARD_WAITS, ats=command.ats)
    if not command.take:
        turn.say(p.PocketWaits(command.ats, ""))
        return
    for number, ticket in turn.state.unsettled_of(command.ats).items():
        if ticket.fate in UNDER_WAY:
            turn.say(e.TicketReported(command.ats, number, "in_doubt", PRINTING))
    if pocket.life:
        name = f"{command.ats}-{pocket.life}-left"
        left = p.NoteDoubted(command.ats, name, 0, LEFT, pocket.life, left_by=pocket.life)
        put_in_doubt(turn, left)
    make_room(turn, command.ats, command.life, begins=True)
    turn.say(p.PocketBegan(command.ats, command.life))
