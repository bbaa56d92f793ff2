"""How the table board numbers its tickets: by its machine number and its secret; changes of these are reported."""

from pathlib import Path
from typing import Final

from firmware.boards.running import Say
from firmware.config import Board
from firmware.table.core.journal import Journal
from firmware.table.core.numbering import Numbering
from firmware.table.core.service import TableService
from firmware.table.features.tickets import NumberTickets
from firmware.table.journal.ticket_secret import NONE, said_of_change, ticket_secret


class TicketNumbers:
    """The numbering of one table, as configured. Raises JournalError when its secret cannot be used."""

    def __init__(self, board: Board, journal: Journal) -> None:
        assert board.setup is not None
        assert board.config.journal is not None
        self._machine = board.setup.machine
        self._path = Path(board.config.journal.ticket_secret)
        self._secret = ticket_secret(self._path) if self._machine else NONE
        self.numbering: Final = Numbering(self._secret.secret, journal.issued, board.others)

    async def put_on_record(self, table: TableService, say: Say) -> None:
        """Tell the open table how its tickets are numbered from now on, if that has changed."""
        state, key = table.state, self.numbering.key
        if (state.setup.machine, state.ticket_key) == (self._machine, key):
            return
        if key and state.ticket_key not in ("", key):
            say(said_of_change(self._path, new=self._secret.new))
        await table.submit(NumberTickets(self._machine, key), by="table")
