"""What crosses the line of an EBDS acceptor, in words."""

from typing import Final

from drivers.ebds import protocol as p
from drivers.line_words import framed
from hal.make import Decode

BITS: Final = {
    "d0": {
        p.IDLING: "idling", p.ACCEPTING: "accepting", p.ESCROWED: "escrowed", p.STACKING: "stacking",
        p.STACKED: "stacked", p.RETURNING: "returning", p.RETURNED: "returned",
    },
    "d1": {
        p.CHEATED: "cheated", p.REJECTED: "rejected", p.JAM: "jam", p.FULL: "stacker full",
        p.PAUSED: "paused", p.CALIBRATING: "calibrating",
    },
    "d2": {p.POWER_UP: "power up", p.INVALID_COMMAND: "invalid command", p.FAILURE: "failure"},
}  # fmt: skip
ORDERS: Final = {p.STACK: "stack", p.RETURN: "return"}


def words() -> Decode:
    """Return what says its line in words."""
    return framed(p.Reader, _said, _said)


def _said(said: p.Said) -> str:
    if isinstance(said, p.Query):
        return f"note {said.index}?"
    if isinstance(said, p.Poll):
        told = next((word for bit, word in ORDERS.items() if said.mode & bit), "status?")
        return told if said.enabled else f"{told}, takes none"
    told = " ".join(word for byte, bits in BITS.items() for bit, word in bits.items() if getattr(said, byte) & bit)
    note = f" position {said.code}" if said.code else ""
    note = f" {said.extended.note.in_words}" if said.extended is not None else note
    note = " a ticket" if said.barcode else note
    out = "" if said.d1 & p.CASSETTE else ", cash box out"
    return f"{told}{note}{out}"
