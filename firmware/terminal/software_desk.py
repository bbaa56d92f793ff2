"""A terminal's proof of its software: before it plays, and whenever the table asks."""

from firmware.boards.proving import Proving
from firmware.link.remote_table import RemoteTable


class SoftwareDesk:
    """Answers the table. A terminal follows the table only once its software was checked against its manifest."""

    def __init__(self, table: RemoteTable, proving: Proving) -> None:
        self._table = table
        self._proving = proving
        self._answered = ""

    def follow(self) -> None:
        """Look whether the table asks."""
        asked = self._table.account.prove if self._table.account is not None else ""
        # Every view repeats the question until the table has its answer; the files are read only once for it.
        if asked and asked != self._answered:
            self._answered = asked
            self._proving.ask(asked)

    async def run(self) -> None:
        """Prove the software, and only then be a terminal."""
        await self._proving.prove()
        await self._table.run()

    async def answer(self) -> None:
        """Report the result, each time the software was checked."""
        await self._proving.run(self._table.tell_software)
