"""What a siege is made of: its messages, its processes, its command line and its report."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tools_needed import need

from firmware.link import messages as m
from firmware.link.bus import Unanswered
from firmware.table_board.answers import TableBoard
from firmware.table_board.telling import Telling
from sim.siege import messages
from sim.siege.__main__ import main
from sim.siege.acts import ACTS, KILLS
from sim.siege.child import Child
from sim.siege.floor import ATTENDED, TABLE
from sim.siege.messages import send
from sim.siege.mutation import HONEST, MUTATIONS, encoded, honest, in_order, mutated
from sim.siege.report import main as report
from sim.siege.siege import Siege, SiegeFound, SiegeWanted

# What a siege finds, as its report reads it.
FOUND = SiegeFound(
    1, 61.2, {"mutations": 1}, 3, {"table": 4}, {"messages": 1500}, 8, 320, {"ats-1": 70_00}, {"ats-1": 70_00}, 0, 3,
    65_00, (22.2, 64.5), 1540, (),
)  # fmt: skip


def test_a_million_messages_in_short() -> None:
    sent = send(3000, seed=5)
    assert sent.wrong == ()
    assert sent.messages == 3000
    assert set(MUTATIONS) < set(sent.kinds)
    assert sent.outcomes["done"] > 20
    assert sent.outcomes["refused unreadable_request"] > 500
    assert sent.grown_mb < 10


def every_device_is_the_first_terminal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TableBoard, "_terminal", lambda _board, _device: 1)


def nothing_is_answered(patch: pytest.MonkeyPatch) -> None:
    async def deaf(*_: Any) -> bytes:
        raise Unanswered

    patch.setattr(TableBoard, "serve", deaf)


def the_board_ends(patch: pytest.MonkeyPatch) -> None:
    async def ends(*_: Any) -> None:
        raise RuntimeError("it ends")

    patch.setattr(Telling, "beat", ends)


def a_record_is_read_otherwise(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(messages, "read_event", lambda _: None)


def a_cent_is_missing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(messages, "total", lambda _: -1)


@pytest.mark.parametrize(
    ("breaks", "says"),
    [
        (every_device_is_the_first_terminal, "others' money moved"),
        (nothing_is_answered, "was not answered"),
        (the_board_ends, "the table stopped: RuntimeError('it ends')"),
        (a_record_is_read_otherwise, "is not read as it was written"),
        (a_cent_is_missing, "the ledger's sum is -1"),
    ],
)
def test_what_messages_do_to_a_broken_table_is_found(
    breaks: Callable[[pytest.MonkeyPatch], None], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    breaks(monkeypatch)
    found = send(400, seed=5)
    assert any(says in wrong for wrong in found.wrong), found.wrong


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


@pytest.mark.outside
def test_a_child_that_ends_by_itself_or_does_not_answer_is_told_of(tmp_path: Path) -> None:
    script = (
        "import sys, json\nprint('{\"hears\": true}', flush=True)\n"
        "for line in sys.stdin: print(json.dumps({'id': json.loads(line)['id']}), flush=True)\n"
    )

    async def story() -> None:
        child = Child("echo", tmp_path, "python3", "-c", script)
        assert await child.order() is None
        await child.start()
        assert child.memory_kb() > 0
        assert await child.order(10) is not None
        child.freeze()
        assert await child.order(0.2) is None
        child.thaw()
        assert not await child.stop()  # it said that it hears SIGTERM, and ends by it all the same
        assert child.ended == []
        assert child.memory_kb() == 0
        failing = Child("fails", tmp_path, "python3", "-c", "import sys; sys.exit('it is out of order')")
        await failing.start()
        while failing.on or not failing.ended:
            await asyncio.sleep(0.02)
        assert failing.ended == ["fails ended by itself with status 1: it is out of order"]

    asyncio.run(story())


@pytest.mark.outside
def test_a_child_that_was_told_to_stop_before_its_code_began_is_just_gone(tmp_path: Path) -> None:
    async def story() -> None:
        child = Child("begins", tmp_path, "python3", "-c", "import time; time.sleep(60)")
        await child.start()
        assert await child.stop()
        assert child.ended == []

    asyncio.run(story())


@pytest.mark.outside
def test_a_board_of_a_siege_that_says_that_it_hears_ends_with_status_0_when_it_is_told_to(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(TABLE.format(ats=1, tickets="true"))

    async def story() -> None:
        child = Child("table", tmp_path, *ATTENDED, "table", "--config", "table.toml")
        await child.start()
        while child.on and not child.hears:
            await asyncio.sleep(0)
        assert await child.stop(), child.last_words()
        assert child.hears
        assert child.ended == []

    asyncio.run(story())


@pytest.mark.outside
def test_a_child_that_does_not_end_when_told_to_is_killed_and_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = (
        "import signal, json, sys\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "for line in sys.stdin: print(json.dumps({'id': json.loads(line)['id']}), flush=True)\n"
    )

    async def story() -> None:
        child = Child("stubborn", tmp_path, "python3", "-c", script)
        await child.start()
        assert await child.order(10) is not None  # from here on it hears no SIGTERM
        monkeypatch.setattr("sim.siege.child.ENDS_S", 0.2)
        child.freeze()
        asked = asyncio.create_task(child.order(60))
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        assert asked.cancelled()
        assert not await child.stop()
        assert child.ended == ["stubborn does not end within 0.2 s of SIGTERM"]
        assert not child.on

    asyncio.run(story())


@pytest.mark.outside
def test_what_did_not_hold_at_a_terminal_has_its_story(tmp_path: Path) -> None:
    need("nats-server")

    async def story() -> None:
        siege = Siege(tmp_path, SiegeWanted(1, 0, 0, 2, ()))
        siege.wrong.append("ats-1: a note is missing")
        siege.devices.stories[1].append("2.50 ESCROW 20")
        siege.floor.table.story.append("1.25 table starts")
        siege.floor.boards[2].story.append("1.00 ats-2 starts")
        assert siege._found(3.0).stories == {"ats-1": ("1.25 table starts", "2.50 ESCROW 20")}  # noqa: SLF001
        siege.devices.close()

    asyncio.run(story())


def test_its_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[SiegeWanted] = []
    found = send(100, 1)

    async def pretend(_: Path, wanted: SiegeWanted) -> Any:
        asked.append(wanted)
        return found

    monkeypatch.setattr("sim.siege.__main__.besiege", pretend)
    reported = tmp_path / "made/found.json"
    for words in (
        ["--kills", "3"], ["--acts", "flood,cheat", "--json", str(reported)], ["--folder", str(tmp_path / "kept")]
    ):  # fmt: skip
        monkeypatch.setattr("sys.argv", ["siege", *words])
        assert main() == 0
    assert [wanted.acts for wanted in asked] == [KILLS, ("flood", "cheat"), tuple(ACTS)]
    assert json.loads(reported.read_text())["wrong"] == []
    monkeypatch.setattr("sys.argv", ["siege", "--messages", "200"])
    assert main() == 0
    assert '"messages": 200' in capsys.readouterr().out


def test_its_report_says_what_did_not_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "siege.json").write_bytes(msgspec.json.encode(FOUND))
    (tmp_path / "bad.json").write_text(json.dumps({**msgspec.to_builtins(send(60, 1)), "wrong": ["the table stopped"]}))
    monkeypatch.setattr("sys.argv", ["report", str(tmp_path / "siege.json")])
    assert report() == 0
    said = capsys.readouterr().out
    assert "Seed 1, 61 s, 3 kills, 8 coups, 320 rows, 1,500 messages of attackers." in said
    assert "Notes in boxes 70.00, credited 70.00, 0 notes in doubt; 3 tickets issued, 65.00 handed over." in said
    assert "| mutations | 1 |" in said
    monkeypatch.setattr("sys.argv", ["report", str(tmp_path / "siege.json"), str(tmp_path / "bad.json")])
    assert report() == 1
    assert "What did not hold: 1.\n- the table stopped\n" in capsys.readouterr().out
