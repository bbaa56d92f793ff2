"""A broken device for each check of the conformance suites: the one that the check is there to find."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from drivers.alpha import protocol as alpha
from drivers.escpos.commands import StreamPiece
from drivers.id003 import protocol as id003
from hal.cards import Card
from sim.devices.alpha import AlphaModel
from sim.devices.angel_eye import AngelEyeModel
from sim.devices.bee_tek import BeeTekModel
from sim.devices.escpos import EscposModel
from sim.devices.id003 import Id003Model
from sim.devices.model import Model
from sim.devices.note_path import NotePlace
from sim.devices.serial_scanner import SerialScannerModel


class NeverSaysVendValid(Id003Model):
    """It stacks, and never says that the note is past recall."""

    def state(self) -> str:
        state = super().state()
        return "stacked" if state == "vend_valid" else state


class CreditsInEscrow(Id003Model):
    """It says that the note is past recall while it lies in escrow."""

    def moved(self, before: NotePlace, place: NotePlace) -> None:
        super().moved(before, place)
        if place is NotePlace.ESCROW:
            self.vending = True


class KeepsWhatIsToGoBack(Id003Model):
    """It stacks what it was told to give back."""

    def _answer(self, frame: id003.Frame) -> None:
        super()._answer(id003.Frame(id003.STACK_1) if frame.code == id003.RETURN else frame)


class TakesAnything(Id003Model):
    """It takes paper for a note of 20."""

    def _value(self, _: list[str]) -> int:
        return 20


class Silent(Id003Model):
    """It never says what is wrong with it."""

    def _fault(self) -> str:
        return ""


class TakesWhileClosed(Id003Model):
    """It draws notes in while the host forbids it."""

    def takes_notes(self) -> bool:
        return True


class EatsWithThePower(Id003Model):
    """A note in escrow is past recall after its power failed."""

    def powered(self) -> None:
        if self.on and self.path.place is NotePlace.ESCROW:
            self.path.place = NotePlace.PAST_LEVER
        super().powered()


class SaysCardsTwice(AngelEyeModel):
    """It reports a card again, as another."""

    def draw(self, card: Card, hand: str, position: int) -> None:
        super().draw(card, hand, position)
        super().draw(card, hand, position)


class BurnsAsCards(BeeTekModel):
    """It reports a burned card as dealt."""

    def _burn(self, words: list[str]) -> None:
        self._card(words)


class ReadsAnything(BeeTekModel):
    """It takes a card that it cannot read for another."""

    def _unreadable(self, _: list[str]) -> None:
        self._card(["7C"])


class SaysNoLock(AngelEyeModel):
    """It takes the order to lock, and does not report it."""

    def report(self, kind: str, data: bytes = b"") -> None:
        if kind != "L":
            super().report(kind, data)


class StaysDark(AngelEyeModel):
    """After its power failed it reads no card."""

    def powered(self) -> None:
        self._booting = True


class SaysNothingOfPages(EscposModel):
    """It never says that it has processed a page."""

    def _do(self, said: StreamPiece) -> float:
        return 0.0 if said.name in ("GS r", "GS (") else super()._do(said)


class SaysNothingOfItself(EscposModel):
    """It prints, and says it has no paper."""

    def received(self, data: bytes) -> None:
        super().received(data)
        self.send(b"\x72")


class PrintsWithItsCoverOpen(EscposModel):
    """It says nothing of its cover."""

    def _cover(self, is_open: bool, _: list[str]) -> None:  # noqa: FBT001
        """Leave it."""


class PrintsWithoutPaper(EscposModel):
    """It says nothing of its paper."""

    def _paper_left(self, millimetres: float, _: list[str]) -> None:
        """Leave it."""


class CutsTexts(AlphaModel):
    """It keeps half of a text."""

    def _keep(self, kept: dict[bytes, bytes], label: bytes, text: bytes) -> None:
        super()._keep(kept, label, text[: len(text) // 2])


class KeepsTheFirst(AlphaModel):
    """It shows what it was told first, for ever."""

    def _keep(self, kept: dict[bytes, bytes], label: bytes, text: bytes) -> None:
        if not alpha.seen(kept.get(label, b"")):
            super()._keep(kept, label, text)


# By the kind of device and the check: the protocol, and the device that must fail it.
class ReadsTwice(SerialScannerModel):
    """It sends each barcode twice."""

    def send(self, data: bytes) -> None:
        super().send(data + data)


class ReadsWhatItCannot(SerialScannerModel):
    """It makes a number of what it could only read half."""

    def send(self, data: bytes) -> None:
        super().send(bytes(b if b < 0x80 else 0x30 for b in data))


class StaysOff(SerialScannerModel):
    """After its power failed it reads no more."""

    def powered(self) -> None:
        self.on = False


BROKEN: Final[Mapping[tuple[str, str], tuple[str, Callable[[], Model]]]] = {
    ("note-acceptor", "credited-once"): ("id003", NeverSaysVendValid),
    ("note-acceptor", "given-back"): ("id003", KeepsWhatIsToGoBack),
    ("note-acceptor", "rejected"): ("id003", TakesAnything),
    ("note-acceptor", "pulled-out"): ("id003", Silent),
    ("note-acceptor", "cash-box"): ("id003", Silent),
    ("note-acceptor", "full"): ("id003", Silent),
    ("note-acceptor", "closed"): ("id003", TakesWhileClosed),
    ("note-acceptor", "power"): ("id003", EatsWithThePower),
    ("shoe", "cards"): ("angel-eye", SaysCardsTwice),
    ("shoe", "burn"): ("bee-tek", BurnsAsCards),
    ("shoe", "unreadable"): ("bee-tek", ReadsAnything),
    ("shoe", "lock"): ("angel-eye", SaysNoLock),
    ("shoe", "power"): ("angel-eye", StaysDark),
    ("ticket-printer", "page"): ("escpos", SaysNothingOfPages),
    ("ticket-printer", "status"): ("escpos", SaysNothingOfItself),
    ("ticket-printer", "cover"): ("escpos", PrintsWithItsCoverOpen),
    ("ticket-printer", "paper"): ("escpos", PrintsWithoutPaper),
    ("ticket-scanner", "reads"): ("serial-scanner", ReadsTwice),
    ("ticket-scanner", "damaged"): ("serial-scanner", ReadsWhatItCannot),
    ("ticket-scanner", "power"): ("serial-scanner", StaysOff),
    ("wnd", "read-back"): ("alpha", CutsTexts),
    ("wnd", "replaced"): ("alpha", KeepsTheFirst),
}
# Further ones, for the parts of a check.
MORE: Final[tuple[tuple[str, str, str, Callable[[], Any]], ...]] = (
    ("note-acceptor", "credited-once", "id003", CreditsInEscrow),
)
