"""A simulated sign that speaks the Alpha protocol."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from drivers.alpha import protocol as p
from sim.devices.model import Command, Model, NoCommand, Tell
from sim.devices.simulation import NoSettings, Simulation

# A text calls a string by its label.
_CALL: Final = re.compile(rb"\x10(.)", re.DOTALL)
# As much as a sign can remember, which is more than one of ours is ever told.
MEMORY: Final = 32_768
# Its software, of March 2006; 12:34 by its clock, in 24 hours; its speaker on; its memory, and how much is free.
SAYS: Final = b"44011010C03061234M007F00,1E00"
# The run sequence: its kind and its lock stand before the labels.
_RUN_HEAD: Final = 2


class AlphaModel(Model):
    """The sign. Its texts outlive its power; garbled, it shows something else and says so when asked.

    It takes one command in a packet or several, with their checks or without; it answers as it was asked. While the
    priority file has text it shows that, else the first file of its run sequence that has any.
    """

    def __init__(self, tell: Tell = lambda _: None, *, says_what: bool = True) -> None:
        super().__init__(tell)
        # A simple sign does not say what it is.
        self._says_what = says_what
        self.files: dict[bytes, bytes] = {}
        self._strings: dict[bytes, bytes] = {}
        self._runs = [p.LABEL]
        self._reader = p.Reader(learns=False, longest=MEMORY, other=self.unknown)
        self._stuck = False

    @property
    def text(self) -> str:
        """What it shows."""
        texts = (self._seen(label) for label in (p.PRIORITY, *self._runs))
        return next((text for text in texts if text), "")

    def _seen(self, label: bytes) -> str:
        called = _CALL.sub(lambda call: self._strings.get(call[1], b""), self.files.get(label, b""))
        return p.seen(called)

    def _packet(self, label: bytes) -> p.Packet:
        return p.Packet(p.WRITE_TEXT, label + self.files.get(label, b""))

    def received(self, data: bytes) -> None:
        """Take texts, and give them back."""
        for packet in self._reader.feed(data):
            doer = self._DOERS.get(packet.command)
            if doer is None or not packet.data or not doer(self, packet.data[:1], packet.data[1:]):
                self.unknown(p.write_packet(packet))

    def _write_text(self, label: bytes, text: bytes) -> bool:
        self._keep(self.files, label, text)
        return True

    def _write_string(self, label: bytes, text: bytes) -> bool:
        self._keep(self._strings, label, text)
        return True

    def _keep(self, kept: dict[bytes, bytes], label: bytes, text: bytes) -> None:
        if not self._stuck:
            kept[label] = text
            self.tell({"event": "shows", "text": self.text})

    def _read_text(self, label: bytes, _: bytes) -> bool:
        self.send(p.write_packet(self._packet(label), p.ANSWER))
        return True

    def _read_special(self, what: bytes, _: bytes) -> bool:
        """Say what it is, which is all that it says of itself."""
        if what != p.INFORMATION or not self._says_what:
            return False
        self.send(p.write_packet(p.Packet(p.WRITE_SPECIAL, p.INFORMATION + SAYS), p.ANSWER))
        return True

    def _read_string(self, label: bytes, _: bytes) -> bool:
        self.send(p.write_packet(p.Packet(p.WRITE_STRING, label + self._strings.get(label, b"")), p.ANSWER))
        return True

    def _special(self, what: bytes, data: bytes) -> bool:
        """Lay its memory out anew, or run other files one after the other; whether it was one of these."""
        if what == b"$":
            self.files.clear()
            self._strings.clear()
        elif what == b"." and len(data) >= _RUN_HEAD:
            self._runs = [bytes((label,)) for label in data[_RUN_HEAD:]] or [p.LABEL]
        else:
            return False
        self.tell({"event": "shows", "text": self.text})
        return True

    _DOERS: Final[dict[bytes, Callable[["AlphaModel", bytes, bytes], bool]]] = {
        p.WRITE_TEXT: _write_text,
        p.READ_TEXT: _read_text,
        p.WRITE_STRING: _write_string,
        p.READ_STRING: _read_string,
        p.WRITE_SPECIAL: _special,
        p.READ_SPECIAL: _read_special,
    }

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what can be done to it."""
        return {
            "garble": ("garble [TEXT]", self._garble),
            "stick": ("stick", self._stick),
            "clear": ("clear", self._clear),
            **super().commands(),
        }

    def _garble(self, words: list[str]) -> None:
        text = " ".join(words) or "####"
        if not text.isascii():
            raise NoCommand("a sign shows ASCII")
        self.files[p.LABEL] = p.STILL + text.encode()
        self.tell({"event": "shows", "text": self.text})

    def _stick(self, _: list[str]) -> None:
        self._stuck = True

    def _clear(self, _: list[str]) -> None:
        self._stuck = False


def _new(tell: Tell, _: NoSettings) -> AlphaModel:
    return AlphaModel(tell)


MODEL: Final = Simulation(_new, NoSettings)
