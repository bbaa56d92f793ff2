"""Devices: what the table records about them, and which faults at terminals a dealer should know."""

import re
from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.reported import IDENTIFIED, begins_anew, meaning
from firmware.table.core.state import TableState, Troubles
from firmware.table.core.turn import TableTurn
from firmware.table.features import doors, papers, updates
from firmware.table.features.acknowledging import latch
from firmware.table.features.known_devices import driven, identify


class ReportDevice(Command, frozen=True):
    """Something about a device that is put on record: its driver, its stage, a fault, a door."""

    device: str
    what: str
    detail: str = ""


class DeviceReported(Event, frozen=True, tag="device_reported"):
    """Something about a device, for the record."""

    device: str
    what: str
    detail: str


TERMINAL: Final = "ats-"
_OF_TERMINAL: Final = re.compile(r"ats-([1-9][0-9]?) ")
_PANEL: Final = re.compile(r"ats-([1-9][0-9]?) panel")
# The boards across the network; the table knows its own devices in other ways.
BOARDS: Final = (TERMINAL, "wnd-", "cage-", "sgc-")


def after(troubles: Troubles, event: DeviceReported) -> Troubles:
    """Return the standing faults after a report; with `driver …` a board begins anew, and none stands any more."""
    device = event.device
    if not device.startswith(BOARDS):
        return troubles
    before = troubles.get(device, ())
    begins, ends = meaning(event.what)
    standing = () if begins_anew(event.what) else tuple(one for one in before if one not in (begins, ends))
    standing += (begins,) if begins else ()
    if standing == before:
        return troubles
    others = {name: codes for name, codes in troubles.items() if name != device}
    return {**others, device: standing} if standing else others


def is_repeated(troubles: Troubles, device: str, what: str) -> bool:
    """Whether a report tells nothing new about a board."""
    if not device.startswith(BOARDS):
        return False
    standing = troubles.get(device, ())
    begins, ends = meaning(what)
    return begins in standing or bool(ends and ends not in standing)


def of_terminal(troubles: Troubles, ats: int) -> Troubles:
    """Return the faults at one terminal, by the plain names of its devices."""
    start = f"{TERMINAL}{ats} "
    return {name.removeprefix(start): codes for name, codes in sorted(troubles.items()) if name.startswith(start)}


def report_device(turn: TableTurn, command: ReportDevice) -> None:
    """Record something about a device; a board's faults only when they begin and end, however often it reports them."""
    if command.what == IDENTIFIED:
        identify(turn, command.device, command.detail)
        return
    if papers.follow(turn, command.device, command.what, command.detail):
        return
    ats = _terminal_with_panel(turn.state, command.device)
    if is_repeated(turn.state.troubles, command.device, command.what):
        return
    if ats and doors.is_known(turn.state, ats, command.what):
        return
    turn.say(DeviceReported(command.device, command.what, command.detail))
    if ats:
        doors.follow(turn, ats, command.what)
    begins, found = meaning(command.what)[0], _OF_TERMINAL.match(command.device)
    if begins and found is not None:
        latch(turn, int(found[1]), begins)
    updates.follow(turn, command.device, command.what)


def _terminal_with_panel(state: TableState, device: str) -> int:
    """Return the terminal whose panel this is; 0 if it is none's."""
    found = _PANEL.fullmatch(device)
    ats = int(found[1]) if found else 0
    return ats if ats <= state.setup.ats else 0


def _fold_device_reported(state: TableState, event: DeviceReported) -> TableState:
    standing = after(state.troubles, event)
    state = state if standing is state.troubles else replace(state, troubles=standing)
    return driven(state, event.device, event.what)


FEATURE: Final = Feature(
    decides={ReportDevice: report_device},
    folds={DeviceReported: _fold_device_reported},
    facts=(ReportDevice,),
)
