"""A dealer and a player at two boards: where their fingers go and what both screens show, worked out on the host."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from by_touch import Floor, on_a_floor
from msgspec import Struct

from firmware.console.toast import TOAST_MS
from image.trial.at_the_console import PERIOD_S
from image.trial.fingers import TABLE, TERMINAL, Fingers, on_real_lines
from image.trial.pictures import TIME, UNUSUAL, Step, blanked

COUPS: Final = 10
# So many of them with a wager of 25 on Player.
WAGERED: Final = 3
NOTES: Final = ("50", "50")
# Chips move and clocks run, on two boards that are not at the same moment.
MAY_DIFFER: Final = 0.06
# Player 7 and a king, Banker 6 and a queen: 7 beats 6, and nobody draws. Eight decks have each card eight times.
SUITS: Final = "SHDC"


class Act(Struct, frozen=True):
    """A step at one of the boards."""

    board: str
    step: Step


class Together(Fingers):
    """What is done at both boards, in its order."""

    def __init__(self, floor: Floor) -> None:
        super().__init__(floor, 1)
        self.acts: list[Act] = []

    async def _act(self, board: str, does: Callable[[], Awaitable[None]], told: str = "") -> None:
        before = self.picture(board)
        await does()
        # What stays there is waited for. A word that goes away by itself a busy machine may not see in its time.
        await asyncio.sleep(TOAST_MS / 1000 + 1)
        touch = None if told else self.touched()
        # The boards do not come at the same moment: the table says what was amiss until the terminal was there.
        aside = (TIME, UNUSUAL) if board == TABLE else ()
        begins, shown = (blanked(one, aside) for one in (before, self.picture(board)))
        self.acts.append(Act(board, Step(begins, shown, touch, told, self.may_differ, aside)))

    async def dealer(self, *actions: str) -> None:
        """Touch the dealer's console."""
        for action in actions:
            await self._act(TABLE, lambda action=action: self.floor.dealer(action))  # type: ignore[misc]

    async def player(self, *actions: str) -> None:
        """Touch the player's terminal."""
        for action in actions:
            await self._act(TERMINAL, lambda action=action: self.floor.player(1, action))  # type: ignore[misc]

    async def shoe(self, line: str) -> None:
        """Have something happen to the shoe."""
        await self._told(TABLE, self.floor.table.devices["shoe"].model.do, line, 3)

    async def acceptor(self, line: str) -> None:
        """Have something happen to the terminal's acceptor."""
        await self._told(TERMINAL, self.floor.table.seats[1].devices["note_acceptor"].model.do, line, 8)

    async def _told(self, board: str, do: Callable[[str], object], line: str, after: float) -> None:
        async def happens() -> None:
            do(line)
            await asyncio.sleep(after)

        await self._act(board, happens, line)


def ten_coups(folder: Path) -> list[Act]:
    """Return an evening: two notes, ten coups, three of them with a wager, and a ticket for what is left."""
    acts: list[Act] = []

    async def told(floor: Floor) -> None:
        both = Together(floor)
        await both.open(MAY_DIFFER)
        for note in NOTES:
            await both.acceptor(f"insert {note}")
        for number in range(COUPS):
            await both.dealer("op open")
            if number < WAGERED:
                await both.player("chip 2500", "bet player")
            await both.dealer("op close", "yes")
            suit = SUITS[number % len(SUITS)]
            for line in (f"7{suit} player 1", f"6{suit} banker 1", f"K{suit} player 2", f"Q{suit} banker 2"):
                await both.shoe(f"card {line}")
            await both.dealer("op confirm")
        await both.player("cash-out", "pay")
        acts.extend(both.acts)

    with on_real_lines():
        on_a_floor(folder, told, painted=True, ats=1, currency="AUD", period=PERIOD_S)
    return acts
