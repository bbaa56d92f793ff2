"""The signed list of a board's software: every file with its digest, and who says so."""

import hashlib
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from firmware.files import NotReadable, read_file
from firmware.openssl import KEY
from firmware.signed import read_signed, signed_line

# Where a board's software has them.
MANIFEST: Final = Path("/usr/share/rapid-table/manifest.json")
PINNED: Final = Path("/usr/share/rapid-table/software.pub")
# What is signed says what it is: no signature of ours over something else is one of a manifest.
NAMED: Final = b"rapid-table software manifest 1\n"
# A root of 60,000 files has some 10 MB.
MOST_BYTES: Final = 64 * 1024 * 1024
# A manifest beside lies on a FAT partition, which is mounted with umask=022.
FAT_RIGHTS: Final = 0o755
Digest = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Relative = Annotated[str, Meta(min_length=1, max_length=4095, pattern=r"\A(?!/)(?!(?:.*/)?\.\.(?:/|\Z))[^\0]+\Z")]


class NoManifest(ValueError):
    """There is no manifest that can be believed; says why."""


class FileListed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A file: its digest and its rights; or the place that a link leads to."""

    sha256: Digest | None = None
    mode: int = 0
    link: str = ""


class PartListed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A partition of a card: its number, and so many of its first bytes with their digest.

    `other`: where it lies once an update has put it into the other slot; 0 for what no update writes.
    """

    number: Annotated[int, Meta(ge=1, le=128)]
    size: Annotated[int, Meta(ge=1)]
    sha256: Digest
    other: Annotated[int, Meta(ge=0, le=128)] = 0


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """A software: `components` are folders below root; nothing may lie in them that is not listed.

    `beside`: the place below root of another signed manifest, by component: of what an update leaves as it is.
    """

    version: str
    role: str
    components: dict[str, Relative]
    files: dict[Relative, FileListed]
    parts: dict[str, PartListed] = {}
    beside: dict[str, Relative] = {}

    @property
    def digest(self) -> str:
        """What the whole software is known by."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()


def write_manifest(manifest: Manifest, seed: bytes) -> bytes:
    """Return a manifest, signed by a private key."""
    return signed_line("manifest", msgspec.json.encode(manifest, order="sorted"), NAMED, seed)


def read_manifest(path: Path, pinned: bytes) -> Manifest:
    """Read a manifest that the pinned key has signed. Raises NoManifest."""
    try:
        signed = read_signed(read_file(path, MOST_BYTES), "manifest", NAMED)
    except NotReadable as error:
        raise NoManifest(str(error)) from None
    except ValueError as error:
        raise NoManifest(f"{path}: is no manifest: {error}") from None
    if signed.signer != pinned:
        who = signed.signer.hex() or "nobody"
        raise NoManifest(f"{path}: is signed by {who}, and {pinned.hex()} is the key that is trusted")
    if not signed.sound:
        raise NoManifest(f"{path}: is not what {pinned.hex()} signed")
    try:
        return msgspec.json.decode(signed.body, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise NoManifest(f"{path}: is no manifest: {error}") from None


def with_beside(manifest: Manifest, root: Path, pinned: bytes) -> Manifest:
    """Return a manifest together with those beside it, which the same key has to have signed. Raises NoManifest."""
    for name, place in manifest.beside.items():
        other = read_manifest(root / place, pinned)
        if set(other.components) != {name} or manifest.files.keys() & other.files.keys():
            raise NoManifest(f"{root / place}: is not the manifest of {name}")
        itself = FileListed(hashlib.sha256(read_file(root / place, MOST_BYTES)).hexdigest(), FAT_RIGHTS)
        manifest = replace(
            manifest,
            components={**manifest.components, **other.components},
            files={**manifest.files, **other.files, place: itself},
        )
    return manifest


def read_pinned(path: Path) -> bytes:
    """Read the public key that manifests are believed by: 64 hexadecimal digits. Raises NoManifest."""
    try:
        key = bytes.fromhex(read_file(path, 1024).decode("ascii").strip())
    except NotReadable as error:
        raise NoManifest(str(error)) from None
    except ValueError:
        key = b""
    if len(key) != KEY:
        raise NoManifest(f"{path}: is no public key; one has {2 * KEY} hexadecimal digits")
    return key
