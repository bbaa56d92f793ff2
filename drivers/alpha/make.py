"""Signs that speak the Alpha protocol."""

from typing import Final

from drivers.alpha import protocol as p
from drivers.alpha.driver import AlphaSign, Options
from drivers.ports.outlets import outlet_for
from hal.make import Codec, DisplayMake


def _text_of(said: object) -> object:
    assert isinstance(said, p.Packet)
    return p.text_of(said)


CODEC: Final = Codec(p.Reader, (p.write_packet(p.write_text("TIE")), p.write_packet(p.read_text())), _text_of)
MAKE: Final = DisplayMake(
    options=Options, drive=AlphaSign, outlet=outlet_for, codec=CODEC, usual=True, question=p.write_packet(p.read_text())
)
