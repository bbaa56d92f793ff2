"""Tournaments amid a soak: the role as it is, across the network, killed now and then; people who do what they may.

Each is held against books of the soak's own (cup_books.py) when it is over.
"""

import asyncio
import random
from collections import Counter
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from firmware.refusal import Refused
from firmware.table.core.service import Happened
from firmware.table.core.stopped import TableStopped
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome
from firmware.tournament.conditions import BetLimits, Conditions
from firmware.tournament.finishing import players_at
from firmware.tournament.soundness import problems
from firmware.tournament.state import RoundState, Tournament
from firmware.tournament_board.board import TournamentRole
from firmware.tournament_board.desk import StepAsked
from firmware.tournament_board.journal import TournamentInMemory
from hal.clock import LoopClock
from sim.bench.cup_people import next_step
from sim.bench.small_cup import example
from sim.powered import Powered
from sim.soak.cup_books import TableBooks, astray, features
from sim.soak.mistakes import ACTUAL
from sim.whole_table import WholeTable

DEVICE: Final = "tournament-1"
TABLE: Final = 1
# The time of day when a soak begins.
BEGAN_MS: Final = 1_000_000
# How often somebody around it does something.
PACE_S: Final = 3.0
# How long a tournament may last at most: a session waits for terminals, for the network, for the table.
LONGEST_S: Final = 20_000.0
Play = Literal["", "any", "alike"]


def any_cup(chance: random.Random, players: int, rulebook: str) -> Conditions:
    """Return conditions for a table: heats and a final, and what else they leave open at random.

    Where no bet has a limit of the round's own, those that the dealer sets hold in sessions, too.
    """
    pick = chance.choice
    limits = pick(((), (BetLimits("any", 500, 30_00, 500), BetLimits("tie", 500, 10_00, 500))))
    whole = example()
    heats, final = whole.rounds[0], whole.rounds[-1]
    heats = replace(
        heats, tables=1, seats=players, sessions=pick((1, 1, 2)), coups=pick((1, 2, 3)), minimum=500,
        compulsory=pick((0, 1000)), best_of_table=pick((1, max(1, players - 1), players)), best_overall=0,
        balances=pick(("void", "void", "cash")), limits=limits,
    )  # fmt: skip
    final = replace(
        final, takes=("heats:progressed",), seats=players, coups=pick((1, 2)), credit=1000_00, minimum=500,
        compulsory=0, balances=pick(("void", "cash")), limits=limits,
    )  # fmt: skip
    breaks = pick((("play-off", "lot"), ("most-wins", "earlier-standing", "lot"), ("play-off", "lot")))
    made = replace(
        whole, name=f"Soak {chance.randrange(10**6)}", rulebook=rulebook, rounds=(heats, final),
        entry=replace(whole.entry, least=1, most=players),
        buy_back=replace(whole.buy_back, rounds=("final",)),
        play=replace(whole.play, missed_wager="penalty", penalty=1000, hidden_coups=0),
        attendance=replace(whole.attendance, grace_minutes=0),
        standing=replace(whole.standing, tie_breaks=breaks),
    )  # fmt: skip
    assert not list(problems(made))
    return made


