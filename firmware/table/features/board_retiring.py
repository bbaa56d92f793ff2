"""Two people end a terminal's board: it takes nothing more, and its pocket may be retired."""

from enum import auto
from typing import Final

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import CASINO
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.needs import need_terminal
from firmware.table.core.standing import Standing
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn
from firmware.table.features.pocket_numbers import served
from firmware.table.features.readings import take_reading

NAME: Final = "retired boards"


class BoardRetiringCode(Code):
    """Why it is refused."""

    NO_BOARD_TO_RETIRE = auto()
    ACCOUNT_OPEN = auto()
    BOARD_PRINTS = auto()
    BOARD_RETIRED = auto()


class RetireBoard(Command, frozen=True):
    """Two people say that the board which serves a terminal is taken away for good."""

    ats: int


class BoardRetired(Event, frozen=True, tag="board_retired"):
    """The board with this pocket serves the terminal no more; the reading before it is the meters then."""

    ats: int
    life: str


def retired(state: TableState, ats: int) -> str:
    """Return the life of this terminal's board, if two people have ended it."""
    life = str(kept(state, NAME).get(str(ats), ""))
    return life if life == state.pocket(ats).life else ""


def need_unretired(table: Standing, ats: int) -> None:
    """Refuse to take anything at a board that was ended."""
    if retired(table.state, ats):
        raise Refused(BoardRetiringCode.BOARD_RETIRED, ats=ats)


def retire_board(turn: TableTurn, command: RetireBoard) -> None:
    """End a board at which nobody has credit and nothing is being printed."""
    state, ats = turn.state, command.ats
    need_terminal(turn, ats)
    need_unretired(turn, ats)
    if state.session:
        raise Refused(TableCode.SESSION_RUNNING, name=state.session)
    if not (life := served(state, ats)):
        raise Refused(BoardRetiringCode.NO_BOARD_TO_RETIRE, ats=ats)
    if ats in state.accounts:
        raise Refused(BoardRetiringCode.ACCOUNT_OPEN, ats=ats)
    if any(ticket.fate == "printing" for ticket in state.unsettled_of(ats).values()):
        raise Refused(BoardRetiringCode.BOARD_PRINTS, ats=ats)
    take_reading(turn, f"terminal {ats} retired", "hand")
    turn.say(BoardRetired(ats, life))


def _fold(state: TableState, event: BoardRetired) -> TableState:
    return keep(state, NAME, str(event.ats), event.life)


FEATURE: Final = Feature(
    decides={RetireBoard: retire_board},
    folds={BoardRetired: _fold},
    beside={RetireBoard: CASINO},
    by_two=(RetireBoard,),
    while_closed=(RetireBoard,),
    offers={"board-retire": RetireBoard},
    signed_soon=(BoardRetired,),
)
