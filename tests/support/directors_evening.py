"""A table's console with the Director signed on, and the tournament that it asks across the network."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from cup_at_tables import cup, round_of
from network_under_test import Net, on_a_network

from firmware.conditions_file import read_conditions
from firmware.console.desk import CONSOLE, SgcDesk
from firmware.console.view import Choice, Row
from firmware.link.remote_table import RemoteTable
from firmware.table.core.commands import Role
from firmware.table.features.staff import EnrolStaff, SignOn
from firmware.table.people.staff_desk import StaffDesk
from firmware.table_board.answers import NO_SYSTEMS, HouseSystems
from firmware.tournament import commands as c
from firmware.tournament_board.across import TableAcross
from firmware.tournament_board.hall import Hall
from firmware.tournament_board.journal import TournamentInMemory
from firmware.tournament_board.service import TournamentService

NAME = "tournament-1"


class Evening:
    """A table's console with the Director signed on, and the tournament across the network."""

    def __init__(self, net: Net, conditions: Path, language: str = "en") -> None:
        self.net = net
        self.remote = RemoteTable(net.memory.board(NAME), lambda: None)
        self.journal = TournamentInMemory()
        self.conditions = read_conditions(conditions.read_text())
        self.desk = SgcDesk(net.service, StaffDesk(net.service, b"0123456789abcdef"), language, "Table 1", lambda: None)
        net.tasks[NAME] = asyncio.create_task(self.remote.run())
        self.wake()

    def wake(self) -> None:
        """The tournament goes on from its journal."""
        self.service = TournamentService(self.journal, self.net.service.now_ms)
        self.hall = Hall(self.service, {1: TableAcross(1, self.remote)})

    async def look(self) -> None:
        await self.hall.look(anew=True)

    async def begin(self, name: str = "Ada Reyes") -> None:
        while not self.remote.there:
            await asyncio.sleep(0.05)
        await self.net.tell(EnrolStaff("303", "Tom Reid", Role.CASINO_SUPERVISOR, "kept", ""))
        await self.net.tell(
            EnrolStaff("404", name, Role.TOURNAMENT_DIRECTOR, "kept", "", "303"), SignOn(CONSOLE, "404")
        )
        for command in (
            c.ApproveConditions(self.conditions, "operator", "A1", "2026-11-19"), c.AppointDirector("Ada Reyes", "op"),
            c.OpenEntry(), *(c.Enter(who, who, entitled=True, form=True, paid=100_00) for who in ("Bo", "Cy")),
            c.CloseEntry(),
        ):  # fmt: skip
            await self.hall.ask(command)
        self.desk.act(("tab", "director"))

    def rows(self) -> tuple[Row, ...]:
        page = self.desk.view().page
        assert page is not None
        return page.rows

    def button(self, label: str) -> Choice:
        found = [choice for row in self.rows() for choice in row.choices if choice.label == label]
        assert found, [row.label for row in self.rows()]
        return found[0]

    async def touch(self, label: str) -> None:
        """Touch a button and say yes; the tournament looks, and looks again."""
        self.desk.act(self.button(label).action)
        form = self.desk.view().form
        assert form is not None
        assert form.lines == (f"The tournament is asked: {label}",)
        self.desk.act(("yes",))
        await asyncio.sleep(0.1)

    async def do(self, label: str) -> None:
        """Touch a button, say yes, and let the tournament answer."""
        await self.touch(label)
        await self.look()

    async def answer(self, *touches: str) -> tuple[str, ...]:
        """Touch what a form asks, each by its label or as a key; return what it says before the last, which is yes."""
        for touch in touches:
            form = self.desk.view().form
            assert form is not None, self.desk.view().toast
            action = next((choice.action for choice in form.choices if choice.label == touch), None)
            self.desk.act(action or (("yes",) if touch == "OK" else ("key", touch)))
        form = self.desk.view().form
        assert form is not None, self.desk.view().toast
        assert form.kind == "confirm"
        self.desk.act(("yes",))
        await asyncio.sleep(0.1)
        await self.look()
        return form.lines


def small_cup(folder: Path) -> Path:
    """Write the conditions of one final of two players."""
    return cup(folder, round_of("final", "entry", seats=2, coups=2), most=2)


def at_the_console(
    story: Callable[[Evening], Awaitable[None]],
    folder: Path,
    conditions: Path | None = None,
    house: HouseSystems = NO_SYSTEMS,
) -> None:
    """Let a story happen there, with the Director signed on; in a small cup unless told otherwise."""

    async def whole(net: Net) -> None:
        one = Evening(net, conditions or small_cup(folder))
        await one.begin()
        await one.look()
        await story(one)

    on_a_network(whole, house=house)
