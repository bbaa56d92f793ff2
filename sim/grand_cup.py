"""A scenario of two hundred players at four tables of fifty, over five rounds, in which everything happens once.

What the conditions of one tournament exclude (a place that is forfeited is not played down) has a small one beside it.

`python -m sim.grand_cup` prints it. What its steps need to know of who sits where is drawn as the tournament
draws it, from the seeds that the steps name.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from firmware.conditions_file import read_conditions
from firmware.tournament.draw import draw_seats
from sim.cup_tables import CupTables
from sim.cups_beside import called_off, house_cup, side_cup

CONDITIONS: Final = Path(__file__).with_name("grand-cup.toml")
PLAYERS: Final = 200
SEED: Final = 5
TABLES: Final = (1, 2, 3, 4)
BETS: Final = ("player", "banker", "tie", "player")
DIRECTOR, STAND_IN = "Ada Lovelace", "Mary Somerville"


class Tables(CupTables):
    """Tables at which everybody wagers something."""

    def everybody(self, table: int, seats: int, least: int) -> dict[int, str]:
        """Return a wager of each terminal; one at table 4 wagers less than the heats' compulsory wager."""
        stakes = {
            ats: 5 if (table, ats, least) == (4, 50, 10) else least * self._chance.choice((1, 1, 2, 4))
            for ats in range(1, seats + 1)
        }
        return {ats: f"{self._chance.choice(BETS)} {stake}" for ats, stake in stakes.items()}

    def all_coup(self, table: int, seats: int, least: int) -> Iterator[str]:
        """Play a coup on which everybody wagers."""
        yield from self.coup(table, self.everybody(table, seats, least))


def grand_cup() -> Iterator[str]:
    """Return the steps."""
    tables = Tables(read_conditions(CONDITIONS.read_text()).rulebook, Random(SEED))
    yield "table ats=50"
    yield from called_off()
    yield f"tournament {CONDITIONS}"
    yield from _entry()
    yield from _heats(tables)
    yield from _catch_up()
    yield from _second_chance(tables)
    yield from _semi_final(tables)
    yield from _final(tables)
    yield from side_cup(tables)
    yield from house_cup(tables)


def _entry() -> Iterator[str]:
    yield f"appoint {DIRECTOR}"
    yield f"sign-on {DIRECTOR}"
    yield "open-entry"
    yield "refuse-entry X0 reserved known to the house"
    yield "enter X1 100 not-entitled"
    yield "enter X2 100 no-form"
    yield "enter X3 99"
    # Two more than there are places: they wait. One who withdraws lets the first of them in.
    yield from (f"enter M{number} 100" for number in range(1, PLAYERS + 3))
    yield "enter M7 100"
    yield "withdraw 200"
    yield "pay-at 200 1 1"
    yield "pay-out 200 hand-pay S-1"  # refused: it is money at the table by now
    yield "at 1"
    yield "cashout 1"
    yield "close-entry"


def _start(seed: int, tables: tuple[int, ...]) -> Iterator[str]:
    yield f"round {','.join(map(str, tables))}"
    yield f"seat {seed}"


def _session(late: str = "") -> Iterator[str]:
    yield "brief all"
    yield "session at 0"
    yield f"session start{late}"


def _heats(tables: Tables) -> Iterator[str]:
    playing = [*range(1, PLAYERS), PLAYERS + 1]
    seats = {seat.player: seat for seat in draw_seats(playing, TABLES, SEED, "seats/heats")}
    at_two = {seat.ats: player for player, seat in seats.items() if seat.table == 2}
    yield from _heats_begin()
    for coup in range(6):
        for table in TABLES:
            if (coup, table) == (1, 1):
                yield from _odd_coups(tables)
            if (coup, table) == (2, 2):
                yield from _failure(tables, at_two)
            elif (coup, table) == (4, 3):
                yield from _director_leaves(tables)
            else:
                yield from tables.all_coup(table, 50, 10)
        if coup == 2:
            yield from _people()
    yield "standings"
    yield from _session()
    for _ in range(6):
        for table in TABLES:
            yield from tables.all_coup(table, 50, 10)
    yield f"progress {SEED}"
    yield "at 2"
    yield "clear ats 9"
    # The outcome of table 1's first coup was wrong: who goes on is asked, and stays.
    yield "at 1"
    yield "correct 1 player=9S,KD banker=2H,6C"
    yield "correct 1 player=2S,KD banker=9H,KC"
    yield "answer keep"


