"""What probes of all kinds of devices have in common."""

import pkgutil
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NamedTuple, Protocol

import firmware.probing
from hal.device import Device, DeviceEvent, FaultBegan, FaultEnded, StageChanged
from hal.faults import FAULTS
from hal.overheard import Listen
from hal.registry import NAMES, Chosen, choose

Said = dict[str, object]
Print = Callable[[Said], None]
Command = Callable[[list[str]], Awaitable[None]]


class ToProbe(NamedTuple):
    """A device that somebody wants to speak with: its driver and settings, and who prints what it says.

    `take_notes`: an acceptor takes every note; `listen` hears what crosses the line.
    """

    driver: str
    settings: Mapping[str, object]
    printer: Print
    take_notes: bool = False
    listen: Listen | None = None

    def chosen(self, name: str) -> Chosen:
        """Return the device, as a profile that names it would."""
        return choose({name: {"driver": self.driver, **self.settings}}, self.listen)[name]


class Probe(Protocol):
    """A device on the desk."""

    device: Device

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what the device may be told: how it reads, and what does it."""
        ...


class ProbedKind(Protocol):
    """The module of a kind of device."""

    def open_probe(self, desk: ToProbe) -> Probe:
        """Return a device of this kind at a port."""
        ...


def said_of_any(event: DeviceEvent) -> Said | None:
    """Return what is printed of the events that all devices have."""
    match event:
        case StageChanged(stage, detail):
            return {"event": "device", "stage": stage, "detail": detail}
        case FaultBegan(code, detail):
            advice = FAULTS[code]
            return {
                "event": "fault", "kind": code, **code_of(detail), "detail": detail,
                "happened": advice.happened, "remedy": advice.remedy,
            }  # fmt: skip
        case FaultEnded(code, detail):
            return {"event": "cleared", "kind": code, **code_of(detail)}
    return None


def code_of(detail: str) -> Said:
    """Return the device's own code for a fault, where that is what its detail is."""
    return {"code": int(detail) if detail.isdigit() else detail} if detail and " " not in detail else {}


def refused(command: str, reason: str) -> Said:
    """Return what is printed when a device cannot be told something now."""
    return {"event": "refused", "command": command, "reason": reason}


# What is probed, by the files that there are: a kind of device whose name is none of theirs is used, and never asked.
KINDS: Final = {
    kind: f"firmware.probing.{name}"
    for name, kind in NAMES.items()
    if name in {file.name for file in pkgutil.iter_modules(firmware.probing.__path__)}
}
