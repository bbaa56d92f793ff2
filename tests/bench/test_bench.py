"""The bench without its page: what can happen to devices, what is written down, time at another pace."""

import asyncio
import contextlib
import json
import sqlite3
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest
from bench_under_test import at_the_bench, ready
from processes import RAPID_TABLE, started
from signed_table import two_shoes

from drivers.ebds import protocol as ebds
from firmware.cli.main import main
from firmware.game import events as g
from firmware.kit.box import Box
from firmware.table.core.setup import Setup
from firmware.table.features.cashing_out import CashedOut
from firmware.table.features.devices import ReportDevice
from firmware.table.features.limits import SetLimit, SetPeriod
from firmware.table.features.malfunctions import ClearMalfunction, ForgetRecords, Malfunction
from firmware.table.journal.signing import new_signer
from hal.life import Stage
from hal.overheard import Overheard
from hal.port import PortError
from sim.bench import pace
from sim.bench.bench import Bench, FolderOfAnother
from sim.bench.pace import FAST, PacedLoop
from sim.bench.recorder import Recorder
from sim.bench.script import table_of
from sim.bench.traffic import Traffic, words_on
from sim.bench.windows import Windows
from sim.devices.id003 import Id003Model
from sim.devices.model import NoCommand
from sim.devices.note_path import NotePlace
from sim.offscreen import OffScreen
from sim.scenario import ScenarioError
from sim.virtual_time import VirtualTimeLoop

# A bench's time is the wall's, at one pace or another.
pytestmark = pytest.mark.outside


def test_what_was_done_by_hand_plays_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded: list[str] = []
    happened: list[Any] = []

    async def story(bench: Bench) -> None:
        tell = bench.table.tell

        def hear(what: Any) -> None:
            happened.extend(what.events)
            tell(what)

        bench.table.tell = hear
        await ready(bench)
        for how, card in (("draw", "7S"), ("draw", "6H"), ("wrong-hand", "KD"), ("draw", "KC")):
            bench.deal(how, card)
            await asyncio.sleep(3)
        bench.script.load("confirm\nbets\nwager 1 tie 5\nclose")
        for _ in bench.script.steps:
            await bench.script.step()
        bench.deal("face-up", "9S")
        await asyncio.sleep(3)
        for card in ("2H", "QS", "3D"):
            bench.deal("draw", card)
            await asyncio.sleep(3)
        bench.script.load("confirm\ncashout 1")
        for _ in bench.script.steps:
            await bench.script.step()
        recorded.append(bench.recorder.text())

    at_the_bench(tmp_path, story)
    (tmp_path / "recorded.txt").write_text(recorded[0])
    assert "card KD to=banker" in recorded[0]
    assert "card 9S face-up" in recorded[0]
    assert main(["play", str(tmp_path / "recorded.txt")]) == 0
    played = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert not [event for event in played if event["event"] == "refused"]
    results = [
        (event["winner"], event["player"]["cards"], event["dummy"]) for event in played if event["event"] == "result"
    ]
    assert results == [
        (event.winner, list(event.player.cards), event.dummy) for event in happened if isinstance(event, g.CoupResult)
    ]
    kinds = [event["kind"] for event in played if event["event"] == "irregularity"]
    assert kinds == [event.kind for event in happened if isinstance(event, g.Irregularity)]
    paid = [event.amount for event in happened if isinstance(event, CashedOut)]
    last = [event for event in played if event["event"] == "balance" and event["ats"] == 1]
    assert last[-2]["balance"] == paid[0]


