"""A board whose journal or pocket cannot be used says so, and is not started until neither slot starts any more."""

import asyncio
import contextlib
import os
import sqlite3
from pathlib import Path
from typing import get_args

import pytest
from signed_table import on_journal, tell

from firmware.boards.broken import Unusable, is_watched, picture, show
from firmware.cli import role as role_module
from firmware.cli.main import main
from firmware.config import read_board
from firmware.game import steps as s
from firmware.kit.items import Text
from firmware.kit.words import languages, words_of
from firmware.table.journal.signing import table_signer
from firmware.terminal.pocket import PocketError
from firmware.updating.vitals import read_vitals

CODES = get_args(Unusable)
OPERATOR = Path(__file__).parents[2] / "docs/operator.md"
TABLE = """
role = "table"
[table]
rulebook = "crown-baccarat"
ats = 0
[journal]
path = "{folder}/table.journal"
pin_secret = "{folder}/pin"
[screen]
size = [800, 480]
[devices.shoe]
driver = "drivers.angel_eye"
port = "{folder}/shoe"
[devices.touch]
driver = "drivers.touch"
"""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("code", CODES)
def test_it_says_what_cannot_be_used_and_that_the_card_is_kept(code: Unusable, language: str) -> None:
    said = [
        item.text for item in picture(code, "row 7 is missing", language, (1280, 800)).items if isinstance(item, Text)
    ]
    words = words_of(language)
    assert said == [words(f"broken.{code}"), words(f"broken.to_do.{code}"), code, "row 7 is missing"]
    assert f"`{code}`" in OPERATOR.read_text()


@pytest.mark.outside
def test_a_table_whose_journal_was_changed_shows_it_and_tells_the_gate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    said: list[str] = []
    board = read_board(TABLE.format(folder=tmp_path))
    asyncio.run(show(board, "journal_unusable", "row 2 is missing", said.append, 0.5))
    vitals = read_vitals(tmp_path / "vitals.json")
    assert vitals is not None
    assert (vitals.role, vitals.broken, vitals.picture, vitals.journal) == ("table", "journal_unusable", True, None)
    assert any("first picture" in line for line in said)


@pytest.mark.outside
@pytest.mark.parametrize("watched", [True, False])
def test_the_role_shows_it_where_it_is_a_boards_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, watched: bool
) -> None:
    journal = tmp_path / "table.journal"
    on_journal(journal, table_signer(tmp_path / "journal.key"), tell(s.NewShoe(8)))
    with contextlib.closing(sqlite3.connect(journal)) as opened, opened:
        assert opened.execute("UPDATE entries SET by='somebody else' WHERE sequence=2").rowcount == 1
    config = tmp_path / "table.toml"
    config.write_text(TABLE.format(folder=tmp_path))
    shown: list[tuple[str, str]] = []

    async def showing(_: object, code: str, why: str, __: object) -> None:
        shown.append((code, why))

    monkeypatch.setattr(role_module, "show", showing)
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    if watched:
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    assert is_watched(os.environ) is watched
    assert main(["run", "--role", "table", "--config", str(config)]) == 1
    assert [code for code, _ in shown] == ["journal_unusable"] * watched
    assert all("table.journal" in why for _, why in shown)


def test_a_terminal_whose_pocket_cannot_be_used_shows_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, str]] = []

    async def showing(_: object, code: str, why: str, __: object) -> None:
        shown.append((code, why))

    async def damaged(_: object, __: object) -> None:
        raise PocketError("the pocket is damaged")

    monkeypatch.setattr(role_module, "show", showing)
    monkeypatch.setattr("firmware.terminal.board.run", damaged)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    assert main(["run", "--role", "ats", "--config", str(OPERATOR.parents[1] / "deploy/ats.toml")]) == 2
    assert shown == [("pocket_unusable", "the pocket is damaged")]
