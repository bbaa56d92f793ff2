"""Light and sound of a terminal's faults: any fault lights the fault lamp, and one that endangers money is heard."""

from collections.abc import Callable
from typing import Final

from hal.device import DeviceEvent, FaultBegan, FaultEnded
from hal.panel import InputChanged, Panel

LAMP: Final = "lamp_fault"
# The alarm that no configuration turns off (firmware/kit/sounds.py).
ALARM: Final = "door"
# Only faults that touch money, for which the standards want an alarm (docs/laboratory.md, row 33). If every printer low
# on paper raised one, soon nobody would listen.
HEARD: Final = frozenset({"cheated", "jam_acceptor", "jam_stacker", "stacker_open", "stacker_full", "unrecoverable"})


class Signals:
    """The signals of one terminal. `sound`: plays one of its sounds."""

    def __init__(self, sound: Callable[[str], None]) -> None:
        self._sound = sound
        self._panel: Panel | None = None
        self._standing: set[tuple[str, str]] = set()

    def serve(self, panel: Panel) -> None:
        """Take charge of a panel's lamp."""
        self._panel = panel

    def heard(self, device: str, event: DeviceEvent) -> None:
        """Signal what a device reports."""
        match event:
            case FaultBegan(code=code):
                self._standing.add((device, code))
                if code in HEARD:
                    self._sound(ALARM)
            case FaultEnded(code=code):
                self._standing.discard((device, code))
            case InputChanged(name=name, on=on) if name.endswith("_door"):
                change = self._standing.add if on else self._standing.discard
                change((device, name))
            case _:
                return
        if self._panel is not None:
            self._panel.set(LAMP, on=bool(self._standing))