def test_devices_do_what_a_tester_says(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        await asyncio.sleep(5)
        bench.device("ats-1 note_acceptor", "insert 20")
        await asyncio.sleep(8)
        assert bench.table.state.balance(1) == 20_00
        holds = lambda: bench.state()["devices"]["ats-1 note_acceptor"]["holds"]  # noqa: E731
        assert holds() == "cash box: 1 × 20"
        bench.device("ats-1 note_acceptor", "cashbox out")
        assert holds() == "cash box: out"
        bench.device("ats-1 note_acceptor", "cashbox in")
        assert holds() == "cash box: empty"
        bench.device("ats-1 note_acceptor", "unplug")
        await asyncio.sleep(8)
        assert bench.state()["devices"]["ats-1 note_acceptor"]["stage"] != "ready"
        bench.device("ats-1 note_acceptor", "plug")
        bench.device("table panel", "shoe_door on")
        bench.power("ats-2", on=False)
        bench.power("wnd", on=False)
        await asyncio.sleep(8)
        state = bench.state()
        assert state["devices"]["ats-1 note_acceptor"]["stage"] == "ready"
        assert state["devices"]["table panel"]["inputs"]["shoe_door"]
        assert state["devices"]["table panel"]["lamps"]["lamp_fault"]  # a terminal is lost
        assert state["boards"] == {"wnd": False, "ats-1": True, "ats-2": False}
        assert bench.table.state.faults == {"ats 2"}
        bench.power("ats-2", on=True)
        bench.power("wnd", on=True)
        bench.power("table", on=False)
        await asyncio.sleep(12)
        assert bench.table.state.balance(1) == 20_00
        assert bench.table.seats[1].remote.there
        assert bench.table.display.remote.there
        for device, line in (("ats-9 shoe", "jam"), ("table panel", "trapdoor on"), ("table shoe", "dance")):
            with pytest.raises(NoCommand):
                bench.device(device, line)

    at_the_bench(tmp_path, story)


def test_it_plays_by_itself_and_prints_tickets(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        bench.autoplay(on=True, mistakes=5)
        while bench.table.state.game.coups < 5:
            await asyncio.sleep(1)
        assert bench.state()["autoplay"]
        bench.autoplay(on=False)
        assert bench.said
        assert any(line["words"] for line in bench.traffic.news())
        bench.script.load("buyin 1 50\nwait 2\nbuyin 99 5")
        assert [await bench.script.step() for _ in range(4)][2:] == [
            "buyin 99 5: refused: The table has no terminal 99. Its terminals are 1 to 2.",
            "the scenario is at its end",
        ]

    at_the_bench(tmp_path, story)


def test_two_at_once_are_asked_about(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        await ready(bench)
        bench.deal("draw", "2S")
        await asyncio.sleep(3)
        bench.deal("together")
        await asyncio.sleep(5)
        assert bench.table.state.game.questions[0].kind == "simultaneous_draw"
        (told,) = [one for one in bench.said if one["irregular"]]
        assert (told["text"], told["rule"]) == ("On record: Cards left together", "the book is silent")

    at_the_bench(tmp_path, story)


def once_within(measure: Callable[[], float], least: float, most: float) -> bool:
    """Whether one of five measures is within: a machine that is busy with other things can be late, but not always."""
    return any(least <= measure() <= most for _ in range(5))


def run_anew(runner: asyncio.Runner, story: Callable[[], Coroutine[Any, Any, float]]) -> float:
    """Run a story of its own each time."""
    return runner.run(story())


def test_time_runs_at_its_pace() -> None:
    async def sleep(seconds: float) -> float:
        loop = asyncio.get_running_loop()
        began = loop.time()
        await asyncio.sleep(seconds)
        return loop.time() - began

    for speed, most in ((50.0, 0.5), (FAST, 0.2)):
        with asyncio.Runner(loop_factory=PacedLoop) as runner:
            loop = runner.get_loop()
            assert isinstance(loop, PacedLoop)
            loop.speed = speed

            def took(runner: asyncio.Runner = runner) -> float:
                began = time.perf_counter()
                assert runner.run(sleep(10)) == pytest.approx(10, abs=0.5)
                return time.perf_counter() - began

            assert once_within(took, 0, most)


def test_many_short_waits_make_it_no_slower_and_people_have_their_own_time() -> None:
    async def passed(loop: PacedLoop) -> float:
        async def poll() -> None:
            while True:
                await asyncio.sleep(0.01)

        polling = asyncio.create_task(poll())
        began = loop.time()
        await loop.rest(0.3)
        polling.cancel()
        return loop.time() - began

    for speed, least, most in ((50.0, 0.3 * 20, 0.3 * 100), (1.0, 0.29, 0.6), (FAST, 0.3 * 100, 1e9)):
        with asyncio.Runner(loop_factory=PacedLoop) as runner:
            loop = runner.get_loop()
            assert isinstance(loop, PacedLoop)
            loop.speed = speed
            assert once_within(partial(run_anew, runner, partial(passed, loop)), least, most)


def test_no_timer_is_overtaken_when_the_machine_was_late(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(pace, "ticks_s", lambda: now[0])
    selector = pace._PacedSelector()  # noqa: SLF001
    now[0] += 0.05  # something took long
    assert selector.select(0.01) == []
    assert selector.now == pytest.approx(0.01)
    selector.select(0.01)
    assert selector.now == pytest.approx(0.02)
    now[0] += 60  # it was asleep: that is not made up for
    for _ in range(20):
        selector.select(0.01)
    assert selector.now == pytest.approx(0.02 + 0.01 + 0.1, abs=0.011)
    selector.close()


def test_screens_are_drawn_for_people_however_fast_time_runs(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        await ready(bench)  # betting is open, and its clock moves: a picture in each of the table's seconds at least
        off = bench.screens["sgc"].off
        began, began_s, drawn = bench.loop.time(), time.monotonic(), off.drawn
        while bench.loop.time() - began < 15 or off.drawn == drawn:
            await bench.loop.rest(0.5)
        # So many in a second of people's, whatever the machine makes of it: the table's own seconds are many more.
        assert off.drawn - drawn < 20 * (time.monotonic() - began_s)

    at_the_bench(tmp_path, story)


def test_what_changed_of_a_screen_is_known() -> None:
    off = OffScreen((100, 50))
    assert off.changed_since(-1) == [(0, 0, 100, 50)]
    for box in (Box(0, 0, 10, 10), Box(5, 5, 10, 10), Box(50, 0, 10, 10)):
        off.present([box])
    off.present([])
    assert off.changed_since(0) == [(0, 0, 15, 15), (50, 0, 10, 10)]
    assert off.changed_since(2) == [(50, 0, 10, 10)]
    assert off.changed_since(3) == []
    for _ in range(100):
        off.present([Box(0, 0, 1, 1)])
    assert off.changed_since(3) == [(0, 0, 100, 50)]


def test_traffic_is_said_in_words_and_repeats_are_counted() -> None:
    traffic = Traffic()
    listen = traffic.tap("ats-1 note_acceptor", "sim.id003")
    status, idle = bytes.fromhex("fc 05 11 27 56"), bytes.fromhex("fc 05 11 27 56")
    for _ in range(3):
        assert listen(status, False) == status  # noqa: FBT003
        assert listen(idle, True) == idle  # noqa: FBT003
    said = traffic.news()
    assert [(line["from"], line["words"], line["count"]) for line in said] == [
        ("host", "status?", 3),
        ("device", "idle", 3),
    ]
    assert traffic.news() == []
    printer = traffic.tap("ats-1 ticket_printer", "sim.escpos")
    printer(b"\x1b@Table 7\n\x1dV\x00", False)  # noqa: FBT003
    printer(b"\x12", True)  # noqa: FBT003
    assert [line["words"] for line in traffic.news()] == ["ESC @ 'Table 7\n GS V", "status 12"]
    shoe = traffic.tap("table shoe", "sim.angel_eye")
    shoe(bytes.fromhex("05 31 44 92 9d 03 37 39"), True)  # noqa: FBT003
    shoe(bytes.fromhex("05 32 44 f2 9d 03 31 41"), True)  # noqa: FBT003 - a hand that there is not
    shoe(b"\x06", True)  # noqa: FBT003
    words = ["shoe card: KD, hand banker, position 2", "report: 2, D, data f2 9d", "obeyed"]
    assert [line["words"] for line in traffic.news()] == words
    other = traffic.tap("sign", "drivers.alpha")
    other(b"Z00\x01", True)  # noqa: FBT003
    assert traffic.news()[0]["words"] == "Z00·"


def test_a_question_that_is_answered_otherwise_is_shown_anew_and_one_without_an_answer_too() -> None:
    traffic = Traffic()
    printer = traffic.tap("ats-1 ticket_printer", "sim.escpos")

    def said() -> list[tuple[str, str, int]]:
        return [(line["from"], line["hex"], line["count"]) for line in traffic.news()]

    def round_of_questions(of_paper: bytes) -> None:
        for question, answer in ((b"\x10\x04\x01", b"\x12"), (b"\x10\x04\x04", of_paper)):
            printer(question, False)  # noqa: FBT003
            printer(answer, True)  # noqa: FBT003

    for _ in range(3):
        round_of_questions(b"\x12")
    as_ever = [("host", "10 04 01", 3), ("device", "12", 3), ("host", "10 04 04", 3), ("device", "12", 3)]
    assert said() == as_ever
    round_of_questions(b"\x72")
    assert said() == [("host", "10 04 01", 4), ("device", "12", 4), ("host", "10 04 04", 1), ("device", "72", 1)]
    printer(b"\x10\x04\x01", False)  # noqa: FBT003
    assert said() == []  # the answer may be on its way
    assert said() == [("host", "10 04 01", 1)]
    printer(b"\x10\x04\x01", False)  # noqa: FBT003
    printer(b"\x10\x04\x01", False)  # noqa: FBT003
    assert said() == [("host", "10 04 01", 2)]


def test_a_scenario_of_every_command() -> None:
    recorder = Recorder(Setup("crown-baccarat", side_wagers={"pairs": 1, "dragon": 2}))
    steps: list[Any] = [
        SetLimit("tie", 5_00, 100_00), Malfunction("ats", 1), ClearMalfunction("ats", 1), ForgetRecords(1),
        ReportDevice("x", "y"), SetPeriod(45_000),
    ]  # fmt: skip
    for at, step in enumerate(steps):
        recorder.done(step, at * 1000)
    assert recorder.text().splitlines() == [
        "rulebook crown-baccarat",
        "table ats=2 decks=8 period=30 side=pairs,dragon:2 aggregate-min=0",
        "limit tie min=5 max=100", "wait 1", "fault ats 1", "wait 1", "clear ats 1", "wait 1", "forget ats 1",
        "# no step says this, and what follows may differ: set period: 45000",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--ats", "51"], "--ats: '51' is not a whole number from 1 to 50"),
        (["--scenario", "nowhere.txt"], "nowhere.txt: cannot be read: No such file or directory"),
        (["--scenario", "pyproject.toml"], "pyproject.toml:1: no step '[build-system]'"),
        (["--port", "70000"], "--port: '70000' is not a whole number from 0 to 65,535"),
        (["--folder", "pyproject.toml"], "--folder: pyproject.toml cannot be made: File exists"),
        (["--devices", "toaster=/dev/x"], "--devices: 'toaster=/dev/x' is not KIND=PORT[,PROTOCOL]"),
        (["--devices", "shoe=/dev/x,morse"], "--devices: shoe speaks angel-eye or bee-tek, not 'morse'"),
    ],
)
def test_bad_input(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *words]) == 2
    assert says in capsys.readouterr().err


def test_a_real_device_stands_in_the_place_of_a_simulated_one(tmp_path: Path) -> None:
    async def whole() -> None:
        port = tmp_path / "port"
        bench = Bench(tmp_path, {"note_acceptor": ("drivers.id003", str(port))})
        await bench.start()
        await asyncio.sleep(0.2)
        found = bench.state()["devices"]["ats-1 note_acceptor"]
        assert (found["driver"], found["stage"], found["faults"]) == ("drivers.id003", "absent", ["absent"])
        with pytest.raises(NoCommand, match="is a real device: what happens to it is done by hand"):
            bench.device("ats-1 note_acceptor", "insert 20")
        emulate = (*RAPID_TABLE, "emulate", "note-acceptor", "--link", str(port), "--pace", "0.1")
        with started(tmp_path, *emulate) as acceptor:
            assert acceptor.stdin is not None
            while bench.devices["ats-1 note_acceptor"].device.stage is not Stage.READY:
                await asyncio.sleep(0.1)
            while not bench.table.state.balance(1):
                # A slow machine's acceptor may not be let take notes yet, and one that holds a note takes no other.
                acceptor.stdin.write("insert 20\n")
                acceptor.stdin.flush()
                await asyncio.sleep(1)
            said: list[str] = []
            while "stacked" not in said:  # it says so after the credit
                said += [row["words"] for row in bench.traffic.news() if row["line"] == "ats-1 note_acceptor"]
                await asyncio.sleep(0.1)
            at = [said.index(word) for word in ("status?", "currency?", "stack-2", "vend_valid", "stacked")]
            assert at == sorted(at)
        while "lost" not in bench.state()["devices"]["ats-1 note_acceptor"]["faults"]:
            await asyncio.sleep(0.1)
        await bench.stop()

    with asyncio.Runner(loop_factory=PacedLoop) as runner:
        runner.run(whole())


def test_what_is_done_by_hand_at_a_real_shoe_the_bench_does_not_do(tmp_path: Path) -> None:
    async def whole() -> None:
        bench = Bench(tmp_path, {"shoe": ("drivers.bee_tek", str(tmp_path / "port"))})
        await bench.start()
        for does in (lambda: bench.deal("draw"), lambda: bench.autoplay(on=True)):
            with pytest.raises(NoCommand, match="the shoe is a real device: its cards are drawn by hand"):
                does()
        await bench.stop()

    with asyncio.Runner(loop_factory=PacedLoop) as runner:
        runner.run(whole())


@pytest.mark.parametrize(
    ("driver", "to_host", "pieces", "words"),
    [
        # wire-protocols: an EBDS poll that takes all notes, one that stacks, and the acceptor's answers
        ("drivers.ebds", False, [ebds.write_poll(ebds.Poll(0))], ["status?"]),
        ("drivers.ebds", False, [ebds.write_poll(ebds.Poll(1, 0, ebds.STACK))], ["stack, takes none"]),
        ("drivers.ebds", True, [ebds.write_reply(ebds.Reply(0, 4, 0x10, 4 << 3))], ["escrowed position 4"]),
        (
            "drivers.ebds", True,
            [ebds.write_reply(ebds.Reply(0, 4, 0x10, 0, extended=ebds.ExtendedNote("AUD", 2, 1)))], ["escrowed AUD 20"],
        ),
        ("drivers.ebds", False, [ebds.write_query(ebds.Query(ebds.Poll(0), 3))], ["note 3?"]),
        ("drivers.ebds", True, [ebds.write_reply(ebds.Reply(0, 1, 4, 0))], ["idling jam, cash box out"]),
        # in two pieces, as a real line may bring it
        ("drivers.id003", True, [bytes.fromhex("fc 05"), bytes.fromhex("11 27 56")], ["", "idle"]),
        ("drivers.bee_tek", True, [b" [Game]<Card:10H> "], ["card seen: TH, not burn"]),
        ("drivers.alpha", True, [b"\x01Z00"], ["·Z00"]),
    ],
)  # fmt: skip
def test_each_line_in_words(driver: str, to_host: bool, pieces: list[bytes], words: list[str]) -> None:  # noqa: FBT001
    decode = words_on(driver)
    assert [decode(piece, to_host) for piece in pieces] == words


def test_who_listens_to_a_line_changes_nothing_of_it() -> None:
    class Far:
        name = "far away"
        does: list[Any] = []

        async def open(self, ear: Any) -> Any:
            self.ear = ear
            return self

        async def write(self, data: bytes) -> None:
            self.does.append(data)

        def close(self) -> None:
            self.does.append("closed")

    class Near:
        heard: list[Any] = []

        def received(self, data: bytes) -> None:
            self.heard.append(data)

        def lost(self, why: PortError) -> None:
            self.heard.append(why.code)

    async def story() -> None:
        far, near, listened = Far(), Near(), []
        outlet = Overheard(far, lambda data, to_host: listened.append((data, to_host)))
        assert outlet.name == "far away"
        port = await outlet.open(near)
        await port.write(b"ask")
        far.ear.received(b"said")
        far.ear.lost(PortError("lost", "gone"))
        port.close()
        assert (far.does, near.heard) == ([b"ask", "closed"], [b"said", "lost"])
        assert listened == [(b"ask", False), (b"said", True)]

    asyncio.run(story())


def test_a_scenario_is_played_on_a_table_as_it_says(tmp_path: Path) -> None:
    text = """
rulebook mbs-rapid-no-commission
table ats=3 decks=4 period=20 side=pairs aggregate-min=10
buyin 3 100
bets
wager 3 banker 25
wait 2
close
card 7S
card 6H
card KD to=banker
decide reconstruct
card KC
confirm
"""
    table = table_of(text, "coup.txt", "crown-baccarat")
    assert (table["ats"], table["decks"], table["period"], table["aggregate_min"]) == (3, 4, 20, "10")
    said: list[str] = []

    async def story(bench: Bench) -> None:
        bench.script.load(text)
        bench.script.begin(whole=True)
        bench.script.begin(whole=False)  # it is under way already
        assert bench.script.playing
        while bench.script.playing:
            await asyncio.sleep(0.5)
        said.extend(bench.script.said)
        assert bench.state()["became"] == bench.script.became
        assert bench.table.setup.decks == 4
        # As for `play`: a scenario that names no shoe starts with one that is burned.
        assert bench.table.state.game.shoes == 1
        bench.script.load("wait 1\nbuyin 1 5\nwait 600\nbuyin 1 5")
        bench.script.begin(whole=True)
        await asyncio.sleep(30)
        bench.script.stop()
        assert bench.script.became == ["done", "done"]
        bench.script.begin(whole=True)
        bench.script.load("bets")
        assert not bench.script.playing

    at_the_bench(tmp_path, story, **table)
    assert said[0] == "buyin 3 100: done"
    assert said[-1] == "confirm: done"
    assert not [step for step in said if not step.endswith(": done")]


def test_a_folder_is_gone_on_with_where_it_was_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def first(bench: Bench) -> None:
        await ready(bench)
        await asyncio.sleep(5)
        bench.device("ats-1 note_acceptor", "insert 20")
        await asyncio.sleep(8)
        assert bench.table.state.balance(1) == 195_00

    async def then(bench: Bench) -> None:
        # 11.15(a): the system failed before betting ended, so that what lay there went back.
        assert bench.table.state.balance(1) == 220_00
        assert bench.table.state.game.shoes == 1
        assert bench.recorder.text().splitlines()[2].startswith("# the table had been played on before")
        # A new note is a note of its own, also for who counts notes from the start.
        await asyncio.sleep(5)
        bench.device("ats-1 note_acceptor", "insert 20")
        await asyncio.sleep(8)
        assert bench.table.state.balance(1) == 240_00

    at_the_bench(tmp_path, first)
    at_the_bench(tmp_path, then)
    with pytest.raises(FolderOfAnother, match="of another table: ats is 2 there and 3 here"):
        at_the_bench(tmp_path, then, ats=3)
    words = ["bench", "--folder", str(tmp_path), "--rulebook", "mbs-baccarat", "--port", "0"]
    assert main(words) == 2
    assert "rulebook is crown-baccarat there and mbs-baccarat here" in capsys.readouterr().err
    (tmp_path / "table.journal").write_text("garbage " * 999)
    (tmp_path / "table.journal-wal").unlink(missing_ok=True)  # where it lies there still, SQLite has all pages from it
    assert main(words) == 2
    assert "file is not a database. The table does not play." in capsys.readouterr().err


def test_a_scenario_of_another_table_is_not_loaded(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        before = bench.script.steps
        with pytest.raises(ScenarioError) as wrong:
            bench.script.load("rulebook mbs-baccarat\ntable ats=5 side=pairs\nbets", "coup.txt")
        assert str(wrong.value) == (
            "coup.txt:1: this is of another table: rulebook is mbs-baccarat there and crown-baccarat here, "
            "ats is 5 there and 2 here; rapid-table bench --scenario FILE starts that one"
        )
        assert bench.script.steps is before
        bench.script.load("bets")  # one that names no table is of any

    at_the_bench(tmp_path, story)


def test_a_note_that_a_reset_moves_into_the_cash_box_falls_into_it_once() -> None:
    # Found by a soak, in what is simulated: the note that a reset had stored was stored again when its time came.
    async def story() -> None:
        model = Id003Model()
        model.path.value = 50
        model.path.place = NotePlace.ESCROW
        model.path.stack()
        await asyncio.sleep(0.5)
        assert model.path.place is NotePlace.PAST_LEVER
        model.back_to_work()
        await asyncio.sleep(2)
        assert model.path.cash_box == {50: 1}

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(story())


def test_each_screen_in_a_window_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")

    async def story(bench: Bench) -> None:
        windows = Windows(bench)
        assert windows._look()  # noqa: SLF001
        shown = windows._windows["sgc"]  # noqa: SLF001
        bench.table.sgc.fingers.touches()  # type: ignore[union-attr]
        for kind, more in ((pygame.MOUSEBUTTONDOWN, {"button": 1}), (pygame.MOUSEBUTTONUP, {"button": 1})):
            pygame.event.post(pygame.event.Event(kind, pos=(30, 40), window=shown, **more))
        assert windows._look()  # noqa: SLF001
        touched = bench.table.sgc.fingers.touches()  # type: ignore[union-attr]
        assert [(touch.motion.value, touch.x, touch.y) for touch in touched] == [("down", 30, 40), ("up", 30, 40)]
        drawn = pygame.image.tobytes(shown.get_surface(), "RGB")
        assert drawn == pygame.image.tobytes(bench.screens["sgc"].off.surface, "RGB")
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        await windows.run()

    at_the_bench(tmp_path, story)
    pygame.display.quit()


def rows_in(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as db:
        return int(db.execute("SELECT count(*) FROM entries").fetchone()[0])


def test_a_signed_journal_is_a_real_tables_and_no_row_is_added_to_it(tmp_path: Path) -> None:
    two_shoes(tmp_path / "table.journal", new_signer())
    before = rows_in(tmp_path / "table.journal")

    async def nothing(_: Bench) -> None:
        return

    with pytest.raises(FolderOfAnother, match="it is signed by a table of its own"):
        at_the_bench(tmp_path, nothing)
    assert rows_in(tmp_path / "table.journal") == before
