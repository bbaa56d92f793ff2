"""What a terminal's notes and tickets need from the table, in this process or across the network."""

from typing import NamedTuple, Protocol

from msgspec import Struct

from firmware.refusal import Refused
from firmware.table.core.pockets import PrintedTicket
from firmware.table.core.reported import TicketFate
from hal.currency import Note
from hal.note_way import NoteInFlight


class Issued(Struct, frozen=True):
    """A ticket that the table issued, to be printed: when it was issued, until when it is paid, and its reprints."""

    number: str
    amount: int
    issued_at: int = 0
    expires_at: int = 0
    copy: int = 0


class UnderWay(NamedTuple):
    """Tickets whose fate is not reported yet, and those to be printed once more; of many, the first."""

    printing: tuple[str, ...]
    reprints: tuple[Issued, ...]


class TableLink(Protocol):
    """The table, as a terminal's notes and tickets see it. Under one number of its pocket a thing is done only once."""

    def serves(self) -> bool:
        """Whether this board is the terminal, as far as is known: another one may be."""
        ...

    def why_no_notes(self) -> Refused | None:
        """Return why no note at all is taken now; None while some would be."""
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
        """Make this board's pocket the one in use; return its last number that the table knows. Raises Refused."""
        ...

    async def credit(self, note: NoteInFlight) -> bool:
        """Report a note past escrow; durable on return. Return whether it is credited; otherwise it is in doubt."""
        ...

    async def doubt(self, note: NoteInFlight, why: str) -> None:
        """Report a doubt about a note, for a supervisor; durable on return."""
        ...

    def asked(self) -> int:
        """Return the question that this board's acceptor has to answer; 0 if there is none."""
        ...

    async def at_rest(self, asked: int) -> None:
        """Say that the acceptor holds nothing, after this question; durable on return. Raises Refused."""
        ...

    async def pay_by_ticket(self, number: int) -> Issued | None:
        """Close the account and issue its ticket; None if nothing was left. Raises Refused."""
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
