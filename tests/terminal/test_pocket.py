"""A terminal's pocket in its file: what it remembers, its life, and what a damaged file leads to."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.terminal.pocket import NOTE, NOWHERE, TICKET, Held, PocketError, SqlitePocket
from hal.note_way import NoteInFlight, NoteStage

ATS = """
role = "ats"
[terminal]
number = 1
pocket = "{pocket}"
[network]
server = "tls://127.0.0.1:1"
device = "ats-1"
certificates = "certificates"
"""


def made(path: Path) -> str:
    pocket = SqlitePocket(path)
    pocket.close()
    return pocket.life


def write(path: Path, name: str, value: bytes) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT OR REPLACE INTO pocket VALUES (?, ?)", (name, value))
    db.close()


def test_each_pocket_has_a_life_of_its_own_and_keeps_it(tmp_path: Path) -> None:
    lives = [made(tmp_path / name) for name in ("a", "b", "a")]
    assert lives[0] == lives[2] != lives[1]
    assert len(lives[0]) == 16
    assert set(lives[0]) <= set("0123456789abcdef")


def test_numbers_are_counted_on_and_go_on_from_one_that_the_table_knows(tmp_path: Path) -> None:
    pocket = SqlitePocket(tmp_path / "pocket")
    assert [pocket.next_number(), pocket.next_number()] == [1, 2]
    pocket.go_on_from(7)
    pocket.go_on_from(3)
    assert pocket.next_number() == 8
    pocket.close()
    again = SqlitePocket(tmp_path / "pocket")
    assert (again.count, again.next_number()) == (8, 9)
    again.close()


def test_nobody_else_on_the_board_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "pocket"
    pocket = SqlitePocket(path)
    pocket.keep(NoteInFlight(1, 20_00, NoteStage.STACKING))
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
    pocket.close()
    path.chmod(0o644)  # one that an earlier firmware made
    made(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_pocket_of_before_lives_gets_one_and_keeps_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "pocket"
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("CREATE TABLE pocket (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT")
    db.execute("INSERT INTO pocket VALUES ('count', ?), ('ticket', ?)", (b"17", b"006429188185446104"))
    db.execute("INSERT INTO pocket VALUES ('note', ?)", (b'{"number":"1-17","amount":2000,"stage":"stacking"}',))
    db.close()
    pocket = SqlitePocket(path)
    assert (pocket.count, pocket.ticket()) == (17, "006429188185446104")
    # Its number was another table's word: it is in doubt under a number of this life, and never credited.
    assert pocket.in_flight() == NoteInFlight(0, 20_00, NoteStage.STACKING)
    pocket.close()
    assert made(path) == pocket.life


@pytest.mark.parametrize("what", [NOTE, TICKET])
def test_a_pocket_knows_at_which_terminal_what_it_holds_lies(tmp_path: Path, what: Held) -> None:
    pocket = SqlitePocket(tmp_path / "pocket")
    assert pocket.place(what) is None  # as in one of before, which does not say
    pocket.settle(what, 7)
    assert {pocket.place(one) for one in (NOTE, TICKET)} == {7, None}
    pocket.close()
    again = SqlitePocket(tmp_path / "pocket")
    assert again.place(what) == 7
    again.settle(what, NOWHERE)
    assert again.place(what) == NOWHERE
    again.close()


def test_a_pocket_is_one_process_alone(tmp_path: Path) -> None:
    pocket = SqlitePocket(tmp_path / "pocket")
    with pytest.raises(PocketError, match="another process uses this pocket"):
        SqlitePocket(tmp_path / "pocket")
    pocket.close()


def damage_pages(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[100:300] = b"\xff" * 200
    path.write_bytes(data)


def lose_the_file(path: Path) -> None:
    path.with_name("pocket-wal").write_bytes(b"x" * 100)
    path.unlink()


def drop_the_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DROP TABLE pocket")
    db.close()


DAMAGES = {
    "it is empty": lambda path: path.write_bytes(b""),
    "is not a database": lambda path: path.write_bytes(b"no pocket " * 1000),
    "malformed": damage_pages,
    "its write-ahead log is there": lose_the_file,
    "it holds no pocket": drop_the_table,
    "its life cannot be read": lambda path: write(path, "life", b"1"),
    "its count is below 0": lambda path: write(path, "count", b"-1"),
    "invalid literal": lambda path: write(path, "count", b"many"),
    "the place of its note is no terminal": lambda path: write(path, "note-at", b"-1"),
    "Input data was truncated": lambda path: write(path, "note", b"{"),
}


@pytest.mark.parametrize("why", DAMAGES)
def test_a_damaged_pocket_is_said_in_one_line_and_never_begun_anew(
    why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pocket"
    made(path)
    DAMAGES[why](path)
    left = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    config = tmp_path / "ats.toml"
    config.write_text(ATS.format(pocket=path))
    assert main(["run", "--role", "ats", "--config", str(config)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(path) in said
    assert why in said
    assert "move it and its -wal away and keep them" in said
    config.unlink()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == left


def test_a_place_where_no_pocket_can_be_is_named_with_its_key(tmp_path: Path) -> None:
    with pytest.raises(PocketError, match=r"No such file or directory: `pocket` in the profile must name"):
        SqlitePocket(tmp_path / "nowhere" / "pocket")


def test_a_pocket_that_can_be_written_no_more_says_so(tmp_path: Path) -> None:
    pocket = SqlitePocket(tmp_path / "pocket")
    pocket.close()
    with pytest.raises(PocketError, match="pocket"):
        pocket.next_number()
    assert pocket.count == 0
