"""The makes of device: those of `drivers/`, and those from other people's packages.

A make of ours is a folder of `drivers/` with a `make.py`. Another package names its makes as entry points of the group
`rapid_table.devices`: `NAME = "package.module:MAKE"`. A locked image has a list in `drivers/makes.list`, written by
`python -m hal.makes`: what is not in it does not exist there, and no entry point is asked.
"""

import importlib
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from msgspec import Struct

from hal.make import Make

GROUP: Final = "rapid_table.devices"
LIST: Final = "makes.list"
MANIFEST: Final = "make.py"


class NoMake(LookupError):
    """There is no such make of device on this board; says why."""


class NoPackage(NoMake):
    """A make needs a package that is not installed."""


class Named(Struct, frozen=True):
    """A make by its name. `protocol`: how command lines call it."""

    name: str
    make: Make[Struct]

    @property
    def protocol(self) -> str:
        """The name as it is typed."""
        return self.name.replace("_", "-")


def make_named(name: str) -> Make[Struct]:
    """Return a make. Raises NoMake."""
    listed = _listed()
    if listed is None and name.isidentifier() and (_drivers() / name / MANIFEST).exists():
        return _load(name, _ours(name))
    others = named_by_others(GROUP) if listed is None else listed
    if name not in others:
        raise NoMake(f"there is no driver drivers.{name} on this board")
    return _load(name, others[name])


def makes() -> Iterator[Named]:
    """Yield the makes whose packages are on this board: usual ones first, ours before others'."""
    listed = _listed()
    places = _installed() if listed is None else listed
    found = []
    for name, place in places.items():
        try:
            found.append((place.startswith("drivers."), Named(name, _load(name, place))))
        except NoPackage:
            # A board has only the packages of its own devices. Asked for by name, such a make says what it needs.
            continue
    yield from (named for _, named in sorted(found, key=_order))


def _order(found: tuple[bool, Named]) -> tuple[bool, bool, str]:
    ours, named = found
    return not ours, not named.make.usual, named.name


def makes_of(kind: str) -> dict[str, Named]:
    """Return the makes of a kind by their protocols; the first is the default."""
    return {named.protocol: named for named in makes() if named.make.kind == kind}


def _drivers() -> Path:
    return Path(importlib.import_module("drivers").__path__[0])


def _ours(name: str) -> str:
    return f"drivers.{name}.make:MAKE"


def _installed() -> dict[str, str]:
    """Return where each make is. No package can replace one of ours."""
    ours = {path.parent.name: _ours(path.parent.name) for path in _drivers().glob(f"*/{MANIFEST}")}
    return {**named_by_others(GROUP), **ours}


def named_by_others(group: str) -> dict[str, str]:
    """Return the names and targets of other packages' entry points in a group."""
    # This takes as long to load as all of a board's drivers, and most boards have no other packages.
    from importlib.metadata import entry_points  # noqa: PLC0415

    return {point.name: point.value for point in entry_points(group=group)}


def _listed() -> dict[str, str] | None:
    """Return what a locked image's list says; None on a board without one."""
    path = _drivers() / LIST
    if not path.exists():
        return None
    places = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        name, _, place = line.partition(" ")
        if not place:
            raise NoMake(f"{path}: line {number}: {line!r} reads NAME MODULE:MAKE")
        places[name] = place
    return places


def _load(name: str, place: str) -> Make[Struct]:
    module, _, attribute = place.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute, None)
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package == module.partition(".")[0]:
            raise NoMake(f"the driver drivers.{name} is not whole: {missing.name} is not there") from None
        raise NoPackage(_needs(name, package)) from None
    if not isinstance(found, Make):
        raise NoMake(f"the driver drivers.{name} should be {place}, which is no make of device")
    for package in found.packages:
        if find_spec(package) is None:
            raise NoPackage(_needs(name, package))
    return found


def _needs(name: str, package: str) -> str:
    return f"drivers.{name} needs the package {package}, which is not installed"


def page() -> str:
    """Return the list of makes here, as a locked image keeps it."""
    return "".join(f"{name} {place}\n" for name, place in sorted(_installed().items()))


if __name__ == "__main__":
    sys.stdout.write(page())
