"""What is asked for and is not there, or is something else: one line says so, and nothing passes for an answer."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from signed_table import two_shoes

from firmware.cli.main import main


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        status = main(words)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.mark.parametrize("command", ["journal show", "journal verify", "journal replay", "trace 1"])
def test_a_text_is_no_journal(command: str, said: Any) -> None:
    Path("story.txt").write_text("bets\nwager 1 player 5\n" * 100)
    says = "story.txt: is no journal; a table writes one where [journal] path says, a SQLite file\n"
    assert said(*command.split(), "story.txt") == (2, "", says)


def test_a_journal_whose_beginning_is_damaged_is_a_journal(said: Any) -> None:
    two_shoes(Path("table.journal"), None)
    with closing(sqlite3.connect("table.journal")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with Path("table.journal").open("r+b") as file:
        file.write(b"no")
    status, _, err = said("journal", "verify", "table.journal")
    assert status == 1
    assert "The table does not play" in err


def test_a_kind_that_there_is_not(said: Any) -> None:
    two_shoes(Path("table.journal"), None)
    status, out, err = said("journal", "show", "table.journal", "--kind", "wagr")
    assert (status, out) == (2, "")
    assert err.startswith("--kind: there is no kind 'wagr'; there are wager")


def test_a_coup_and_a_shoe_that_are_not_there(said: Any) -> None:
    two_shoes(Path("table.journal"), None)
    lists = "rapid-table journal show table.journal lists its coups"
    assert said("journal", "show", "table.journal", "--coup", "700") == (
        2, "", f"--coup: table.journal: has no rows of coup 700; {lists}\n",
    )  # fmt: skip
    assert said("journal", "show", "table.journal", "--shoe", "900") == (
        0, "", "table.journal: has no rows of shoe 900\n",
    )  # fmt: skip


def test_a_link_that_leads_back_to_itself(said: Any) -> None:
    Path("loop").symlink_to("loop")
    status, out, err = said("provision", "loop", "--ats", "2")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(("loop: ", "loop/authority: "))  # as Python 3.13 finds it


def test_no_figure_is_not_all_figures(said: Any) -> None:
    status, out, err = said("benchmark", "--only", "")
    assert (status, out) == (2, "")
    assert err.startswith("--only: no figure ''; there are ")


def test_a_table_has_no_more_than_fifty_terminals(said: Any) -> None:
    assert said("provision", "made", "--ats", "0")[0] == 0
    assert said("provision", "made", "--add", "ats-51")[::2] == (2, "--add: ats-51: a table has at most 50 terminals\n")
    assert said("provision", "made", "--add", "ats-50")[0] == 0


@pytest.mark.outside
def test_a_help_that_nobody_can_be_told() -> None:
    words = [sys.executable, "-m", "firmware.cli.main", "play", "--help"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (2, "standard output: cannot be written: No space left on device\n")
