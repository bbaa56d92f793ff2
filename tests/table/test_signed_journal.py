"""The journal's head, signed by the table's key: what somebody who has the card, and not the key, cannot change."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives import serialization as ser
from cryptography.hazmat.primitives.asymmetric import ec
from signed_table import coup, on_journal, rewrite, richer, tell, two_shoes, unsigned

from firmware.game import steps as s
from firmware.table.core.head import HeadSigned
from firmware.table.core.journal import JournalError
from firmware.table.core.state import TableState
from firmware.table.core.stopped import TableStopped
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.journal.check import need_signed_by, verify
from firmware.table.journal.file import checked, connect_to_read
from firmware.table.journal.past import Past
from firmware.table.journal.signing import Signer, is_signed, make_key, new_signer, read_key, read_public, table_signer
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.cards import Card

pytestmark = pytest.mark.lab(65)


@pytest.fixture
def signer() -> Signer:
    return new_signer()


@pytest.fixture
def path(tmp_path: Path, signer: Signer) -> Path:
    path = tmp_path / "table.journal"
    two_shoes(path, signer)
    return path


def recovered(path: Path, signer: Signer | None) -> TableState:
    journal = SqliteJournal(path, signer)
    try:
        return journal.recover()
    finally:
        journal.close()


def edit(path: Path, statement: str, *values: Any) -> None:
    db = sqlite3.connect(path)
    for one in statement.split(";"):
        db.execute(one, values)
    db.commit()
    db.close()


def row_of(path: Path, where: str) -> int:
    db = sqlite3.connect(path)
    (found,) = db.execute(f"SELECT sequence FROM entries WHERE {where} ORDER BY sequence LIMIT 1").fetchone()
    db.close()
    return int(found)


def test_the_head_is_signed_at_each_coups_end_and_at_each_snapshot(path: Path, signer: Signer) -> None:
    db = connect_to_read(path)
    kinds = [type(entry.event).__name__ for entry in checked(db, path)]
    signed = [entry.event.signed for entry in checked(db, path) if isinstance(entry.event, HeadSigned)]
    db.close()
    assert len(signed) == 5  # when it opened, coups 1 to 3, and the first shoe's end
    for head in signed:
        assert is_signed(head)
        assert head.key == signer.public
    settled = "WagersSettled"
    assert [kinds[head.row - 1] for head in signed] == ["Notice", settled, settled, "ShoeStarted", settled]
    assert [bool(head.snapshot) for head in signed] == [False, False, False, True, False]
    found = verify(path)
    assert found.signed == signed[-1]
    assert found.rows > signed[-1].row + 1  # coup 4 is open
    need_signed_by(path, found, signer.public)


def test_a_signature_is_over_each_of_its_parts(signer: Signer) -> None:
    head = signer(7, bytes(32), b"", 0)
    assert is_signed(head)
    for change in (
        {"row": 8}, {"head": "11" * 32}, {"snapshot": "11" * 32}, {"era": 1}, {"key": new_signer().public},
        {"key": "ff" * 32}, {"signature": "00" * 64},
    ):  # fmt: skip
        assert not is_signed(msgspec.structs.replace(head, **change)), change


def test_a_table_comes_back_from_a_journal_that_it_has_signed(path: Path, signer: Signer) -> None:
    journal = SqliteJournal(path, signer)
    state = journal.recover()
    assert state == verify(path).state
    assert journal.signed == verify(path).signed
    journal.close()
    assert state.balance(1) == 100_00 + 3 * 10_00 - 5_00


@pytest.mark.parametrize("snapshots", [False, True])
def test_rows_written_anew_with_the_old_signatures_are_found(path: Path, signer: Signer, *, snapshots: bool) -> None:
    first = row_of(path, "kind='head_signed' AND sequence>5")  # the buy-in is row 5
    rewrite(path, richer, snapshots=snapshots)
    for look in (verify, lambda path: recovered(path, signer)):
        with pytest.raises(JournalError, match=f"row {first} signs another row than the one before it"):
            look(path)


def test_rows_written_anew_and_signed_by_another_key_are_found(path: Path, signer: Signer) -> None:
    forger = new_signer()
    rewrite(path, richer, forger=forger)
    with pytest.raises(JournalError, match=f"is signed by another key: {forger.public}"):
        need_signed_by(path, verify(path), signer.public)
    journal = SqliteJournal(path, signer)
    journal.recover()
    assert journal.signed is not None
    assert journal.signed.key == forger.public  # which is what a start holds against its own key
    journal.close()


def test_a_signature_that_is_not_good_is_found(path: Path, signer: Signer) -> None:
    forger = new_signer()
    forger.public = signer.public  # it says that it is the table's key, and signs each head as it has to be
    rewrite(path, richer, forger=forger)
    for look in (verify, lambda path: recovered(path, signer)):
        with pytest.raises(JournalError, match=r"the signature of row \d+ is not good"):
            look(path)


def test_rows_written_anew_without_any_signature_are_covered_by_the_chain_alone(path: Path, signer: Signer) -> None:
    rewrite(path, unsigned)
    found = verify(path)
    assert found.signed is None
    assert found.state.balance(1) == 1000_00 + 3 * 10_00 - 5_00
    with pytest.raises(JournalError, match="not one row is signed"):
        need_signed_by(path, found, signer.public)
    journal = SqliteJournal(path, signer)
    journal.recover()
    assert journal.signed is None  # which is what a start looks at
    journal.close()


def test_rows_after_a_signature_cannot_be_written_anew_with_coups_that_nobody_signed(
    path: Path, signer: Signer
) -> None:
    first = row_of(path, "kind='head_signed' AND sequence>5")
    rewrite(path, unsigned, begin=first + 1)
    for look in (verify, lambda path: recovered(path, signer)):
        with pytest.raises(JournalError, match=f"the end of coup 2 is not signed: rows after {first - 1}"):
            look(path)


def test_a_snapshot_that_the_key_did_not_sign_is_not_believed(path: Path, signer: Signer) -> None:
    truth = verify(path).state

    with closing(sqlite3.connect(path)) as db:
        (state,) = db.execute("SELECT state FROM snapshots").fetchone()
    richer_state = state.replace(b'"balance":12000', b'"balance":99000').replace(
        b'"in/cash":-10000', b'"in/cash":-97000'
    )
    edit(path, "UPDATE snapshots SET state=?", richer_state)
    rewrite(path, list, snapshots=True)
    assert recovered(path, None).balance(1) == 990_00 + 10_00 - 5_00  # a table without a key would believe it
    assert recovered(path, signer) == truth


def test_a_journal_of_firmware_that_signed_nothing_is_checked_whole_once(tmp_path: Path, signer: Signer) -> None:
    path = tmp_path / "older"
    two_shoes(path, None)
    assert verify(path).signed is None
    edit(path, "UPDATE entries SET by='somebody' WHERE sequence=4")  # before the snapshot
    assert recovered(path, None)
    with pytest.raises(JournalError, match="row 4 is not what was written there"):
        recovered(path, signer)
    edit(path, "UPDATE entries SET by='dealer 7' WHERE sequence=4")
    on_journal(path, signer, tell(*coup(), CashOut(1)))
    signed = verify(path).signed
    assert signed is not None
    assert signed.key == signer.public


CORRECTION = CorrectOutcome(1, (Card("7S"), Card("KD")), (Card("8H"), Card("KC")))


def correct(path: Path, signer: Signer) -> None:
    on_journal(path, signer, tell(CORRECTION))


def recall_of(number: int) -> Callable[[Path, Signer], None]:
    def recall(path: Path, signer: Signer) -> None:
        journal = SqliteJournal(path, signer)
        try:
            journal.recover()
            journal.of_coup(number)
        finally:
            journal.close()

    return recall


def test_a_correction_of_an_earlier_shoe_reads_the_rows_as_they_were_written(path: Path, signer: Signer) -> None:
    correct(path, signer)
    # 100 and three wins of 10, the first of them lost after all: 20 back taken; coup 4 void: 5 back.
    assert verify(path).state.balance(1) == 130_00 - 20_00


@pytest.mark.parametrize("read", [correct, recall_of(1)])
@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("event=CAST(replace(event, '1000', '9000') AS BLOB) WHERE kind='wager' AND sequence<20", "is not what was"),
        ("coup=2 WHERE sequence=(SELECT min(sequence) FROM entries WHERE kind='card')", "is not what was written"),
        ("coup=9 WHERE kind='coup_opened' AND coup=1", "is not the beginning of coup 1"),
        ("sequence=-1 WHERE kind='wagers_settled' AND coup=1", "row -1 is not what was written there"),
        ("at=at; DELETE FROM entries WHERE kind='wagers_settled' AND coup=1", "is missing"),
    ],
)  # fmt: skip
def test_rows_before_the_last_snapshot_that_were_changed_are_not_believed(
    path: Path, signer: Signer, read: Callable[[Path, Signer], None], change: str, problem: str
) -> None:
    edit(path, f"UPDATE entries SET {change}")
    recovered(path, signer)  # the table comes back: what it knows is in the snapshot that it signed
    with pytest.raises((JournalError, TableStopped), match=problem):
        read(path, signer)


def test_rows_before_the_last_snapshot_that_were_written_anew_are_not_believed(path: Path, signer: Signer) -> None:
    """Hashes are right up to the row before the snapshot's: only the step to it does not fit."""
    snapshot = row_of(path, "sequence IN (SELECT sequence FROM snapshots)")
    whole = sqlite3.connect(path)
    kept = whole.execute("SELECT * FROM entries WHERE sequence>=?", (snapshot,)).fetchall()
    kept_state = whole.execute("SELECT * FROM snapshots").fetchall()
    whole.close()
    mark = path.with_name("table.journal.head").read_bytes()
    rewrite(path, richer)
    path.with_name("table.journal.head").write_bytes(mark)
    db = sqlite3.connect(path)
    db.executemany("INSERT OR REPLACE INTO entries VALUES (?,?,?,?,?,?,?,?,?)", kept)
    db.executemany("INSERT INTO snapshots VALUES (?,?,?)", kept_state)
    db.commit()
    db.close()
    recovered(path, signer)
    with pytest.raises(JournalError, match=r"are not those that later ones were written on|is not what was written"):
        recall_of(1)(path, signer)
    with pytest.raises(JournalError, match=f"row {snapshot} is not what was written there|signs another row"):
        verify(path)


