"""What a program has written, in its order, and what a loss of power at any moment of it leaves on the disk.

What was synced is there. Of what was not, any sectors may be: none of them, all, or some, whichever the drive had got
to. Names change in their order, as a file system that keeps a journal of its own has them.
"""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from firmware.measures.tools import tool

SECTOR: Final = 512
SOURCE: Final = Path(__file__).with_name("recorded_writes.c")


class Written(NamedTuple):
    """Something that a program did to a file: `write`, `cut` (to a length), `sync`, `remove` or `rename`."""

    what: str
    path: str
    to: str
    at: int
    data: bytes


def recorded(program: str, folder: Path, beside: Path, *words: object) -> list[Written]:
    """Run a program, and return what it wrote in a folder; it finds the words in `sys.argv`."""
    shim, record = beside / "recorded_writes.so", beside / "record"
    build: list[str | Path] = [tool("cc"), "-shared", "-fPIC", "-O2", "-o", shim, SOURCE, "-ldl", "-lpthread"]
    subprocess.run(build, check=True, capture_output=True)
    known = {"LD_PRELOAD": str(shim), "WRITES_IN": str(record), "WRITES_OF": str(folder.resolve())}
    command = [sys.executable, "-c", program, *map(str, words)]
    subprocess.run(command, check=True, env={**os.environ, **known}, capture_output=True, text=True)
    return list(_read(record.read_bytes()))


def _read(record: bytes) -> Iterator[Written]:
    place = 0
    while place < len(record):
        end = record.index(b"\n", place)
        what, path, to, at, size = record[place:end].decode().split("\t")
        place = end + 1 + int(size)
        yield Written(what, path, to, int(at), record[end + 1 : place])


class Disk:
    """Files as they are after some of what a program did: what is on the disk for certain, and what may be."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._safe = {path: bytearray(data) for path, data in files.items()}
        self._since: dict[str, list[Written]] = {path: [] for path in files}

    def do(self, one: Written) -> None:
        """Have it done."""
        if one.what == "sync":
            for pending in self._since.get(one.path, []):
                _apply(self._safe[one.path], pending.what, pending.at, pending.data)
            self._since[one.path] = []
        elif one.what == "remove":
            self._safe.pop(one.path, None)
            self._since.pop(one.path, None)
        elif one.what == "rename":
            self._safe[one.to] = self._safe.pop(one.path)
            self._since[one.to] = self._since.pop(one.path)
        else:
            self._safe.setdefault(one.path, bytearray())
            self._since.setdefault(one.path, []).append(one)

    def left(self, kept: float, chance: random.Random) -> dict[str, bytes]:
        """Return what a loss of power leaves now, where so much of what was not synced had got to the disk."""
        found = {}
        for path, safe in self._safe.items():
            data = bytearray(safe)
            for one in self._since[path]:
                for at, sector in _sectors(one):
                    if chance.random() < kept:
                        _apply(data, one.what, at, sector)
            found[path] = bytes(data)
        return found


def _sectors(one: Written) -> Iterator[tuple[int, bytes]]:
    if one.what == "cut":
        yield one.at, b""
        return
    place = 0
    while place < len(one.data):
        size = SECTOR - (one.at + place) % SECTOR
        yield one.at + place, one.data[place : place + size]
        place += size


def _apply(data: bytearray, what: str, at: int, some: bytes) -> None:
    if what == "cut":
        del data[at:]
        data.extend(bytes(at - len(data)))
        return
    data.extend(bytes(max(0, at - len(data))))
    data[at : at + len(some)] = some
