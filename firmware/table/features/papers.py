"""Papers on a printer: the meters, or a gaming day's report. Who ordered each, and what became of it, is on record.

A terminal's printer prints that terminal's meters, between tickets and never as one. The table's own prints the rest.
"""

import re
from enum import auto
from typing import Final, Literal, NamedTuple

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import TECHNICAL
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.needs import need_terminal
from firmware.table.core.paper_bounds import LINE, LONGEST_LINE, MOST_LINES
from firmware.table.core.reported import PAPER_FATE, TicketFate
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn

NAME: Final = "papers"
# The table's own printer, in place of a terminal's number.
OWN_PRINTER: Final = 0
_NUMBER: Final = "number"
_LAST: Final = "last"
_PRINTER: Final = re.compile(r"(?:ats-([1-9][0-9]?) )?ticket_printer")
_FATE: Final = re.compile(PAPER_FATE)
Paper = Literal["meters", "day"]


class PaperCode(Code):
    """Why it is refused."""

    PAPER_WAITS = auto()
    TICKET_FIRST = auto()
    NO_FOLDER = auto()
    NO_PRINTER = auto()


class PaperOrder(NamedTuple):
    """A paper that a printer should print: its number, what it is, and its lines, where the printer is a terminal's."""

    number: int
    paper: str
    lines: tuple[str, ...]


class PrintPaper(Command, frozen=True):
    """Somebody wants a paper: on the table's own printer (`ats` 0), or the meters of a terminal on that one's."""

    ats: int
    paper: Paper
    lines: tuple[str, ...] = ()


class PaperOrdered(Event, frozen=True, tag="paper_ordered"):
    """A paper is to be printed."""

    number: int
    ats: int
    paper: Paper
    lines: tuple[str, ...]


class PaperEnded(Event, frozen=True, tag="paper_ended"):
    """What became of a paper: printed, failed (there is none), or in doubt."""

    number: int
    ats: int
    paper: Paper
    fate: TicketFate
    why: str


def ordered(state: TableState, ats: int) -> PaperOrder | None:
    """Return the paper that a printer should print, if there is one."""
    found = kept(state, NAME).get(f"for {ats}")
    if found is None:
        return None
    number, paper, *lines = str(found).split("\n")
    return PaperOrder(int(number), paper, tuple(lines))


def last_number(state: TableState) -> int:
    """Return the number of the last paper; 0 before the first."""
    return int(kept(state, NAME).get(_NUMBER, 0))


def last_ended(state: TableState, ats: int) -> tuple[str, str] | None:
    """Return what paper was the last on a printer, and its fate."""
    found = kept(state, NAME).get(f"{_LAST} {ats}")
    if found is None:
        return None
    paper, _, fate = str(found).partition(" ")
    return paper, fate


def print_paper(turn: TableTurn, command: PrintPaper) -> None:
    """Have a paper printed; one after the other, and no ticket waits for it."""
    state, ats = turn.state, command.ats
    if ats != OWN_PRINTER:
        need_terminal(turn, ats)
    if ordered(state, ats) is not None:
        raise Refused(PaperCode.PAPER_WAITS)
    if ats != OWN_PRINTER and any(ticket.fate == "printing" for ticket in state.unsettled_of(ats).values()):
        raise Refused(PaperCode.TICKET_FIRST, ats=ats)
    if ats == OWN_PRINTER and state.game.coup is not None:
        # Laying out a long paper takes the table's board time, which a coup needs.
        raise Refused(TableCode.COUP_OPEN, coup=state.game.coup.number)
    own = ats == OWN_PRINTER
    if (command.lines and own) or (command.paper == "day" and not own) or not (own or _is_fit(command.lines)):
        raise Refused(TableCode.BEYOND_BOUNDS, what="paper")
    turn.say(PaperOrdered(last_number(state) + 1, ats, command.paper, command.lines))


def _is_fit(lines: tuple[str, ...]) -> bool:
    return 0 < len(lines) <= MOST_LINES and all(len(line) <= LONGEST_LINE and LINE.fullmatch(line) for line in lines)


def follow(turn: TableTurn, device: str, what: str, why: str) -> bool:
    """Record what a printer says became of its paper; return whether this was such a report."""
    printer, said = _PRINTER.fullmatch(device), _FATE.fullmatch(what)
    if printer is None or said is None:
        return False
    ats, number, fate = int(printer[1] or OWN_PRINTER), int(said[1]), said[2]
    order = ordered(turn.state, ats)
    if order is not None and order.number == number:
        turn.say(PaperEnded(number, ats, order.paper, fate, why))  # type: ignore[arg-type]  # as its pattern says
    return True


def _fold_ordered(state: TableState, event: PaperOrdered) -> TableState:
    order = "\n".join((str(event.number), event.paper, *event.lines))
    return keep(keep(state, NAME, _NUMBER, event.number), NAME, f"for {event.ats}", order)


def _fold_ended(state: TableState, event: PaperEnded) -> TableState:
    state = keep(state, NAME, f"for {event.ats}", None)
    return keep(state, NAME, f"{_LAST} {event.ats}", f"{event.paper} {event.fate}")


FEATURE: Final = Feature(
    decides={PrintPaper: print_paper},
    folds={PaperOrdered: _fold_ordered, PaperEnded: _fold_ended},
    beside={PrintPaper: TECHNICAL},
    while_closed=(PrintPaper,),
)
