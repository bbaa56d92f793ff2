"""Files that nobody else may read: journals, pockets, and the files beside them."""

import os
import stat
from pathlib import Path
from typing import Final

# The owner writes, its group may look (an auditor, say), others see nothing.
MOST: Final = 0o640
# What SQLite and the firmware keep beside a file.
BESIDE: Final = ("", "-wal", "-shm", ".head", ".lock")


# systemd hands a service its keys under this, and their names: LoadCredential in deploy/units.
KEYS: Final = "keys_"


def key_file(path: Path) -> Path:
    """Return where a key is that a profile names: where systemd put it for this service alone, else there.

    Whoever has a key of several tables, each of the same name, is handed them with their folders' names before.
    """
    handed = os.environ.get("CREDENTIALS_DIRECTORY", "")
    given = (Path(handed, KEYS + name) for name in (name_among_keys(path), path.name))
    return next((file for file in given if handed and file.exists()), path)


def name_among_keys(path: Path) -> str:
    """Return what a key is called among those of other folders."""
    return f"{path.parent.name}_{path.name}"


def keep_private(path: Path) -> None:
    """Have a database file be made for its owner alone, and close one that is there already to others.

    SQLite gives its log the mode of the file that it belongs to.
    """
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    for end in BESIDE:
        close_to_others(Path(f"{path}{end}"))


def close_to_others(path: Path) -> None:
    """Take from others what they may do with a file, if it is there."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return
    if mode & ~MOST:
        path.chmod(mode & MOST)


def write_whole(path: Path, data: bytes) -> None:
    """Put a file in place of another, whole, durable on return: after a power cut there is the one or the other."""
    coming = path.with_name(f"{path.name}.new")
    with open(os.open(coming, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:  # noqa: PTH123
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    coming.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