class Broken:
    """A connection to a file whose pages are gone."""

    def execute(self, *_: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")


@pytest.mark.parametrize(
    "look", [lambda past: past.of_coup(1), lambda past: past.between(1, 2), lambda past: past.issued("x")]
)
def test_a_file_whose_pages_are_gone_is_said_by_what_reads_the_past(tmp_path: Path, look: Any) -> None:
    reader: Any = Broken()
    with pytest.raises(JournalError, match=r"malformed\. The table does not play"):
        look(Past(tmp_path / "table.journal", reader))


def test_a_row_of_the_past_that_is_no_event_is_said(path: Path) -> None:
    rewrite(path, lambda row: [*row[:7], b'{"event":"teleported"}', row[8]] if row[0] == 5 else row)
    reader = connect_to_read(path)
    with pytest.raises(JournalError, match="a row cannot be read"):
        Past(path, reader).between(5, 5)
    reader.close()


def test_what_a_repeat_of_a_command_is_answered_with_was_checked(tmp_path: Path, signer: Signer) -> None:
    path = tmp_path / "table.journal"

    async def buy_in(service: Any) -> None:
        await service.submit(BuyIn(1, 20_00), number="a")

    on_journal(path, signer, buy_in)
    on_journal(path, signer, new_shoes)
    edit(path, "UPDATE entries SET event=CAST(replace(event, '2000', '9000') AS BLOB) WHERE kind='bought_in'")
    journal = SqliteJournal(path, signer)
    journal.recover()
    assert journal.of_command("b") is None
    with pytest.raises(JournalError, match="is not what was written there"):
        journal.of_command("a")
    journal.close()


async def new_shoes(service: Any) -> None:
    await service.submit(s.NewShoe(8))
    await service.submit(s.NewShoe(8))


def test_a_table_that_reads_a_changed_row_stops_and_says_so(path: Path, signer: Signer) -> None:
    edit(path, "UPDATE entries SET by='somebody' WHERE kind='coup_opened' AND coup=1")
    said = []

    async def story(service: Any) -> None:
        service.when_stopped(lambda: said.append(service.stopped))
        for ask in (service.preview, service.of_coup):
            with pytest.raises(TableStopped, match="is not what was written there"):
                ask(CORRECTION if ask == service.preview else 1)
        with pytest.raises(TableStopped):
            await service.submit(BuyIn(1, 5_00))

    on_journal(path, signer, story)
    assert "The table does not play" in said[0]


def test_a_key_is_made_once_with_its_public_part_beside_it(tmp_path: Path) -> None:
    key = tmp_path / "journal.key"
    first = table_signer(key)
    assert table_signer(key).public == first.public
    assert key.stat().st_mode & 0o777 == 0o600
    assert read_public(tmp_path / "table.pub") == first.public


@pytest.mark.parametrize("text", ["", "no key", "-----BEGIN PUBLIC KEY-----\nMCow=BQ\n-----END PUBLIC KEY-----\n"])
def test_a_public_key_that_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "table.pub").write_text(text)
    with pytest.raises(JournalError, match=r"table\.pub: is no public key in PEM"):
        read_public(tmp_path / "table.pub")
    with pytest.raises(JournalError, match="a table's public key is wanted"):
        read_public(tmp_path / "nothing")


def test_keys_of_another_kind_sign_nothing(tmp_path: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    pem = ser.Encoding.PEM
    (tmp_path / "key").write_bytes(key.private_bytes(pem, ser.PrivateFormat.PKCS8, ser.NoEncryption()))
    (tmp_path / "pub").write_bytes(key.public_key().public_bytes(pem, ser.PublicFormat.SubjectPublicKeyInfo))
    with pytest.raises(JournalError, match="is no Ed25519 key"):
        read_key(tmp_path / "key")
    with pytest.raises(JournalError, match="is no Ed25519 key"):
        read_public(tmp_path / "pub")
    with pytest.raises(JournalError, match="a key is made once"):
        make_key(tmp_path / "key")
