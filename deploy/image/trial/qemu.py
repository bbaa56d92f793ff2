"""The QEMU that the lock names, used where it was unpacked, by its own libraries: this machine's may be older."""

from hashlib import sha256
from pathlib import Path
from typing import Final

from msgspec import Struct

from image.packages import fetch, read_lock
from image.recipe import PROJECT
from image.unpack import unpack

KEPT: Final = PROJECT / "build/trial"


class Qemu(Struct, frozen=True):
    """How it is called, with what in its environment, and the U-Boot of its machine `virt`."""

    command: list[str]
    environment: dict[str, str]
    uboot: Path


def qemu() -> Qemu:
    """Have it. Raises NotMade."""
    packages = [one for one in read_lock() if one.place == "trial"]
    folder = KEPT / sha256("".join(one.sha256 for one in packages).encode()).hexdigest()[:12]
    if not folder.exists():
        fetch(packages)
        coming = folder.with_suffix(".coming")
        unpack(packages, coming, ["./usr/share/doc", "./usr/share/man"])
        coming.rename(folder)
    libraries = next((folder / "usr/lib").glob("*-linux-gnu"))
    loader = next(file for place in (folder / "usr/lib64", libraries) for file in place.glob("ld-linux*.so*"))
    program = folder / "usr/bin/qemu-system-aarch64"
    return Qemu(
        [str(loader), "--library-path", str(libraries), str(program), "-L", str(folder / "usr/share/qemu")],
        {"QEMU_MODULE_DIR": str(libraries / "qemu")},
        folder / "usr/lib/u-boot/qemu_arm64/u-boot.bin",
    )
