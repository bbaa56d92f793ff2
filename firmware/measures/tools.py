"""The programs beside Python that measurements and tests drive: found where Debian puts them, or named as missing."""

import os
import shutil
from pathlib import Path
from typing import Final

# A user's PATH leaves out /usr/sbin, where Debian keeps servers.
PLACES: Final = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin"))
# Debian's package, where its name is not the program's.
PACKAGES: Final = {
    "Xvfb": "xvfb",
    "cc": "gcc libc6-dev",
    "systemd-analyze": "systemd",
    "mkfs.ext4": "e2fsprogs",
    "losetup": "mount",
}


class CannotBeMeasured(RuntimeError):
    """A figure cannot be had on this machine. Says why."""


class ToolMissing(CannotBeMeasured):
    """A program is not installed. Says which, and how to install it."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not installed: apt-get install {PACKAGES.get(name, name)}")


def tool(name: str) -> Path:
    """Return where a program is. Raises ToolMissing."""
    found = shutil.which(name, path=PLACES)
    if found is None:
        raise ToolMissing(name)
    return Path(found)
