"""What a device or a person says forges no line and steers no terminal, wherever it is shown."""

import ast
import asyncio
import json
import logging
import re
import sqlite3
import subprocess
import sys
from collections import deque
from hashlib import sha256
from pathlib import Path

import pygame
import pytest
from plain_text import is_plain

from drivers.escpos.ticket import encode
from firmware.cli.desk import print_line
from firmware.cli.log import LogLines, start_log
from firmware.cli.main import main
from firmware.cli.say import warn
from firmware.game import steps as s
from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.items import Button, Text
from firmware.kit.painter import Painter
from firmware.kit.scene import Item, Scene
from firmware.table.core.commands import Role
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.devices import ReportDevice
from firmware.table.features.exclusions import ExcludePlayer
from firmware.table.features.staff import EnrolStaff
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.clock import board_clock
from hal.ticket_printer import Ticket
from hal.visible import visible
from sim.bench.typed import Typed
from sim.scenario import ScenarioError

PROJECT = Path(__file__).parents[2]
# A line of its own, a cleared screen, a title of the window, text turned round, and a line end of Unicode.
HOSTILE = "jam\r\n      99  2026-11-19  a forged line\x1b[2J\x9b31m\x1b]0;t\x07\u202etnuoma\u2028\x85\0\x7f"


class Failing(json.JSONDecoder):
    """What fails in a library, with what it was told in its words."""

    def decode(self, _: str) -> None:  # type: ignore[override]
        raise ValueError(HOSTILE)


