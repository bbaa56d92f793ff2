"""What a cash desk must not forget: its unanswered payment, and its last answer."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

import msgspec

from firmware.files import NotReadable, read_file
from firmware.link.bounds import Count, Held, RequestNumber, TicketNumber
from firmware.link.desk_messages import ToldView


class Pending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A payment that was asked for, and until when, in the table's time, it could be made."""

    ticket: TicketNumber
    request: RequestNumber
    until: Count
    amount: Held | None = None


class Remembered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a desk remembers."""

    asked: Pending | None = None
    last: ToldView | None = None


class Keeper(Protocol):
    """Remembers; durable on return."""

    remembered: Remembered

    def keep(self, remembered: Remembered) -> None:
        """Remember this, and nothing else."""
        ...


class DeskInMemory:
    """A desk's memory that lasts as long as the process."""

    def __init__(self) -> None:
        self.remembered = Remembered()

    def keep(self, remembered: Remembered) -> None:
        """Remember this."""
        self.remembered = remembered


class DeskFileError(Exception):
    """The file cannot be used. Says what happened, and what to do."""


class DeskFile:
    """A desk's memory in a file, readable by its owner alone."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self.remembered = self._read()

    def _read(self) -> Remembered:
        if not self.path.exists():
            return Remembered()
        try:
            return msgspec.json.decode(read_file(self.path), type=Remembered)
        except NotReadable as error:
            raise DeskFileError(str(error)) from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise DeskFileError(
                f"{self.path}: is damaged ({error}): move it away; then rapid-table cage last says what the table told "
                "this desk last"
            ) from None

    def keep(self, remembered: Remembered) -> None:
        """Remember this, on the disk on return. If it raises DeskFileError, what was remembered before still is."""
        beside = self.path.with_name(f".{self.path.name}.new")
        try:
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.encode(remembered) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self.path)
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as error:
            raise DeskFileError(
                f"{self.path}: cannot be written ({error.strerror}), and nothing is paid unless this desk can remember "
                "that it asked: name another folder with --state"
            ) from None
        self.remembered = remembered


@contextmanager
def desk_file(folder: Path, device: str) -> Iterator[DeskFile]:
    """Open a desk's memory for this process alone. Raises DeskFileError."""
    path = folder / f"{device}.desk"
    try:
        lock = os.open(path.with_name(f".{path.name}.lock"), os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise DeskFileError(
            f"{path}: this desk cannot remember here what it asks for ({error.strerror}): name a folder of its own "
            "with --state"
        ) from None
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DeskFileError(
                f"{path}: another rapid-table cage of {device} is at work: wait until it ends"
            ) from None
        yield DeskFile(path)
    finally:
        os.close(lock)
