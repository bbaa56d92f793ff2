"""A terminal's pocket is retired once two people at the table have ended its board."""

import io
import json
import os
import pwd
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from printed_pages import PRINTER, pages_in

from firmware.cli.main import main
from firmware.terminal.pocket import SqlitePocket
from hal.note_way import NoteInFlight

pytestmark = pytest.mark.lab(22)

TWO = ("11", "4711", "12", "8264")
ATS = """\
role = "ats"
[terminal]
number = 3
pocket = "{folder}/pocket"
[network]
server = "tls://table:4222"
device = "ats-3"
certificates = "{folder}"
"""


@pytest.fixture
def terminal(tmp_path: Path) -> Path:
    """A terminal's pocket that holds a note in flight."""
    (tmp_path / "ats.toml").write_text(ATS.format(folder=tmp_path))
    with closing(SqlitePocket(tmp_path / "pocket")) as pocket:
        pocket.keep(NoteInFlight(pocket.next_number(), 20_00))
    return tmp_path


def retire_ats(folder: Path, *more: str) -> int:
    return main(["retire", "ats", str(folder / "ats.toml"), "--out", str(folder / "out"), *more])


def test_a_terminals_pocket_ends_once_two_people_at_the_table_said_so_and_one_with_another_life_begins(
    terminal: Path, capsys: Any
) -> None:
    with closing(SqlitePocket(terminal / "pocket")) as pocket:
        life = pocket.life
    assert retire_ats(terminal) == 2
    assert "nobody has ended this board at the table" in capsys.readouterr().err
    assert not (terminal / "out").exists()
    with closing(SqlitePocket(terminal / "pocket")) as pocket:
        assert (pocket.life, pocket.is_retired) == (life, False)
        pocket.retire()
    with closing(SqlitePocket(terminal / "pocket")) as pocket:
        assert pocket.is_retired
    assert retire_ats(terminal) == 0
    said = capsys.readouterr().out
    assert "retired-1" in said
    assert "paper: no printer" in said
    found = json.loads((terminal / "out" / "final.json").read_text())
    assert (found["terminal"], found["life"], found["last_number"]) == (3, life, 1)
    assert (found["note_in_flight"]["amount"], found["ended_at_table"]) == (20_00, True)
    with closing(SqlitePocket(terminal / "pocket")) as pocket:
        assert (pocket.life == life, pocket.count, pocket.is_retired) == (False, 0, False)
    assert main(["retire", "table", str(terminal / "ats.toml"), "--out", str(terminal / "other")]) == 2
    assert "role ats, not table" in capsys.readouterr().err


def test_without_a_table_two_people_are_named_and_nobody_has_checked_them(
    terminal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(TWO)))
    assert retire_ats(terminal, "--without-table") == 0
    found = json.loads((terminal / "out" / "final.json").read_text())
    assert (found["ended_at_table"], found["named"], found["second_named"]) == (False, "11", "12")


@pytest.mark.lab(22)
def test_what_a_terminal_leaves_is_printed_too_and_a_printer_that_fails_hinders_nothing(
    terminal: Path, capsys: Any
) -> None:
    config = terminal / "ats.toml"
    config.write_text(config.read_text() + PRINTER.format(folder=terminal))
    with closing(SqlitePocket(terminal / "pocket")) as pocket:
        pocket.retire()
    assert retire_ats(terminal, "--json") == 0
    assert json.loads(capsys.readouterr().out)["paper"] == "printed"
    assert len(pages_in(terminal)) == 1
    config.write_text(config.read_text().replace("sim.escpos", "drivers.escpos").replace('pages = "', '# "'))
    with closing(SqlitePocket(terminal / "pocket")) as pocket:
        pocket.retire()
    assert main(["retire", "ats", str(config), "--out", str(terminal / "again"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["paper"].startswith("failed: ")


def test_where_there_is_no_pocket_there_is_none_to_retire(tmp_path: Path) -> None:
    (tmp_path / "ats.toml").write_text(ATS.format(folder=tmp_path))
    assert retire_ats(tmp_path) == 2


def test_nobody_but_its_owner_retires_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """Root would leave the next one to itself, and the board's own user could not open it."""
    (tmp_path / "ats.toml").write_text(ATS.format(folder=tmp_path))
    SqlitePocket(tmp_path / "pocket").close()
    monkeypatch.setattr("os.geteuid", lambda: os.getuid() + 1)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(TWO)))
    assert main(["retire", "ats", str(tmp_path / "ats.toml"), "--out", str(tmp_path / "out")]) == 2
    user = pwd.getpwuid(os.getuid()).pw_name
    assert f"pocket: belongs to {user}; run this as that user: runuser -u {user} -- " in capsys.readouterr().err
    assert sorted(file.name for file in tmp_path.iterdir() if "retired" in file.name) == []
