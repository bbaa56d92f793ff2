"""Sticks: what a technician puts into a running board, and takes out again."""

from pathlib import Path
from typing import Final

from image.filesystems import MIB
from image.said import do
from image.trial.machine import Machine

LABEL: Final = "RAPID-TABLE"


def stick(file: Path, *contents: Path, folder: str = "") -> Path:
    """Make a stick with these files on it. `folder`: in which they lie there."""
    file.unlink(missing_ok=True)
    size = sum(one.stat().st_size for one in contents) + 40 * MIB
    with file.open("wb") as new:
        new.truncate(size // MIB * MIB)
    do(["mkfs.vfat", "-F32", f"-n{LABEL}", file])
    if folder:
        do(["mmd", "-i", file, f"::/{folder}"])
    for one in contents:
        do(["mcopy", "-i", file, one, f"::/{folder}/{one.name}"])
    return file


def plug(machine: Machine, file: Path, name: str = "stick") -> None:
    """Put a stick in, as another disk on USB."""
    machine.do("blockdev-add", **{
        "driver": "raw", "node-name": name, "file": {"driver": "file", "filename": str(file)},
    })  # fmt: skip
    machine.do("device_add", driver="usb-storage", bus="usb.0", drive=name, id=f"on-{name}")


def unplug(machine: Machine, name: str = "stick") -> None:
    """Take it out again."""
    machine.do("device_del", id=f"on-{name}")

    def is_out() -> bool:
        try:
            machine.do("blockdev-del", **{"node-name": name})
        except AssertionError:
            return False  # it is in use until the board has let go of it
        return True

    machine.wait(is_out, 30, "the stick is out")
