"""What goes over each line, in hexadecimal and in words; what is said again and again is counted."""

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from drivers.angel_eye.protocol import Reader
from drivers.angel_eye.reports import meaning
from drivers.id003 import protocol as id003
from sim.devices.escpos_commands import next_said

KEPT: Final = 300
LONGEST: Final = 48
ORDERS: Final = {
    0x11: "status?", 0x40: "reset", 0x41: "stack-1", 0x42: "stack-2", 0x43: "return", 0x44: "hold", 0x45: "wait",
    0x50: "acknowledged", 0xC0: "denominations", 0xC1: "security", 0xC2: "mode", 0xC3: "inhibit", 0xC4: "direction",
    0x88: "version?", 0x8A: "currency?",
}  # fmt: skip
SHOE_ORDERS: Final = {b"LK02": "lock", b"LK01": "unlock", b"EC": "clear error", b"GP": "next game"}


class Traffic:
    """The lines of a table. `news` are those since last asked."""

    def __init__(self) -> None:
        self._news: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self._last: dict[str, Any] = {}

    def tap(self, name: str, driver: str) -> Callable[[bytes, bool], bytes]:
        """Return what listens on a line; it changes nothing."""
        decode = DECODERS.get(driver, _plain)()

        def listen(data: bytes, to_host: bool) -> bytes:  # noqa: FBT001
            self._said(name, data, decode(data, to_host), to_host=to_host)
            return data

        return listen

    def _said(self, name: str, data: bytes, words: str, *, to_host: bool) -> None:
        shown = data[:LONGEST].hex(" ") + (" …" if len(data) > LONGEST else "")
        said: dict[str, Any] = {"line": name, "from": "device" if to_host else "host", "hex": shown, "words": words}
        last = self._last.get(name), self._last.get(f"{name} before")
        for again in last:
            if again is not None and all(again[key] == value for key, value in said.items()):
                again["count"] += 1
                return
        said["count"] = 1
        self._last[f"{name} before"], self._last[name] = self._last.get(name), said
        self._news.append(said)

    def news(self) -> list[dict[str, Any]]:
        """Return what is new."""
        found = list(self._news)
        self._news.clear()
        return found


Decode = Callable[[bytes, bool], str]


def _plain() -> Decode:
    return lambda data, _: "".join(chr(b) if 32 <= b < 127 else "·" for b in data[:LONGEST])


def _id003() -> Decode:
    names = {**id003.STATES, **id003.FAULTS}

    def decode(data: bytes, to_host: bool) -> str:  # noqa: FBT001
        if len(data) < 3 or data[0] != id003.SYNC:
            return ""
        code = data[2]
        if not to_host:
            return ORDERS.get(code, f"{code:02X}")
        return names.get(code, ORDERS.get(code, f"{code:02X}"))

    return decode


def _shoe() -> Decode:
    reader = Reader()

    def decode(data: bytes, to_host: bool) -> str:  # noqa: FBT001
        if not to_host:
            return next((words for order, words in SHOE_ORDERS.items() if order in data), "")
        said = [getattr(one, "report", one) for one in reader.feed(data)]
        return "; ".join(str(_meaning(one)) for one in said)

    return decode


def _meaning(said: Any) -> Any:
    return meaning(said) if hasattr(said, "kind") else said


def _escpos() -> Decode:
    def decode(data: bytes, to_host: bool) -> str:  # noqa: FBT001
        if to_host:
            return "status " + data[:4].hex(" ")
        words: list[str] = []
        at = 0
        while at < len(data) and len(words) < 12 and (found := next_said(data, at)) is not None:
            said, at = found
            if said.name == "text":
                text = said.data.decode("ascii", "replace")
                words = [*words[:-1], words[-1] + text] if words and words[-1].startswith("'") else [*words, f"'{text}"]
            else:
                words.append(said.name)
        return " ".join(words)

    return decode


DECODERS: Final[dict[str, Callable[[], Decode]]] = {
    "sim.id003": _id003,
    "sim.angel_eye": _shoe,
    "sim.escpos": _escpos,
}
