"""Stands between the shoe with its sensors and the table: reports become steps, and the lock follows the coup."""

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Final

from firmware.game import steps as s
from firmware.game.events import CardEntered, CoupResult
from firmware.game.lock import card_may_leave
from firmware.game.placing import says_nothing
from firmware.refusal import Refused
from firmware.table.core.group import Answer, Asked
from firmware.table.core.reported import fault_began, fault_ended
from firmware.table.core.service import Happened, TableService
from firmware.table.core.state import TableState
from firmware.table.core.stopped import TableStopped
from firmware.table.features.devices import ReportDevice
from firmware.table.features.malfunctions import ClearMalfunction, Malfunction
from firmware.table.shoe.card_watch import CardWatch, WatchSettings
from hal.device import DeviceEvent, FaultBegan, FaultEnded, StageChanged
from hal.in_words import in_words
from hal.life import Stage
from hal.panel import InputChanged
from hal.shoe import CardShoe, PresetChanged, ShoeCard, ShoeLocked, ShoeState

UNREAD: Final = "unreadable"
DOORS: Final = ("shoe_door", "cabinet_door", "cash_box_door", "supervisor_key")
BY: Final = "shoe"
WATCH: Final = WatchSettings()


class ShoeDesk:
    """The table's shoe and its sensors."""

    def __init__(self, table: TableService, settings: WatchSettings = WATCH) -> None:
        self._table = table
        self._watch = CardWatch(settings)
        self._shoe: CardShoe | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._lock: asyncio.Task[None] | None = None
        self._locked: bool | None = None
        self._gone = False
        self._orders: set[asyncio.Task[bool]] = set()

    def serve(self, shoe: CardShoe) -> None:
        """Take charge of a shoe."""
        self._shoe = shoe

    # What devices report.

    def heard(self, event: DeviceEvent) -> None:
        """Take a report of the shoe, or of the panel's sensors."""
        now = self._now()
        match event:
            case StageChanged(stage, detail):
                self._stage(stage, detail)
            case FaultBegan(code, detail):
                self._report(fault_began(code), detail)
            case FaultEnded(code, detail):
                self._report(fault_ended(code), detail)
            case ShoeLocked(locked):
                self._locked = locked
                self._follow_lock(self._table.state)
            case ShoeState("start"):
                # It starts unlocked, whatever it was before.
                self._locked = None
                self._follow_lock(self._table.state)
            case ShoeCard(card, outside=True):
                self._report("card while locked", card)
            case PresetChanged(preset, value):
                self._report("preset changed", f"{preset} {value}")
            case InputChanged(name, on) if name in DOORS:
                self._report(f"{name} {'open' if on else 'closed'}", "", device="panel")
        for step in self._watch.heard(event, now, self._table.state.game):
            self._say(step)
        self._set_timer(now)

    def heard_of_panel(self, event: DeviceEvent) -> None:
        """Take a report of the panel: sensor readings concern the shoe; the panel's own health does not."""
        match event:
            case StageChanged(stage, detail):
                self._report(stage, detail, device="panel")
            case FaultBegan(code, detail):
                self._report(fault_began(code), detail, device="panel")
            case FaultEnded(code, detail):
                self._report(fault_ended(code), detail, device="panel")
            case _:
                self.heard(event)

    def _now(self) -> int:
        return round(asyncio.get_running_loop().time() * 1000)

    def _set_timer(self, now: int) -> None:
        due = self._watch.due_at
        if due is not None and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later((due - now) / 1000 + 0.001, self._tick)

    def _tick(self) -> None:
        self._timer = None
        now = self._now()
        for step in self._watch.tick(now):
            self._say(step)
        self._set_timer(now)

    def _stage(self, stage: Stage, detail: str) -> None:
        """Follow the shoe's stage: a lost shoe is a device that the table cannot do without (11.15)."""
        self._report(stage, detail)
        if stage in (Stage.ABSENT, Stage.LOST) and not self._gone:
            self._gone = True
            self._say(Malfunction("system"))
        elif stage is Stage.READY:
            self._locked = None
            if self._gone:
                self._gone = False
                self._say(ClearMalfunction("system"))
            self._follow_lock(self._table.state)

    def _report(self, what: str, detail: str, device: str = "shoe") -> None:
        self._say(ReportDevice(device, what, detail))

    # What the table is told.

    def _say(self, step: Asked) -> None:
        """Put a step into the table's queue at once: cards that come during a commit share the next one."""
        needless = partial(_says_nothing, step) if isinstance(step, s.CardSeen) else None
        self._table.ask(step, by=BY, needless=needless).add_done_callback(partial(self._answered, step))

    def _answered(self, step: Asked, answer: Answer) -> None:
        """Record what was refused; a report is refused only by a table that is not open."""
        failure = None if answer.cancelled() else answer.exception()
        if isinstance(failure, Refused) and not isinstance(step, ReportDevice):
            self._report(f"refused: {failure}", in_words(step))
        # What the shoe says to a stopped table is of no use: one that comes back asks it again.
        elif failure is not None and not isinstance(failure, TableStopped):
            raise failure

    def follow(self, happened: Happened) -> None:
        """Follow the table: its lock, what it could not read, and the next game."""
        self._follow_lock(happened.state)
        if any(isinstance(event, CardEntered) for event in happened.events) and not happened.state.game.unread:
            self._leave_error()
        if any(isinstance(event, CoupResult) for event in happened.events):
            self._next_game()

    def _follow_lock(self, state: TableState) -> None:
        shoe = self._shoe
        if shoe is None or not shoe.abilities.locks or shoe.stage is not Stage.READY:
            return
        if self._lock is None and self._locked is not self._wanted(state):
            self._lock = asyncio.create_task(self._set_lock(shoe))

    @staticmethod
    def _wanted(state: TableState) -> bool:
        return not (state.open and "system" not in state.faults and card_may_leave(state.game))

    async def _set_lock(self, shoe: CardShoe) -> None:
        """Lock or unlock it, until it is as it should be."""
        try:
            while self._locked is not (wanted := self._wanted(self._table.state)):
                if not await shoe.lock(locked=wanted):
                    return  # the driver has reported it; this is tried again with the next thing that happens
                self._locked = wanted
        finally:
            self._lock = None

    def _next_game(self) -> None:
        """Make the shoe go on to its next game."""
        shoe = self._shoe
        if shoe is not None and shoe.abilities.judges and shoe.stage is Stage.READY:
            self._tell(shoe.confirm_game())

    def _leave_error(self) -> None:
        """Have the shoe go on once all that it could not read is on record; until then it reads no card as dealt."""
        shoe = self._shoe
        if shoe is not None and UNREAD in shoe.faults and shoe.stage is Stage.READY:
            self._tell(shoe.clear_error())

    def _tell(self, order: Coroutine[None, None, bool]) -> None:
        task = asyncio.create_task(order)
        self._orders.add(task)
        task.add_done_callback(self._orders.discard)


def _says_nothing(step: s.CardSeen, state: TableState) -> bool:
    """Whether a sensor saw a card just where it belongs, which tells nothing new."""
    return says_nothing(state.game, step)
