"""`rapid-table trace`: what happened in a coup, when, and how long after what was before it."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from firmware.cli.main import main
from firmware.game import steps as s
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.cards import Card

# When each thing is done, in milliseconds after the first coup opened at START.
START = 1_795_000_000_000
STORY: tuple[tuple[int, Any], ...] = (
    (-9_000, s.NewShoe(8)),
    (-8_000, BuyIn(1, 100_00)),
    (0, s.OpenBets()),
    (1_500, Wager(1, "player", 10_00)),
    (9_000, s.CloseBets()),
    (12_000, s.CardDrawn(Card("7S"))),
    (13_250, s.CardDrawn(Card("6H"))),
    (14_000, s.CardDrawn(Card("KD"))),
    (15_000, s.CardDrawn(Card("KC"))),
    (16_000, s.Confirm()),
    (60_000, s.OpenBets()),
    (61_000, s.CloseBets()),
)
NAMES = ("coup_opened", "wager", "bets_closed", "card", "card", "card", "card", "result", "settled")
TIMES = (0, 1_500, 9_000, 12_000, 13_250, 14_000, 15_000, 16_000, 16_000)


class Told:
    """A clock that says what it was told."""

    at = START - 10_000

    def now_ms(self) -> int:
        return self.at


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "table.journal"

    async def story() -> None:
        file, clock = SqliteJournal(path), Told()
        service = TableService.recovered(file.recover(), Setup("crown-baccarat"), file, clock, lambda _: None)
        await service.start()
        for at, command in STORY:
            clock.at = START + at
            await service.submit(command, by="dealer 7")
        file.close()

    asyncio.run(story())
    return path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*words: object) -> tuple[int, list[str], str]:
        status = main(["trace", *map(str, words)])
        captured = capsys.readouterr()
        return status, captured.out.splitlines(), captured.err

    return call


def line_at(ms: int, text: str) -> str:
    at = datetime.fromtimestamp((START + ms) / 1000, UTC).isoformat("T", "milliseconds").replace("+00:00", "Z")
    return f"{at} {text}\n"


def test_each_step_has_its_time_and_how_long_it_was_after_the_one_before(run: Any, journal: Path) -> None:
    status, out, err = run(1, journal, "--json")
    *steps, traced = map(json.loads, out)
    assert (status, err) == (0, "")
    shown = [step for step in steps if step["event"] in NAMES]
    assert tuple(step["event"] for step in shown) == NAMES
    assert tuple(step["since_open_ms"] for step in shown) == TIMES
    assert [step["at"] - START for step in steps] == [step["since_open_ms"] for step in steps]
    assert sum(step["since_last_ms"] for step in steps) == 16_000
    assert {step["command"] for step in steps} == {None}
    assert traced == {
        "event": "traced", "coup": 1, "steps": len(steps), "betting_ms": 9_000, "dealing_ms": 7_000, "settling_ms": 0,
    }  # fmt: skip


def test_people_read_seconds(run: Any, journal: Path) -> None:
    _, out, _ = run(1, journal)
    assert out[0].startswith(f"coup 1, opened {datetime.fromtimestamp(START / 1000, UTC):%Y-%m-%d %H:%M:%S}.000 UTC;")
    assert any("13.250      +1.250  dealer 7                       6H → Banker 1" in line for line in out)
    assert out[-1].endswith(" steps; betting 9.000 s; dealing 7.000 s; settling 0.000 s")


def test_a_coup_that_is_not_over_says_what_it_can(run: Any, journal: Path) -> None:
    _, out, _ = run(2, journal, "--json")
    traced = json.loads(out[-1])
    assert traced.keys() == {"event", "coup", "steps", "betting_ms"}
    assert traced["betting_ms"] == 1_000


def test_what_boards_logged_while_it_was_played_stands_between_its_steps(
    run: Any, journal: Path, tmp_path: Path
) -> None:
    (tmp_path / "table.log").write_text(
        line_at(-1, "INFO    firmware.x: before it opened")
        + line_at(12_500, "WARNING firmware.boards.reports: shoe: fault jam")
        + "  | a line of a traceback\n"
        + line_at(16_000, "INFO    firmware.x: at the moment of its result")
        + line_at(20_999, "INFO    firmware.x: soon after it")
        + line_at(21_001, "INFO    firmware.x: too late")
        + "2026-02-31T00:00:00.000Z INFO    firmware.x: no day\n"
    )
    said_at = str((START + 13_000) * 1000)
    entry = {"__REALTIME_TIMESTAMP": said_at, "PRIORITY": "3", "LOGGER": "firmware.table_board.gate"}
    bytes_said = {"MESSAGE": [*b"jam\x1b", 0xFF], "__REALTIME_TIMESTAMP": str((START + 13_100) * 1000)}
    (tmp_path / "ats.log").write_text(
        json.dumps({**entry, "MESSAGE": "nobody is barred\n  | Traceback"}) + "\n" + json.dumps(bytes_said) + "\n{]\n"
        '{"MESSAGE":"never"}\n' + json.dumps({**entry, "PRIORITY": "99"}) + "\n"
        + json.dumps({**entry, "MESSAGE": None})
    )  # fmt: skip
    status, out, err = run(1, journal, "--json", "--log", tmp_path / "table.log", "--log", tmp_path / "ats.log")
    steps = [json.loads(line) for line in out][:-1]
    heard = [
        (step["since_open_ms"], step["level"], step["by"], step["text"]) for step in steps if step["event"] == "logged"
    ]
    assert status == 0
    assert heard == [
        (12_500, "WARNING", "firmware.boards.reports", "shoe: fault jam"),
        (13_000, "ERROR", "firmware.table_board.gate", "nobody is barred"),
        (13_000, "ERROR", "firmware.table_board.gate", ""),
        (13_100, "INFO", "", "jam\x1b�"),
        (16_000, "INFO", "firmware.x", "at the moment of its result"),
        (20_999, "INFO", "firmware.x", "soon after it"),
    ]
    # A row comes before what was logged in the same moment.
    (place,) = (at for at, step in enumerate(steps) if step.get("text") == "at the moment of its result")
    assert "settled" in [step["event"] for step in steps[:place]]
    assert sum(step["since_last_ms"] for step in steps) == 20_999
    assert "table.log: 2 lines without a time of their own are left out" in err
    assert "ats.log: 3 lines without a time" in err
    _, out, _ = run(1, journal, "--log", tmp_path / "ats.log")
    assert any("log       13.100      +0.100                              INFO: jam\\x1b�" in line for line in out), out


def test_what_cannot_be_traced_is_said_in_a_line(run: Any, journal: Path, tmp_path: Path) -> None:
    no_log = tmp_path / "notes.txt"
    no_log.write_text("milk\neggs\n")
    (tmp_path / "empty.log").write_text("")
    for words, status, problem in (
        ((3, journal), 2, f"COUP: {journal} has no coup 3; rapid-table journal show lists its coups"),
        ((1, tmp_path / "gone"), 2, f"{tmp_path}/gone: no such journal"),
        ((1, no_log), 2, f"{no_log}: is no journal; a table writes one where"),
        ((1, journal, "--log", no_log), 2, f"{no_log}: no line has a time; give a log that `run` wrote"),
        ((1, journal, "--log", tmp_path / "gone"), 2, "gone: cannot be read: No such file or directory"),
        (("x", journal), 2, "'x' is not a whole number"),
    ):
        found, out, err = run(*words)
        assert (found, out) == (status, []), words
        assert problem in err
        assert err.count("\n") == 1
    assert run(1, journal, "--log", tmp_path / "empty.log")[0] == 0
