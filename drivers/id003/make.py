"""Note acceptors that speak ID-003."""

from typing import Final

from drivers.id003 import notes
from drivers.id003 import protocol as p
from drivers.id003.driver import Id003
from drivers.id003.options import Options
from drivers.id003.words import words
from drivers.ports.outlets import outlet_for
from hal.make import AcceptorMake, Codec


def _table_of(said: object) -> object:
    """Read what any frame brings as a table of notes."""
    assert isinstance(said, p.Frame)
    return notes.read_table(said.data, notes.COUNTRIES)


CODEC: Final = Codec(
    p.Reader,
    (p.write_frame(0x11), p.write_frame(0x13, b"\x65"), p.write_frame(p.GET_CURRENCY, b"\x61\x01\x01\x00")),
    _table_of,
)
MAKE: Final = AcceptorMake(
    options=Options,
    drive=Id003,
    outlet=outlet_for,
    codec=CODEC,
    words=words,
    usual=True,
    question=p.write_frame(p.STATUS),
)
