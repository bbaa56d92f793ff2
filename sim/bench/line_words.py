"""What the bytes on a line say, in words: for each protocol, whichever end they come from."""

from collections.abc import Callable
from typing import Any, Final

from drivers.angel_eye import protocol as angel_eye
from drivers.angel_eye.reports import meaning
from drivers.bee_tek import protocol as bee_tek
from drivers.ebds import protocol as ebds
from drivers.id003 import protocol as id003
from hal.in_words import in_words
from sim.devices.escpos_commands import next_said

LONGEST: Final = 48
MOST_WORDS: Final = 12
Decode = Callable[[bytes, bool], str]

ORDERS: Final = {
    0x11: "status?", 0x40: "reset", 0x41: "stack-1", 0x42: "stack-2", 0x43: "return", 0x44: "hold", 0x45: "wait",
    0x50: "acknowledged", 0xC0: "denominations", 0xC1: "security", 0xC2: "mode", 0xC3: "inhibit", 0xC4: "direction",
    0xC6: "barcode", 0xC7: "barcode inhibit", 0x88: "version?", 0x89: "boot version?", 0x8A: "currency?",
}  # fmt: skip
STATES: Final = {**id003.STATES, **id003.FAULTS}
EBDS: Final = {
    "d0": {
        ebds.IDLING: "idling", ebds.ACCEPTING: "accepting", ebds.ESCROWED: "escrowed", ebds.STACKING: "stacking",
        ebds.STACKED: "stacked", ebds.RETURNING: "returning", ebds.RETURNED: "returned",
    },
    "d1": {
        ebds.CHEATED: "cheated", ebds.REJECTED: "rejected", ebds.JAM: "jam", ebds.FULL: "stacker full",
        ebds.PAUSED: "paused", ebds.CALIBRATING: "calibrating",
    },
    "d2": {ebds.POWER_UP: "power up", ebds.INVALID_COMMAND: "invalid command", ebds.FAILURE: "failure"},
}  # fmt: skip
NAMES: Final = {"DLE \x04": "status?", "DLE \x05": "recover", "DLE \x14": "clear"}
SHOE_ORDERS: Final = {b"LK02": "lock", b"LK01": "unlock", b"EC": "clear error", b"GP": "next game"}


def words_on(driver: str) -> Decode:
    """Return what reads the line of a driver, simulated or real."""
    return _DECODERS.get(driver.rpartition(".")[2], _plain)()


def _plain() -> Decode:
    return lambda data, _: "".join(chr(b) if 32 <= b < 127 else "·" for b in data[:LONGEST])


def _framed(make: Callable[[], Any], device: Callable[[Any], str], host: Callable[[Any], str]) -> Decode:
    """Read frames, each end by a reader of its own, as they may come in pieces."""
    readers = {True: make(), False: make()}

    def decode(data: bytes, to_host: bool) -> str:  # noqa: FBT001
        return "; ".join((device if to_host else host)(said) for said in readers[to_host].feed(data))

    return decode


def _id003() -> Decode:
    def device(frame: id003.Frame) -> str:
        return STATES.get(frame.code) or ORDERS.get(frame.code) or id003.REASONS.get(frame.code, f"{frame.code:02X}")

    return _framed(id003.Reader, device, lambda frame: ORDERS.get(frame.code, f"{frame.code:02X}"))


def _ebds() -> Decode:
    return _framed(ebds.Reader, _ebds_said, _ebds_said)


def _ebds_said(said: ebds.Said) -> str:
    if isinstance(said, ebds.Query):
        return f"note {said.index}?"
    if isinstance(said, ebds.Poll):
        does = {ebds.STACK: "stack", ebds.RETURN: "return"}
        told = next((word for bit, word in does.items() if said.mode & bit), "status?")
        return told if said.enabled else f"{told}, takes none"
    told = " ".join(word for byte, bits in EBDS.items() for bit, word in bits.items() if getattr(said, byte) & bit)
    note = f" position {said.code}" if said.code else ""
    note = f" {said.extended.note.in_words}" if said.extended is not None else note
    out = "" if said.d1 & ebds.CASSETTE else ", cash box out"
    return f"{told}{note}{out}"


def _angel_eye() -> Decode:
    reader = angel_eye.Reader()

    def decode(data: bytes, to_host: bool) -> str:  # noqa: FBT001
        if not to_host:
            return next((words for order, words in SHOE_ORDERS.items() if order in data), "")
        said = [getattr(one, "report", one) for one in reader.feed(data)]
        return "; ".join(in_words(_meaning(one)) for one in said)

    return decode


def _meaning(said: Any) -> Any:
    return (meaning(said) or said) if isinstance(said, angel_eye.Report) else said


def _bee_tek() -> Decode:
    return _framed(bee_tek.Reader, in_words, in_words)


def _escpos() -> Decode:
    def decode(data: bytes, to_host: bool) -> str:  # noqa: FBT001
        if to_host:
            return "status " + data[:4].hex(" ")
        words: list[str] = []
        at = 0
        while at < len(data) and len(words) < MOST_WORDS and (found := next_said(data, at)) is not None:
            said, at = found
            if said.name == "text":
                text = said.data.decode("ascii", "replace")
                words = [*words[:-1], words[-1] + text] if words and words[-1].startswith("'") else [*words, f"'{text}"]
            else:
                words.append(NAMES.get(said.name, said.name))
        return " ".join(words)

    return decode


_DECODERS: Final[dict[str, Callable[[], Decode]]] = {
    "id003": _id003,
    "ebds": _ebds,
    "angel_eye": _angel_eye,
    "bee_tek": _bee_tek,
    "escpos": _escpos,
}
