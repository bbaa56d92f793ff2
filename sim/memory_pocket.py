"""A terminal's pocket without a file: it lasts as long as whoever holds it."""

from firmware.table.core.pockets import PrintedTicket
from firmware.terminal.pocket import Held, remembered
from firmware.terminal.pocket_file import new_life
from hal.note_way import MemoryKeeper


class MemoryPocket(MemoryKeeper):
    """What a terminal must not forget, for simulated ones."""

    def __init__(self, life: str = "") -> None:
        super().__init__()
        self._life = life or new_life()
        self._ticket = ""
        self._printed: tuple[PrintedTicket, ...] = ()
        self._count = 0
        self._acknowledged = 0
        self.is_retired = False
        self._places: dict[Held, int] = {}

    @property
    def life(self) -> str:
        """Which pocket this is."""
        return self._life

    @property
    def count(self) -> int:
        """The last number that was returned."""
        return self._count

    def ticket(self) -> str:
        """Return the number of the ticket that the printer was told to print; empty if there is none."""
        return self._ticket

    def keep_ticket(self, number: str, amount: int = 0) -> None:
        """Remember it."""
        self._ticket = number
        self._printed = remembered(self._printed, number, amount)

    def place(self, what: Held) -> int | None:
        """Return at which terminal that lies which it remembers."""
        return self._places.get(what)

    def settle(self, what: Held, ats: int) -> None:
        """Remember at which terminal it lies from here on."""
        self._places[what] = ats

    def printed(self) -> tuple[PrintedTicket, ...]:
        """Return the last tickets that the printer was told to print."""
        return self._printed

    def next_number(self) -> int:
        """Return a number that was never returned before."""
        self._count += 1
        return self._count

    def give_back(self, number: int) -> None:
        """Return a number again, if it was the last."""
        if number == self._count:
            self._count -= 1

    def go_on_from(self, number: int) -> None:
        """Return only numbers above this one from now on."""
        self._count = max(self._count, number)

    def acknowledged(self) -> int:
        """Return the last number that the table has answered for."""
        return self._acknowledged

    def acknowledge(self, number: int) -> None:
        """Remember that the table has answered for a number."""
        self._acknowledged = max(self._acknowledged, number)

    def retire(self) -> None:
        """Remember that two people at the table have ended this pocket."""
        self.is_retired = True
