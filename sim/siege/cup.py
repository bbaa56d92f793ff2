"""A tournament at a besieged table: its machine is a process, killed amid the session; its books are held apart."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import cycle
from typing import TYPE_CHECKING, Final

from firmware.table.core.events import WagersSettled
from firmware.table.core.journal import JournalError
from firmware.table.features.prizes import PrizeCredited
from firmware.table.journal.check import verify
from firmware.table.journal.file import checked, connect_to_read
from firmware.table.shown.meters import meters_of
from firmware.tournament.evolve import fold
from firmware.tournament.payments import owed
from firmware.tournament.state import Tournament
from firmware.tournament_board.desk import ask_desk, socket_of
from firmware.tournament_board.journal import read_tournament
from hal.clock import wall_s
from sim.bench.cup_people import next_step
from sim.bench.small_cup import EXAMPLE
from sim.siege.floor import put_files, take_files
from sim.soak.cup_books import TableBooks, astray

if TYPE_CHECKING:
    from sim.siege.siege import Siege

ROLE: Final = """
role = "tournament"
[tournament]
conditions = "cup.toml"
journal = "cup.journal"
"""
ROUND: Final = """
[[rounds]]
name = "final"
kind = "main"
takes = ["entry"]
tables = 1
seats = {players}
sessions = 1
coups = 3
minutes = 0
credit = 1000
buy_in = 0
balances = "void"
minimum = 5
compulsory = 0
maximum = 500
limits = []
best_of_table = 0
best_overall = 0

