"""`rapid-table journal`, as an auditor uses it."""

import asyncio
import json
import sqlite3
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from firmware.cli.main import main
from firmware.game import steps as s
from firmware.table import commands as c
from firmware.table.service import TableService
from firmware.table.sqlite_journal import SqliteJournal
from hal.cards import Card
from hal.clock import board_clock


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal of three coups, a correction among them."""
    path = tmp_path / "table.journal"

    async def story() -> None:
        setup, file = c.Setup("crown-baccarat"), SqliteJournal(path)
        service = TableService.recovered(
            file.recover(), setup, file, board_clock(asyncio.get_running_loop()), lambda _: None
        )
        await service.start()
        stand = [s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")]
        commands = [s.NewShoe(8), c.BuyIn(1, 100_00), c.BuyIn(2, 100_00)]
        for stake in (10_00, 20_00, 30_00):
            commands += [s.OpenBets(), c.Wager(1, "player", stake), s.CloseBets(), *stand, s.Confirm()]
        commands += [c.Malfunction("wnd"), s.NewShoe(8)]
        commands += [c.CorrectOutcome(1, (Card("7S"), Card("KD")), (Card("8H"), Card("KC")))]
        for command in commands:
            await service.submit(command, by="dealer 7")
        file.close()

    asyncio.run(story())
    return path


@pytest.fixture
def run(capsysbinary: Any) -> Any:
    def call(*words: object) -> tuple[int, str, str]:
        status = main(["journal", *map(str, words)])
        captured = capsysbinary.readouterr()
        return status, captured.out.decode(), captured.err.decode()

    return call


@pytest.mark.rule("crown 11.12")
def test_everything_about_a_coup_is_on_one_page(run: Any, journal: Path) -> None:
    status, out, _ = run("show", journal, "--coup", 1)
    assert status == 0
    for words in (
        "coup 1",
        "ATS 1 wagers 10.00 on player",
        "7S → Player 1",
        "win, 20.00 back",
        "wrong_outcome",
        "lose (recalc",
    ):
        assert words in out, out
    assert "20.00 on player" not in out
    # 100 less 10, 20 and 30 staked, 20, 40 and 60 back; then the first found to be lost: 20 taken back.
    assert "ATS 1 balance after it 140.00" in out
    assert "dealer 7" in out


@pytest.mark.parametrize(
    ("filters", "kinds"),
    [
        (("--kind", "wager"), {"wager"}),
        (("--ats", 2), {"bought_in", "abstained"}),
        (("--coup", 2, "--ats", 1), {"wager", "settled", "balance"}),
        (("--shoe", 2, "--kind", "shoe_started"), {"shoe_started"}),
        (("--since", "2000-01-01", "--until", "2000-01-02"), set()),
        (("--last", 1, "--kind", "result"), set()),
    ],
)
def test_it_is_shown_by_coup_terminal_shoe_time_and_kind(
    run: Any, journal: Path, filters: Any, kinds: set[str]
) -> None:
    status, out, _ = run("show", journal, *filters, "--json")
    assert status == 0
    assert {json.loads(line)["event"] for line in out.splitlines()} == kinds


def test_the_last_coups_are_shown_while_a_fault_stands(run: Any, journal: Path) -> None:
    _, out, _ = run("show", journal, "--last", 2, "--json")
    events = [json.loads(line) for line in out.splitlines()]
    assert [event["coup"] for event in events if event["event"] == "result"] == [2, 3]


def test_a_whole_journal_verifies_and_replays(run: Any, journal: Path) -> None:
    status, out, _ = run("verify", journal, "--json")
    report = json.loads(out)
    assert (status, report["whole"], report["snapshots"]) == (0, True, 1)
    assert "whole; head" in run("verify", journal)[1]
    status, out, _ = run("replay", journal, "--json")
    report = json.loads(out)
    assert report["state"]["game"]["coups"] == 3
    # Three stakes of 10, 20 and 30 on Player, all won and returned twofold; the first then found to be lost.
    assert report["meters"]["table"] | {
        "received": {"cash": 200_00}, "wagered": {"player": 60_00}, "won": {"player": 120_00}, "adjusted": -20_00,
    } == report["meters"]["table"]  # fmt: skip
    status, out, _ = run("replay", journal)
    assert "sum of the ledger                       0.00" in out


def test_a_changed_row_is_named_and_the_status_is_1(run: Any, journal: Path) -> None:
    db = sqlite3.connect(journal)
    db.execute("UPDATE entries SET by='somebody else' WHERE sequence=9")
    db.commit()
    db.close()
    status, out, err = run("verify", journal)
    assert (status, out) == (1, "")
    assert "row 9 is not what was written there" in err


@pytest.mark.parametrize("what", ["show", "verify", "replay", "export"])
def test_no_journal_is_bad_input(run: Any, tmp_path: Path, what: str) -> None:
    status, _, err = run(what, tmp_path / "nothing")
    assert status == 2
    assert "there is no such journal" in err


def test_an_export_is_checked_without_the_firmware(run: Any, journal: Path, tmp_path: Path) -> None:
    key = tmp_path / "table.key"
    assert run("export", journal)[0] == 2
    assert run("export", journal, "--key", key)[0] == 1
    assert run("export", journal, "--make-key", key)[0] == 0
    assert run("export", journal, "--make-key", key)[0] == 1  # a key is made once
    assert key.stat().st_mode & 0o777 == 0o600
    status, out, err = run("export", journal, "--key", key)
    assert status == 0
    *lines, last = out.splitlines()
    # From here on with nothing but SHA-256, JSON and openssl, as docs/journal.md tells an auditor.
    head = bytes(32)
    for line in lines:
        row = json.loads(line)
        event = line[line.index('"event":') + 8 : line.rindex(',"hash":')]
        named = json.dumps(row["row"], separators=(",", ":"), ensure_ascii=False)
        head = sha256(head + named.encode() + event.encode()).digest()
        assert head.hex() == row["hash"]
    signed = json.loads(last)
    assert (signed["rows"], signed["head"]) == (len(lines), head.hex())
    (tmp_path / "key.pub").write_text(signed["public_key"])
    (tmp_path / "head").write_text(f"{signed['rows']} {signed['head']}")
    (tmp_path / "signature").write_bytes(bytes.fromhex(signed["signature"]))
    command = "openssl pkeyutl -verify -pubin -inkey key.pub -rawin -in head -sigfile signature"
    checked = subprocess.run(command.split(), cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Signature Verified Successfully" in checked.stdout
    assert f"{len(lines)} rows exported" in err


def test_a_key_that_is_none(run: Any, journal: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("no key")
    status, _, err = run("export", journal, "--key", tmp_path / "key")
    assert status == 1
    assert "is no private key in PEM" in err
