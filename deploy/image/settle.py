"""Does what packages' scripts would have done, and no more: users, settings, units, and what is ours."""

import os
import shutil
import stat
from pathlib import Path
from typing import Final

from image.filesystems import Stamp
from image.recipe import DEPLOY, HERE, Recipe
from image.units import leave_out_others, set_up_units

# deploy/install lays the same files on a board that is there already.
SYSTEM: Final = {
    "sysusers.conf": "usr/lib/sysusers.d/rapid-table.conf",
    "tmpfiles.conf": "usr/lib/tmpfiles.d/rapid-table.conf",
    "90-rapid-table.rules": "usr/lib/udev/rules.d/90-rapid-table.rules",
    "watchdog.conf": "usr/lib/systemd/system.conf.d/rapid-table.conf",
    "journald.conf": "usr/lib/systemd/journald.conf.d/rapid-table.conf",
}
# systemd finds the unit of a mount by its place: /media/rapid-table.
STICK: Final = r"media-rapid\x2dtable.mount"
PROGRAMS: Final = "usr/lib/rapid-table"
# Where something is mounted, or lies in memory.
EMPTY: Final = (
    "boot/slot",
    "boot/firmware",
    "boot/start",
    "media/rapid-table",
    "proc",
    "sys",
    "dev",
    "run",
    "tmp",
    "var",
    "root",
)
# Of systemd's generators a board needs the one that reads fstab. Others make shells of a kernel's command line.
GENERATORS: Final = {"systemd-fstab-generator"}


def settle(root: Path, recipe: Recipe, role: str, version: str, signer: str, stamp: Stamp) -> None:
    """Make a board's root of what was unpacked."""
    for name in EMPTY:
        (root / name).mkdir(parents=True, exist_ok=True)
    shutil.copytree(HERE / "etc", root / "etc", dirs_exist_ok=True)
    (root / "etc/machine-id").write_text(f"{stamp.uuid('machine').replace('-', '')}\n")
    (root / "etc/rapid-table.role").write_text(f"ROLE={role}\n")
    (root / "etc/rapid-table.version").write_text(f"{version}\n")
    (root / "etc/resolv.conf").write_text("# Boards are named by their addresses.\n")
    (root / "etc/localtime").symlink_to("/usr/share/zoneinfo/Etc/UTC")
    software = root / "usr/share/rapid-table"
    software.mkdir(parents=True)
    # What says how all of root is cannot lie in it: it lies in the slot's boot partition.
    (software / "manifest.json").symlink_to("/boot/slot/manifest.json")
    (software / "software.pub").write_text(f"{signer}\n")
    rules = root / "etc/nftables.d"
    rules.mkdir()
    if role == "table":
        (rules / "table.nft").write_text("tcp dport 4222 accept\n")
    _lay_ours(root)
    _link_programs(root)
    for generator in (root / "usr/lib/systemd/system-generators").iterdir():
        if generator.name not in GENERATORS:
            generator.unlink()
    leave_out_others(root, recipe.units.not_of(role))
    set_up_units(root, recipe.units.of(role), recipe.units.masked)
    _close(root)


def _lay_ours(root: Path) -> None:
    for name, place in SYSTEM.items():
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(DEPLOY / "system" / name, root / place)
    shutil.copytree(DEPLOY / "units", root / "usr/lib/systemd/system", dirs_exist_ok=True)
    units = shutil.copytree(HERE / "units", root / "usr/lib/systemd/system", dirs_exist_ok=True)
    (units / "stick.mount").rename(units / STICK)
    (root / PROGRAMS).mkdir()
    for program in ("slot", "grow"):
        shutil.copy(DEPLOY / f"boot/{program}.py", root / PROGRAMS / program)
        (root / PROGRAMS / program).chmod(0o755)


def _link_programs(root: Path) -> None:
    """Make the links that packages' scripts make: the shell's, and init's."""
    links = {"usr/bin/sh": "dash", "usr/sbin/init": "../lib/systemd/systemd"}
    for place, leads_to in links.items():
        if not (root / place).is_symlink():
            (root / place).symlink_to(leads_to)


def _close(root: Path) -> None:
    """Have everything belong to root, and no file's right make somebody of anybody else."""
    for place, folders, files in os.walk(root):
        for name in (*folders, *files):
            path = Path(place, name)
            os.chown(path, 0, 0, follow_symlinks=False)
            status = path.lstat()
            if stat.S_ISLNK(status.st_mode):
                continue
            rights = stat.S_IMODE(status.st_mode) & ~(stat.S_ISUID | stat.S_ISGID) & ~0o022
            # There is no secret in root, and a role has to read all of it to hold it against the manifest.
            rights |= 0o555 if stat.S_ISDIR(status.st_mode) else 0o444
            path.chmod(rights | (0o1000 if path == root / "tmp" else 0))
