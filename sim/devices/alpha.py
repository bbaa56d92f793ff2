"""A simulated sign that speaks the Alpha protocol."""

from collections.abc import Mapping
from typing import Final

from drivers.alpha import protocol as p
from sim.devices.model import Command, Model, NoCommand, Tell
from sim.devices.simulation import NoSettings, Simulation


class AlphaModel(Model):
    """The sign. Its texts outlive its power; garbled, it shows something else and says so when asked."""

    def __init__(self, tell: Tell = lambda _: None) -> None:
        super().__init__(tell)
        self.files: dict[bytes, bytes] = {}
        self._reader = p.Reader()
        self._stuck = False

    @property
    def text(self) -> str:
        """What it shows."""
        return p.text_of(self._packet(p.LABEL)) or ""

    def _packet(self, label: bytes) -> p.Packet:
        return p.Packet(p.WRITE_TEXT, label + self.files.get(label, b""))

    def received(self, data: bytes) -> None:
        """Take texts, and give them back."""
        for packet in self._reader.feed(data):
            label = packet.data[:1]
            if packet.command == p.WRITE_TEXT and label:
                if not self._stuck:
                    self.files[label] = packet.data[1:]
                    self.tell({"event": "shows", "text": self.text})
            elif packet.command == p.READ_TEXT and label:
                self.send(p.write_packet(self._packet(label), p.ANSWER))

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
