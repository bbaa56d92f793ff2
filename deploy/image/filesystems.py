"""Makes file systems in files, the same bytes each time, without a loop device."""

import hashlib
import os
import uuid
from pathlib import Path
from typing import Final

from msgspec import Struct

from image.said import NotMade, do

MIB: Final = 1024 * 1024


class Stamp(Struct, frozen=True):
    """What stands where others write chance and the time of day: the commit's time, and what the version is called."""

    epoch: int
    name: str

    def uuid(self, what: str) -> str:
        """Return an identity that follows from the version and what it is for."""
        return str(uuid.uuid5(uuid.NAMESPACE_URL, f"rapid-table:{self.name}:{what}"))

    @property
    def environment(self) -> dict[str, str]:
        """What programs read the time from."""
        return {"SOURCE_DATE_EPOCH": str(self.epoch), "E2FSPROGS_FAKE_TIME": str(self.epoch)}


class Verity(Struct, frozen=True):
    """The hash that all of root hangs on, and where its tree begins."""

    hash: str
    offset: int


def erofs(folder: Path, file: Path, stamp: Stamp) -> None:
    """Make root's file system."""
    file.unlink(missing_ok=True)
    options = ["-zlz4hc", "-C65536", f"-T{stamp.epoch}", f"-U{stamp.uuid('root')}", "--all-root", "-d0"]
    do(["mkfs.erofs", *options, file, folder])


def verity(file: Path, stamp: Stamp) -> Verity:
    """Put the tree of hashes behind root's file system."""
    offset = -(-file.stat().st_size // 4096) * 4096
    os.truncate(file, offset)
    salt = hashlib.sha256(stamp.uuid("salt").encode()).hexdigest()
    options = [f"--salt={salt}", f"--uuid={stamp.uuid('verity')}", f"--hash-offset={offset}"]
    told = do(["veritysetup", "format", *options, file, file]).decode()
    found = next(line.split()[-1] for line in told.splitlines() if line.startswith("Root hash:"))
    return Verity(found, offset)


def fat(folder: Path, file: Path, mib: int, label: str, stamp: Stamp) -> None:
    """Make a FAT file system of what lies in a folder."""
    file.unlink(missing_ok=True)
    with file.open("wb") as new:
        new.truncate(mib * MIB)
    number = stamp.uuid(label)[:8]
    do(["mkfs.vfat", "--invariant", f"-i{number}", f"-n{label.upper()}", file])
    for entry in sorted(folder.rglob("*")):
        os.utime(entry, (stamp.epoch, stamp.epoch))
    os.utime(folder, (stamp.epoch, stamp.epoch))
    entries = sorted(folder.iterdir())
    if entries:
        do(
            ["mcopy", "-s", "-m", "-i", file, *entries, "::/"],
            environment={**stamp.environment, "MTOOLS_SKIP_CHECK": "1"},
        )


def ext4(file: Path, mib: int, label: str, stamp: Stamp) -> None:
    """Make an empty file system for a board's data. What root owns there is set by tmpfiles at each start."""
    file.unlink(missing_ok=True)
    identity = stamp.uuid(label)
    options = f"hash_seed={identity},lazy_itable_init=0,lazy_journal_init=0,root_owner=0:0,nodiscard"
    # A group of 2 GiB and more can be added later, as the table of groups has room for a card of 1 TiB.
    grown = ["-E", f"{options},resize=268435456"]
    do(
        ["mke2fs", "-q", "-t", "ext4", "-b", "4096", "-L", label, "-U", identity, *grown, file, f"{mib}M"],
        environment=stamp.environment,
    )


def must_fit(file: Path, mib: int, what: str) -> None:
    """Raise NotMade where it is larger than its partition."""
    size = file.stat().st_size
    if size > mib * MIB:
        raise NotMade(f"{what} has {size // MIB} MiB, and its partition {mib} (deploy/image/board.toml)")
