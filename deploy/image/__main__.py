"""`make image ROLE=table`: from two lock files and a commit to what is written to a card. As root, on Debian."""

import argparse
import os
import shutil
import subprocess
import time
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

from firmware.openssl import public_of
from firmware.version import VERSION
from image import filesystems, papers, python_tree
from image.card import partitions, write_card
from image.filesystems import Stamp
from image.keys import KEY, read_seed
from image.modules import Modules
from image.packages import Locked, fetch, of_role, read_lock
from image.recipe import PROJECT, ROLES, Recipe, read_recipe
from image.said import NotMade, do, say
from image.settle import settle
from image.software import OF_START, Software, make_slot, manifest_beside
from image.start import lay_start
from image.units import programs_missing
from image.unpack import unpack

BUILD: Final = PROJECT / "build"


class Making:
    """One image in the making: its folders, and how long each step took."""

    def __init__(self, role: str, work: Path, key: Path) -> None:
        self.role, self.work, self.seed = role, work, read_seed(key)
        self.recipe: Recipe = read_recipe()
        self.packages: list[Locked] = read_lock()
        self.commit = do(["git", "-C", PROJECT, "rev-parse", "HEAD"]).decode().strip()
        epoch = int(do(["git", "-C", PROJECT, "show", "-s", "--format=%ct", "HEAD"]))
        self.stamp = Stamp(epoch, f"{role} {VERSION} {self.commit}")
        self.wheels: list[python_tree.Wheel] = []
        self.root, self.kernel = work / "root", work / "kernel"
        self._since = time.monotonic()

    def said(self, step: str) -> None:
        """Say how long a step took."""
        now = time.monotonic()
        say(f"  {step:<44}{now - self._since:6.1f} s")
        self._since = now

    def of(self, place: str) -> list[Locked]:
        """Return the packages that go to one place."""
        wanted = self.packages if place == "compiler" else of_role(self.packages, self.role)
        # First the files that others lie over.
        return sorted((one for one in wanted if one.place == place), key=lambda one: (one.name != "base-files", one))


def gather(making: Making) -> None:
    """Have all that is needed, and unpack it."""
    fetch(of_role(making.packages, making.role) + making.of("compiler"))
    making.wheels = python_tree.fetch_wheels(making.role)
    making.said("packages and wheels")
    left_out = making.recipe.left_out.paths
    unpack(making.of("root"), making.root, left_out)
    unpack(making.of("kernel"), making.kernel)
    for place in ("initramfs", "firmware", "compiler"):
        unpack(making.of(place), making.work / place, ["./usr/share"])
    making.said("unpacked")


def assemble(making: Making) -> Modules:
    """Make root of it. Raises NotMade where something is in it that may not be."""
    python_tree.put_python(making.root, making.role, making.commit)
    signer = public_of(making.seed).hex()
    settle(making.root, making.recipe, making.role, VERSION, signer, making.stamp)
    modules = Modules(making.kernel)
    modules.put_into(making.root, [*making.recipe.modules.initramfs, *making.recipe.modules.root])
    making.said("assembled")
    python_tree.compile_all(making.root, making.work / "compiler")
    making.said("compiled")
    wrong = papers.wrong_with(making.root) + programs_missing(making.root)
    if wrong:
        raise NotMade("\n".join(wrong[:20]))
    return modules


def write(making: Making, modules: Modules) -> Path:
    """Make the file systems and the card, and return the image."""
    work, sizes, stamp = making.work, making.recipe.card, making.stamp
    software = Software(making.role, VERSION, making.root, modules, work / "initramfs", making.seed, stamp)
    slot = make_slot(software, work, making.recipe)
    making.said(f"root: {slot.root.stat().st_size / 1e6:.0f} MB, kernel and initramfs ({slot.first / 1e6:.1f} MB)")
    start = work / "start"
    lay_start(start, work / "firmware", modules.folder, OF_START)
    manifest_beside(start, making.seed)
    (work / "board").mkdir(exist_ok=True)
    filesystems.fat(start, work / "firmware.img", sizes.firmware, "firmware", OF_START)
    filesystems.fat(work / "board", work / "board.img", sizes.board, "board", stamp)
    filesystems.ext4(work / "data.img", sizes.data, "data", stamp)
    making.said("file systems")
    parts = {
        "firmware": papers.part(1, work / "firmware.img"),
        "boot": papers.part(4, slot.boot, 6),
        "root": papers.part(5, slot.root, 7),
    }
    image = work / "card.img"
    write_card(image, partitions(sizes, work), stamp)
    _write_papers(making, papers.signed(slot.whole, making.seed, parts))
    making.said(f"card: {image.stat().st_size / 1e6:.0f} MB")
    return image


def _write_papers(making: Making, manifest: bytes) -> None:
    name = f"rapid-table-{making.role}-{VERSION}"
    said = papers.sources(of_role(making.packages, making.role), making.wheels, making.commit, VERSION)
    created = datetime.fromtimestamp(making.stamp.epoch, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    (making.work / f"{name}.manifest.json").write_bytes(manifest)
    (making.work / f"{name}.sources.json").write_bytes(papers.as_json(said))
    (making.work / f"{name}.spdx.json").write_bytes(papers.as_json(papers.spdx(said, name, making.stamp, created)))


def deliver(making: Making, image: Path, out: Path) -> None:
    """Compress the image, and put it into build/ with its papers."""
    name = f"rapid-table-{making.role}-{VERSION}"
    packed = out / f"{name}.img.xz"
    packing = ["xz", "-T2", "-2", "--block-size=32MiB", "-c", str(image)]
    with packed.open("wb") as file:
        if subprocess.run(packing, stdout=file, check=False).returncode:
            raise NotMade("xz failed")
    (out / f"{name}.img.xz.sha256").write_text(f"{sha256(packed.read_bytes()).hexdigest()}  {packed.name}\n")
    for paper in making.work.glob(f"{name}.*.json"):
        shutil.copy(paper, out / paper.name)
    making.said(f"packed: {packed.stat().st_size / 1e6:.0f} MB")
    say(str(packed))


def main() -> None:
    """Make one."""
    parser = argparse.ArgumentParser(prog="image", description="makes what is written to a board's card")
    parser.add_argument("role", choices=ROLES)
    parser.add_argument("--work", type=Path, help="where it is made (default: build/image-ROLE)")
    parser.add_argument("--out", type=Path, default=BUILD, help="where it is put (default: build)")
    parser.add_argument(
        "--key", type=Path, default=KEY, help=f"who signs (default: {KEY.relative_to(PROJECT)}, made if missing)"
    )
    parser.add_argument("--bare", action="store_true", help="leave it unpacked: WORK/card.img")
    arguments = parser.parse_args()
    if os.geteuid() != 0:
        raise SystemExit("image: files on a board belong to root: run it as root")
    os.umask(0o022)
    work = arguments.work or BUILD / f"image-{arguments.role}"
    try:
        making = Making(arguments.role, work, arguments.key)
        gather(making)
        image = write(making, assemble(making))
        if not arguments.bare:
            deliver(making, image, arguments.out)
    except NotMade as why:
        raise SystemExit(f"image: {why}") from None


if __name__ == "__main__":
    main()