class SoakCup:
    """Plays a tournament whenever one is wanted. `wrong`: what did not hold; `used`: which features were used."""

    def __init__(self, table: WholeTable, loop: asyncio.AbstractEventLoop, chance: random.Random) -> None:
        self.wrong: list[str] = []
        self.used: Counter[str] = Counter()
        self.wanted: Final = asyncio.Event()
        self._table: Final = table
        self._chance: Final = chance
        self._clock: Final = LoopClock(loop, BEGAN_MS)
        self._books = TableBooks()
        self._board = Powered()
        self._role: TournamentRole | None = None
        self._journal = TournamentInMemory()
        self._style: Play = "any"
        self._on = False
        self._ends = False
        self._asked = 0

    def happened(self, happened: Happened) -> None:
        """Hear what happened at the table."""
        self._books.happened(happened)

    def style(self) -> Play:
        """How players play for points; not at all while no tournament is on."""
        return self._style if self._on else ""

    def waits(self) -> bool:
        """Whether the dealer waits for a session to begin."""
        return self._on and not self._table.state.session

    async def run(self) -> None:
        """Play one whenever it is wanted, until cancelled."""
        while True:
            await self.wanted.wait()
            if self._table.state.setup.rulebook.startswith("crown-") and not self._ends:
                await self._play()
            self.wanted.clear()

    async def last(self) -> list[str]:
        """Begin no more, and wait until the one that is on is over; return what did not hold."""
        self._ends = True
        until = asyncio.get_running_loop().time() + LONGEST_S
        while self._on:
            if asyncio.get_running_loop().time() > until:
                return [f"a tournament does not end: {self._journal.kept[-1]}"]
            await asyncio.sleep(PACE_S)
        return []

    @property
    def _state(self) -> Tournament:
        assert self._role is not None
        return self._role.hall.state

    async def _play(self) -> None:
        self._journal, self._books = TournamentInMemory(), TableBooks()
        conditions = any_cup(self._chance, len(self._table.seats), self._table.state.setup.rulebook)
        self._style = self._chance.choice(("any", "alike"))
        self._on = True
        self._begin(conditions)
        await self._ask("approve S-1 2026-11-20 Soak")
        while self._state.over != "signed":
            await asyncio.sleep(PACE_S)
            await self._someone(conditions)
        while self._table.state.session or self._reserved():
            await asyncio.sleep(PACE_S)
        told = [row.event for row in self._journal.rows()]
        self.used["played"] += 1
        self.used += features(told)
        self.wrong += astray(told, self._state, self._books)
        await self._kill()
        self._on = False

    def _reserved(self) -> bool:
        assert self._role is not None
        return TABLE in self._role.hall.waiting

    def _begin(self, conditions: Conditions) -> None:
        bus = self._table.network.board(DEVICE)
        self._role = TournamentRole(conditions, self._journal, {TABLE: bus}, self._clock, _nobody_reads)
        self._board.begin(self._role.at_tables())

    async def _kill(self) -> None:
        self._board.forgive()
        await self._board.end()
        self.wrong += [f"the tournament: {why!r}" for why in self._board.broken()]
        self._role = None

    async def _ask(self, step: str) -> bool:
        """Have the desk take a step; whether it was done."""
        assert self._role is not None
        self._asked += 1
        asked = msgspec.json.encode(StepAsked(step, str(self._asked)))
        answer = await self._role.desk.answer(asked)
        if answer.unreadable:
            self.wrong.append(f"the desk cannot read {step!r}: {answer.unreadable}")
        return not answer.refused and not answer.unreadable

    async def _someone(self, conditions: Conditions) -> None:
        """Have somebody do something: now and then what nobody expects, else what comes next."""
        self.wrong += [f"the tournament: {why!r}" for why in self._board.broken()]
        if self._chance.random() < 0.02:
            await self._kill()
            await asyncio.sleep(self._chance.uniform(1, 20))
            self._begin(conditions)
            self.used["killed"] += 1
        await self._pay_by_hand()
        state = self._state
        there = state.round
        odd = self._odd(state, there) if there is not None and there.seats and self._chance.random() < 0.2 else ""
        if odd:
            for step in odd.split("; "):
                await self._ask(step)
        elif there is not None and there.announced and state.coups and self._chance.random() < 0.3:
            await self._correct(state)
        else:
            await self._next(state)

    async def _pay_by_hand(self) -> None:
        """Nobody has an account when a session begins (12.3.2): pay by hand what no player can be paid by a ticket.

        That is what lies where nobody sits, and a prize that is too large for a ticket.
        """
        state = self._table.state
        most = state.setup.approvals.over("session")
        for ats, account in state.accounts.items():
            if ats in self._table.seats and not (account.only_paid and most is not None and state.balance(ats) > most):
                continue
            try:
                await self._table.service.submit(CashOut(ats), by="dealer")
            except (Refused, TableStopped):
                return  # in a session, or amid a coup: it is tried again

    async def _next(self, state: Tournament) -> None:
        """Do what comes next; who is late is absent in the end, and what a correction asks is answered."""
        session = None if state.round is None else state.round.session
        late = sorted(session.late) if session is not None else []
        terminals = len(self._table.seats)
        step = next_step(state, TABLE, terminals, self._clock.now_ms(), directs=True)
        if late:
            step = f"absent {late[0]}"
        elif state.asked:
            step = f"answer {self._chance.choice(('keep', 'change'))}"
        elif step == "session start" and self._chance.random() < 0.2:
            assert state.round is not None
            step = f"session start late={self._chance.choice(state.round.players)}"
        if step and not await self._ask(step) and state.asked:
            await self._ask("answer keep")

    def _odd(self, state: Tournament, there: RoundState) -> str:
        """Return what somebody does whom nobody expected."""
        player = self._chance.choice(list(state.players))
        # Somebody is left to play: where nobody is, a round has nothing to rank.
        leaves = state.playing() > 1 and self._chance.random() < 0.3
        free = sorted(set(self._table.seats) - {there.seats[one].ats for one in players_at(state, there, TABLE)})
        odd: tuple[str, ...] = (
            f"nominate {player} N{self._asked}; substitute {player} {self._chance.choice(('approve', 'reject'))}",
            f"session end {TABLE} determined", f"session end {TABLE} agreed", f"session end {TABLE} agreed",
            *((f"retire {player}", f"disqualify {player} 1") if leaves else ()),
            *(f"move {player} {TABLE} {ats}" for ats in free),
            f"buy-back {player} final {state.rules.buy_back.fee // 100}",
            f"sign-off {state.director}; sign-on {state.director}",
        )  # fmt: skip
        return self._chance.choice(odd)

    async def _correct(self, state: Tournament) -> None:
        """Somebody finds, after it was announced who goes on, that a coup had another outcome (11.11)."""
        record = self._chance.choice(list(state.coups.values()))
        player, banker = self._chance.choice(ACTUAL)
        try:
            await self._table.service.submit(CorrectOutcome(record.coup, player, banker), by="dealer")
        except (Refused, TableStopped):
            return


def _nobody_reads(_: str) -> None:
    """Nobody reads what it says."""
