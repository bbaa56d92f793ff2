"""A slot's two file systems, made of a root that is assembled: what a card has, and what an update brings."""

from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware.software.manifest import Manifest
from image import filesystems, papers
from image.filesystems import Stamp
from image.initramfs import initramfs
from image.modules import Modules
from image.recipe import HERE, Recipe
from image.start import lay_slot

INIT: Final = HERE / "init"
# What the board's own firmware reads says no version: made of the same it has the same bytes, and an update leaves it.
OF_START: Final = Stamp(1_700_000_000, "start")


class Software(Struct, frozen=True):
    """What goes into a slot: an assembled root, its kernel, what the first root needs, and who signs."""

    role: str
    version: str
    root: Path
    modules: Modules
    tools: Path
    seed: bytes
    stamp: Stamp


class SlotMade(Struct, frozen=True):
    """The file systems of a slot, what its manifest says, and how large its first root is."""

    boot: Path
    root: Path
    whole: Manifest
    first: int


def make_slot(software: Software, work: Path, recipe: Recipe, init: bytes | None = None) -> SlotMade:
    """Make them in a folder. `init`: the first program, where it is not the image's. Raises NotMade."""
    root, stamp = work / "root.img", software.stamp
    filesystems.erofs(software.root, root, stamp)
    tree = filesystems.verity(root, stamp)
    filesystems.must_fit(root, recipe.card.root, "root")
    first = initramfs(
        software.modules, recipe.modules.initramfs, software.tools, software.root,
        {"hash": tree.hash, "offset": str(tree.offset)}, INIT.read_bytes() if init is None else init,
    )  # fmt: skip
    slot = work / "slot"
    lay_slot(slot, (software.modules.folder / "vmlinuz").read_bytes(), first)
    whole = papers.manifest(software.root, software.version, software.role, slot / "system")
    (slot / "manifest.json").write_bytes(papers.signed(whole, software.seed))
    filesystems.fat(slot, work / "boot.img", recipe.card.boot, "slot", stamp)
    return SlotMade(work / "boot.img", root, whole, len(first))


def manifest_beside(start: Path, seed: bytes) -> None:
    """Lay the manifest of what the board's own firmware reads among it."""
    (start / papers.OF_START).unlink(missing_ok=True)
    (start / papers.OF_START).write_bytes(papers.signed(papers.of_start(start), seed))
