"""`rapid-table run`, with somebody at its screen who is told by lines what to touch.

    python -m sim.siege.attend run --role table --config table.toml

Each line on standard input is an object, answered by one on standard output that has its `id`. What is touched is what
a finger could touch; nothing reaches the table by another way.
"""

import asyncio
import json
import os
from collections.abc import Coroutine
from typing import Any, Final

import msgspec
import pygame

from firmware.cli.desk import every_line_of_input, print_line
from firmware.cli.main import main
from firmware.console.desk import CONSOLE, SgcDesk
from firmware.console.every_operation import OPERATIONS
from firmware.kit.box import Box
from firmware.kit.house_theme import FIRST
from firmware.table.core.service import TableService
from firmware.table_board import devices
from firmware.terminal import board as ats
from firmware.terminal.desk import AtsDesk
from sim.refusals import in_english
from sim.siege.broken import BROKEN, undo

# How long a touch may take until its outcome is on the screen.
DONE_S: Final = 10.0
LOOK_S: Final = 0.02
SURE_S: Final = 0.2
CONFIRM: Final = "confirm"


class ConsoleHands:
    """Whoever is at the console."""

    def __init__(self, desk: SgcDesk, service: TableService) -> None:
        self._desk = desk
        self._service = service

    async def obey(self, order: dict[str, Any]) -> dict[str, Any]:
        """Do what is asked, and say what the screen then says."""
        if "op" not in order:
            return self._stands()
        desk = self._desk
        toast = desk.view().toast_until
        desk.act(("op", order["op"], *order.get("given", ())))
        for answer in order.get("answers", ()):
            form = desk.view().form
            if form is None:
                break
            self._enter(form.kind, answer)
        form = desk.view().form
        if form is not None and form.kind == CONFIRM:
            desk.act(("yes",))
        # What is done without asking says nothing when it is done; what is refused is said as soon.
        wait = SURE_S if OPERATIONS[order["op"]].sure else DONE_S
        for _ in range(round(wait / LOOK_S)):
            view = desk.view()
            if view.form is None and view.toast_until != toast:
                break
            await asyncio.sleep(LOOK_S)
        view = desk.view()
        if view.form is not None:
            desk.act(("no",))
        return {"toast": view.toast if view.toast_until != toast else "", "look": view.toast_look}

    def _enter(self, kind: str, answer: str) -> None:
        if kind == "pick":
            self._desk.act(("key", answer))
            return
        for key in answer.split(",") if kind in ("cards", "order") else answer:
            self._desk.act(("key", key))
        self._desk.act(("yes",))

    def _stands(self) -> dict[str, Any]:
        """Return how the table stands, as its screen could show it."""
        state = self._service.state
        coup, opening = state.game.coup, self._service.opening
        return {
            "phase": state.game.phase.value,
            "coups": state.game.coups,
            "shoes": state.game.shoes,
            "due": coup.due.value if coup is not None and coup.due is not None else "",
            "places": {"player": len(coup.player), "banker": len(coup.banker)} if coup is not None else {},
            "options": list(state.game.questions[0].options) if state.game.questions else [],
            "session": state.session,
            "staff": list(state.staff),
            "signed_on": CONSOLE in state.consoles,
            "balances": {str(number): state.balance(number) for number in range(1, state.setup.ats + 1)},
            "open": [str(number) for number in state.accounts],
            "wagers": {str(number): account.wagers for number, account in state.accounts.items()},
            "doubts": msgspec.to_builtins(state.note_doubts),
            "tickets": {number: ticket.fate for number, ticket in state.tickets.items()},
            "faults": sorted(state.faults),
            "waiting": {str(number): pocket.waiting for number, pocket in state.pockets.items() if pocket.waiting},
            "stopped": self._service.stopped,
            "opening": "" if opening is None else opening.stage(self._service.now_ms()).value,
        }


class TerminalHands:
    """Whoever sits at a terminal."""

    def __init__(self, desk: AtsDesk) -> None:
        self._desk = desk

    async def obey(self, order: dict[str, Any]) -> dict[str, Any]:
        """Do what is asked, and say what the screen then shows."""
        for action in order.get("touch", ()):
            self._desk.act(tuple(action))
        view = self._desk.view()
        dialogue = "" if view.dialogue is None else view.dialogue.kind
        return {
            "headline": view.headline, "balance": view.balance, "betting": view.betting, "open": view.open,
            "may": sorted(view.may), "staked": view.staked, "dialogue": dialogue, "toast": view.toast,
        }  # fmt: skip


async def obey(person: ConsoleHands | TerminalHands) -> None:
    """Take orders, one after the other, until there are none any more; then the board has lost its power."""
    async for line in every_line_of_input(signals=()):
        order: dict[str, Any] = json.loads(line)
        try:
            said = await person.obey(order)
        except (LookupError, ValueError, AssertionError) as problem:
            said = {"problem": in_english(problem)}
        print_line({"id": order["id"], **said})


class Unseen:
    """A canvas on which nobody draws."""

    surface = pygame.Surface((1, 1))
    size = (0, 0)
    theme = FIRST
    moves = False
    fingers = None

    def present(self, places: list[Box]) -> None:
        """Show nothing."""

    def closed(self) -> bool:
        """Nobody closes it."""
        return False


class AttendedTable(devices.TableDevices):
    """The table board's devices, and somebody at its console, who needs no picture of it."""

    def screen(self) -> list[Coroutine[Any, Any, None]]:
        """Return what runs for the console."""
        self._shown.canvas = Unseen()
        for drawing in super().screen():
            drawing.close()
        assert self.console is not None
        return [obey(ConsoleHands(self.console, self._table))]


class AttendedTerminal(ats.Terminal):
    """A terminal, and somebody who sits there."""

    def parts(self) -> list[Coroutine[Any, Any, None]]:
        """Return what runs on this board."""
        return [*super().parts(), obey(TerminalHands(self.desk))]


def run(words: list[str]) -> int:
    """Run a command line of `rapid-table` with somebody at the board's screen; a mend may be undone in it."""
    if broken := os.environ.get(BROKEN):
        undo(broken)
    devices.TableDevices = AttendedTable  # type: ignore[misc]
    ats.Terminal = AttendedTerminal  # type: ignore[misc]
    return main(words)
