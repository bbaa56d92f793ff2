"""The small tournaments around the Grand Cup in its scenario: what their conditions have, and its own cannot have.

One is called off; one replaces whoever is absent, plays off equal players and disqualifies for a missed wager; one has
an absent player's place played down, and a correction that changes who goes on.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from firmware.tournament.draw import draw_seats, shuffled
from sim.cup_tables import CupTables

SIDE: Final = Path(__file__).with_name("side-cup.toml")
HOUSE: Final = Path(__file__).with_name("house-cup.toml")
DIRECTOR: Final = "Grace Hopper"
SEED: Final = 5
FEE: Final = 101
# Outcomes of a corrected coup: who has wagered on Player, or on Banker, has won.
PLAYER_WON: Final = "player=9S,KD banker=2H,6C"
BANKER_WON: Final = "player=2S,KD banker=9H,KC"
SESSION: Final = ("brief all", "session at 0", "session start")


def _begun(conditions: Path, *people: str) -> Iterator[str]:
    yield f"tournament {conditions}"
    yield f"appoint {DIRECTOR}"
    yield f"sign-on {DIRECTOR}"
    yield "open-entry"
    yield from (f"enter {person} {FEE}" for person in people)


def _seated(players: Iterable[int], tables: tuple[int, ...], name: str) -> dict[int, dict[int, int]]:
    """Return who sits where, as the tournament draws it: of each table, by terminal."""
    seats: dict[int, dict[int, int]] = {table: {} for table in tables}
    for seat in draw_seats(players, tables, SEED, f"seats/{name}"):
        seats[seat.table][seat.ats] = seat.player
    return seats


def called_off() -> Iterator[str]:
    """Too few come, and those have their fees back. Its conditions were changed before entry, and approved anew."""
    yield f"tournament {SIDE}"
    yield from _begun(HOUSE, "C1", "C2")
    yield "refuse-entry C3 reserved known to the house"  # refused: the conditions do not reserve it
    yield "close-entry"  # refused: too few
    yield "call-off too few players"
    yield "pay-out 1 hand-pay C-1"
    yield "pay-at 2 1 1"
    yield "at 1"
    yield "cashout 1"


def side_cup(tables: CupTables) -> Iterator[str]:
    """Equal players are played off, a place is filled from the waiting list, and a missed wager costs the place."""
    seats = _seated(range(1, 9), (1, 2), "heats")
    yield from _side_entry(seats)
    # One at table 1 misses the compulsory wager. All others win and lose the same.
    yield from tables.coup(1, dict.fromkeys((1, 2), "player 10"))
    yield from tables.coup(2, dict.fromkeys((1, 2, 3, 4), "player 10"))
    yield f"move {seats[2][3]} 2 5"
    yield "at 1"
    yield from tables.opened(1, dict.fromkeys((1, 2), "player 10"))
    yield "void the display failed"  # and counts
    yield from tables.coup(2, dict.fromkeys((1, 2, 4, 5), "player 10"))
    yield "at 1"
    yield "fault ats 2"
    yield "at 2"
    yield "bets"  # refused: all wait for the terminal, or for its player to move
    yield f"move {seats[1][2]} 2 3"
    yield from tables.coup(1, {1: "banker 10"})
    # Who came from table 1 risks too much to be equal with the others.
    yield from tables.coup(2, {**dict.fromkeys((1, 2, 4, 5), "player 10"), 3: "tie 500"})
    yield "at 1"
    yield "clear ats 2"
    yield from _played_off(tables, seats[1][1], (seats[2][1], seats[2][2], 9, seats[2][3]))


def _side_entry(seats: dict[int, dict[int, int]]) -> Iterator[str]:
    """Nine enter for eight places; one withdraws late, and one does not come."""
    yield from _begun(SIDE, *(f"S{number}" for number in range(1, 10)))
    yield "refuse-entry S10 criteria a member since May"
    yield "refuse-entry S11 not-entitled excluded by order"
    yield "close-entry"
    yield "round 1,2"
    yield f"seat {SEED}"
    yield "brief all"
    yield "session at 3600"
    yield f"withdraw {seats[1][4]}"  # with half the fee: a day before was the time
    yield "wait 3600"
    yield f"session start late={seats[2][4]}"
    yield "wait 600"
    yield f"absent {seats[2][4]}"


def _played_off(tables: CupTables, first: int, equal: tuple[int, ...]) -> Iterator[str]:
    """Players of table 2 stay equal in the play-off coup, too; in the final it decides."""
    yield f"progress {SEED}"
    yield f"play-off {','.join(f'{player}=10' for player in equal)}"
    yield f"progress {SEED}"
    by_lot = shuffled(equal, SEED, "lot/heats")[0]
    yield "round 2"
    yield f"seat {SEED}"
    yield from SESSION
    yield from tables.coup(2, {1: "player 30", 2: "player 20"})  # 30 is lowered to the round's limit
    yield f"progress {SEED}"
    yield f"play-off {first}=50,{by_lot}=-50"
    yield f"progress {SEED}"
    yield from _ended(9)


def house_cup(tables: CupTables) -> Iterator[str]:
    """One is absent, and their place is played down; a correction after the announcement changes who goes on."""
    yield from _begun(HOUSE, *(f"H{number}" for number in range(1, 6)))
    yield f"enter H6 {FEE}"  # refused: there is no waiting list
    yield "close-entry"
    yield "round 1"
    yield f"seat {SEED}"
    seats = _seated(range(1, 6), (1,), "heats")[1]
    yield "brief all"
    yield "session at 0"
    yield f"session start late={seats[5]}"
    yield "wait 600"
    yield f"absent {seats[5]}"
    wagers = {1: "player 20", 2: "player 20", 3: "banker 20", 4: "banker 20"}
    yield from tables.coup(1, wagers)
    yield f"correct {tables.coups[1]} {PLAYER_WON}"
    yield "session end 1 determined"  # refused: who wagered on Banker can still go through
    yield from tables.coup(1, {})  # a Dummy Coup does not count
    yield from tables.coup(1, wagers)
    yield f"correct {tables.coups[1]} {PLAYER_WON}"
    yield f"progress {SEED}"
    yield f"correct {tables.coups[1]} {BANKER_WON}"
    yield f"correct {tables.coups[1] - 2} {BANKER_WON}"
    yield "answer change"
    yield "round 1"
    yield f"seat {SEED}"
    yield from SESSION
    yield from tables.coup(1, dict.fromkeys((1, 2), "player 20"))
    yield f"progress {SEED}"
    yield from _ended(5)


def _ended(players: int) -> Iterator[str]:
    """Give the prizes, and pay whoever is owed something; nobody else is paid."""
    yield f"prizes {SEED}"
    yield from (f"pay-out {player} hand-pay P-{player}" for player in range(1, players + 1))
    yield "sign-report"
