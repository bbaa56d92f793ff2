"""Ticket printers that speak ESC/POS."""

from typing import Final

from drivers.escpos import protocol as p
from drivers.escpos.driver import EscposPrinter, Options
from drivers.escpos.words import words
from drivers.ports.outlets import outlet_for
from hal.make import Codec, PrinterMake


class Answers:
    """A printer's answers, a byte each, as its driver sorts them."""

    held = 0

    def feed(self, data: bytes) -> list[object]:
        """Take what came in."""
        return [
            p.read_status(dict.fromkeys(p.QUESTIONS, byte)) if p.is_status(byte) else p.is_queued_answer(byte)
            for byte in data
        ]


CODEC: Final = Codec(Answers, (b"\x12", b"\x1a", b"\x00"))
MAKE: Final = PrinterMake(
    options=Options, drive=EscposPrinter, outlet=outlet_for, codec=CODEC, words=words, usual=True,
    question=p.ask(p.PRINTER),
)  # fmt: skip
