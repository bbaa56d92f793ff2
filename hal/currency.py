"""Currencies by their ISO names, the notes that each has, and what a note is: a currency and an amount."""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

# Minor units in one unit. Currencies with none, or with three digits, are not supported.
MINOR: Final = 100
# Notes of each currency in whole units, including legal tender that is no longer printed.
NOTES: Final[Mapping[str, tuple[int, ...]]] = {
    "AUD": (5, 10, 20, 50, 100),
    "CAD": (5, 10, 20, 50, 100),
    "EUR": (5, 10, 20, 50, 100, 200, 500),
    "GBP": (5, 10, 20, 50),
    "HKD": (10, 20, 50, 100, 500, 1000),
    "MYR": (1, 5, 10, 20, 50, 100),
    "NZD": (5, 10, 20, 50, 100),
    "SGD": (2, 5, 10, 50, 100, 1000),
    "USD": (1, 2, 5, 10, 20, 50, 100),
}


# How amounts are written. All countries' dollars look alike: a table has only one kind.
SIGNS: Final[Mapping[str, str]] = {**dict.fromkeys(NOTES, "$"), "EUR": "€", "GBP": "£", "MYR": "RM"}


class Note(Struct, frozen=True):
    """A note, as an acceptor names it: ISO currency and amount in minor units; "" and 0 if not named.

    `ticket`: it is a ticket with this barcode instead; the table knows its value.
    """

    currency: str = ""
    amount: int = 0
    ticket: str = ""

    @property
    def is_something(self) -> bool:
        """Whether it is known to have a value, so that it may be taken."""
        return bool(self.amount or self.ticket)

    @property
    def in_words(self) -> str:
        """The note in words.

        >>> Note("AUD", 20_00).in_words, Note("", 20_00).in_words, Note().in_words
        ('AUD 20', '20 of an unknown currency', 'an unknown note')
        """
        if self.ticket:
            return f"ticket {self.ticket}"
        if not self.amount:
            return "an unknown note"
        units, minor = divmod(self.amount, MINOR)
        value = f"{units}.{minor:02}" if minor else str(units)
        return f"{self.currency} {value}" if self.currency else f"{value} of an unknown currency"


UNKNOWN: Final = Note()


def known_currency(name: str) -> str:
    """Return the name of a currency that is known here. Raises ValueError."""
    if name not in NOTES:
        raise ValueError(f"there is no currency {name!r} here; there are {', '.join(NOTES)}")
    return name


def read_note(text: str) -> Note:
    """Read a note as a profile names it. Raises ValueError.

    >>> read_note("AUD 5")
    Note(currency='AUD', amount=500, ticket='')
    """
    found = re.fullmatch(r"([A-Z]{3}) ([0-9]{1,5})", text)
    if found is None:
        raise ValueError(f'{text!r} is no note; one reads "AUD 5"')
    currency, value = known_currency(found[1]), int(found[2])
    if value not in NOTES[currency]:
        raise ValueError(f"{currency} has no note of {value}; it has {', '.join(map(str, NOTES[currency]))}")
    return Note(currency, value * MINOR)


def in_powers(value: int) -> tuple[int, int]:
    """Return a value as digits and a power of ten.

    >>> in_powers(20), in_powers(1000), in_powers(5)
    ((2, 1), (1, 3), (5, 0))
    """
    digits = str(value).rstrip("0")
    return int(digits), len(str(value)) - len(digits)


def scaled(value: int, power: int) -> int:
    """Return a value times a power of ten, in minor units; 0 if no note can be worth that.

    >>> scaled(5, 1), scaled(50, -2), scaled(5, -3), scaled(5, 90)
    (5000, 50, 0, 0)
    """
    return int(value * 10 ** (power + 2)) if -2 <= power <= 6 else 0