"""
# What the example cut to one round at one table says otherwise.
OTHERWISE: Final = {
    "least": "2", "most": "{players}", "signatures": "false", "times": "0", "rounds": "[]", "hidden_coups": "0",
    "tie_breaks": '["most-wins", "lot"]',
}  # fmt: skip
TABLE: Final = 1
PACE_S: Final = 0.3


def _wrongly_paid(state: Tournament, credited: Iterable[PrizeCredited]) -> Iterator[str]:
    """Return who was paid something else at the table than prizes and refunds come to. Who it was, a number says."""
    paid = Counter[str]()
    for event in credited:
        paid[event.payment.split("-")[1]] += event.amount
    for number, player in state.players.items():
        due = player.refunded + sum(award.amount for award in state.awards if award.player == number)
        if paid[str(number)] != due or owed(state, number):
            yield f"player {number} is due {due}, and the table paid {paid[str(number)]}"


def conditions(players: int) -> str:
    """Return the shipped example's conditions, cut to a final of so many; no bet has a limit of the round's own."""
    text = EXAMPLE.read_text()
    before, after = text[: text.index("[[rounds]]")], text[text.index("[buy_back]") :]
    for key, value in OTHERWISE.items():
        before, after = (re.sub(rf"(?m)^{key} = .*", f"{key} = {value}", part) for part in (before, after))
    return before.replace("{players}", str(players)) + ROUND.format(players=players) + after


class BesiegedCup:
    """Plays one tournament as whoever is around it would. `on`: until its report is signed."""

    def __init__(self, siege: "Siege") -> None:
        self.on = True
        self._siege: Final = siege
        self._journal: Final = siege.floor.folder / "cup.journal"
        self._killed = False
        (siege.floor.folder / "cup.toml").write_text(conditions(len(siege.floor.terminals)))
        self._machine: Final = siege.floor.tournament(ROLE)
        self._play(for_points=True)

    def _play(self, *, for_points: bool) -> None:
        self._siege.dealer.wait_for_session(waits=for_points)
        for player in self._siege.players.values():
            player.play(for_points=for_points)

    async def run(self) -> None:
        """Do what comes next, until it is over; its machine loses its power once amid the session."""
        while not await self._ask("approve S-1 2026-11-20 Siege"):
            await asyncio.sleep(PACE_S)
        while True:
            await asyncio.sleep(PACE_S)
            state = await asyncio.to_thread(self._state)
            if state.over == "signed":
                break
            if state.coups and not self._killed:
                self._killed = True
                amid = state.round is not None and state.round.session is not None
                self._siege.counts["tournament killed amid a session"] += amid
                await self._machine.kill()  # the floor starts it again
                self._siege.killed()
            terminals = len(self._siege.floor.terminals)
            if step := next_step(state, TABLE, terminals, round(wall_s() * 1000), directs=True):
                await self._ask(step)
        # A payment wants a terminal without an account: players take what is paid there, and go.
        self._play(for_points=False)
        for player in state.players:
            if owed(state, player):
                await self._pay(player)
        self.on = False

    async def _pay(self, player: int) -> None:
        """Have the table pay a player; then the machine is set back to an older copy of its journal, and asks again."""
        older = await self._dark()
        await self._lit()
        await self._paid(player)
        # What it was told since is gone: only the table knows that it has paid.
        await self._dark()
        put_files(older, self._siege.floor.folder, self._journal.name)
        await self._lit()
        await self._paid(player)
        self._siege.counts["payments by a tournament that was set back"] += 1

    async def _dark(self) -> dict[str, bytes]:
        """Cut the machine's power, and return its journal's files."""
        self._siege.floor.dark.add(self._machine.name)
        await self._machine.kill()
        self._siege.killed()
        socket_of(self._journal).unlink(missing_ok=True)
        return take_files(self._siege.floor.folder, self._journal.name)

    async def _lit(self) -> None:
        self._siege.floor.dark.discard(self._machine.name)
        while not socket_of(self._journal).exists():
            await asyncio.sleep(PACE_S)

    async def _paid(self, player: int) -> None:
        """Ask for it, here and there, until it is on record: somebody plays there, or the table is away."""
        for ats in cycle(self._siege.floor.terminals):
            if not owed(await asyncio.to_thread(self._state), player):
                return
            await self._ask(f"pay-at {player} {TABLE} {ats}")
            await asyncio.sleep(PACE_S)

    async def _ask(self, step: str) -> bool:
        """Have the desk take a step; whether it was done. Nobody answers while the machine is being started."""
        try:
            answer = await asyncio.to_thread(ask_desk, self._journal, step)
        except OSError:
            return False
        if answer.unreadable:
            self._siege.wrong.append(f"the tournament's desk cannot read {step!r}: {answer.unreadable}")
        return not answer.refused and not answer.unreadable

    def _state(self) -> Tournament:
        return fold(Tournament(), (row.event for row in read_tournament(self._journal)))

    def astray(self) -> list[str]:
        """Return what does not agree when everything is stopped: the machine's journal, the table's, and own books."""
        try:
            return [f"the tournament: {why}" for why in self._compared()]
        except JournalError as error:
            return [f"the tournament: a journal is not whole: {error}"]

    def _compared(self) -> list[str]:
        rows = [row.event for row in read_tournament(self._journal)]
        state = fold(Tournament(), rows)
        if state.over != "signed" or state.round is None:
            return [f"it was not played to its end: entry {state.entry or 'not opened'}, {len(state.coups)} coups"]
        path, books, staked = self._siege.floor.journal, TableBooks(), 0
        db = connect_to_read(path)
        try:
            events = [entry.event for entry in checked(db, path)]
        finally:
            db.close()
        for event in events:
            books.told(event)
            if isinstance(event, WagersSettled) and event.coup not in books.played():
                staked += sum(line.stake for line in event.lines)
        won: Counter[int] = Counter()
        for coup in books.played():
            won.update(books.won(coup))
        self._siege.counts["coups for points"] += len(books.played())
        self._siege.counts["points won or lost"] += sum(map(abs, won.values()))
        wrong = list(astray(rows, state, books))
        for player, score in state.round.scores.items():
            should = state.terms.credit + won[player]
            if score.points != should:
                wrong.append(f"player {player} stands at {score.points}, and was credited and won {should}")
        wrong += _wrongly_paid(state, [event for event in events if isinstance(event, PrizeCredited)])
        wagered = sum(meters_of(verify(path).state).table.wagered.values())
        if wagered != staked:
            wrong.append(f"money meters count {wagered} wagered, and {staked} were wagered in money")
        return wrong
