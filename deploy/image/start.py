"""What lies on the card's FAT partitions: the Pi's firmware and U-Boot, and each slot's kernel."""

import shutil
from pathlib import Path
from typing import Final

from image.filesystems import Stamp
from image.recipe import DEPLOY, HERE
from image.uboot import environment, script

PI: Final = ("bootcode.bin", "start.elf", "start4.elf", "fixup.dat", "fixup4.dat")
TREES: Final = (
    "bcm2837-rpi-3-b.dtb", "bcm2837-rpi-3-b-plus.dtb", "bcm2711-rpi-4-b.dtb", "bcm2711-rpi-400.dtb",
    "bcm2711-rpi-cm4-io.dtb", "bcm2712-rpi-5-b.dtb", "bcm2712-d-rpi-5-b.dtb",
)  # fmt: skip
# No prompt, no key that stops it, no start from a stick or a network: the card's script or nothing.
ENVIRONMENT: Final = {
    "bootdelay": "-2",
    "bootcmd": (
        "for devnum in 0 1 2; do if load mmc ${devnum}:1 ${scriptaddr} boot.scr; then setenv devtype mmc; "
        "source ${scriptaddr}; fi; done"
    ),
    "board": "rpi",
    "scriptaddr": "0x02400000",
    "fdt_high": "ffffffffffffffff",
    "initrd_high": "ffffffffffffffff",
    "silent": "0",
    "stdin": "nulldev",
    "stdout": "serial,vidconsole",
    "stderr": "serial,vidconsole",
}
# What the kernel is told in every slot. There is no console but the screen's, and what fails starts the board anew.
ARGUMENTS: Final = (
    "ro systemd.volatile=state systemd.gpt_auto=0 systemd.getty_auto=0 quiet loglevel=3 panic=5 oops=panic "
    "console=tty0 vt.global_cursor_default=0 lockdown=integrity init_on_alloc=1"
)


def lay_start(folder: Path, firmware: Path, kernel: Path, stamp: Stamp) -> None:
    """Lay out the firmware's partition."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in PI:
        shutil.copy(firmware / "usr/lib/raspi-firmware" / name, folder / name)
    for name in TREES:
        shutil.copy(kernel / "dtb/broadcom" / name, folder / name)
    shutil.copy(firmware / "usr/lib/u-boot/rpi_arm64/u-boot.bin", folder / "u-boot.bin")
    shutil.copy(HERE / "config.txt", folder / "config.txt")
    (folder / "boot.scr").write_bytes(script((DEPLOY / "boot/boot.cmd").read_text(), stamp))
    (folder / "uboot.env").write_bytes(environment(ENVIRONMENT))


def lay_slot(folder: Path, kernel: bytes, initrd: bytes, arguments: str = ARGUMENTS) -> None:
    """Lay out a slot's boot partition."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "system").mkdir(parents=True)
    (folder / "system/kernel").write_bytes(kernel)
    (folder / "system/initrd").write_bytes(initrd)
    (folder / "system/args").write_text(f"args={arguments}\n")
