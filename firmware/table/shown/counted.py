"""What a floor counts beside money, for each terminal: coups, notes, tickets, hand-pays, doors, power-ups, faults."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeVar

from msgspec import Struct, field

from firmware.game.events import Event
from firmware.table.core.events import WagersSettled
from firmware.table.core.reported import begins_anew, meaning
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.cashing_out import CashedOut
from firmware.table.features.devices import TERMINAL, DeviceReported
from firmware.table.features.tickets import TicketIssued
from hal.panel import INPUTS

Key = TypeVar("Key", int, str)
# The table itself, in place of a terminal's number.
TABLE: Final = 0
# A terminal's panel says `on`, the table's `open`.
_OPENED: Final = frozenset(f"{name} {how}" for name in INPUTS if name.endswith("_door") for how in ("on", "open"))


class CountMeters(Struct):
    """How often each has happened at one terminal since the journal began.

    `won`: coups that brought more than was staked. This and `played` count coups as first settled; what a correction
    changed is recorded with the coup.
    """

    played: int = 0
    won: int = 0
    notes: dict[int, int] = field(default_factory=dict)
    tickets: int = 0
    hand_pays: int = 0
    doors: dict[str, int] = field(default_factory=dict)
    power_ups: int = 0
    faults: dict[str, int] = field(default_factory=dict)


class Counting:
    """CountMeters events, one after the other."""

    def __init__(self) -> None:
        self._counts: dict[int, CountMeters] = {}
        # Each device reports its driver once per start: the highest count of a board's devices is how often it started.
        self._starts: Counter[str] = Counter()

    def of(self, ats: int) -> CountMeters:
        """Return the counts of a terminal, or (0) of the table itself."""
        return self._counts.setdefault(ats, CountMeters())

    def all(self) -> dict[int, CountMeters]:
        """Return all counts by terminal; 0 is the table itself."""
        return {ats: self._counts[ats] for ats in sorted(self._counts)}

    def count(self, events: Iterable[Event]) -> None:
        """Count these events."""
        for event in events:
            match event:
                case WagersSettled(corrected=False):
                    self._settled(event)
                case BoughtIn(by="note"):
                    for value, many in event.notes.items():
                        _add(self.of(event.ats).notes, value, many)
                case TicketIssued():
                    self.of(event.ats).tickets += 1
                case CashedOut(by="hand-pay"):
                    self.of(event.ats).hand_pays += 1
                case DeviceReported():
                    self._reported(event)

    def _settled(self, event: WagersSettled) -> None:
        won: Counter[int] = Counter()
        for line in event.lines:
            won[line.ats] += line.returned - line.stake
        for ats, amount in won.items():
            self.of(ats).played += 1
            self.of(ats).won += amount > 0

    def _reported(self, event: DeviceReported) -> None:
        board, _, _ = event.device.partition(" ")
        named = board.removeprefix(TERMINAL)
        is_terminal = board.startswith(TERMINAL) and named.isascii() and named.isdigit()
        if not is_terminal and " " in event.device:
            return  # of another board: a display, a cash desk
        counts, begins = self.of(int(named) if is_terminal else TABLE), meaning(event.what)[0]
        if begins_anew(event.what):
            self._starts[event.device] += 1
            counts.power_ups = max(counts.power_ups, self._starts[event.device])
        elif event.what in _OPENED:
            _add(counts.doors, event.what.partition(" ")[0], 1)
        elif begins and begins != event.what:
            _add(counts.faults, begins, 1)


def _add(counts: dict[Key, int], key: Key, many: int) -> None:
    counts[key] = counts.get(key, 0) + many
