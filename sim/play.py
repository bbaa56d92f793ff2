"""Plays a scenario on the real controller, ledger and service, in virtual time."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from firmware.books import chosen_side_wagers, load_book, rules_of
from firmware.game import steps as s
from firmware.game.wagers import ANY
from firmware.refusal import Refused
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import NoteList, Setup
from firmware.table.core.state import TableState
from firmware.table.features.limits import SetLimit
from firmware.table.journal.memory import MemoryJournal
from hal.clock import LoopClock
from hal.currency import MINOR
from sim.scenario import ChooseBook, Line, ScenarioError, SetTable, Wait
from sim.ticket_numbers import MACHINE, simulated
from sim.told import Printer, Told
from sim.virtual_time import VirtualTimeLoop

# The notes of scenarios, as docs/scenarios.md names them; they are of no currency, which ISO calls XXX.
NOTES: Final = NoteList("XXX", tuple(value * MINOR for value in (1, 2, 5, 10, 20, 50, 100)))

# What a scenario may say before the shoe that it then starts with is in play.
BEFORE_SHOE: Final = (ChooseBook, SetTable, SetLimit, s.NewShoe)


def choose_book(lines: list[Line], option: str | None) -> str | None:
    """Return the rule book to play by: the one asked for on the command line, else the scenario's own."""
    first = lines[0].action if lines else None
    return option or (first.rulebook if isinstance(first, ChooseBook) else None)


def prepare(lines: list[Line], rulebook: str, where: str) -> Setup:
    """Return the table to play on; what the rule book does not allow is a ScenarioError."""
    book = load_book(rulebook)
    known = {bet.name for bet, _ in book.every_bet()}
    setup = Setup(rulebook, machine=MACHINE, notes=NOTES)
    for line in lines:
        try:
            if isinstance(line.action, SetTable):
                setup = _setup(rulebook, line.action)
            elif isinstance(line.action, SetLimit):
                _check_bet(line.action.bet, known, rulebook)
        except ValueError as error:
            raise ScenarioError(where, line.number, str(error)) from None
    try:
        # A book need not allow as many decks as a scenario has that names none.
        rules_of(rulebook, setup.side_wagers, setup.decks)
    except ValueError as error:
        raise ScenarioError(where, 1, f"{error}; a first step `table decks=N` says how many") from None
    return setup


def _check_bet(bet: str, known: set[str], rulebook: str) -> None:
    if bet not in known and bet != ANY:
        raise ValueError(f"{rulebook} has no bet {bet}; it has {', '.join(sorted(known))}")


def _setup(rulebook: str, table: SetTable) -> Setup:
    sides = chosen_side_wagers(rulebook, table.side_wagers)
    rules_of(rulebook, sides, table.decks)
    period, least = round(table.period * 1000), table.aggregate_minimum
    return Setup(rulebook, table.ats, table.decks, period, sides, least, machine=MACHINE, notes=NOTES)


def _nobody(_: TableState, __: Any) -> str:
    """A scenario names nobody."""
    return ""


async def shoe_before(service: TableService, action: Any, who: Callable[[TableState, Any], str] = _nobody) -> None:
    """A scenario that names no shoe starts with one, which is burned; `who` says in whose name."""
    if service.state.game.shoes == 0 and not isinstance(action, BEFORE_SHOE):
        shoe = s.NewShoe(service.state.setup.decks)
        await service.submit(shoe, by=who(service.state, shoe))


def play(lines: list[Line], setup: Setup, printer: Printer) -> None:
    """Play a scenario to its end, printing each event."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(_Play(setup, printer).run(lines))


class _Play:
    """One scenario being played."""

    def __init__(self, setup: Setup, printer: Printer) -> None:
        self._setup = setup
        self._told = Told(printer)
        self._heard: list[Happened] = []

    async def run(self, lines: list[Line]) -> None:
        """Take each step, and wait until all that it caused is at rest."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualTimeLoop)
        clock = LoopClock(loop)
        journal = MemoryJournal()
        service = TableService(self._setup, journal, clock, self._heard.append, simulated(journal))
        await service.start()
        self._tell()
        for line in lines:
            self._told.line = line.number
            loop.expect_more()
            await shoe_before(service, line.action)
            await self._take(service, line, clock)
            self._tell()

    async def _take(self, service: TableService, line: Line, clock: LoopClock) -> None:
        match line.action:
            case ChooseBook() | SetTable():
                return
            case Wait(seconds):
                await asyncio.sleep(seconds)
                await service.at_rest()
            case action:
                try:
                    await service.submit(action)
                except Refused as refusal:
                    self._told.refused(line.text, refusal, clock.now_ms())

    def _tell(self) -> None:
        self._told.happened(self._heard)
        self._heard.clear()
