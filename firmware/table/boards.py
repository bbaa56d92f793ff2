"""Which board a terminal is: the one whose pocket is in use, until a supervisor says that it was changed."""

from typing import Final

from firmware.game.refusal import Refused
from firmware.table import events as e
from firmware.table import pocket_commands as t
from firmware.table import pocket_events as p
from firmware.table.codes import TableCode
from firmware.table.doubts import contradicted, put_in_doubt
from firmware.table.lost_tickets import unknown
from firmware.table.ticketing import UNDER_WAY
from firmware.table.turn import TableTurn
from firmware.table.wagering import need_terminal

# Why a note is in doubt: words that the console has as `doubt.WORD`.
SET_BACK: Final = "set_back"
LEFT: Final = "board_changed"
PRINTING: Final = "printing"
RESTORED: Final = "restored"


def show_pocket(turn: TableTurn, command: t.ShowPocket) -> None:
    """Have a pocket in use from here on; one that has forgotten numbers that it had told was set back."""
    need_terminal(turn, command.ats)
    if not begin(turn, command.ats, command.life):
        return
    compare(turn, command.ats, command.life, command.last, command.printed)
    last = turn.state.pocket(command.ats).of(command.life).last
    doubt = f"{command.ats}-{command.life}-from-{command.last}-to-{last}"
    if command.last < last and doubt not in turn.state.note_doubts:
        contradicted(turn, p.PocketDisputed(command.ats, command.life, command.last, doubt, SET_BACK))
        told = last - command.last
        put_in_doubt(turn, p.NoteDoubted(command.ats, doubt, 0, SET_BACK, command.life, notes=told))


def compare(turn: TableTurn, ats: int, life: str, shown: int, printed: tuple[t.PrintedTicket, ...] = ()) -> None:
    """At a restored table, hold a terminal's pocket once against what is known of it: what is lost is in doubt."""
    state = turn.state
    if not state.branches or ats in state.compared or not begin(turn, ats, life):
        return
    known = turn.state.pocket(ats).of(life).last
    turn.say(p.PocketCompared(ats, life, shown, known, unknown(turn, printed)))
    if shown > known:
        doubt = f"{ats}-{life}-lost-{known + 1}-to-{shown}"
        put_in_doubt(turn, p.NoteDoubted(ats, doubt, 0, RESTORED, life, notes=shown - known))


def meet(turn: TableTurn, command: t.MeetBoard) -> None:
    """A board is there: if it is not the one that is in use, it waits."""
    need_terminal(turn, command.ats)
    if turn.state.pocket(command.ats).life:
        begin(turn, command.ats, command.life)


def begin(turn: TableTurn, ats: int, life: str) -> bool:
    """Have a pocket in use, unless another is; whether it is."""
    if not life:
        return False
    pocket = turn.state.pocket(ats)
    if not pocket.life:
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
    left = p.NoteDoubted(command.ats, f"{command.ats}-{pocket.life}-left", 0, LEFT, pocket.life)
    put_in_doubt(turn, left)
    turn.say(p.PocketBegan(command.ats, command.life))
