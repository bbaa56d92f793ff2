"""A whole table that is worked by touch alone: fingers on the screens of dealer and players, cards out of the shoe."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from seen_once import seen_once

from firmware.link.bus import MemoryNetwork
from firmware.table.core.commands import Role
from firmware.table.core.journal import Journal
from firmware.table.core.service import Happened
from firmware.table.features.staff import EnrolStaff
from firmware.table.journal.memory import MemoryJournal
from firmware.table.journal.pin_secret import pin_secret
from firmware.table.people.staff_desk import StaffDesk
from firmware.terminal.view import AtsView
from hal.cards import Card
from hal.clock import LoopClock
from sim.offscreen import SeenScreen
from sim.profiles import Setting
from sim.virtual_time import VirtualTimeLoop
from sim.whole_table import Surroundings, WholeTable

# A screen looks for fingers fifty times a second.
LOOK_S = 0.03
TURN_S = 0.3


class Dealer:
    """A dealer at the console of a table: what the first one does there is the same, whoever looks on."""

    async def dealer(self, *actions: str) -> None:
        raise NotImplementedError

    async def keys(self, text: str) -> None:
        await self.dealer(*(f"key {key}" for key in text), "yes")

    async def enrol(self) -> None:
        """Enrol a casino supervisor, and sign on."""
        await self.dealer("op first")
        for text in ("700", "MEI", "4711"):
            await self.keys(text)
        await self.dealer("op sign-on")
        for text in ("700", "4711"):
            await self.keys(text)


class Floor(Dealer):
    def __init__(
        self, folder: Path, journal: Journal | None = None, network: MemoryNetwork | None = None, **chosen: Any
    ) -> None:
        self._secret = folder / "pin.secret"
        setting = Setting(secret=self._secret, **chosen)
        self.journal = journal or MemoryJournal()
        clock = LoopClock(asyncio.get_running_loop(), 40_000_000)
        self.table = WholeTable(setting, self.journal, clock, Surroundings(network, tell=self._hear))
        self.said: list[Any] = []

    def _hear(self, happened: Happened) -> None:
        self.said += happened.events

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.said if isinstance(event, kind)]

    async def dealer(self, *actions: str) -> None:
        assert self.table.sgc is not None
        await touch(self.table.sgc, *actions)

    async def player(self, ats: int, *actions: str) -> None:
        seen = self.table.seats[ats].seen
        assert seen is not None
        await touch(seen, *actions)

    async def enrol_other(self, number: str, name: str, role: str, pin: str, *approval: str) -> None:
        """Enrol somebody else, with whom it is approved by; then sign on as the one who was enrolled."""
        await self.dealer("tab staff", "op enrol")
        await self.keys(number)
        await self.keys(name)
        await self.dealer(f"key {role}")
        await self.keys(pin)
        if approval:
            approver, approvers_pin = approval
            await self.dealer(f"key {approver}")
            await self.keys(approvers_pin)
        else:
            await self.dealer("yes")
        await self.dealer("op sign-on")
        await self.keys(number)
        await self.keys(pin)

    async def long_known(self, number: str, name: str, role: Role, pin: str) -> None:
        """Enrol somebody as at set-up: nobody who is here had a hand in them, so they approve from today on."""
        desk = StaffDesk(self.table.service, pin_secret(self._secret, new=False))
        await self.table.service.submit(EnrolStaff(number, name, role, await desk.hash_pin(pin, number)), by="set-up")

    async def new_shoe(self, *, burns: bool = True) -> None:
        await self.dealer("op new-shoe", *([] if burns else ["key dealer"]), "yes")
        if burns:
            self.table.devices["shoe"].model.do("burn 5H")
        await asyncio.sleep(1)

    async def deal(self, codes: str, pace: float = 1.5) -> None:
        for code in codes.split():
            self.table.deal(Card(code))
            await asyncio.sleep(pace)


def view(floor: Floor) -> AtsView:
    """Return what the first terminal shows its guest."""
    terminal = floor.table.seats[1].terminal
    assert terminal is not None
    return terminal.desk.view()


async def tell(floor: Floor, *commands: object) -> None:
    """Have a table be told something, and wait until everybody has heard of it."""
    for command in commands:
        await floor.table.service.submit(command)  # type: ignore[arg-type]
    await asyncio.sleep(0.3)


async def touch(seen: SeenScreen, *actions: str) -> None:
    for action in actions:
        for _ in range(3):
            # What an earlier touch asked for comes with the next looks.
            if tuple(action.split()) in seen.actions():
                break
            await asyncio.sleep(0.3)
        seen.touch(*action.split())
        # Nobody aims at what stands on another page before that page is there.
        await asyncio.sleep(TURN_S if action.startswith("tab ") else LOOK_S)
    # What came of it by itself can be touched once it has stood there for a while.
    await asyncio.sleep(0.7)


def on_a_floor(
    folder: Path, story: Callable[[Floor], Awaitable[None]], *, painted: bool = False, **chosen: Any
) -> None:
    """Have a story happen at a table. `painted`: for a story that looks at the pixels of its screens."""

    async def whole() -> None:
        floor = Floor(folder, **chosen)
        await floor.table.start()
        await story(floor)
        await floor.table.stop()

    with nullcontext() if painted else seen_once(), asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())
