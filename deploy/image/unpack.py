"""Unpacks packages by this machine's dpkg-deb and tar: no script of theirs runs, and nothing is emulated."""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from image.packages import KEPT, Locked
from image.said import NotMade

# The folders that are links on a merged system, which every package has to find.
MERGED: Final = ("bin", "sbin", "lib")


def unpack(packages: Iterable[Locked], folder: Path, left_out: Iterable[str] = (), kept: Path = KEPT) -> None:
    """Unpack all of them into a new folder, but for what is left out (patterns of tar). Raises NotMade."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in MERGED:
        (folder / "usr" / name).mkdir(parents=True)
        (folder / name).symlink_to(f"usr/{name}")
    without = [f"--exclude={pattern}" for pattern in left_out]
    into = ["tar", "--extract", "--keep-directory-symlink", "--preserve-permissions", "--numeric-owner", "--anchored"]
    for package in packages:
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", kept / package.file], stdout=subprocess.PIPE) as opened:
            done = subprocess.run(
                [*into, *without, "-C", folder], stdin=opened.stdout, capture_output=True, text=True, check=False
            )
        if done.returncode or opened.returncode:
            raise NotMade(f"{package.file} cannot be unpacked: {done.stderr[-500:]}")
