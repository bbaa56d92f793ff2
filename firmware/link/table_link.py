"""What a terminal's notes and tickets need from the table, in this process or across the network."""

from typing import NamedTuple, Protocol

from msgspec import Struct

from firmware.refusal import Refused
from firmware.table.core.pockets import PrintedTicket
from firmware.table.core.reported import TicketFate
from hal.currency import Note
from hal.note_way import NoteInFlight


class Issued(Struct, frozen=True):
    """A ticket that the table issued, to be printed: when, until when it is paid, and how often it was reprinted."""

    number: str
    amount: int
    issued_at: int = 0
    expires_at: int = 0
    copy: int = 0


class UnderWay(NamedTuple):
    """Tickets of which nothing has been said yet, and those that are to be printed once more; the first of many."""

    printing: tuple[str, ...]
    reprints: tuple[Issued, ...]


class TableLink(Protocol):
    """The table, as a terminal's notes and tickets see it. What is told under a number of its pocket is done once."""

    def serves(self) -> bool:
        """Whether this board is the terminal, as far as is known: another one may be."""
        ...

    def why_no_notes(self) -> Refused | None:
        """Return why no note is taken now, whichever it is; None while there are some that would be."""
        ...

    async def why_not(self, note: Note) -> Refused | None:
        """Return why this note, which lies in escrow, is not taken; None when it would be credited.

        From then on the table knows of this board's pocket, whatever becomes of the board.
        """
        ...

    async def in_use(self) -> bool:
        """Whether the table knows this board's pocket as the terminal's. Raises Refused while another one is."""
        ...

    async def show_pocket(self, last: int, printed: tuple[PrintedTicket, ...] = ()) -> int:
        """Have this board's pocket in use; return the last number of it that the table knows. Raises Refused."""
        ...

    async def credit(self, note: NoteInFlight) -> bool:
        """Tell of a note past escrow; durable on return. Whether it is credited: else it is in doubt."""
        ...

    async def doubt(self, note: NoteInFlight, why: str) -> None:
        """Keep a doubt about a note for a supervisor; durable on return."""
        ...

    def asked(self) -> int:
        """Return the question that this board's acceptor has to answer; 0 where there is none."""
        ...

    async def at_rest(self, asked: int) -> None:
        """Say that the acceptor holds nothing, after this question; durable on return. Raises Refused."""
        ...

    async def pay_by_ticket(self, number: int) -> Issued | None:
        """Close the account and issue its ticket; none when nothing was left. Raises Refused."""
        ...

    async def report(self, ticket: str, fate: TicketFate, why: str, copy: int = 0) -> None:
        """Say what became of a ticket, or of a reprint of it; durable on return. Raises Refused."""
        ...

    def reprints(self) -> tuple[Issued, ...]:
        """Return the tickets that a supervisor wants printed once more at this terminal."""
        ...

    async def under_way(self) -> UnderWay:
        """Return the tickets of this terminal that are being printed, as the table has it now. Raises Refused."""
        ...
