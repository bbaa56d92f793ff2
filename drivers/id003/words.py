"""What crosses the line of an ID-003 acceptor, in words."""

from typing import Final

from drivers.id003 import protocol as p
from drivers.line_words import framed
from hal.make import Decode

ORDERS: Final = {
    0x11: "status?", 0x40: "reset", 0x41: "stack-1", 0x42: "stack-2", 0x43: "return", 0x44: "hold", 0x45: "wait",
    0x50: "acknowledged", 0xC0: "denominations", 0xC1: "security", 0xC2: "mode", 0xC3: "inhibit", 0xC4: "direction",
    0xC6: "barcode", 0xC7: "barcode inhibit", 0x88: "version?", 0x89: "boot version?", 0x8A: "currency?",
}  # fmt: skip
STATES: Final = {**p.STATES, **p.FAULTS}


def words() -> Decode:
    """Return what says its line in words."""
    return framed(p.Reader, _of_acceptor, _of_host)


def _of_acceptor(frame: p.Frame) -> str:
    return STATES.get(frame.code) or ORDERS.get(frame.code) or p.REASONS.get(frame.code, f"{frame.code:02X}")


def _of_host(frame: p.Frame) -> str:
    return ORDERS.get(frame.code, f"{frame.code:02X}")
