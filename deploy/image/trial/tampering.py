"""`make image-tampering`: one byte of a card is changed; the board, and another machine, find it and say so."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware.openssl import public_of
from image.filesystems import MIB
from image.keys import KEY, read_seed
from image.recipe import read_recipe
from image.said import do, say
from image.trial import overlay
from image.trial.board import BoardTrial
from image.trial.card import Card
from image.trial.given import rapid_table
from image.trial.machine import NotInTime

FOUND_S: Final = 3000.0
PICTURE: Final = "first picture"
NOBODYS: Final = "both_slots_bad"
BLOCK: Final = 4096
HEAD: Final = b"verity\0\0"


class Tampered(Struct, frozen=True):
    """A byte that is changed, and what is said of it on the serial line, or in the board's log."""

    name: str
    change: Callable[[Card, Path], None]
    says: str
    # Which partition a third party names that holds the card against the image's manifest.
    part: str = ""
    # It is changed once the table has run, and its slot is marked good all the same: no other software would help.
    later: bool = False


def flip(card: Card, name: str, at: int) -> None:
    """Change one bit of a partition's byte."""
    (byte,) = card.read(name, 1, at)
    card.write(name, bytes([byte ^ 1]), at)


def _root(card: Card, _: Path) -> None:
    """The first block holds what the file system is: it is read at every start."""
    flip(card, "root-a", 1024 + 128)


def _tree(card: Card, _: Path) -> None:
    """Behind the tree's own head lies its highest block: every read goes by it."""
    size = read_recipe().card.root * MIB
    whole = card.read("root-a", size)
    begins = next(at for at in range(0, size, BLOCK) if whole[at : at + len(HEAD)] == HEAD)
    flip(card, "root-a", begins + BLOCK + 7)


def _boot(card: Card, folder: Path) -> None:
    """The kernel's arguments are a file of its own."""
    args = card.bytes_of("boot-a", "system/args").replace(b"quiet", b"quieu")
    (folder / "args").write_bytes(args)
    card.put("boot-a", folder / "args", "system/args")


def _manifest(card: Card, folder: Path) -> None:
    text = bytearray(card.bytes_of("boot-a", "manifest.json"))
    text[len(text) // 2] ^= 1
    (folder / "tampered.json").write_bytes(text)
    card.put("boot-a", folder / "tampered.json", "manifest.json")


def flip_in_file(image: Path, name: str, at: int) -> None:
    """Change one bit of a file's byte, in an image of ext4."""
    with image.open("r+b") as opened:
        opened.seek(1024 + 24)  # its superblock says how large a block is
        block = 1024 << int.from_bytes(opened.read(4), "little")
        where = int(do(["debugfs", "-R", f"bmap {name} {at // block}", image])) * block + at % block
        opened.seek(where)
        (byte,) = opened.read(1)
        opened.seek(where)
        opened.write(bytes([byte ^ 1]))


def _journal(card: Card, folder: Path) -> None:
    """A row that the table wrote at its first start; rows lie in what is written ahead until a shoe is packed.

    An early one: the mark of how far the journal had got may lag behind the last, which is then lost and nothing more.
    """
    data = card.take_data(folder / "data")
    ahead = "table.journal-wal"
    at = (data / ahead).read_bytes().index(b"device_reported")
    flip_in_file(data / "data.img", f"/{ahead}", at)
    card.put_data(data / "data.img")


def _data(card: Card, _: Path) -> None:
    """All of it, as it was made: nothing is left that could be repaired."""
    card.write("data", bytes(read_recipe().card.data * MIB))


def _board_file(card: Card, folder: Path) -> None:
    (name,) = card.files("board")
    text = bytearray(card.bytes_of("board", name))
    text[len(text) // 2] ^= 1
    (folder / name).write_bytes(text)
    card.put("board", folder / name)


TAMPERED: Final = {
    "root": Tampered("a byte of root", _root, NOBODYS, "root"),
    "tree": Tampered("a byte of its tree of hashes", _tree, NOBODYS, "root"),
    "boot": Tampered("a byte of the boot partition", _boot, "software_wrong", "boot"),
    "manifest": Tampered("a byte of the manifest", _manifest, "software_wrong", "boot"),
    "journal": Tampered("a byte of the journal", _journal, "journal_unusable", later=True),
    "data": Tampered("the whole data partition", _data, NOBODYS),
    "board": Tampered("a byte of the board file", _board_file, "provision_un"),
}


def held_elsewhere(image: Path, folder: Path, one: Tampered | None = None) -> str:
    """Hold a card against the image's manifest on this machine, as a third party does, and return what it says."""
    card = Card(image, folder / "pulled.img")
    if one is not None:
        one.change(card, folder)
    (manifest,) = image.parent.glob("rapid-table-*.manifest.json")
    key = public_of(read_seed(KEY)).hex()
    try:
        return rapid_table("verify-software", "--image", card.file, "--manifest", manifest, "--key", key)
    except AssertionError as why:
        return str(why)
    finally:
        card.file.unlink()


def tamper(one: Tampered, image: Path, folder: Path) -> None:
    """Change the byte, and see it found. Raises AssertionError."""
    trial = BoardTrial(image, folder, "table", {**overlay.PATIENT, **overlay.TALKING})
    try:
        if one.part:
            assert "all as signed" in held_elsewhere(image, folder)
            said = held_elsewhere(image, folder, one)
            assert f"changed: {one.part}" in said, f"another machine finds nothing in {one.part}: {said}"
        if one.later:
            trial.until_healthy()
            trial.cut()
        one.change(trial.card, folder)
        machine = trial.start()
        machine.wait(lambda: one.says in machine.said(), FOUND_S, f"{one.name}: {one.says}")
        say(f"  {one.name}: {one.says} is said after {machine.seconds():.0f} s")
        if one.says == NOBODYS:
            return
        machine.wait(lambda: PICTURE in machine.said(), FOUND_S, f"{one.name}: a picture")
        machine.still(folder / "screen.ppm").save(folder / "screen.png")
        if one.later:
            machine.wait(trial.healthy, FOUND_S, f"{one.name}: the slot stays good")
        say(f"  {one.name}: over after {machine.seconds():.0f} s")
    finally:
        trial.end()


def main() -> None:
    """Try them."""
    parser = argparse.ArgumentParser(
        prog="image.trial.tampering", description="changes a byte of a table's card in QEMU"
    )
    parser.add_argument("image", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", action="append", choices=sorted(TAMPERED), default=[])
    said = parser.parse_args()
    try:
        for name, one in TAMPERED.items():
            if not said.only or name in said.only:
                tamper(one, said.image, said.folder / name)
    except (AssertionError, NotInTime) as why:
        raise SystemExit(f"image-tampering: {why}") from None


if __name__ == "__main__":
    main()
