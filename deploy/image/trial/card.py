"""A copy of an image, as the card of one trial: what a technician puts on it before, and what is found on it after."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

from image.card import SECTOR, partitions, place
from image.filesystems import MIB
from image.recipe import read_recipe
from image.said import do

# By so much a card is larger than an image, at least.
LARGER_MIB: Final = 1024


class Card:
    """A card that is tried: an image's copy, larger than the image as cards are."""

    def __init__(self, image: Path, file: Path, *, larger_mib: int = LARGER_MIB) -> None:
        subprocess.run(["cp", "--sparse=always", image, file], check=True)
        with file.open("r+b") as card:
            card.truncate(image.stat().st_size + larger_mib * MIB)
        self.file = file
        self._places = {one.partition.name: one for one in place(partitions(read_recipe().card, Path()))}

    def offset(self, name: str) -> int:
        """Return where a partition begins, in bytes."""
        return self._places[name].start * SECTOR

    def put(self, name: str, file: Path, called: str = "") -> None:
        """Copy a file onto a FAT partition."""
        do(["mcopy", "-o", "-i", f"{self.file}@@{self.offset(name)}", file, f"::/{called or file.name}"])

    def bytes_of(self, name: str, called: str) -> bytes:
        """Return a file of a FAT partition."""
        return do(["mcopy", "-i", f"{self.file}@@{self.offset(name)}", f"::/{called}", "-"])

    def files(self, name: str) -> list[str]:
        """Return what lies at the top of a FAT partition."""
        told = do(["mdir", "-b", "-i", f"{self.file}@@{self.offset(name)}", "::/"]).decode()
        return [line.removeprefix("::/") for line in told.split()]

    def read(self, name: str, size: int, at: int = 0) -> bytes:
        """Return bytes of a partition."""
        with self.file.open("rb") as card:
            card.seek(self.offset(name) + at)
            return card.read(size)

    def write(self, name: str, contents: bytes, at: int = 0) -> None:
        """Overwrite bytes of a partition."""
        with self.file.open("r+b") as card:
            card.seek(self.offset(name) + at)
            card.write(contents)

    def put_data(self, data: Path) -> None:
        """Write the board's data back, as `take_data` left them in `data.img`."""
        with self.file.open("r+b") as card, data.open("rb") as new:
            card.seek(self.offset("data"))
            while chunk := new.read(MIB):
                if card.read(len(chunk)) != chunk:
                    card.seek(-len(chunk), 1)
                    card.write(chunk)

    def take_data(self, folder: Path) -> Path:
        """Take the board's data out, as whoever mounts the card finds it: its log is played first."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        data = folder / "data.img"
        with self.file.open("rb") as card, data.open("wb") as out:
            card.seek(self.offset("data"))
            while chunk := card.read(MIB):
                out.seek(len(chunk), 1) if chunk.count(0) == len(chunk) else out.write(chunk)
            out.truncate(self.file.stat().st_size - self.offset("data"))
        # 0: clean; 1: its log was played. What lies behind the file system is the second table of partitions.
        checked = subprocess.run(["e2fsck", "-fp", data], capture_output=True, text=True, check=False)
        if checked.returncode > 1:
            raise AssertionError(f"the data partition is damaged: {checked.stdout}{checked.stderr}")
        do(["debugfs", "-R", f"rdump / {folder}", data])
        return folder
