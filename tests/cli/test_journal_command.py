"""`rapid-table journal`, as an auditor uses it."""

import asyncio
import json
import shutil
import sqlite3
import subprocess
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from signed_table import coup, on_journal, rewrite, tell, two_shoes, unsigned

from firmware.cli.main import main
from firmware.game import steps as s
from firmware.game.events import Ruling
from firmware.table.core.head import HeadSigned, SignedHead
from firmware.table.core.journal import Batch
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.core.waiting import Heard
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.devices import DeviceReported
from firmware.table.features.freezing import AccountsUnfrozen
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.opening import HeadsAgreed, OpenedOnWord
from firmware.table.features.wagers import Wager
from firmware.table.journal.check import verify
from firmware.table.journal.file import checked, connect_to_read
from firmware.table.journal.signing import new_signer, table_signer
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.journal.testimony import HeadMemory
from hal.cards import Card
from hal.clock import board_clock


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal of three coups, a correction among them."""
    path = tmp_path / "table.journal"

    async def story() -> None:
        setup, file = Setup("crown-baccarat"), SqliteJournal(path)
        service = TableService.recovered(
            file.recover(), setup, file, board_clock(asyncio.get_running_loop()), lambda _: None
        )
        await service.start()
        stand = [s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")]
        commands = [s.NewShoe(8), BuyIn(1, 100_00), BuyIn(2, 100_00)]
        for stake in (10_00, 20_00, 30_00):
            commands += [s.OpenBets(), Wager(1, "player", stake), s.CloseBets(), *stand, s.Confirm()]
        commands += [Malfunction("wnd"), s.NewShoe(8)]
        commands += [CorrectOutcome(1, (Card("7S"), Card("KD")), (Card("8H"), Card("KC")))]
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
        (("--last", 1, "--kind", "result"), {"result"}),
    ],
)
def test_it_is_shown_by_coup_terminal_shoe_time_and_kind(
    run: Any, journal: Path, filters: Any, kinds: set[str]
) -> None:
    status, out, _ = run("show", journal, *filters, "--json")
    assert status == 0
    assert {json.loads(line)["event"] for line in out.splitlines()} == kinds


def test_it_is_shown_whole_who_did_something_and_who_approved_it(run: Any, tmp_path: Path) -> None:
    path, file = tmp_path / "approved.journal", SqliteJournal(tmp_path / "approved.journal")
    by = "100 game supervisor, approved by 200 casino supervisor, rule 13.3"
    file.commit(1_000, [Batch((DeviceReported("shoe", "fault jam", ""),), by)])
    file.close()
    status, out, _ = run("show", path)
    assert status == 0
    (line,) = out.splitlines()
    assert "  100 game supervisor " in line
    assert line.endswith("  [approved by 200 casino supervisor, rule 13.3]")


def test_a_ruling_names_its_person_beside_the_part_and_its_rule_once(run: Any, tmp_path: Path) -> None:
    path, file = tmp_path / "ruled.journal", SqliteJournal(tmp_path / "ruled.journal")
    ruling = Ruling("wrong_outcome", "freeze-and-recalculate", "11.11", "dealer", role="dealer")
    file.commit(1_000, [Batch((ruling, AccountsUnfrozen()), "7 dealer, rule 11.11")])
    file.close()
    _, out, _ = run("show", path, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [(row["by"], row["person"]) for row in rows] == [
        ("dealer", "7 dealer, rule 11.11"),
        ("7 dealer, rule 11.11", "7 dealer, rule 11.11"),
    ]
    _, out, _ = run("show", path)
    ruled, unfrozen = out.splitlines()
    assert ruled.count("[rule 11.11]") == 1
    assert unfrozen.count("7 dealer") == 1
    assert "sequence=" not in unfrozen


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
    assert "no such journal" in err


@pytest.mark.outside
def test_an_export_is_checked_without_the_firmware(run: Any, journal: Path, tmp_path: Path) -> None:
    key = tmp_path / "table.key"
    assert run("export", journal)[0] == 2
    assert run("export", journal, "--key", key)[0] == 2
    assert run("export", journal, "--make-key", key)[0] == 0
    assert run("export", journal, "--make-key", key)[0] == 2  # a key is made once
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
    assert status == 2
    assert "is no private key in PEM" in err


@pytest.fixture
def signed(tmp_path: Path) -> Path:
    """A journal of two shoes that a table with a key wrote; the public key lies beside it."""
    path = tmp_path / "signed.journal"
    two_shoes(path, table_signer(tmp_path / "journal.key"))
    return path


def remember(path: Path, head: SignedHead, key: str = "") -> Path:
    path.write_bytes(msgspec.json.encode(HeadMemory(key or head.key, head)))
    return path


def test_verify_says_from_which_row_on_the_chain_alone_covers(run: Any, signed: Path, journal: Path) -> None:
    head = verify(signed).signed
    assert head is not None
    rows = verify(signed).rows
    status, out, _ = run("verify", signed, "--public", signed.with_name("table.pub"))
    assert status == 0
    assert f"signed up to row {head.row} by the key {head.key}; from row {head.row + 2} on covered by the chain" in out
    report = json.loads(run("verify", signed, "--json")[1])
    assert (report["rows"], report["signed"]) == (rows, {"row": head.row, "key": head.key})
    assert "not signed: all rows are covered by the chain alone" in run("verify", journal)[1]
    assert json.loads(run("verify", journal, "--json")[1])["signed"] is None
    status, _, err = run("verify", journal, "--public", signed.with_name("table.pub"))
    assert status == 1
    assert "not one row is signed" in err


def test_a_journal_that_ends_with_a_signature_is_covered_whole(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    on_journal(path, new_signer(), tell(s.NewShoe(8), BuyIn(1, 100_00), *coup()))
    head = verify(path).signed
    assert head is not None
    assert run("verify", path)[1].endswith(f"signed up to row {head.row} by the key {head.key}\n")


def test_what_a_board_remembers_is_held_against_the_journal(run: Any, signed: Path, tmp_path: Path) -> None:
    head = verify(signed).signed
    assert head is not None
    agrees = remember(tmp_path / "ats-1", head)
    nothing = tmp_path / "ats-2"
    nothing.write_bytes(msgspec.json.encode(HeadMemory(head.key)))
    status, out, _ = run("verify", signed, "--witness", agrees, "--witness", nothing)
    assert status == 0
    assert f"ats-1: row {head.row}: agrees" in out
    assert "ats-2: no row yet: agrees" in out
    other = remember(tmp_path / "ats-3", new_signer()(7, bytes(32), b"", 0))
    status, out, err = run("verify", signed, "--witness", agrees, "--witness", other, "--json")
    assert status == 1
    assert [found["verdict"] for found in json.loads(out)["witnesses"]] == ["agrees", "foreign"]
    assert "ats-3: row 7: says nothing" in err


def test_an_older_copy_and_one_that_was_written_anew_are_found_by_a_witness(
    run: Any, signed: Path, tmp_path: Path
) -> None:
    signer = table_signer(tmp_path / "journal.key")
    older = tmp_path / "older.journal"
    db = connect_to_read(signed)
    heads = [entry.event.signed for entry in checked(db, signed) if isinstance(entry.event, HeadSigned)]
    db.close()
    for file in tmp_path.glob("signed.journal*"):
        shutil.copy(file, tmp_path / file.name.replace("signed", "older"))
    on_journal(signed, signer, tell(*coup(), *coup()))
    head = verify(signed).signed
    assert head is not None
    witness = remember(tmp_path / "ats-1", head)
    assert run("verify", signed, "--witness", witness)[0] == 0
    status, _, err = run("verify", older, "--public", tmp_path / "table.pub", "--witness", witness)
    assert status == 1
    assert f"ats-1: row {head.row}: does not agree: it remembers a later row" in err
    early = remember(tmp_path / "ats-2", heads[1])  # the first is of before the row that is changed
    assert run("verify", signed, "--witness", early)[0] == 0
    rewrite(signed, unsigned)
    status, _, err = run("verify", signed, "--witness", early)
    assert status == 1
    assert f"ats-2: row {heads[1].row}: does not agree: another row stands there" in err


def test_the_end_that_is_gone_with_its_log_and_mark_is_found_by_a_witness(
    run: Any, signed: Path, tmp_path: Path
) -> None:
    """What is not in the file yet lies in its write-ahead log; without both log and mark the rest looks whole."""
    signer = table_signer(tmp_path / "journal.key")
    with closing(sqlite3.connect(signed)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = tmp_path / "kept.journal"

    async def story(service: TableService) -> None:
        await tell(*coup(), *coup())(service)
        shutil.copy(signed, kept)  # as a card that lost its log

    journal = on_journal(signed, signer, story)
    assert journal.signed is not None
    assert "whole" in run("verify", kept, "--public", tmp_path / "table.pub")[1]
    status, _, err = run("verify", kept, "--witness", remember(tmp_path / "ats-1", journal.signed))
    assert status == 1
    assert "it remembers a later row" in err


@pytest.mark.parametrize("text", [None, b"", b"{}", b'{"key":"ff"}', b'{"key":"' + b"f" * 64 + b'","head":7}'])
def test_a_witness_that_is_none(run: Any, signed: Path, tmp_path: Path, text: bytes | None) -> None:
    if text is not None:
        (tmp_path / "ats-1").write_bytes(text)
    status, _, err = run("verify", signed, "--witness", tmp_path / "ats-1")
    assert status == 2
    assert "ats-1: " in err


def test_a_row_that_somebody_made_long_is_quoted_by_its_beginning(run: Any, journal: Path) -> None:
    def longer(row: list[Any]) -> list[Any]:
        return [*row[:7], row[7].replace(b"wager", b"A" * 100_000), row[8]] if row[4] == "wager" else row

    rewrite(journal, longer)
    for words in (("verify",), ("show",), ("replay",)):
        status, _, err = run(words[0], journal)
        assert (status, err.count("\n")) == (1, 1)
        assert "A" * 30 in err
        assert "A" * 50 not in err
        assert len(err) < 2000


@pytest.mark.parametrize(("text", "said"), [(None, "is missing"), (b"", "names no row"), (b"junk", "names no row")])
def test_a_journal_without_its_mark_is_said_to_lack_it(run: Any, signed: Path, text: bytes | None, said: str) -> None:
    mark = signed.with_name("signed.journal.head")
    assert run("verify", signed)[0] == 0
    mark.unlink()
    if text is not None:
        mark.write_bytes(text)
    status, out, err = run("verify", signed)
    assert status == 1
    assert "whole" in out  # what is there
    assert f"signed.journal.head: {said}" in err
    assert "rows may be missing at the end" in err
    assert json.loads(run("verify", signed, "--json")[1])["mark"] == ("missing" if text is None else "unreadable")


def test_a_journal_is_converted_once(run: Any, journal: Path) -> None:
    assert "of today's form already" in run("convert", journal)[1]
    assert json.loads(run("convert", journal, "--json")[1])["rows"] == verify(journal).rows
    old = Path(__file__).parent.parent / "journals" / "session.journal"
    for end in ("", ".head"):
        shutil.copy(f"{old}{end}", f"{journal.with_name('old')}{end}")
    assert "rows converted:" in run("convert", journal.with_name("old"))[1]


def test_why_a_table_opened_is_said_in_words(run: Any, journal: Path) -> None:
    heard = (Heard("ats-1", "agrees", 96), Heard("ats-2", "nothing"))
    file = SqliteJournal(journal)
    file.recover()
    file.commit(10**13, [Batch((HeadsAgreed(heard), OpenedOnWord(("restored", "no_mark"), heard)), "table")])
    file.commit(10**13, [Batch((OpenedOnWord(("no_witness",), ()),), "700 casino supervisor")])
    file.close()
    said = run("show", journal)[1]
    assert " opened: ats-1 agrees (row 96), ats-2 nothing\n" in said
    assert " ! opened on a supervisor's word: restored, no mark; heard: ats-1 agrees (row 96), ats-2 nothing\n" in said
    assert " ! opened on a supervisor's word: no witness; heard: no board\n" in said
