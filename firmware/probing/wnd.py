"""A winning number display on the desk."""

from collections.abc import Mapping

from firmware.probing.probe import Command, ToProbe, refused, said_of_any
from hal.device import DeviceEvent
from hal.display import Display, Shows, ShowsOtherwise


def open_probe(desk: ToProbe) -> "DisplayProbe":
    """Return a display at a port."""
    return DisplayProbe(desk)


class DisplayProbe:
    """A display."""

    def __init__(self, desk: ToProbe) -> None:
        self._print = desk.printer
        self.device: Display = desk.chosen("wnd").display(self._heard)

    def _heard(self, event: DeviceEvent) -> None:
        match event:
            case Shows(text):
                self._print({"event": "shows", "text": text})
            case ShowsOtherwise(wanted, found):
                self._print({"event": "mismatch", "wanted": wanted, "found": found})
            case other:
                said = said_of_any(other)
                if said is not None:
                    self._print(said)

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what the display may be told."""
        return {
            "show": ("show TEXT", self._show),
            "test-page": ("test-page: a text with all letters and digits", self._test_page),
            "read": ("read: what it shows", self._read),
            "status": ("status: the same", self._read),
        }

    async def _show(self, words: list[str]) -> None:
        if not await self.device.show(" ".join(words)):
            self._print(refused("show", "the display, asked, does not show it"))

    async def _test_page(self, _: list[str]) -> None:
        await self._show(["ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789"])

    async def _read(self, _: list[str]) -> None:
        text = await self.device.read_back()
        if text is None:
            self._print({"event": "fault", "kind": "silent", "detail": "the display does not answer"})
        else:
            self._print({"event": "shows", "text": text})
