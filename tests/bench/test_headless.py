"""The bench for programs, as processes: what other people's terminals are tried with."""

import asyncio
import json
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from floor import NATURAL, run
from headless_bench import headless
from processes import RAPID_TABLE, started

from firmware.cli.main import main
from firmware.link.nats_bus import connect
from firmware.link.remote_table import RemoteTable
from firmware.link.settings import NetworkSettings

pytestmark = pytest.mark.outside

PAPER = Path(__file__).parents[2] / "docs/terminal.md"
COUP = "buyin 1 100; buyin 2 50 by=note; bets; wager 1 player 25; wager 2 tie 500; wager 3 tie 5; close; "
# What goes on record at a bench beside what was asked for: its devices, and its people.
BESIDE = ("device", "device_identified", "device_reported", "done", "ready", "table_opened", "notice")


def told(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what was told, without when and by which line."""
    apart = ("at", "line", "closes_at", "effective_at")
    return [
        {name: value for name, value in event.items() if name not in apart}
        for event in events
        if event["event"] not in BESIDE
    ]


def test_steps_do_what_they_do_in_play() -> None:
    script = f"{COUP}{NATURAL}; confirm; cashout 1; decide void; bets; card 7S; foreign JOKER; decide void; cashout 2"
    with headless("--side", "pairs") as bench:
        for step in script.split("; "):
            bench.do(step)
        assert told(bench.said) == told(run(f"table side=pairs; {script}"))
        assert [event["step"] for event in bench.said if event["event"] == "refused"] == [
            "wager 2 tie 500", "wager 3 tie 5", "decide void",
        ]  # fmt: skip
        assert bench.end() == 0


def test_a_door_that_is_opened_and_shut_by_one_line_after_the_other_is_on_record() -> None:
    with headless() as bench:
        bench.tell(*(f"ats-1 panel {door} {how}" for door in ("cabinet_door", "logic_door") for how in ("on", "off")))
        bench.until("door_closed", door="logic_door")
        moved = [(said["event"], said["door"]) for said in bench.said if said["event"].startswith("door_")]
        assert moved == [
            (f"door_{how}", door) for door in ("cabinet_door", "logic_door") for how in ("opened", "closed")
        ]
        assert bench.end() == 0


def test_a_ticket_is_asked_for_and_printed_by_its_terminal() -> None:
    with headless() as bench:
        bench.do("buyin 1 125")
        said = {event.get("what", event["event"]): event for event in bench.do("cashout 1 by=ticket")}
        assert said["done"]["ticket"] == "printed"
        assert said["ticket_issued"]["amount"] == 125_00
        assert said["ticket_issued"]["number"] in said["page"]["numbers"]
        assert (said["ticket_reported"]["number"], said["ticket_reported"]["fate"]) == (
            said["ticket_issued"]["number"], "printed",
        )  # fmt: skip
        bench.do("buyin 1 10")
        bench.do("device ats-1 ticket_printer paper out")
        bench.do("wait 2")
        assert bench.do("cashout 1 by=ticket")[-1]["ticket"] == "failed"
        assert bench.do("cashout 1")[-1]["event"] == "done"
        assert bench.end() == 0


def test_a_ticket_of_a_loaded_scenario_is_printed_by_its_terminal_too(tmp_path: Path) -> None:
    scenario = tmp_path / "out.txt"
    scenario.write_text("buyin 1 125\ncashout 1 by=ticket\nbuyin 1 10\n")
    with headless() as bench:
        bench.do(f"scenario {scenario}")
        bench.do("play")
        bench.until("step", text="buyin 1 10: done")
        said = {event.get("what", event.get("text", event["event"])): event for event in bench.said}
        assert "cashout 1 by=ticket: done" in said
        assert said["ticket_issued"]["number"] in said["page"]["numbers"]
        assert said["ticket_reported"]["fate"] == "printed"
        scenario.write_text("cashout 1 by=ticket\ncashout 1\n")
        bench.do("device ats-1 ticket_printer paper out")
        bench.do("wait 2")
        bench.do(f"scenario {scenario}")
        bench.do("play")
        bench.until("step", text="cashout 1: done")
        steps = [event["text"] for event in bench.said if event["event"] == "step"]
        assert steps[-2].startswith("cashout 1 by=ticket: failed: the printer is not ready")
        assert bench.end() == 0


def test_a_ticket_is_printed_to_its_end_though_its_scenario_is_left(tmp_path: Path) -> None:
    scenario = tmp_path / "out.txt"
    scenario.write_text("buyin 1 125\ncashout 1 by=ticket\n")
    with headless() as bench:
        bench.do(f"scenario {scenario}")
        bench.do("play")
        number = bench.until("ticket_issued")["number"]
        bench.do(f"scenario {scenario}")  # which leaves the one that is played
        assert bench.until("ticket_reported", number=number)["fate"] == "printed"
        assert bench.end() == 0


def test_a_line_that_is_wrong_is_said_and_the_bench_goes_on(tmp_path: Path) -> None:
    with headless("--folder", str(tmp_path / "bench")) as bench:
        assert bench.ready["folder"] == str(tmp_path / "bench")
        for line, reason in (
            ("dance", "this is no command; help says what there is"),
            ("card 7X", "'7X'"),
            ("limit nothing min=5", "no bet 'nothing'"),
            ("device ats-1 coin insert 5", "there is no device 'ats-1 coin'"),
            ("device ats-9 off", "there is no board 'ats-9'"),
            ("table shoe dance", "dance"),
            ("scenario nowhere", "No such file or directory"),
            ("speed much", "a number is missing"),
            ("table ats=2 side=fish", "fish"),
        ):
            said = bench.do(line)[-1]
            assert (said["event"], said["step"]) == ("error", line)
            assert reason in said["reason"], line
        bench.tell("", "# nothing is to be done")
        bench.do("device ats-1 note_acceptor insert 20")
        assert bench.until("bought_in", ats=1, by="note")["amount"] == 20_00
        assert bench.said[-1]["line"] == 12
        assert "past the lever" in [said["place"] for said in bench.said if said.get("what") == "note"]
        assert "BOARD DEVICE WHAT" in bench.do("help")[-1]["said"]
        assert "buyin" in bench.do("help")[-1]["steps"]
        assert bench.do("table ats=3")[-1]["reason"] == "another table was played on in this folder"
        bench.do("wait 1")
        assert bench.do("devices")[-1]["devices"]["ats-1 note_acceptor"]["holds"] == "cash box: 1 × 20"
        bench.do("bets")
        assert bench.do("rulebook mbs-baccarat")[-1]["reason"].startswith("this is another table;")
        assert bench.do("rulebook crown-baccarat")[-1]["event"] == "done"
        bench.process.send_signal(signal.SIGTERM)
        assert bench.process.wait(4) == 0
    assert main(["journal", "verify", str(tmp_path / "bench/table.journal")]) == 0


def test_the_first_lines_of_a_scenario_set_the_table_up(tmp_path: Path) -> None:
    scenario = tmp_path / "coup.txt"
    scenario.write_text("buyin 3 50\nbuyin 4 50\n")
    with headless() as bench:
        assert (bench.ready["ats"], bench.ready["side"], bench.ready["boards"]) == (
            2,
            [],
            ["table", "wnd", "ats-1", "ats-2"],
        )
        bench.do("rulebook mbs-rapid-no-commission")
        bench.do("table ats=3 period=1 side=pairs")
        ready = [said for said in bench.said if said["event"] == "ready"][-1]
        assert (ready["rulebook"], ready["ats"], ready["period"]) == ("mbs-rapid-no-commission", 3, 1)
        assert ready["side"] == ["pairs:1"]
        bench.do("bets")
        assert bench.until("bets_closed")["cause"] == "elapsed"
        bench.do(f"scenario {scenario}")
        bench.do("play")
        assert bench.until("step")["text"] == "buyin 3 50: done"
        assert bench.until("step")["text"].startswith("buyin 4 50: refused")
        bench.do("speed 100")
        bench.do("wait 50")
        assert bench.end() == 0


def test_the_console_is_asked_by_name() -> None:
    with headless() as bench:
        bench.do("console buy-in ats=1 amount=20 tender=cash")
        bench.do("console ats-fault ats=2")
        matters = bench.do("matters")[-1]["open"]
        assert (matters["phase"], matters["faults"], matters["balances"]) == ("no shoe", ["ats 2"], {"1": 20_00})
        bench.do("console ats-clear ats=2")
        assert bench.do("matters")[-1]["open"]["faults"] == []
        refused = bench.do("console board ats=1 life=4f2a90c1d3e5b786 how=changed")[-1]
        assert (refused["event"], refused["code"]) == ("refused", "no_board_waits")
        for line, reason in (
            ("console", "it reads: console OPERATION KEY=VALUE …; the operations are "),
            ("console cash-out", "cash-out is about something: ats="),
            ("console cash-out 1", "'1': an answer reads KEY=VALUE"),
            ("console buy-in ats=1", "buy-in asks for amount=AMOUNT"),
            ("console buy-in ats=1 amount=5", "buy-in asks for tender=cash|chips|voucher|token"),
            ("console burn", "burn asks for card=CARDS"),
            (
                "console buy-in ats=1 amount=5 tender=cash foo=bar",
                "foo=: buy-in asks for no such thing; it asks",
            ),
            ("console ticket number=123456789012345678 how=zzz", "'zzz': ticket asks for how=printed|credit|hand-pay"),
            ("console board ats=2 life=4f2a90c1d3e5b786 how=zzz", "'zzz': board asks for how=changed|not-ours"),
            ("console seen seen=zzz", "'zzz': seen asks for seen=player|banker|face-up|shown"),
            ("console buy-in ats=1 amount=5 tender=zzz", "'zzz': buy-in asks for tender=cash|chips|voucher|token"),
            ("console open-on-word", "open-on-word: the table is open does not fit"),
        ):
            said = bench.do(line)[-1]
            assert said["event"] == "error"
            assert said["reason"].startswith(reason), said
        assert "buy-in" in bench.do("help")[-1]["console"]
        assert bench.end() == 0


def test_a_scenario_is_piped_into_it() -> None:
    script = "\n".join((*COUP.split("; "), "wait 1000", "bets"))
    began = time.monotonic()
    done = subprocess.run(
        [*RAPID_TABLE, "bench", "--headless", "--side", "pairs"],
        input=script,
        capture_output=True,
        text=True,
        check=True,
    )
    assert time.monotonic() - began < 120  # and not a thousand seconds
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert said[0]["event"] == "ready"
    assert [line for line in said if line["event"] == "done"][-1][
        "step"
    ] == "close"  # what would last longer is left where it is
    assert not done.stderr


def test_who_does_not_read_does_not_hold_the_table_up(tmp_path: Path) -> None:
    command = [*RAPID_TABLE, "bench", "--headless"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as bench:
        assert bench.stdin is not None
        # Ten times what a pipe holds.
        bench.stdin.write("devices\n" * 200 + f"record {tmp_path / 'done.txt'}\n")
        bench.stdin.flush()
        for _ in range(600):
            if (tmp_path / "done.txt").exists():
                break
            time.sleep(0.1)
        assert (tmp_path / "done.txt").exists()
        bench.stdin.close()
        assert bench.wait(40) == 0


def test_who_has_left_ends_it() -> None:
    command = [*RAPID_TABLE, "bench", "--headless"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as bench:
        assert bench.stdin is not None
        assert bench.stdout is not None
        assert '"ready"' in bench.stdout.readline()
        bench.stdout.close()
        bench.stdin.write("bets\nwait 1\nclose\n")
        bench.stdin.flush()
        assert bench.wait(60) == 0


def test_options_that_do_not_go_together(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for words, said in (
        (("--network",), "--network: works only with --headless"),
        (("--headless", "--windows"), "--headless: has no windows"),
        (("--headless", "--external", "ats-1"), "--external: boards join over a server"),
        (("--headless", "--network", "--external", "ats-3"), "--external: no board 'ats-3'; there are ats-1 to ats-2"),
        (("--headless", "--network", "--external", "sgc-1"), "--external: no board 'sgc-1'"),
        (("--headless", "--network", "--external", "ats-01"), "--external: no board 'ats-01'"),
        (
            ("--headless", "--network", "--external", "ats-1", "--devices", "shoe=/dev/null"),
            "--external: terminal 1 has the real devices",
        ),
        (("--headless", "--side", "fish"), "--side: "),
    ):
        assert main(["bench", *words]) == 2
        assert capsys.readouterr().err.startswith(said)
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    assert main(["bench", "--headless", "--network", "--folder", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "--network: nats-server is missing: apt-get install nats-server\n"


def test_boards_of_others_join_over_the_network(tmp_path: Path) -> None:
    with headless(
        "--network", "--external", "ats-2", "--external", "cage-1", "--folder", str(tmp_path / "bench")
    ) as bench:
        assert bench.ready["external"] == ["ats-2", "cage-1"]
        assert bench.ready["boards"] == ["table", "wnd", "ats-1"]
        folder = Path(bench.ready["certificates"])
        for name in ("ats-1", "ats-2", "wnd-1", "cage-1"):
            assert (folder / f"{name}.pem").exists()
            assert (folder / f"{name}.key").exists()
        assert bench.do("speed 10")[-1]["event"] == "error"
        bench.do("buyin 2 50")
        # One that nobody has simulated, with the certificates that it was promised.
        assert asyncio.run(balance_of(bench.ready, 2)) == 50_00
        bench.do("device table off")
        bench.do("power ats-1 off")
        assert bench.do("devices")[-1]["devices"]["ats-1 note_acceptor"]
        bench.do("power ats-1 on")
        assert asyncio.run(balance_of(bench.ready, 2)) == 50_00
        assert bench.end() == 0
    assert not alive("nats-server", str(folder))


async def balance_of(ready: dict[str, Any], ats: int) -> int:
    settings = NetworkSettings(ready["server"], f"ats-{ats}", ready["certificates"])
    table = RemoteTable(await connect(settings), lambda: None)
    running = asyncio.create_task(table.run())
    while table.account is None:
        await asyncio.sleep(0.05)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    return table.account.balance


def alive(program: str, word: str) -> bool:
    """Whether a program runs that was started with a word."""
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = process.read_bytes().decode(errors="replace")
        except OSError:
            continue
        if program in line and word in line:
            return True
    return False


def test_its_server_goes_with_it_when_it_is_killed() -> None:
    with headless("--network") as bench:
        folder = bench.ready["certificates"]
        assert alive("nats-server", folder)
        bench.process.kill()
        bench.process.wait()
        for _ in range(100):
            if not alive("nats-server", folder):
                break
            time.sleep(0.05)
        assert not alive("nats-server", folder)
        shutil.rmtree(bench.ready["folder"])


def test_the_papers_terminal_joins_and_wagers(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAPER.read_text(), re.DOTALL)
    (tmp_path / "terminal.py").write_text(program)
    with headless("--network", "--external", "ats-2") as bench:
        server, certificates = bench.ready["server"], bench.ready["certificates"]
        with started(tmp_path, sys.executable, "terminal.py", server, certificates, "ats-2") as terminal:
            assert terminal.stdout is not None
            assert terminal.stdout.readline() == "joined with 0.0\n"
            bench.do("buyin 2 100")
            bench.do("bets")
            accepted = bench.until("wager", ats=2)
            assert (accepted["bet"], accepted["accepted"]) == ("player", 25_00)
            assert terminal.stdout.readline() == "coup 1 done 2500\n"
            for step in f"close; {NATURAL}; confirm".split("; "):
                bench.do(step)
            assert terminal.stdout.readline() == "coup 1 player\n"
            assert [said for said in bench.said if said["event"] == "balance"][-1]["balance"] == 125_00
        assert bench.end() == 0


def test_a_folder_of_another_table_is_refused_in_one_line(tmp_path: Path) -> None:
    with headless("--folder", str(tmp_path), "--rulebook", "crown-baccarat") as bench:
        assert bench.end() == 0
    words = (*RAPID_TABLE, "bench", "--headless", "--folder", str(tmp_path), "--ats", "3")
    done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    said = f"--folder: {tmp_path}: the journal that lies there is of another table: ats is 2 there and 3 here\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_the_journal_names_who_did_what_under_which_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with headless("--folder", str(tmp_path), "--rulebook", "crown-baccarat") as bench:
        for line in ("buyin 1 100", "console open", "wager 1 player 25", "void by=supervisor a fight", "burn 7S"):
            assert bench.do(line)[-1]["event"] == "done", line
        assert bench.end() == 0
    assert main(["journal", "show", str(tmp_path / "table.journal"), "--json"]) == 0
    by = {row["event"]: row["by"] for row in map(json.loads, capsys.readouterr().out.splitlines())}
    # crown 3.7, 8.1, 13.3: the least who may; a wager is its player's.
    assert by["shoe_started"] == "2 game supervisor, rule 3.7"
    assert by["coup_opened"] == "1 dealer, rule 8.1"
    assert by["result"] == "3 casino supervisor, rule 13.3"
    assert by["burned"] == "1 dealer, rule 8.3.1"
    assert by["wager"] == "bench"
