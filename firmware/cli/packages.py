"""Packages that only some roles need: which of our extras contains a missing one."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Final

OURS: Final = "rapid-table-firmware"
# By what is imported: how the package is called that brings it.
BROUGHT_BY: Final = {
    "PIL": "pillow",
    "RPi": "RPi.GPIO",
    "aiohttp": "aiohttp",
    "argon2": "argon2-cffi",
    "cryptography": "cryptography",
    "escpos": "python-escpos",
    "gpiod": "gpiod",
    "pygame": "pygame-ce",
    "serial": "pyserial",
}
# What each role loads beside its devices' drivers; a screen is drawn by pygame.
SCREEN: Final = "pygame"
NEEDED_BY: Final = {"table": ("argon2",), "ats": (), "wnd": ()}


def missing_package(module: str | None, role: str = "") -> str | None:
    """Return what to say of a module that is not there; None when no extra brings it: then it is our own fault."""
    brought = BROUGHT_BY.get((module or "").partition(".")[0])
    if brought is None:
        return None
    extras = _extras_with(brought)
    # A command of a role names that role's extra; what is run on a desk is named by the bench's.
    extra = next((one for one in (role, "bench") if one in extras), min(extras, default=""))
    return f"needs the package {brought}: pip install '{OURS}[{extra}]'" if extra else f"needs the package {brought}"


def _extras_with(package: str) -> set[str]:
    # Wanted only where something is missing, and as slow to load as all the rest of a command line.
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415

    try:
        lines = requires(OURS) or []
    except PackageNotFoundError:  # run from its folder, and never installed
        return set()
    found = (re.fullmatch(r"([\w.-]+)[^;]*;\s*extra\s*==\s*[\"']([\w-]+)[\"']", line) for line in lines)
    return {one[2] for one in found if one is not None and one[1] == package and one[2] != "dev"}


def lacking(role: str, *, screen: bool) -> Iterator[str]:
    """Return what to say of each package that a role needs and that is not on this board."""
    for module in (*NEEDED_BY[role], *((SCREEN,) if screen else ())):
        problem = None if _is_here(module) else missing_package(module, role)
        if problem is not None:
            yield f"role {role} {problem}"


def _is_here(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ValueError:  # somebody has put nothing in its place
        return False