def lines_of(out: str) -> list[str]:
    """Return the lines of an output, of which each can be seen whole."""
    assert out.endswith("\n")
    lines = out.removesuffix("\n").split("\n")
    for line in lines:
        assert is_plain(line), line
    return lines


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal in which devices and persons said what they should not."""
    path = tmp_path / "table.journal"

    async def story() -> None:
        file = SqliteJournal(path)
        clock = board_clock(asyncio.get_running_loop())
        service = TableService.recovered(file.recover(), Setup("crown-baccarat"), file, clock, lambda _: None)
        await service.start()
        for command in (
            ReportDevice(HOSTILE, HOSTILE, HOSTILE),
            EnrolStaff("7", HOSTILE, Role.DEALER, "x", card=HOSTILE),
            s.NewShoe(8),
            BuyIn(1, 10_00),
            s.OpenBets(),
            s.ForeignCard(HOSTILE),
            ExcludePlayer(1, HOSTILE),
        ):
            await service.submit(command, by=HOSTILE)
        file.close()

    asyncio.run(story())
    return path


def test_journal_show(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "show", str(journal)]) == 0
    lines = lines_of(capsys.readouterr().out)
    assert [int(line.split()[0]) for line in lines] == list(range(1, len(lines) + 1))
    assert any(visible(HOSTILE) in line for line in lines)


def test_journal_show_for_programs(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "show", str(journal), "--json"]) == 0
    events = [json.loads(line) for line in lines_of(capsys.readouterr().out)]
    (reported,) = (event for event in events if event["event"] == "device_reported")
    assert (reported["by"], reported["device"], reported["detail"]) == (HOSTILE, HOSTILE, HOSTILE)


def test_journal_replay_and_what_is_wrong_with_a_journal(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more in ([], ["--json"]):
        assert main(["journal", "replay", str(journal), *more]) == 0
        lines_of(capsys.readouterr().out)
    db = sqlite3.connect(journal)
    db.execute("UPDATE entries SET event=CAST('{\"event\":\"' || char(27, 13, 10, 155) || '\"}' AS BLOB)")
    db.commit()
    db.close()
    assert main(["journal", "verify", str(journal)]) == 1
    assert len(lines_of(capsys.readouterr().err)) == 1


def test_a_row_of_a_time_that_is_none_is_shown(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = sqlite3.connect(journal)
    head = bytes(32)
    for row in db.execute("SELECT * FROM entries ORDER BY sequence").fetchall():
        named = [row[0], 10**17, *row[2:7]]
        text = json.dumps(named, separators=(",", ":"), ensure_ascii=False)
        head = sha256(head + text.encode() + row[7]).digest()
        db.execute("UPDATE entries SET at=?, hash=? WHERE sequence=?", (10**17, head, row[0]))
    db.commit()
    db.close()
    assert main(["journal", "show", str(journal), "--kind", "table_opened"]) == 0
    assert "100000000000000000 ms" in capsys.readouterr().out


@pytest.mark.outside
def test_an_export_is_checked_by_what_docs_say_though_a_text_holds_line_ends(
    journal: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    key = tmp_path / "table.key"
    assert main(["journal", "export", str(journal), "--make-key", str(key)]) == 0
    assert main(["journal", "export", str(journal), "--key", str(key)]) == 0
    (tmp_path / "journal.jsonl").write_bytes(capfdbinary.readouterr().out)
    papers = (PROJECT / "docs/journal.md").read_text()
    (script,) = re.findall(r"```python\n(import json, sys\n.*?)```", papers, re.DOTALL)
    checked = subprocess.run([sys.executable, "-c", script, "journal.jsonl"], cwd=tmp_path, check=False)
    assert checked.returncode == 0
    assert (tmp_path / "head").read_text()


@pytest.mark.parametrize("form", ["--log", "--json"])
def test_play(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = tmp_path / "coup.txt"
    code = "".join(HOSTILE.split())
    scenario.write_text(f"bets\nforeign {code}\nvoid \u202etext \x1b[2J\n", newline="")
    assert main(["play", "--rulebook", "crown-baccarat", form, str(scenario)]) == 0
    out = capsys.readouterr().out
    assert visible(code) in "\n".join(lines_of(out)).replace("\\u00", "\\x")


def test_a_line_number_is_what_an_editor_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = tmp_path / "coup.txt"
    scenario.write_text("void \x0b\x0c\x1c\x85\u2028 of one line\nnonsense\n", newline="")
    assert main(["play", "--rulebook", "crown-baccarat", str(scenario)]) == 2
    assert f"{scenario}:2: no step 'nonsense'" in capsys.readouterr().err


def test_probe_and_emulate(capsys: pytest.CaptureFixture[str]) -> None:
    print_line({"event": "fault", "detail": HOSTILE})
    (line,) = lines_of(capsys.readouterr().out)
    assert json.loads(line)["detail"] == HOSTILE


def test_what_a_board_says_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    warn(f"connected to {HOSTILE}")
    assert lines_of(capsys.readouterr().err) == [f"connected to {visible(HOSTILE)}"]


def test_what_libraries_log() -> None:
    with pytest.raises(ValueError, match="jam") as failed:
        json.loads("", cls=Failing)
    trouble = (failed.type, failed.value, failed.tb)
    record = logging.LogRecord("nats", logging.ERROR, __file__, 1, "the server said %s", (HOSTILE,), trouble)
    first, *more = lines_of(LogLines().format(record) + "\n")
    assert first.endswith(f" ERROR   nats: the server said {visible(HOSTILE)}")
    assert len(more) > 3
    assert all(line.startswith("  | ") for line in more)


def test_a_board_logs_so(monkeypatch: pytest.MonkeyPatch) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    start_log("info")
    assert [type(handler.formatter) for handler in root.handlers] == [LogLines]


@pytest.mark.parametrize(
    "words",
    [
        ["play", "--rulebook", HOSTILE],
        ["play", "--rulebook", "crown-baccarat", HOSTILE],
        ["journal", "show", HOSTILE],
        ["check-config", HOSTILE],
        [HOSTILE],
        ["odds", HOSTILE],
        ["roads", HOSTILE],
        ["probe", "shoe", "--port", "x", "--set", HOSTILE],
    ],
)
def test_what_is_wrong_on_a_command_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(lines_of(captured.err)) == 1


@pytest.mark.parametrize(
    "item",
    [
        Text(Box(0, 0, 400, 60), HOSTILE, 14),
        Button(Box(0, 0, 400, 60), ("yes",), HOSTILE, 14, note=HOSTILE),
    ],
)
def test_screens(item: Item) -> None:
    def shot(shown: Item) -> bytes:
        surface = pygame.Surface((400, 60), depth=32)
        Painter(surface, Art()).paint_all(Scene((shown,)))
        return pygame.image.tobytes(surface, "RGB")

    texts = {name: visible(HOSTILE) for name in ("text", "label", "note") if hasattr(item, name)}
    plain = type(item)(**{**{name: getattr(item, name) for name in item.__struct_fields__}, **texts})
    assert shot(item) == shot(plain)
    assert any(shot(item))


def test_tickets() -> None:
    # ESC p opens a cash drawer, GS V cuts, and a line feed would begin a line that is not ours.
    hostile = "Table 7\x1bp\x00\x19\x19\x1dVA\n$ 9,999.00"
    shown = "Table 7\\x1bp\\x00\\x19\\x19\\x1dVA\\n$ 9,999.00"
    for ticket, plain in (
        (Ticket("T", (hostile,)), Ticket("T", (shown,))),
        (Ticket(hostile, ()), Ticket(shown, ())),
        (Ticket("T", (), amount=hostile), Ticket("T", (), amount=shown)),
    ):
        assert encode(ticket) == encode(plain)
        assert b"\x1bp" not in encode(ticket)


def test_the_bench_without_a_page() -> None:
    class Script:
        said = deque([HOSTILE])

        def load(self, *_: str) -> None:
            raise ScenarioError(HOSTILE, 1, HOSTILE)

    class Bench:
        script = Script()
        said = deque([{"text": HOSTILE, "rule": "", "irregular": True}])

    said: list[str] = []
    typed = Typed(Bench(), said.append)  # type: ignore[arg-type]
    typed.news()
    asyncio.run(typed.hear("scenario /nowhere\x1b[2J"))
    asyncio.run(typed.hear("scenario /dev/null"))
    assert len(said) == 4
    assert all(is_plain(line) for line in said)


def test_sub_commands_print_by_these_alone() -> None:
    # Reports of our own words, in many lines; the line of progress that is written over; the log.
    own = {"say.py", "odds.py", "roads.py", "rules.py", "benchmark.py", "bench.py", "play.py", "soak.py", "main.py"}
    own |= {"log.py"}
    for path in (PROJECT / "firmware").rglob("*.py"):
        if path.name in own and path.parent.name == "cli":
            continue
        tree = ast.parse(path.read_text())
        called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        assert not called & {"print", "sys.stdout.write", "sys.stderr.write", "sys.stdout.writelines"}, path
