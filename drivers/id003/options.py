"""What a profile may set of an ID-003 acceptor."""

from typing import Final, Literal

from drivers.id003 import notes as n
from drivers.note_driver import NoteOptions, read_map
from hal.bounds import Bits, Word
from hal.currency import Note, known_currency, read_note
from hal.port import LineSettings

CODES: Final = {f"{code:02X}": code for code in n.CODES}


COUNTRIES: Final = {f"{country:02X}": country for country in range(256)}


class Options(NoteOptions, frozen=True):
    """What a profile may also set.

    `stack`: 1 credits when the note has passed the stacker's lever, 2 when it is stored. `denominations`,
    `security`: the bits of notes that are not taken, or examined more strictly. `country`: the currency of each
    country of the acceptor's own table (8A), such as 02 = "AUD"; `notes` holds for one that has no such table.
    """

    line: LineSettings = LineSettings(baud=9600, parity="E")
    stack: Literal[1, 2] = 2
    denominations: Bits = 0
    security: Bits = 0
    barcode: bool = True
    country: dict[str, Word] = {}

    def __post_init__(self) -> None:
        super().__post_init__()
        self.countries()
        self.mapped()

    def countries(self) -> dict[int, str]:
        """Return the currency of each country that is named here, or known for certain."""
        return {**n.COUNTRIES, **read_map("country", self.country, COUNTRIES, known_currency)}

    def mapped(self) -> dict[int, Note]:
        """Return the notes of the profile's own map."""
        return read_map("notes", self.notes, CODES, read_note)

    @property
    def uncertain(self) -> str:
        """What a profile leaves open and people should check."""
        if self.country or self.notes:
            return ""
        known = ", ".join(sorted(n.COUNTRIES.values()))
        return f'country: is missing, so only notes of {known} are known by their table; one reads {{ 02 = "AUD" }}'

    def unnamed(self, currency: str) -> str:
        """Return what a profile still lacks before a note of this currency can be credited."""
        named = {*self.countries().values(), *(note.currency for note in self.mapped().values())}
        if currency in named:
            return ""
        return f'country: names no country of {currency}; its number is the acceptor\'s own: {{ 02 = "{currency}" }}'
