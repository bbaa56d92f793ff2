"""Plays a scenario on the real controller, ledger and service, in virtual time."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from firmware.books import chosen_side_wagers, load_book, read_side_wagers, rules_of
from firmware.game import steps as s
from firmware.game.wagers import ANY
from firmware.refusal import Refused
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import NoteList, Setup
from firmware.table.core.state import TableState
from firmware.table.features.limits import SetLimit
from firmware.table.journal.memory import MemoryJournal
from firmware.tournament.conditions import Conditions
from firmware.tournament_board.journal import KeepsTournament, TournamentInMemory
from hal.clock import LoopClock
from hal.currency import MINOR
from sim.scenario import ScenarioError, ScenarioLine
from sim.scenario_actions import Action, ChooseBook, SetTable, Wait
from sim.ticket_numbers import MACHINE, simulated
from sim.told import Printer, Teller
from sim.tournament_play import PowerGone, TournamentOfScenario, seats_of, tables_of
from sim.tournament_steps import SetTournament, TournamentAction
from sim.virtual_time import VirtualTimeLoop

# The notes of scenarios, as docs/scenarios.md names them; they are of no currency, which ISO calls XXX.
NOTES: Final = NoteList("XXX", tuple(value * MINOR for value in (1, 2, 5, 10, 20, 50, 100)))

# What a scenario may say before the shoe that it then starts with is in play.
BEFORE_SHOE: Final = (ChooseBook, SetTable, SetLimit, s.NewShoe)


def choose_book(lines: list[ScenarioLine], option: str | None) -> str | None:
    """Return the rule book to play by: the one asked for, else the scenario's or its tournament's."""
    first = lines[0].action if lines else None
    conditions = conditions_of(lines)
    its_own = conditions[0].rulebook if conditions else None
    return option or (first.rulebook if isinstance(first, ChooseBook) else its_own)


def conditions_of(lines: list[ScenarioLine]) -> list[Conditions]:
    """Return the conditions of the tournaments that are played, one after another, if any is."""
    return [line.action.conditions for line in lines if isinstance(line.action, SetTournament)]


def prepare(lines: list[ScenarioLine], rulebook: str, where: str) -> Setup:
    """Return the table to play on; what the rule book does not allow is a ScenarioError."""
    book = load_book(rulebook)
    known = {bet.name for bet, _ in book.every_bet()}
    setup = Setup(rulebook, machine=MACHINE, notes=NOTES)
    for line in lines:
        try:
            if isinstance(line.action, SetTable):
                setup = _setup(rulebook, line.action)
            elif isinstance(line.action, SetTournament):
                setup = _for_tournament(setup, line.action.conditions)
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


def _for_tournament(setup: Setup, conditions: Conditions) -> Setup:
    """Return one of the tables of a tournament: what its conditions say holds there."""
    if conditions.rulebook != setup.rulebook:
        raise ValueError(f"the tournament is played by {conditions.rulebook}, and the scenario by {setup.rulebook}")
    sides = chosen_side_wagers(setup.rulebook, read_side_wagers(conditions.play.side))
    return replace(setup, ats=max(setup.ats, seats_of(conditions)), side_wagers=sides)


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


def play(
    lines: list[ScenarioLine],
    setup: Setup,
    printer: Printer,
    *,
    kill: bool = False,
    journals: Callable[[], KeepsTournament] = TournamentInMemory,
) -> None:
    """Play a scenario to its end, printing each event.

    `kill`: a tournament loses its power before each step. `journals`: each tournament is kept in a new one, which may
    cut its power.
    """
    loop = VirtualTimeLoop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        conditions = conditions_of(lines)
        whole = _Play(setup, printer, LoopClock(runner.get_loop()), conditions, journals)
        runner.run(whole.run(lines, loop, kill=kill))


class _Played:
    """A table of a scenario. `number`: which, where there are several."""

    def __init__(self, setup: Setup, clock: LoopClock, printer: Printer, number: int = 0) -> None:
        self.told: Final = Teller(printer if not number else lambda fields: printer({**fields, "table": number}))
        self.heard: Final[list[Happened]] = []
        self.followers: Final[list[Callable[[Happened], None]]] = []
        journal = MemoryJournal()
        self.service: Final = TableService(setup, journal, clock, self._hear, simulated(journal))

    def _hear(self, happened: Happened) -> None:
        self.heard.append(happened)
        for follow in self.followers:
            follow(happened)

    def tell(self) -> None:
        """Tell what happened since this was asked."""
        self.told.happened(self.heard)
        self.heard.clear()


class _Play:
    """One scenario being played."""

    def __init__(
        self,
        setup: Setup,
        printer: Printer,
        clock: LoopClock,
        conditions: list[Conditions],
        journals: Callable[[], KeepsTournament],
    ) -> None:
        self._clock = clock
        self._general = Teller(printer)
        numbers = tables_of(conditions) or (0,)
        self._tables = {number: _Played(setup, clock, printer, number) for number in numbers}
        self._journals = journals
        self._tournament = self._begun(conditions[0], journals()) if conditions else None

    def _begun(self, conditions: Conditions, journal: KeepsTournament, at: int = 1) -> TournamentOfScenario:
        """Begin a tournament; or go on from what is left of one that was killed: its journal."""
        services = {number: table.service for number, table in self._tables.items()}
        tournament = TournamentOfScenario(conditions, services, self._clock.now_ms, self._say, journal, at)
        for number, followed in tournament.tables.items():
            self._tables[number].followers[:] = [followed.happened]
        return tournament

    def _say(self, kind: str, fields: dict[str, Any]) -> None:
        # What tables said before stands before it.
        self._tell()
        self._general.say(kind, self._clock.now_ms(), fields)

    async def run(self, lines: list[ScenarioLine], loop: VirtualTimeLoop, *, kill: bool) -> None:
        """Take each step, and wait until all that it caused is at rest."""
        for table in self._tables.values():
            await table.service.start()
        self._tell()
        for line in lines:
            for told in (self._general, *(table.told for table in self._tables.values())):
                told.at(line.number)
            loop.expect_more()
            if kill:
                self._wake()
            try:
                await self._take_whole(line)
            except Refused as refusal:
                self._tell()
                self._at.told.refused(line.text, refusal, self._clock.now_ms())
            self._tell()

    def _wake(self) -> None:
        """The tournament has its power again."""
        if (before := self._tournament) is not None:
            self._tournament = self._begun(before.conditions, before.journal, before.at)

    async def _take_whole(self, line: ScenarioLine) -> None:
        """Take a step, also where the tournament's power goes meanwhile, again and again. Raises Refused."""
        taken = False
        while True:
            try:
                if taken and self._tournament is not None:
                    # Only the tournament has not heard of it.
                    await self._tournament.hall.look(anew=True)
                else:
                    await self._take(line)
            except PowerGone:
                self._wake()
                taken = not isinstance(line.action, TournamentAction)
            else:
                return

    @property
    def _at(self) -> _Played:
        """The table of the steps that are no tournament's."""
        return self._tables[0 if self._tournament is None else self._tournament.at]

    async def _take(self, line: ScenarioLine) -> None:
        action = line.action
        if isinstance(action, ChooseBook | SetTable):
            return
        if self._tournament is None:
            assert not isinstance(action, TournamentAction)
            await self._take_at_table(action)
        elif isinstance(action, TournamentAction):
            if isinstance(action, SetTournament) and self._tournament.is_over():
                self._tournament = self._begun(action.conditions, self._journals(), self._tournament.at)
            await self._tournament.take(action, line.number)
        else:
            try:
                await self._take_at_table(action)
            finally:
                self._tell()
                await self._tournament.hall.look()

    async def _take_at_table(self, action: Action) -> None:
        service = self._at.service
        await shoe_before(service, action)
        if isinstance(action, Wait):
            await asyncio.sleep(action.seconds)
            for table in self._tables.values():
                await table.service.at_rest()
            return
        await service.submit(action)  # type: ignore[arg-type]

    def _tell(self) -> None:
        for table in self._tables.values():
            table.tell()
