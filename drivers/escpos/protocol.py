"""What an ESC/POS printer is asked, and what its answers mean. Knows no port and no time."""

from typing import Final

from msgspec import Struct

DLE, EOT = 0x10, 0x04
PRINTER, OFFLINE, ERROR, PAPER = 1, 2, 3, 4
QUESTIONS: Final = (PRINTER, OFFLINE, ERROR, PAPER)
# GS r 1: answered once all that came before it has been printed.
QUEUED: Final = b"\x1dr\x01"
# GS I: who it is, answered in the stream by `_`, a text and NUL; the longest name, to leave noise alone.
MAKER, MODEL = 66, 67
NAME_BEGINS, NAME_ENDS = 0x5F, 0x00
LONGEST_NAME: Final = 80
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


def ask_name(n: int) -> bytes:
    """Return the question who it is: its maker, or its model."""
    return bytes((0x1D, 0x49, n))


class NameReader:
    """Takes the names out of what a printer says, while one is due: their letters look like answers."""

    def __init__(self) -> None:
        self._due = 0
        self._name: bytearray | None = None

    def expect(self) -> None:
        """One more name is due, however late it comes."""
        self._due += 1

    def forget(self) -> None:
        """None is due any more."""
        self._due, self._name = 0, None

    def feed(self, data: bytes) -> tuple[bytes, list[str]]:
        """Return what else was said, and the names that are whole."""
        rest, names = bytearray(), []
        for byte in data:
            if self._name is None and self._due and byte == NAME_BEGINS:
                self._name = bytearray()
            elif self._name is None:
                rest.append(byte)
            elif byte == NAME_ENDS or len(self._name) == LONGEST_NAME:
                names.append(self._name.decode("ascii", "replace"))
                self._due, self._name = self._due - 1, None
            else:
                self._name.append(byte)
        return bytes(rest), names


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
