"""A terminal's pocket without a file: it lasts as long as whoever holds it."""

from hal.note_way import MemoryKeeper


class MemoryPocket(MemoryKeeper):
    """What a terminal must not forget, for simulated ones."""

    def __init__(self) -> None:
        super().__init__()
        self._ticket = ""
        self._count = 0

    def ticket(self) -> str:
        """Return the number of the ticket that the printer was told to print, or none."""
        return self._ticket

    def keep_ticket(self, number: str) -> None:
        """Remember it."""
        self._ticket = number

    def next_number(self) -> int:
        """Return a number that was never returned before."""
        self._count += 1
        return self._count
