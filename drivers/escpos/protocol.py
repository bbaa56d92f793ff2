"""What an ESC/POS printer is asked, and what its answers mean. Knows no port and no time."""

from typing import Final

from msgspec import Struct

DLE, EOT = 0x10, 0x04
PRINTER, OFFLINE, ERROR, PAPER = 1, 2, 3, 4
QUESTIONS: Final = (PRINTER, OFFLINE, ERROR, PAPER)
# GS r 1: answered once all that came before it has been printed.
QUEUED: Final = b"\x1dr\x01"
# What the printer sends by itself is switched off: an answer is then an answer.
NO_REPORTS: Final = b"\x1da\x00"
# DLE DC4 8: forget what was sent and not printed yet; after a ticket of which only a part arrived.
CLEAR: Final = b"\x10\x14\x08\x01\x03\x14\x01\x06\x02\x08"
# What stands on a page that is none: a part of a ticket hung in the printer.
VOID_MARK: Final = "*** VOID ***"
# Initialise, say it, feed, cut: what hangs there must not come out with somebody else's ticket.
VOID: Final = b"\x1b@\n" + VOID_MARK.encode() + b"\n\x1bd\x06\x1dV\x01"
LOW_BITS, OUT_BITS = 0x0C, 0x60


def ask(n: int) -> bytes:
    """Return the real-time question n: it is answered at once, whatever is being printed."""
    return bytes((DLE, EOT, n))


def is_status(byte: int) -> bool:
    """Whether a byte is a valid answer to a real-time question: flow control and noise are not."""
    return byte & 0x93 == 0x12


def is_queued_answer(byte: int) -> bool:
    """Whether a byte is a valid answer to the queued question."""
    return byte & 0x90 == 0 and byte & 0x60 == 0


class Status(Struct, frozen=True):
    """A printer's four answers together."""

    offline: bool
    cover_open: bool
    paper_low: bool
    paper_out: bool
    cutter: bool
    unrecoverable: bool
    error: bool

    @property
    def faults(self) -> frozenset[str]:
        """The faults that stand, by their codes."""
        standing = {
            "cover_open": self.cover_open,
            "paper_out": self.paper_out,
            "paper_low": self.paper_low and not self.paper_out,
            "cutter": self.cutter,
            "unrecoverable": self.unrecoverable,
            "printer_error": self.error and not (self.cutter or self.unrecoverable),
        }
        named = frozenset(code for code, stands in standing.items() if stands)
        stopping = named - {"paper_low"}
        return named | {"offline"} if self.offline and not stopping else named

    @property
    def can_print(self) -> bool:
        """Whether nothing stands that keeps it from printing."""
        return self.faults <= {"paper_low"}


def read_status(answers: dict[int, int]) -> Status:
    """Return what four answers mean, by their questions."""
    return Status(
        offline=bool(answers[PRINTER] & 0x08),
        cover_open=bool(answers[OFFLINE] & 0x04),
        paper_low=bool(answers[PAPER] & LOW_BITS),
        paper_out=bool(answers[PAPER] & OUT_BITS or answers[OFFLINE] & 0x20),
        cutter=bool(answers[ERROR] & 0x08),
        unrecoverable=bool(answers[ERROR] & 0x20),
        error=bool(answers[OFFLINE] & 0x40),
    )
