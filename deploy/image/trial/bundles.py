"""Later versions of an image's software, good ones and bad ones, each as a bundle: made of what `make image` left."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware.version import VERSION
from image import filesystems, python_tree
from image.filesystems import Stamp
from image.keys import read_seed
from image.modules import Modules
from image.recipe import HERE, read_recipe
from image.software import SlotMade, Software, make_slot
from image.trial import overlay
from image.trial.given import rapid_table

# Another commit's time: nothing in a slot may hang on when what lies beside it on the card was made.
LATER: Final = 1_790_000_000
FIRMWARE: Final = f"{python_tree.SITE}/firmware"


class Later(Struct, frozen=True):
    """A later version: its number, what its makers changed, and its first program where that is another."""

    version: str
    change: Callable[[Path], None] = lambda _: None
    init: str = ""


def _says(file: str, text: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        with (root / FIRMWARE / file).open("a") as module:
            module.write(f"\n\n{text}\n")

    return change


def _hangs() -> str:
    """Return a first program under which the kernel stands still for good, once its watchdog runs."""
    stop = "echo 0 > /proc/sys/kernel/panic\necho c > /proc/sysrq-trigger\n"
    return (HERE / "init").read_text().replace(". /verity\n", f"{stop}. /verity\n")


def good(version: str) -> Later:
    """Return a version that is as it should be."""
    return Later(version)


def crashing(version: str) -> Later:
    """Return one whose role ends as soon as it is started."""
    return Later(version, _says("table_board/board.py", 'raise RuntimeError("a role that crashes")'))


def hanging(version: str) -> Later:
    """Return one whose kernel hangs."""
    return Later(version, init=_hangs())


def silent(version: str) -> Later:
    """Return one that gets on, with its picture, and never says so."""
    return Later(version, _says("updating/vitals.py", "def write_vitals(place, vitals):\n    del place, vitals"))


def bundle(later: Later, role: str, work: Path, folder: Path, key: Path, added: dict[str, str]) -> Path:
    """Make the bundle of a later version in a folder, of what lies in `work`. `added`: what a trial adds to it."""
    made = slot_of(later, role, work, folder, key, added)
    return packed(later.version, role, made, folder / f"rapid-table-{role}-{later.version}.rtbundle", key)


def slot_of(later: Later, role: str, work: Path, folder: Path, key: Path, added: dict[str, str]) -> SlotMade:
    """Make a later version in a folder, as it lies in a slot."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    root = folder / "root"
    subprocess.run(["cp", "-a", "--reflink=auto", work / "root", root], check=True)
    for file in (root / FIRMWARE / "version.py", root / "etc/rapid-table.version"):
        text = file.read_text()
        assert VERSION in text, f"{file}: is not of this version"
        file.write_text(text.replace(VERSION, later.version))
    later.change(root)
    python_tree.compile_all(root, work / "compiler")
    made = _slot(later, role, root, work, folder, key, added)
    shutil.rmtree(root)
    return made


def _slot(  # noqa: PLR0913, PLR0917 - each is another place
    later: Later, role: str, root: Path, work: Path, folder: Path, key: Path, added: dict[str, str]
) -> SlotMade:
    seed, stamp = read_seed(key), Stamp(LATER, f"trial {later.version}")
    software = Software(role, later.version, root, Modules(work / "kernel"), work / "initramfs", seed, stamp)
    made = make_slot(software, folder, read_recipe())
    slot = folder / "slot"
    if added or later.init:
        overlay.into(slot / "system/initrd", added, later.init)
    (slot / "manifest.json").write_bytes(
        overlay.signed_anew((slot / "manifest.json").read_bytes(), slot / "system", seed)
    )
    filesystems.fat(slot, made.boot, read_recipe().card.boot, "slot", stamp)
    return made


def packed(version: str, role: str, made: SlotMade, to: Path, key: Path) -> Path:
    """Make a bundle as `make bundle` does."""
    rapid_table("update", to, "--make", version, "--role", role, "--sign", key, "--part", f"boot={made.boot}",
                "--part", f"root={made.root}")  # fmt: skip
    return to
