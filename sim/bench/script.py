"""A scenario at the bench: loaded, taken step by step or to its end, and what became of each step."""

import asyncio
import json
from collections import deque
from typing import Any, Final

from msgspec.structs import replace

from firmware.game.steps import NewShoe
from firmware.refusal import Refused
from firmware.table.core.setup import Setup
from firmware.table.core.stopped import TableStopped
from firmware.table.features.cashing_out import CashOut
from hal.ticket_printer import PrintOutcome, PrintResult
from sim.bench.cups import Cups, need_one_table
from sim.bench.first_shoe import begin_a_shoe, is_untouched, wants_it_burned
from sim.bench.people import whoever_may
from sim.bench.player_lines import amount
from sim.devices.model import NoCommand
from sim.play import choose_book, prepare, shoe_before
from sim.refusals import in_english
from sim.scenario import ScenarioError, ScenarioLine, read_scenario
from sim.scenario_actions import ChooseBook, SetTable, Wait
from sim.tournament_steps import SetTournament, TournamentAction
from sim.whole_table import WholeTable

DONE: Final = "done"
# What a table is, as people say it.
WHAT: Final = ("rulebook", "ats", "decks", "period", "side", "aggregate-min")


class Script:
    """The scenario of a bench. `said` is what became of the steps that were taken, and nobody was told of yet."""

    def __init__(self, table: WholeTable, cups: Cups) -> None:
        self._cups = cups
        self.steps: list[ScenarioLine] = []
        self.became: list[str] = []
        self.said: deque[str] = deque()
        self._table = table
        self._one_at_a_time = asyncio.Lock()
        self._playing: asyncio.Task[None] | None = None
        self._paying: asyncio.Task[PrintResult | None] | None = None
        self._has_shoe = False

    def load(self, text: str, where: str = "scenario") -> None:
        """Load one. Raises ScenarioError, also for one that is of another table than the bench's."""
        lines = read_scenario(text, where)
        _need_one_table(lines, where, self._table.setup.ats)
        self._check_table(lines, where)
        self.stop()
        self.steps = [line for line in lines if not isinstance(line.action, ChooseBook | SetTable)]
        self.became = []
        self._has_shoe = any(isinstance(line.action, NewShoe) for line in lines)

    def _check_table(self, lines: list[ScenarioLine], where: str) -> None:
        ours = self._table.setup
        theirs = prepare(lines, choose_book(lines, None) or ours.rulebook, where)
        if not any(isinstance(line.action, SetTable | SetTournament) for line in lines):
            theirs = replace(ours, rulebook=theirs.rulebook)
        differ = [
            f"{name} is {theirs_is} there and {ours_is} here"
            for name, theirs_is, ours_is in zip(WHAT, _what(theirs), _what(ours), strict=True)
            if theirs_is != ours_is
        ]
        if differ:
            problem = (
                f"this is of another table: {', '.join(differ)}; rapid-table bench --scenario FILE starts that one"
            )
            raise ScenarioError(where, 1, problem)

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._playing is not None and not self._playing.done()

    def begin(self, *, whole: bool) -> None:
        """Take the next step, or all that are left, as long as each of them takes."""
        if not self.playing:
            self._playing = asyncio.create_task(self._play() if whole else self._one())

    def stop(self) -> None:
        """Leave it where it is."""
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None

    async def _play(self) -> None:
        while len(self.became) < len(self.steps):
            await self._one()

    async def _one(self) -> None:
        self.said.append(await self.step())

    async def step(self) -> str:
        """Take the next step, and say what became of it."""
        async with self._one_at_a_time:
            if len(self.became) == len(self.steps):
                return "the scenario is at its end"
            line = self.steps[len(self.became)]
            became = await self._take(line.action)
            self.became.append(became)
            return f"{line.text}: {became}"

    async def _take(self, action: Any) -> str:
        if isinstance(action, Wait):
            await asyncio.sleep(action.seconds)
            return DONE
        try:
            return await self._submit(action)
        except (Refused, TableStopped, NoCommand) as refusal:
            return f"refused: {in_english(refusal)}"

    async def _submit(self, action: Any) -> str:
        """Have the table do it; a ticket is asked for and printed by its terminal, where that is ours."""
        match action:
            case CashOut(ats, "ticket"):
                # Whoever leaves the scenario takes no printer's power: what is issued is printed to its end.
                self._paying = asyncio.create_task(self._table.cash_out_at(ats))
                result = await asyncio.shield(self._paying)
                if result is not None:
                    return DONE if result.outcome is PrintOutcome.PRINTED else f"{result.outcome.value}: {result.why}"
        if isinstance(action, TournamentAction):
            await self._cups.take(action)
            return DONE
        service = self._table.service
        if wants_it_burned(action) and not self._has_shoe:
            self._has_shoe = True
            if is_untouched(service.state):
                await begin_a_shoe(service, burned=True)
        await shoe_before(service, action, whoever_may)
        await service.submit(action, by=whoever_may(service.state, action))
        await self._cups.look()
        return DONE


def _need_one_table(lines: list[ScenarioLine], where: str, terminals: int) -> None:
    for line in lines:
        if isinstance(line.action, SetTournament):
            try:
                need_one_table(line.action.conditions, terminals)
            except NoCommand as problem:
                raise ScenarioError(where, line.number, str(problem)) from None


def differences(theirs: Setup, ours: Setup) -> str:
    """Return in what another table differs from ours; nothing where it does not."""
    pairs = zip(WHAT, _what(theirs), _what(ours), strict=True)
    return ", ".join(f"{name} is {there} there and {here} here" for name, there, here in pairs if there != here)


def _what(setup: Setup) -> tuple[Any, ...]:
    sides = ",".join(f"{name}:{option}" for name, option in sorted(setup.side_wagers.items())) or "none"
    return setup.rulebook, setup.ats, setup.decks, setup.period / 1000, sides, setup.aggregate_minimum / 100


def table_of(text: str, where: str, rulebook: str) -> dict[str, Any]:
    """Return what a scenario says of its table, for a bench to be set up like it. Raises ScenarioError."""
    lines = read_scenario(text, where)
    setup = prepare(lines, choose_book(lines, None) or rulebook, where)
    _need_one_table(lines, where, setup.ats)
    if not any(isinstance(line.action, SetTable | SetTournament) for line in lines):
        return {"rulebook": setup.rulebook}
    return {
        "rulebook": setup.rulebook,
        "ats": setup.ats,
        "decks": setup.decks,
        "period": setup.period / 1000,
        "side": json.dumps([f"{name}:{option}" for name, option in setup.side_wagers.items()]),
        "aggregate_min": amount(setup.aggregate_minimum),
    }


def with_its_table(line: ScenarioLine, rulebook: str, setup: Setup) -> str:
    """Return a line that says what the table is, with what is said of it already."""
    if isinstance(line.action, ChooseBook):
        return line.text
    if isinstance(line.action, SetTable):
        return f"rulebook {rulebook}\n{line.text}"
    table = f"table ats={setup.ats} decks={setup.decks} period={setup.period / 1000:g}"
    return f"rulebook {rulebook}\n{table}\n{line.text}"
