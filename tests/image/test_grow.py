"""The data partition grows to the card, and a power cut at any point leaves a table that is whole."""

from hashlib import sha256
from pathlib import Path

import grow
import pytest
from grow import SECTOR, TABLE, NoTable
from image.card import Partition, write_card
from image.filesystems import MIB, Stamp

from firmware.software.card import verify_card
from firmware.software.manifest import Manifest, PartListed

STAMP = Stamp(1_700_000_000, "trial")


def a_card(folder: Path, larger_mib: int = 16) -> Path:
    card = folder / "card"
    write_card(card, [Partition("firmware", 1), Partition("data", 2)], STAMP)
    with card.open("r+b") as opened:
        opened.truncate(card.stat().st_size + larger_mib * MIB)
    return card


def data_ends(card: Path) -> int:
    """Return the last sector of the data partition, by whichever table is whole."""
    with card.open("rb") as opened:
        sectors = card.stat().st_size // SECTOR
        for head, entries in ((1, 2), (sectors - 1, sectors - 33)):
            opened.seek(head * SECTOR)
            first = opened.read(SECTOR)
            opened.seek(entries * SECTOR)
            table = opened.read(TABLE)
            try:
                grow.grown(first, table, sectors)
            except NoTable:
                continue
            return int.from_bytes(table[128 + 40 : 128 + 48], "little")
    raise AssertionError("neither table is whole")


def test_it_grows_to_the_cards_end_once(tmp_path: Path) -> None:
    card = a_card(tmp_path)
    before = data_ends(card)
    assert grow.grow(card) == 2
    assert data_ends(card) == before + 16 * MIB // SECTOR
    assert grow.grow(card) is None


def test_a_card_of_the_images_size_is_left_as_it_is(tmp_path: Path) -> None:
    card = a_card(tmp_path, larger_mib=0)
    before = card.read_bytes()
    assert grow.grow(card) is None
    assert card.read_bytes() == before


@pytest.mark.parametrize("writes", range(5))
@pytest.mark.parametrize("torn", [0, 100])
def test_a_cut_leaves_a_whole_table(tmp_path: Path, writes: int, torn: int) -> None:
    card = a_card(tmp_path)
    before = data_ends(card)
    with card.open("r+b") as opened:
        change = grow.change_of(opened.fileno(), card.stat().st_size // SECTOR)
        assert change is not None
        for number, (place, contents) in enumerate(change.writes[: writes + 1]):
            opened.seek(place)
            opened.write(contents[: torn if number == writes else None])
    assert data_ends(card) in (before, before + 16 * MIB // SECTOR)
    # The next start brings it to its end, and both tables are whole again.
    grow.grow(card)
    assert grow.grow(card) is None
    assert data_ends(card) == before + 16 * MIB // SECTOR


def test_what_is_no_card_of_ours_is_left_alone(tmp_path: Path) -> None:
    card = tmp_path / "card"
    card.write_bytes(b"\0" * 4 * MIB)
    with pytest.raises(NoTable):
        grow.grow(card)
    assert card.read_bytes() == b"\0" * 4 * MIB


def test_whoever_reads_a_pulled_card_finds_its_partitions(tmp_path: Path) -> None:
    for name, size in (("one", 1), ("two", 2)):
        (tmp_path / name).write_bytes(name.encode() * size * 1000)
    parts = [Partition("firmware", 1, file=tmp_path / "one"), Partition("data", 2, file=tmp_path / "two")]
    write_card(tmp_path / "card", parts, STAMP)
    sums = {name: sha256((tmp_path / name).read_bytes()).hexdigest() for name in ("one", "two")}
    listed = {"one": PartListed(1, 3000, sums["one"]), "two": PartListed(2, 6000, sums["two"])}
    assert verify_card(Manifest("1", "table", {}, {}, listed), tmp_path / "card").sound
