"""Tournaments at random on real tables: both books agree, and one that is killed comes to the same."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from cup_at_tables import FINAL, HEATS, cup
from floor import Events

from sim.play import play, prepare
from sim.scenario import read_scenario

# Many hundreds where the properties are held for long, a few in the suite.
EACH = 40 if os.environ.get("PROPERTIES") == "deep" else 2
BATCHES = 6
# Deals that need no third card, or one: Player wins, Banker wins, a tie.
DEALS = ("7S 6H KD KC", "6H 7S KC KD", "7S 7H KD KC", "6S 5H KD KC 2D")

ANY_BET = '[{ bet = "any", minimum = 5, maximum = 40, step = 5 }]'
TIE = '[{ bet = "tie", minimum = 5, maximum = 20, step = 5 }]'


def conditions(folder: Path, chance: Random) -> Path:
    pick = chance.choice
    heats = HEATS.replace("coups = 1", f"coups = {pick([1, 2, 3])}").replace(
        "sessions = 1", f"sessions = {pick([1, 1, 2])}"
    )
    # Limits of single bets that are the round's own; a bet they do not name has the table's.
    heats = heats.replace("limits = []", f"limits = {pick(['[]', ANY_BET, TIE])}")
    heats = heats.replace('"void"', pick(['"void"', '"carried"', '"cash"']))
    missed = pick(["nothing", "penalty", "disqualification"])
    return cup(
        folder, heats, FINAL, missed_wager=f'"{missed}"', penalty=10 if missed == "penalty" else 0,
        void_counts=pick(["true", "false"]), then=pick(['"forfeit"', '"played-down"', '"replaced"']), most=pick([5, 6]),
        grace_minutes=pick([0, 1]), secret_wagers=pick(["true", "false"]),
    )  # fmt: skip


def script(path: Path, chance: Random) -> Iterator[str]:
    """People who do what they like: much of it is refused."""
    yield "table ats=6"
    yield f"tournament {path}"
    yield from ("appoint Ada", "sign-on Ada", "open-entry")
    yield from (f"enter M{number} 100" for number in range(1, 7))
    yield "close-entry"
    for tables in ("1,2", "2"):
        yield f"round {tables}"
        yield f"seat {chance.randrange(99)}"
        for _ in range(2):
            yield from ("brief all", "session at 0")
            yield f"session start late={chance.randrange(1, 7)}" if chance.random() < 0.4 else "session start"
            for _ in range(chance.randrange(3, 9)):
                yield f"at {chance.choice(tables.split(','))}"
                yield from _odd(chance)
                yield from _coup(chance)
            # Whatever still holds the session, it goes on to its end.
            yield from ("sign-on Ada", "wait 61", *(f"absent {player}" for player in range(1, 7)))
            for table in tables.split(",") * 4:
                yield f"at {table}"
                yield from (f"clear ats {ats}" for ats in range(1, 7))
                yield from _coup(chance)
            yield from (f"at {table}\ncashout {ats}" for table in "12" for ats in range(1, 7))
        yield "answer keep"
        yield f"progress {chance.randrange(99)}"
    yield from (f"at {table}\ncashout {ats}" for table in "12" for ats in range(1, 7))
    yield from ("answer keep", "prizes 3", "sign-report", "standings")


def _coup(chance: Random) -> Iterator[str]:
    yield from ("shoe", "bets")
    for ats in range(1, 4):
        if chance.random() < 0.85:
            yield f"wager {ats} {chance.choice(('player', 'banker', 'tie'))} {chance.choice((5, 10, 50, 500))}"
    if chance.random() < 0.3:
        yield from _odd(chance)
    if chance.random() < 0.1:
        yield "void"
        return
    yield "close"
    yield from (f"card {card}" for card in chance.choice(DEALS).split())
    # Where betting was refused these cards are in excess: what they are asked about is answered.
    yield from ("decide carry", "confirm")


def _odd(chance: Random) -> Iterator[str]:
    player, ats = chance.randrange(1, 7), chance.randrange(1, 5)
    yield chance.choice((
        f"fault ats {ats}", f"clear ats {ats}", f"fault ats {ats}\nclear ats {ats}", "sign-off Ada\nsign-on Ada",
        "sign-off Ada",
        f"disqualify {player} 1", f"retire {player}", f"nominate {player} S{player}\nsubstitute {player} approve",
        f"move {player} 1 {ats}", f"move {player} 2 5", f"arrive {player}", f"absent {player}", f"buyin {ats} 50",
        "standings",
        f"correct {chance.randrange(1, 9)} player=6H,KC banker=7S,KD", f"agree {player}", "session end 1 determined",
        "session end 2 agreed", "freeze\nunfreeze", f"cashout {ats}", "progress 1", "close-table",
    ))  # fmt: skip


def told(text: str, *, kill: bool) -> Events:
    lines, events = read_scenario(text, "script"), Events()
    play(lines, prepare(lines, "crown-baccarat", "script"), events.append, kill=kill)
    return Events(json.loads(json.dumps(events)))


def both_books_agree(events: Events) -> None:
    """A session's points end at the tables as the tournament has them; below zero is owed."""
    at_tables: Counter[str] = Counter()
    for event in events.of("session_ended"):
        at_tables[event["name"]] += sum(event["balances"].values())
    # Whoever is out, or absent for good, has left the table by then: their points ended there.
    out: set[int] = set()
    absent: set[tuple[str, int]] = set()
    for event in events.of("tournament"):
        if event["what"] == "player_out":
            out.add(event["player"])
        elif event["what"] in ("place_forfeited", "place_filled"):
            absent.add((event["round"], event.get("gone", event["player"])))
        elif event["what"] == "session_ended":
            name = event["round"]
            held = sum(
                max(one["points"], 0)
                for one in event["balances"]
                if one["player"] not in out and (name, one["player"]) not in absent
            )
            assert at_tables[f"{name} {event['session']}"] == held


@pytest.mark.some(6)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_any_tournament_on_real_tables_comes_to_the_same_when_it_is_killed(batch: int, tmp_path: Path) -> None:
    for seed in range(batch * EACH, (batch + 1) * EACH):
        chance = Random(seed)
        text = "\n".join(script(conditions(tmp_path, chance), chance))
        whole = told(text, kill=False)
        both_books_agree(whole)
        assert told(text, kill=True) == whole, f"seed {seed}"


def test_they_get_somewhere(tmp_path: Path) -> None:
    kinds: Counter[str] = Counter()
    lowered = 0
    for seed in range(12):
        chance = Random(seed)
        events = told("\n".join(script(conditions(tmp_path, chance), chance)), kill=False)
        kinds += Counter(event["what"] for event in events.of("tournament"))
        lowered += sum(wager["accepted"] in (20_00, 40_00) for wager in events.of("wager"))
    for what in ("coup_played", "coup_corrected", "seat_failed", "player_moved", "session_ended", "report_signed"):
        assert kinds[what], f"{what}: {kinds}"
    # Nobody wagers these amounts: they are a round's limits, to which more was lowered.
    assert lowered > 10
