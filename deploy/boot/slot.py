#!/usr/bin/python3 -ISB
"""Which slot of the card runs, and which is started next: `slot status|good|activate|clear`, on the board as root.

The state is what deploy/boot/boot.cmd counts in: two copies with a checksum, of which the older is overwritten.
"""

import json
import os
import sys
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, NamedTuple

SIZE: Final = 512
PLACES: Final = (0, 512 * SIZE)
ATTEMPTS: Final = 3
CARD: Final = Path("/dev/rapid-table")
BOOTED: Final = Path("/run/rapid-table.slot/name")
VERSION: Final = Path("/etc/rapid-table.version")
Name = Literal["a", "b"]


class State(NamedTuple):
    """Which slot is first, how many attempts each has left, and whether its software was healthy on this board."""

    first: Name = "a"
    left_a: int = ATTEMPTS
    left_b: int = ATTEMPTS
    good_a: bool = False
    good_b: bool = False
    seq: int = 0

    def left(self, slot: Name) -> int:
        """Return how many attempts a slot has left."""
        return self.left_a if slot == "a" else self.left_b

    def good(self, slot: Name) -> bool:
        """Whether a slot's software was healthy on this board."""
        return self.good_a if slot == "a" else self.good_b

    def marked_good(self, slot: Name) -> "State":
        """Return it with a slot that is healthy: it is first, and has all attempts again."""
        return self._with(slot, left=ATTEMPTS, good=True)._replace(first=slot)

    def activated(self, slot: Name) -> "State":
        """Return it with a slot that is tried next."""
        return self._with(slot, left=ATTEMPTS, good=False)._replace(first=slot)

    def cleared(self, slot: Name) -> "State":
        """Return it with a slot that is started no more: what lies there is about to be overwritten."""
        return self._with(slot, left=0, good=False)._replace(first="b" if slot == "a" else "a")

    def _with(self, slot: Name, *, left: int, good: bool) -> "State":
        if slot == "a":
            return self._replace(left_a=left, good_a=good)
        return self._replace(left_b=left, good_b=good)


def encoded(state: State) -> bytes:
    """Return a copy, as it lies on the card."""
    values = {
        "first": state.first, "good_a": int(state.good_a), "good_b": int(state.good_b),
        "left_a": state.left_a, "left_b": state.left_b, "seq": f"{state.seq:x}",
    }  # fmt: skip
    text = b"".join(f"{name}={value}".encode() + b"\0" for name, value in values.items())
    body = text.ljust(SIZE - 4, b"\0")
    return zlib.crc32(body).to_bytes(4, "little") + body


def decoded(copy: bytes) -> State | None:
    """Return what a copy says; None where it is damaged."""
    body = copy[4:SIZE]
    if len(copy) < SIZE or zlib.crc32(body) != int.from_bytes(copy[:4], "little"):
        return None
    said = dict(pair.split(b"=", 1) for pair in body.split(b"\0") if b"=" in pair)
    try:
        return State(
            "b" if said[b"first"] == b"b" else "a", int(said[b"left_a"], 16), int(said[b"left_b"], 16),
            said[b"good_a"] == b"1", said[b"good_b"] == b"1", int(said[b"seq"], 16),
        )  # fmt: skip
    except (KeyError, ValueError):
        return None


def newest(copies: tuple[bytes, bytes]) -> tuple[State, int]:
    """Return what holds, and the copy that is to be overwritten next; the safe default where both are damaged."""
    one, two = decoded(copies[0]), decoded(copies[1])
    if two is not None and (one is None or two.seq > one.seq):
        return two, 0
    return (State(), 0) if one is None else (one, 1)


def read_state(card: Path) -> tuple[State, int]:
    """Read it from the card. Raises OSError."""
    with card.open("rb") as opened:
        found = []
        for place in PLACES:
            opened.seek(place)
            found.append(opened.read(SIZE))
    return newest((found[0], found[1]))


def write_state(card: Path, state: State, copy: int) -> None:
    """Write it over one copy, durable. Raises OSError."""
    opened = os.open(card, os.O_WRONLY | os.O_SYNC)
    try:
        os.pwrite(opened, encoded(state), PLACES[copy])
        os.fsync(opened)
    finally:
        os.close(opened)


def status(state: State, booted: Name, version: str, card: Path = CARD) -> Mapping[str, object]:
    """Return what `slot status` prints."""
    return {
        "booted": booted,
        "other": _other(booted),
        "slots": {
            slot: {
                "parts": {part: str(card / f"card-{part}-{slot}") for part in ("boot", "root")},
                "good": state.good(slot),
                "left": state.left(slot),
                "version": version if slot == booted else "",
            }
            for slot in ("a", "b")
        },
    }


def _other(slot: Name) -> Name:
    return "b" if slot == "a" else "a"


def main(words: list[str], card: Path = CARD, booted_in: Path = BOOTED, version_in: Path = VERSION) -> int:
    """Do what the word says."""
    if len(words) != 1 or words[0] not in ("status", "good", "activate", "clear"):
        sys.stderr.write("usage: slot status|good|activate|clear\n")
        return 2
    try:
        booted: Name = "b" if booted_in.read_text().strip() == "b" else "a"
        before, older = read_state(card / "card-state")
        if words[0] == "status":
            sys.stdout.write(json.dumps(status(before, booted, version_in.read_text().strip(), card)) + "\n")
            return 0
        change = {"good": State.marked_good, "activate": State.activated, "clear": State.cleared}[words[0]]
        after = change(before, booted if words[0] == "good" else _other(booted))
        write_state(card / "card-state", after._replace(seq=before.seq + 1), older)
    except OSError as error:
        sys.stderr.write(f"slot: {error.filename}: {error.strerror}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
