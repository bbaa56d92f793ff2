"""Which devices there are: each identifies itself, and a device that differs from the previous one is reported."""

from enum import auto
from typing import Final

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import TECHNICAL
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.reported import begins_anew, is_of_simulated
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn

NAME: Final = "devices"
SIMULATED: Final = "simulated"
SHOE: Final = "shoe"
_CHANGED: Final = "changed "


class KnownDevicesCode(Code):
    """Why it is refused."""

    DEVICE_NOT_CHANGED = auto()


class AcceptDevice(Command, frozen=True):
    """Somebody has seen to a device that has been replaced, or is not on the house's list."""

    device: str


class DeviceIdentified(Event, frozen=True, tag="device_identified"):
    """A device identifies itself, otherwise than `before`; and whether it is on the house's list."""

    device: str
    what: str
    before: str
    allowed: bool


class DeviceAccepted(Event, frozen=True, tag="device_accepted"):
    """Somebody has seen to it."""

    device: str
    what: str


def is_allowed(state: TableState, what: str) -> bool:
    """Whether a device is on the house's list; without a list, all are. A line is how an identification begins."""
    return not state.setup.allowed_devices or what.startswith(state.setup.allowed_devices)


def known(state: TableState) -> dict[str, str]:
    """Return how each device identified itself."""
    return {name: str(what) for name, what in kept(state, NAME).items() if not name.startswith(_CHANGED)}


def to_accept(state: TableState) -> dict[str, str]:
    """Return the devices that somebody must see to, each with the previous identification."""
    found = kept(state, NAME).items()
    return {name.removeprefix(_CHANGED): str(before) for name, before in found if name.startswith(_CHANGED)}


def has_simulated_shoe(state: TableState) -> bool:
    """Whether the shoe is simulated, which each screen of the table shows."""
    return SHOE in kept(state, SIMULATED)


def driven(state: TableState, device: str, what: str) -> TableState:
    """Return the state after a report; the shoe's driver tells whether it is simulated."""
    if device != SHOE or not begins_anew(what) or is_of_simulated(what) is has_simulated_shoe(state):
        return state
    return keep(state, SIMULATED, SHOE, "yes" if is_of_simulated(what) else None)


def identify(turn: TableTurn, device: str, what: str) -> None:
    """Record a device's identification, if it has changed."""
    before = str(kept(turn.state, NAME).get(device, ""))
    if what and what != before:
        turn.say(DeviceIdentified(device, what, before, is_allowed(turn.state, what)))


def accept(turn: TableTurn, command: AcceptDevice) -> None:
    """Record that somebody has seen to it."""
    if command.device not in to_accept(turn.state):
        raise Refused(KnownDevicesCode.DEVICE_NOT_CHANGED)
    turn.say(DeviceAccepted(command.device, known(turn.state)[command.device]))


def _fold_identified(state: TableState, event: DeviceIdentified) -> TableState:
    state = keep(state, NAME, event.device, event.what)
    wants_a_look = event.before or not event.allowed
    return keep(state, NAME, f"{_CHANGED}{event.device}", event.before) if wants_a_look else state


def _fold_accepted(state: TableState, event: DeviceAccepted) -> TableState:
    return keep(state, NAME, f"{_CHANGED}{event.device}", None)


FEATURE: Final = Feature(
    decides={AcceptDevice: accept},
    folds={DeviceIdentified: _fold_identified, DeviceAccepted: _fold_accepted},
    beside={AcceptDevice: TECHNICAL},
    while_closed=(AcceptDevice,),
)
