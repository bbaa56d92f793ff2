"""The siege, in short: real processes besieged for some seconds, and that its books find what they look for."""

import asyncio
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tools_needed import need

from firmware.net import messages as m
from sim.siege.__main__ import main
from sim.siege.acts import ACTS, KILLS
from sim.siege.child import Child
from sim.siege.devices import Page
from sim.siege.floor import put_files, take_files
from sim.siege.forgery import change
from sim.siege.messages import send
from sim.siege.mutation import HONEST, MUTATIONS, encoded, honest, in_order, mutated
from sim.siege.report import main as report
from sim.siege.siege import Siege, Wanted

SHORT = ("mutations", "forged-replies", "speaks-for-others", "forged-texts", "absurd-amounts", "replays")


@pytest.fixture(scope="module")
def besieged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Siege, Any]:
    need("nats-server")
    folder = tmp_path_factory.mktemp("siege")

    async def whole() -> tuple[Siege, Any]:
        siege = Siege(folder, Wanted(2, 0, 0, 2, SHORT))
        return siege, await siege.run()

    return asyncio.run(whole())


def test_a_table_of_real_processes_holds_out(besieged: tuple[Siege, Any]) -> None:
    _, found = besieged
    assert found.wrong == ()
    assert found.acts.keys() == set(SHORT)
    assert found.counts["messages"] > 500
    assert found.rows > 30
    assert found.notes == found.credited
    assert sum(found.notes.values()) > 0
    assert found.starts["table"] == 1
    assert found.table_mb[1] < 100


def test_the_books_find_a_note_that_is_missing_on_record(besieged: tuple[Siege, Any]) -> None:
    siege, before = besieged
    box = siege.devices.acceptors[1][0].model.path.cash_box
    box[7] += 1
    (said,) = set(siege.books.wrong()) - set(before.wrong)
    box[7] -= 1
    assert said.startswith("ats-1: ")
    assert " in its boxes, " in said


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (Page("$ 5.00", ("123456789012345678",)), "ticket 123456789012345678 is on paper, and was never issued"),
        (Page("$ 5.00", ("1", "1")), "ticket 1 is on 2 pages"),
    ],
)
def test_the_books_find_a_page_that_should_not_be(besieged: tuple[Siege, Any], page: Page, said: str) -> None:
    siege, _ = besieged
    siege.devices.pages[2].append(page)
    found = siege.books.wrong()
    siege.devices.pages[2].remove(page)
    assert said in found


def test_the_books_find_what_a_desk_handed_over_for_nothing(besieged: tuple[Siege, Any]) -> None:
    siege, before = besieged
    siege.clerk.handed["42"] = 5_00
    found = set(siege.books.wrong()) - set(before.wrong)
    del siege.clerk.handed["42"]
    assert found == {"ticket 42: 500 was handed over, and None is on record"}


def test_the_books_find_a_journal_that_is_not_whole(besieged: tuple[Siege, Any]) -> None:
    siege, _ = besieged
    whole = take_files(siege.floor.folder, "table.journal")
    assert change(siege.floor.journal, "bought_in")
    (said,) = siege.books.wrong()
    put_files(whole, siege.floor.folder, "table.journal")
    assert said.startswith("the journal is not whole: ")


def test_a_million_messages_in_short() -> None:
    sent = send(3000, seed=5)
    assert sent.wrong == ()
    assert sent.messages == 3000
    assert set(MUTATIONS) < set(sent.kinds)
    assert sent.outcomes["done"] > 20
    assert sent.outcomes["refused unreadable_request"] > 500
    assert sent.grown_mb < 10


def test_requests_are_in_order_until_they_are_mutated() -> None:
    for what in HONEST:
        assert msgspec.json.decode(encoded(in_order(what, "n 1", 10)), type=m.Envelope).number == "n 1"
    chance = random.Random(1)
    names = Counter(mutated(chance, "n 1", 10)[0] for _ in range(400))
    assert names.keys() == MUTATIONS.keys()
    for name, mutate in MUTATIONS.items():
        unreadable = 0
        for _ in range(50):
            try:
                msgspec.json.decode(mutate(chance, honest(chance, "n 1", 10)), type=m.Envelope)
            except m.UNREADABLE:
                unreadable += 1
        assert unreadable >= 10, name


def test_a_child_that_ends_by_itself_or_does_not_answer_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = "import sys, json\nfor line in sys.stdin: print(json.dumps({'id': json.loads(line)['id']}), flush=True)\n"

    async def story() -> None:
        child = Child("echo", tmp_path, "python3", "-c", script)
        assert await child.order() is None
        await child.start()
        assert child.memory_kb() > 0
        assert await child.order(10) is not None
        child.freeze()
        assert await child.order(0.2) is None
        child.thaw()
        monkeypatch.setattr("sim.siege.child.BEGINS_S", 0.0)
        assert not await child.stop()  # it knows of no SIGTERM, and so ends by it
        assert child.ended == []
        assert child.memory_kb() == 0
        failing = Child("fails", tmp_path, "python3", "-c", "import sys; sys.exit('it is out of order')")
        await failing.start()
        while failing.on or not failing.ended:
            await asyncio.sleep(0.02)
        assert failing.ended == ["fails ended by itself with status 1: it is out of order"]

    asyncio.run(story())


def test_its_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[Wanted] = []
    found = send(100, 1)

    async def pretend(_: Path, wanted: Wanted) -> Any:
        asked.append(wanted)
        return found

    monkeypatch.setattr("sim.siege.__main__.besiege", pretend)
    for words in (["--kills", "3"], ["--acts", "flood,cheat", "--json", str(tmp_path / "made/found.json")], []):
        monkeypatch.setattr("sys.argv", ["siege", *words])
        assert main() == 0
    assert [wanted.acts for wanted in asked] == [KILLS, ("flood", "cheat"), tuple(ACTS)]
    assert json.loads((tmp_path / "made/found.json").read_text())["wrong"] == []
    monkeypatch.setattr("sys.argv", ["siege", "--messages", "200"])
    assert main() == 0
    assert '"messages": 200' in capsys.readouterr().out


def test_its_report_says_what_did_not_hold(
    besieged: tuple[Siege, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, found = besieged
    (tmp_path / "siege.json").write_text(json.dumps({**msgspec.to_builtins(found), "wrong": []}))
    (tmp_path / "bad.json").write_text(json.dumps({**msgspec.to_builtins(send(60, 1)), "wrong": ["the table stopped"]}))
    monkeypatch.setattr("sys.argv", ["report", str(tmp_path / "siege.json")])
    assert report() == 0
    assert "| mutations | 1 |" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["report", str(tmp_path / "siege.json"), str(tmp_path / "bad.json")])
    assert report() == 1
    assert "What did not hold: 1.\n- the table stopped\n" in capsys.readouterr().out
