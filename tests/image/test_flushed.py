"""A card whose power was cut holds what was flushed, and nothing that came after."""

import struct
from pathlib import Path

import pytest
from image.trial.flushed import DISCARD, FLUSH, MAGIC, as_flushed, entries

SECTOR = 512


def a_log(folder: Path, *told: tuple[int, int, bytes]) -> Path:
    log = folder / "log"
    text = struct.pack("<QQQI", MAGIC, 1, 0, SECTOR).ljust(SECTOR, b"\0")
    for sector, flags, data in told:
        sectors = max(len(data) // SECTOR, 1 if flags & DISCARD else 0)
        text += struct.pack("<QQQQ", sector, sectors, flags, 0).ljust(SECTOR, b"\0") + data
    log.write_bytes(text)
    return log


def test_what_was_not_flushed_is_thrown_away(tmp_path: Path) -> None:
    (tmp_path / "card").write_bytes(b"-" * SECTOR * 4)
    kept = [(0, 0, b"a" * SECTOR), (2, 0, b"b" * SECTOR), (0, FLUSH, b"")]
    log = a_log(tmp_path, *kept, (1, 0, b"c" * SECTOR), (0, 0, b"d" * SECTOR))
    assert as_flushed(log, tmp_path / "card") == (3, 2)
    assert (tmp_path / "card").read_bytes() == b"a" * SECTOR + b"-" * SECTOR + b"b" * SECTOR + b"-" * SECTOR


def test_without_a_flush_the_card_is_as_before(tmp_path: Path) -> None:
    (tmp_path / "card").write_bytes(b"-" * SECTOR)
    log = a_log(tmp_path, (0, 0, b"a" * SECTOR))
    assert as_flushed(log, tmp_path / "card") == (0, 1)
    assert (tmp_path / "card").read_bytes() == b"-" * SECTOR


def test_a_log_that_was_cut_is_read_up_to_there(tmp_path: Path) -> None:
    log = a_log(tmp_path, (0, FLUSH, b"a" * SECTOR), (1, 0, b"b" * SECTOR))
    log.write_bytes(log.read_bytes()[:-10])
    assert [entry.sector for entry in entries(log)] == [0]
    log.write_bytes(b"another file" * 100)
    with pytest.raises(ValueError, match="no log"):
        list(entries(log))


def test_a_log_without_its_head_is_read(tmp_path: Path) -> None:
    """QEMU was killed before it wrote that."""
    log = a_log(tmp_path, (1, FLUSH, b"a" * SECTOR))
    log.write_bytes(b"\0" * SECTOR + log.read_bytes()[SECTOR:])
    assert [entry.sector for entry in entries(log)] == [1]


def test_what_is_discarded_is_empty(tmp_path: Path) -> None:
    (tmp_path / "card").write_bytes(b"-" * SECTOR * 2)
    log = a_log(tmp_path, (1, DISCARD, b""), (0, FLUSH, b""))
    as_flushed(log, tmp_path / "card")
    assert (tmp_path / "card").read_bytes() == b"-" * SECTOR + b"\0" * SECTOR