def _heats_begin() -> Iterator[str]:
    """Seats, notice, briefing, signatures, and who is late."""
    yield "at 4"
    yield "buyin 9 100"
    yield f"round {','.join(map(str, TABLES))}"  # refused: somebody has money there
    yield "cashout 9"
    yield from _start(SEED, TABLES)
    yield "at 1"
    yield "buyin 1 100"  # refused: the table is the tournament's
    yield "brief all"
    yield "session at 7200"
    yield "wait 600"
    yield "session at 3600"  # with its notice
    yield "wait 2700"
    yield "session at 60"  # refused: without
    yield "wait 900"
    yield "session start"  # refused: nobody has signed
    yield "sign 1,2 screen"
    yield "sign all paper"
    yield "session start late=11,12,13"
    yield "arrive 11"
    yield "wait 660"
    yield "absent 12"
    yield "absent 13"
    yield "ask-account 3 payout"  # refused: the conditions exclude it
    yield "ask-account 3 leaving"


def _odd_coups(tables: Tables) -> Iterator[str]:
    """A void coup, and one that nobody wagers on, which is a Dummy Coup: both are played again."""
    # One wagers less than the round's minimum.
    yield from tables.opened(1, {**tables.everybody(1, 50, 10), 9: "player 1"})
    yield "void the display failed"
    yield from tables.coup(1, {})


def _failure(tables: Tables, at_two: dict[int, int]) -> Iterator[str]:
    """A terminal fails in a coup; nobody plays on before its player has moved."""
    yield f"disqualify {at_two[40]} 2"
    yield from tables.opened(2, tables.everybody(2, 50, 10))
    yield "fault ats 9"
    yield from tables.dealt(2)
    yield "at 1"
    yield "bets"  # refused: who has played as many coups waits
    yield f"move {at_two[9]} 2 40"


def _director_leaves(tables: Tables) -> Iterator[str]:
    """The Director leaves in a coup: it is completed, and no other begins before a stand-in is there."""
    yield from tables.opened(3, tables.everybody(3, 50, 10))
    yield f"sign-off {DIRECTOR}"
    yield from tables.dealt(3)
    yield "at 4"
    yield "bets"  # refused
    yield f"appoint {STAND_IN}"
    yield f"sign-on {STAND_IN}"


def _people() -> Iterator[str]:
    yield "nominate 21 S21"
    yield "substitute 21 approve"
    yield "nominate 22 S22"
    yield "substitute 22 reject"
    yield "retire 23"
    yield "move 24 1 51"  # refused
    yield "at 4"
    yield "fault ats 3"
    yield "clear ats 3"


def _catch_up() -> Iterator[str]:
    """The two who were absent: both go on, whatever they play, so that it ends early by proof (12.3.5(a))."""
    yield from _start(SEED, TABLES)
    yield from _session()
    yield "session end 1 determined"
    yield "session end 2 determined"
    yield f"progress {SEED}"


def _second_chance(tables: Tables) -> Iterator[str]:
    """By minutes, and tables of different speed."""
    yield from _start(SEED, TABLES)
    yield "pay all 20"
    yield from _session()
    for table, coups in ((1, 3), (2, 1), (3, 2), (4, 2)):
        for _ in range(coups):
            yield from tables.all_coup(table, 50, 10)
    yield "wait 1300"
    for table, coups in ((2, 2), (3, 1), (4, 1)):
        for _ in range(coups):
            yield from tables.all_coup(table, 50, 10)
    yield f"progress {SEED}"
    # Who buys back is one that neither round took on: of these some did, and are refused.
    yield from (f"buy-back {player} semi-final 50" for player in range(30, 50))


def _semi_final(tables: Tables) -> Iterator[str]:
    yield from _start(SEED, TABLES)
    yield from _session()  # refused: its minimum is higher, and is shown for twenty minutes before it holds (5.1)
    yield "wait 1200"
    yield "session start"
    for coup in range(6):
        for table in TABLES:
            yield from tables.all_coup(table, 20, 25)
        if coup == 4:
            yield "standings"
    yield f"progress {SEED}"


def _final(tables: Tables) -> Iterator[str]:
    """Balances are cash: it ends early when all have agreed, each on their own terminal (12.3.5(b))."""
    yield from _start(SEED, (3,))
    yield from _session()
    for _ in range(3):
        yield from tables.all_coup(3, 8, 25)
    yield "session end 3 agreed"  # refused: nobody has agreed
    yield from (f"agree {player}" for player in range(1, PLAYERS + 2))
    yield "session end 3 agreed"
    yield f"progress {SEED}"
    yield f"prizes {SEED}"
    yield "at 3"
    yield from (f"cashout {ats}" for ats in range(1, 9))
    yield "standings"
    yield "sign-report"


if __name__ == "__main__":
    sys.stdout.write("\n".join(grand_cup()) + "\n")
