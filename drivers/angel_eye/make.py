"""The Angel Eye II-EX shoe."""

from typing import Final

from drivers.angel_eye import protocol as p
from drivers.angel_eye.driver import AngelEye, Options
from drivers.angel_eye.reports import meaning
from drivers.angel_eye.words import words
from drivers.ports.outlets import outlet_for
from hal.make import Codec, ShoeMake


def _meaning_of(said: object) -> object:
    return meaning(said) if isinstance(said, p.Report) else said


# A card in each of the ten places of its sequence; an order that it obeyed, and one that it refused.
CARDS: Final = tuple(p.telegram(p.Report(n, "D", bytes((0x81 + n, 0xB8 - 3 * n)))) for n in range(10))
CODEC: Final = Codec(p.Reader, (*CARDS, b"\x06", b"\x1502"), _meaning_of)
MAKE: Final = ShoeMake(options=Options, drive=AngelEye, outlet=outlet_for, codec=CODEC, words=words, usual=True)
