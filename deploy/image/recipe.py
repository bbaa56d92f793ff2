"""What an image is made of, read from board.toml."""

import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

HERE: Final = Path(__file__).parent
DEPLOY: Final = HERE.parent
PROJECT: Final = DEPLOY.parent
ROLES: Final = ("table", "ats", "wnd")


class Tool(Struct, frozen=True, forbid_unknown_fields=True):
    """Packages of this machine's kind, which are used where they were unpacked."""

    packages: list[str]


class LeftOut(Struct, frozen=True, forbid_unknown_fields=True):
    """Packages and paths that no board has."""

    packages: list[str]
    paths: list[str]


class Units(Struct, frozen=True, forbid_unknown_fields=True):
    """Which units run on every board, which on a role's, which are of a role that has no image, and which may never."""

    always: list[str]
    table: list[str]
    ats: list[str]
    wnd: list[str]
    no_image: list[str]
    masked: list[str]

    def of(self, role: str) -> list[str]:
        """Return the units that run on a role's board."""
        return [*self.always, *{"table": self.table, "ats": self.ats, "wnd": self.wnd}[role]]

    def not_of(self, role: str) -> list[str]:
        """Return the units that run on other roles' boards alone."""
        others = [name for other in ROLES for name in self.of(other)]
        return [name for name in (*others, *self.no_image) if name not in self.of(role)]


class Modules(Struct, frozen=True, forbid_unknown_fields=True):
    """Kernel modules by name: loaded before root is there, and by what asks for them after."""

    initramfs: list[str]
    root: list[str]


class Sizes(Struct, frozen=True, forbid_unknown_fields=True):
    """Sizes of the card's partitions, in MiB."""

    firmware: int
    board: int
    state: int
    boot: int
    root: int
    data: int


class Recipe(Struct, frozen=True, forbid_unknown_fields=True):
    """All of it."""

    packages: list[str]
    suites: list[str]
    components: list[str]
    roles: dict[str, list[str]]
    elsewhere: dict[str, list[str]]
    compiler: Tool
    trial: Tool
    left_out: LeftOut
    units: Units
    modules: Modules
    card: Sizes

    def place_of(self, package: str) -> str | None:
        """Return where a package goes: root, one of the other places, or nowhere."""
        if any(fnmatch(package, pattern) for pattern in self.left_out.packages):
            return None
        for place, patterns in self.elsewhere.items():
            if any(fnmatch(package, pattern) for pattern in patterns):
                return place
        return "root"


def read_recipe(path: Path = HERE / "board.toml") -> Recipe:
    """Read it. Raises msgspec.ValidationError, which names the key that is wrong."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), type=Recipe)
