"""A dealer and a player at two boards: where their fingers go and what both screens show, worked out on the host."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pygame
from by_touch import Floor, on_a_floor
from msgspec import Struct
from PIL import Image

from firmware.console.toast import TOAST_MS
from image.trial import fingers
from image.trial.fingers import PERIOD_S, Step, on_real_lines
from sim.profiles import SCREEN

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


class Together:
    """What is done at both boards, in its order."""

    def __init__(self, floor: Floor) -> None:
        assert floor.table.sgc is not None
        player = floor.table.seats[1].seen
        assert player is not None
        self.floor, self.acts, self.may_differ = floor, list[Act](), fingers.MAY_DIFFER
        self._screens = {"table": floor.table.sgc, "ats": player}
        self._touched: list[tuple[int, int]] = []
        for screen in self._screens.values():
            screen.fingers.tap = self._noting(screen.fingers.tap)  # type: ignore[method-assign, assignment]

    def _noting(self, tap: Callable[[int, int], None]) -> Callable[[int, int], None]:
        def noted(x: int, y: int) -> None:
            self._touched.append((x, y))
            tap(x, y)

        return noted

    def _picture(self, board: str) -> Image.Image:
        surface = self._screens[board].off.surface
        return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))

    async def _act(self, board: str, does: Callable[[], Awaitable[None]], told: str = "") -> None:
        before = self._picture(board)
        await does()
        # What stays there is waited for. A word that goes away by itself a busy machine may not see in its time.
        await asyncio.sleep(TOAST_MS / 1000 + 1)
        touch = None
        if not told:
            (x, y) = self._touched.pop()
            touch = (x / SCREEN[0], y / SCREEN[1])
        self.acts.append(Act(board, Step(before, self._picture(board), touch, told, self.may_differ)))

    async def dealer(self, *actions: str) -> None:
        """Touch the dealer's console."""
        for action in actions:
            await self._act("table", lambda action=action: self.floor.dealer(action))  # type: ignore[misc]

    async def keys(self, text: str) -> None:
        """Type at the console, and confirm."""
        await self.dealer(*(f"key {key}" for key in text), "yes")

    async def player(self, *actions: str) -> None:
        """Touch the player's terminal."""
        for action in actions:
            await self._act("ats", lambda action=action: self.floor.player(1, action))  # type: ignore[misc]

    async def shoe(self, line: str) -> None:
        """Have something happen to the shoe."""
        await self._told("table", self.floor.table.devices["shoe"].model.do, line, 3)

    async def acceptor(self, line: str) -> None:
        """Have something happen to the terminal's acceptor."""
        await self._told("ats", self.floor.table.seats[1].devices["note_acceptor"].model.do, line, 8)

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
        await both.dealer("op first")
        for text in ("700", "MEI", "4711"):
            await both.keys(text)
        await both.dealer("op sign-on")
        for text in ("700", "4711"):
            await both.keys(text)
        both.may_differ = MAY_DIFFER
        await both.dealer("op new-shoe", "yes")
        await both.shoe("burn 5H")
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
        on_a_floor(folder, told, ats=1, currency="AUD", period=PERIOD_S)
    return acts
