"""Tournaments at the bench: cut to its table, played by themselves or by steps, and over a loss of power."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from bench_under_test import at_the_bench
from cup_at_tables import EXAMPLE, begun, cup, round_of
from floor import run
from headless_bench import headless

from firmware.cli.main import main
from firmware.conditions_file import read_conditions
from firmware.table.core.hall_page import hall_page
from firmware.table.core.session_standing import standing_of
from sim.bench.bench import Bench
from sim.bench.first_shoe import begin_a_shoe
from sim.bench.small_cup import cut, example
from sim.devices.model import NoCommand

pytestmark = pytest.mark.outside


def test_the_example_is_cut_to_any_table() -> None:
    assert example() == read_conditions(EXAMPLE.read_text())
    for terminals in (2, 3, 8, 50):
        small = cut(example(), terminals, "USD")
        assert {(one.tables, one.seats) for one in small.rounds} == {(1, terminals)}
        assert [one.name for one in small.rounds] == [one.name for one in example().rounds]
        assert small.rounds[2].through >= 2  # who alone make up the final
        # Of 200 in the heats 40 go on: a fifth.
        assert small.rounds[0].through == -(-terminals // 5)
    with pytest.raises(ValueError, match="2 players at least"):
        cut(example(), 1, "USD")


async def _until_over(bench: Bench, **seen: Any) -> None:
    """Have everybody play by themselves, and note on the way what table and terminals show."""
    await begin_a_shoe(bench.table.service)
    bench.autoplay(on=True)
    while bench.cups.under_way:
        await asyncio.sleep(0.1)
        state = bench.table.state
        page, standing = hall_page(state), standing_of(state)
        if page is not None:
            seen.setdefault("asks", set()).update(ask.what for ask in page.asks)
        if standing is not None and state.session:
            seen.setdefault("left", set()).add(standing.left)
        for seat in bench.table.seats.values():
            account = seat.remote.account
            if account is not None and account.place is not None:
                seen.setdefault("places", set()).add(account.place.place)


def test_one_begins_amid_play_for_money_and_is_played_to_its_end(tmp_path: Path) -> None:
    seen: dict[str, set[Any]] = {"asks": set(), "left": set(), "places": set()}

    async def story(bench: Bench) -> None:
        await begin_a_shoe(bench.table.service)
        bench.autoplay(on=True)
        await asyncio.sleep(120)
        assert bench.table.state.accounts  # people play for money, and are paid before the tournament begins
        await bench.cups.begin(example(), simulated=True)
        with pytest.raises(NoCommand, match="Spring Cup is under way"):
            await bench.cups.begin(example(), simulated=True)
        await _until_over(bench, **seen)
        assert bench.cups.now is not None
        state = bench.cups.now.state
        assert state.over == "signed"
        # Four fees of 100, of which 90 percent are the pool; who buys into the second chance adds to it.
        assert sum(award.amount for award in state.awards) <= state.money["prizes"]
        assert sum(state.points.values()) == sum(state.money.values()) == 0
        assert len(state.coups) >= 2 * 3 + 3 + 3
        assert bench.state()["cup"]["under_way"] is False
        # Another can follow, and has a journal of its own.
        await bench.cups.begin(example(), simulated=True)
        assert bench.cups.now.path.name == "cup-2.journal"

    at_the_bench(tmp_path, story, ats=4)
    assert {"start", "report", "round", "seats"} <= seen["asks"]
    assert seen["left"] >= {1, 2, 3}
    assert seen["places"] >= {1, 2, 3, 4}


def test_one_goes_on_over_a_loss_of_power_and_at_a_bench_that_is_started_anew(tmp_path: Path) -> None:
    async def first(bench: Bench) -> None:
        await begin_a_shoe(bench.table.service)
        await bench.cups.begin(example(), simulated=True)
        bench.autoplay(on=True)
        while not bench.table.state.session:
            await asyncio.sleep(0.5)
        bench.power("table", on=False)
        await asyncio.sleep(10)
        assert bench.cups.now is not None
        while len(bench.cups.now.state.coups) < 2:
            await asyncio.sleep(1)

    async def second(bench: Bench) -> None:
        assert bench.cups.under_way
        assert bench.cups.now is not None
        assert len(bench.cups.now.state.coups) >= 2
        bench.autoplay(on=True)
        while bench.cups.under_way:
            await asyncio.sleep(1)
        assert bench.cups.now.state.over == "signed"

    at_the_bench(tmp_path, first, ats=3)
    at_the_bench(tmp_path, second, ats=3)


def test_who_directs_and_deals_by_hand_is_waited_for(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        await bench.cups.begin(example(), simulated=True)
        await asyncio.sleep(60)
        assert bench.cups.now is not None
        state = bench.cups.now.state
        # The operator and the players have done their part, and the Director is asked to open the first round.
        assert (state.entry, state.playing(), state.round) == ("closed", 3, None)
        page = hall_page(bench.table.state)
        assert page is not None
        assert [ask.what for ask in page.asks] == ["director", "round"]

    at_the_bench(tmp_path, story, ats=3)


FINAL = round_of("final", "entry", seats=3, coups=1)
DEAL = "card 7S; card 6H; card KD; card KC"
HERE = ("tournament", "standings", "refused", "wager_set", "coup_result")


def _told(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    apart = ("at", "line", "table", "start", "announced", "closes_at", "effective_at", "life")
    return [
        {name: value for name, value in event.items() if name not in apart}
        for event in events
        if event["event"] in HERE
    ]


def test_steps_of_a_tournament_do_at_the_bench_what_they_do_in_play(tmp_path: Path) -> None:
    path = cup(tmp_path, FINAL, most=3)
    script = (
        f"{begun(path, 3, 1, table='table ats=3')}; bets; wager 1 player 50; wager 2 banker 50; buyin 3 100; "
        f"wager 3 tie 5; close; {DEAL}; confirm; progress 1; standings; prizes 1; sign-report; buyin 1 50"
    )
    with headless() as bench:
        for step in script.split("; "):
            bench.do(step)
        assert not [event for event in bench.said if event["event"] == "error"]
        assert _told(bench.said) == _told(run(script))
        assert bench.end() == 0


def test_what_is_no_tournament_of_one_table_is_refused() -> None:
    with headless() as bench:
        assert "name one first" in bench.do("appoint Ada")[-1]["reason"]
        assert "has a round at 4" in bench.do(f"tournament {EXAMPLE}")[-1]["reason"]
        assert bench.do(f"cup {EXAMPLE}")[-1]["event"] == "done"
        assert "under way" in bench.do("cup")[-1]["reason"]


def test_a_bench_starts_with_a_tournament_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = cup(tmp_path, FINAL, most=3)
    with headless("--tournament", str(path), "--ats", "4") as bench:
        bench.until("tournament", what="entry_closed")
        entered = [event for event in bench.said if event.get("what") == "player_entered"]
        assert [event["person"] for event in entered] == ["Alba", "Bruno", "Chen", "Dilek"]
    assert main(["bench", "--headless", "--tournament", str(path), "--side", "pairs"]) == 2
    assert main(["bench", "--headless", "--tournament", str(tmp_path / "nowhere.toml")]) == 2
    path.write_text(path.read_text().replace("fee = 100", "fee = -1"))
    assert main(["bench", "--headless", "--tournament", str(path)]) == 2
    said = capsys.readouterr().err
    assert "--side: the conditions" in said
    assert "entry.fee" in said
