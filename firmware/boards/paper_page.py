"""Papers as a printer of tickets prints them: never like a ticket, with a heading that says what they are."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from firmware.boards.ticket_picture import drawn
from firmware.kit.words import Words
from firmware.table.core.paper_bounds import LONGEST_LINE, MOST_LINES
from hal.ticket_printer import PrintOutcome, PrintResult, Ticket, TicketLine

# How wide a printer's own character is, in dots.
CHARACTER: Final = 12
# On one page: a printer has only so long for one.
LINES: Final = 60
# A line of two columns, as `rapid-table journal` prints them: a name, and a figure far to the right.
_LEFT_OUT: Final = str.maketrans({'"': "'", "\\": "/"})
_COLUMNS: Final = re.compile(r"(\s*\S.*?)\s{2,}(\S+(?: \S+)*)")
# A line that is drawn across is as long as the paper is wide.
_RULE: Final = re.compile(r"([=_-])\1+")


def fitted(line: str, columns: int) -> str:
    """Return a line in so many columns; a figure stays at its right edge.

    >>> fitted("  wagered: player                 10.00", 30), fitted("Day 1", 30)
    ('  wagered: player        10.00', 'Day 1')
    """
    if _RULE.fullmatch(line):
        return line[:columns]
    found = _COLUMNS.fullmatch(line)
    if found is None or len(found[1]) + 2 + len(found[2]) > columns:
        return " ".join(line.split()) if len(line) > columns else line
    return found[1] + found[2].rjust(columns - len(found[1]))


def carried(lines: Sequence[str]) -> tuple[str, ...]:
    """Return a paper's lines as a terminal is told them: what is too long for a message is said to be left out."""
    plain = (fitted(line, LONGEST_LINE).translate(_LEFT_OUT).encode("ascii", "replace").decode() for line in lines)
    found = tuple("".join(one if one.isprintable() else "?" for one in line)[:LONGEST_LINE] for line in plain)
    return found if len(found) <= MOST_LINES else (*found[: MOST_LINES - 1], "... more by rapid-table journal meters")


def pages(words: Words, paper: str, where: str, lines: Sequence[str], dots: int) -> list[Ticket]:
    """Return a paper for a printer of this width in dots, page by page; each says what it is, and from where."""
    columns = dots // CHARACTER - 1
    parts = [lines[first : first + LINES] for first in range(0, max(len(lines), 1), LINES)]
    title = words(f"print.{paper}")
    found = []
    for number, part in enumerate(parts, 1):
        head = [] if title.isascii() else [TicketLine(title, large=True, bold=True)]
        head += [TicketLine(words("print.no_ticket"), bold=True), TicketLine(where)]
        if len(parts) > 1:
            head.append(TicketLine(words("print.page", page=number, of=len(parts))))
        whole = [
            *head,
            TicketLine(""),
            *(TicketLine(fitted(line, columns), left=True) for line in part),
            TicketLine(""),
        ]
        found.append(Ticket(title if title.isascii() else "", tuple(drawn(whole, dots))))
    return found


async def printed(pages: Sequence[Ticket], print_page: Callable[[Ticket], Awaitable[PrintResult]]) -> PrintResult:
    """Print a paper, page by page, as far as that goes. One of which a page is missing is in doubt."""
    for number, page in enumerate(pages, 1):
        result = await print_page(page)
        if result.outcome is not PrintOutcome.PRINTED:
            some = number > 1 and result.outcome is PrintOutcome.FAILED
            why = f"page {number}: {result.why}" if len(pages) > 1 else result.why
            return PrintResult(PrintOutcome.IN_DOUBT if some else result.outcome, why)
    return PrintResult(PrintOutcome.PRINTED)
