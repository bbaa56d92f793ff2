"""Which notes an ID-003 acceptor's codes stand for: by its own table (8A), or by the map of the profile."""

from collections.abc import Mapping, Sequence
from typing import Final

from hal.currency import UNKNOWN, Note, in_powers, scaled

FIRST_CODE: Final = 0x61
CODES: Final = range(FIRST_CODE, FIRST_CODE + 8)
# Countries of the table whose number two public hosts agree on. Those of AUD, NZD, GBP and SGD stand in one of them
# alone, those of HKD and MYR in none: where it is not certain the profile says so, as docs/devices.md tells.
COUNTRIES: Final[Mapping[int, str]] = {0x01: "USD", 0x08: "CAD", 0xE0: "EUR"}
# For a probe on a desk, which credits nobody: what these codes are where nobody says.
USUAL: Final[Mapping[int, Note]] = {
    code: Note("", value * 100) for code, value in zip(CODES, (1, 2, 5, 10, 20, 50, 100), strict=False)
}
ENTRY: Final = 4


def read_table(data: bytes, countries: Mapping[int, str]) -> dict[int, Note]:
    """Read an acceptor's table: code, country, value, exponent of ten. A country that nobody names has no currency."""
    notes = {}
    for place in range(0, len(data) - ENTRY + 1, ENTRY):
        code, country, value, exponent = data[place : place + ENTRY]
        amount = scaled(value, exponent - 256 if exponent > 127 else exponent)
        if amount:
            notes[code] = Note(countries.get(country, ""), amount)
    return notes


def unnamed_countries(data: bytes, countries: Mapping[int, str]) -> set[int]:
    """Return the countries of a table's notes that nobody names."""
    entries = [data[place : place + ENTRY] for place in range(0, len(data) - ENTRY + 1, ENTRY)]
    return {country for _, country, value, _ in entries if value and country not in countries}


def write_table(values: Sequence[int], country: int) -> bytes:
    """Return the table of an acceptor that takes notes of these values, in whole units, by its codes in order."""
    table = bytearray()
    for place, code in enumerate(CODES):
        entry = (country, *in_powers(values[place])) if place < len(values) else (0, 0, 0)
        table += bytes((code, *entry))
    return bytes(table)


def note_of(code: int, *maps: Mapping[int, Note]) -> Note:
    """Return the note of a code, by the first map that has it."""
    return next((notes[code] for notes in maps if code in notes), UNKNOWN)
