"""Kernel modules: those that a board needs, with those that they need, uncompressed."""

import lzma
import shutil
from pathlib import Path

from image.said import NotMade, do


class Modules:
    """The modules of one kernel, as its package has them."""

    def __init__(self, kernel: Path) -> None:
        """Read their list. Raises NotMade where there is not one kernel."""
        found = sorted((kernel / "usr/lib/modules").iterdir())
        if len(found) != 1:
            raise NotMade(f"{len(found)} kernels are in the packages, and an image has one")
        (self.folder,) = found
        do(["depmod", "-b", kernel, self.version])
        lines = (line.split(":") for line in (self.folder / "modules.dep").read_text().splitlines())
        self._needs = {path: needs.split() for path, needs in lines}
        self._paths = {_name(path): path for path in self._needs}

    @property
    def version(self) -> str:
        """The kernel's version."""
        return self.folder.name

    def in_order(self, wanted: list[str]) -> list[str]:
        """Return the paths of these and of all that they need, each after what it needs.

        One that is built in or does not exist in this kernel is passed over: the list serves several kernels.
        """
        order: dict[str, None] = {}
        for name in wanted:
            path = self._paths.get(name.replace("-", "_"))
            if path is not None:
                order.update(dict.fromkeys([*reversed(self._needs[path]), path]))
        return list(order)

    def read(self, path: str) -> bytes:
        """Return a module, uncompressed."""
        contents = (self.folder / path).read_bytes()
        return lzma.decompress(contents) if path.endswith(".xz") else contents

    def put_into(self, root: Path, wanted: list[str]) -> None:
        """Put these modules into a root, with their lists."""
        there = root / "usr/lib/modules" / self.version
        shutil.rmtree(there, ignore_errors=True)
        for path in self.in_order(wanted):
            file = there / path.removesuffix(".xz")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(self.read(path))
            file.chmod(0o644)
        for name in ("modules.builtin", "modules.builtin.modinfo", "modules.order"):
            shutil.copy(self.folder / name, there / name)
        do(["depmod", "-b", root, self.version])


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1].partition(".ko")[0].replace("-", "_")
