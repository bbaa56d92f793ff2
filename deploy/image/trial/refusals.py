"""Bundles that a board may not take, each with the code that it refuses it by."""

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from firmware.table.journal.shape import OURS
from firmware.updating.bundle import Bundle, packed, write_bundle
from firmware.version import VERSION
from image.filesystems import MIB
from image.recipe import read_recipe

NEXT: Final = "99.0.0"
OLD: Final = "0.0.1"
# What a supplier without the house's key would sign by.
SOMEBODY: Final = bytes(range(32))


class Refusals:
    """A folder with such bundles: small ones, as a board has to see what is wrong before it writes."""

    def __init__(self, folder: Path, seed: bytes) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self._seed = folder, seed
        self._parts = {name: folder / f"{name}.part" for name in ("boot", "root")}
        for part in self._parts.values():
            part.write_bytes(secrets.token_bytes(4096))

    def _made(self, name: str, *, seed: bytes = b"", boot: Path | None = None, **said: object) -> Path:
        parts = {**self._parts, "boot": boot or self._parts["boot"]}
        told = {"version": NEXT, "role": "table", "journal": msgspec.Raw(msgspec.json.encode(OURS)), **said}
        bundle = Bundle(parts=tuple(packed(*part) for part in parts.items()), **told)  # type: ignore[arg-type]
        file = self.folder / f"{name}.rtbundle"
        write_bundle(file, bundle, parts, seed or self._seed)
        return file

    def every(self) -> Iterator[tuple[str, Path]]:
        """Go over them: the code, and the bundle."""
        yield "update_wrong_signer", self._made("update_wrong_signer", seed=SOMEBODY)
        yield "update_other_role", self._made("update_other_role", role="ats")
        yield "update_too_old", self._made("update_too_old", version=OLD)
        yield "update_same", self._made("update_same", version=VERSION)
        large = self.folder / "large.part"
        with large.open("wb") as new:
            new.truncate((read_recipe().card.boot + 1) * MIB)
        yield "update_no_room", self._made("update_no_room", boot=large)
        yield "update_journal", self._made("update_journal", journal=msgspec.Raw(_without_a_kind()))
        yield "update_no_way_back", self._made("update_no_way_back", journal=msgspec.Raw(_with_a_kind()))
        yield from self._spoilt(self._made("whole").read_bytes())

    def _spoilt(self, whole: bytes) -> Iterator[tuple[str, Path]]:
        line, head, parts = whole.split(b"\n", 2)
        at = head.rindex(b'"signature":"') + len(b'"signature":"')
        flipped = b"1" if head[at : at + 1] == b"0" else b"0"
        copies = {
            "update_unreadable": b"PK\x03\x04" + whole[4:],
            "update_unsigned": b"\n".join((line, head[:at] + flipped + head[at + 1 :], parts)),
            "update_half": whole[: len(whole) // 2],
            "update_changed": whole[:-1] + bytes([whole[-1] ^ 1]),
        }
        for code, contents in copies.items():
            file = self.folder / f"{code}.rtbundle"
            file.write_bytes(contents)
            yield code, file


def _without_a_kind() -> bytes:
    """Return the shape of journals that knows a kind of row less than this software writes."""
    said = msgspec.json.decode(msgspec.json.encode(OURS))
    said["kinds"].pop(min(said["kinds"]))
    return msgspec.json.encode(said)


def _with_a_kind() -> bytes:
    """Return the shape of journals of which this software does not know a kind of row."""
    said = msgspec.json.decode(msgspec.json.encode(OURS))
    said["kinds"]["a_kind_of_tomorrow"] = next(iter(said["kinds"].values()))
    return msgspec.json.encode(said)
