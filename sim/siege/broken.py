"""A process in which a mend is undone: `python -m sim.siege.broken NAME tests|soak|messages|siege WORDS…`.

With the name `-` nothing is undone.
"""

import importlib
import json
import pkgutil
import subprocess
import sys
from types import ModuleType
from typing import Any, Final

from sim.siege.breaks import Sabotage

PACKAGES: Final = ("firmware", "drivers", "hal")
# Importing these does something.
LEFT_OUT: Final = ("firmware.cli.main",)
# Which mend is undone in the processes of a siege.
BROKEN: Final = "RAPID_TABLE_BROKEN"


def undo(name: str) -> None:
    """Undo a mend in this process, wherever what makes it is used."""
    from sim.siege.mend_list import MENDS  # noqa: PLC0415 - what it undoes is loaded with it

    if name == "-":
        return
    for package in PACKAGES:
        found = importlib.import_module(package)
        for module in pkgutil.walk_packages(found.__path__, f"{package}."):
            if module.name not in LEFT_OUT and not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    for one in MENDS[name].undo:
        _put(one)


def _put(one: Sabotage) -> None:
    module_name, _, path = one.target.partition(":")
    holder: Any = importlib.import_module(module_name)
    *way, last = path.split(".")
    for part in way:
        holder = getattr(holder, part)
    before, after = getattr(holder, last), one.after
    setattr(holder, last, after)
    if isinstance(holder, ModuleType):
        for module in list(sys.modules.values()):
            if getattr(module, "__name__", "").partition(".")[0] in PACKAGES:
                for key, value in vars(module).items():
                    if value is before and before is not None and not isinstance(before, int | str):
                        setattr(module, key, after)


def main() -> int:
    """Undo it, and run who should notice."""
    name, kind, *words = sys.argv[1:]
    if kind == "siege":  # whose boards are processes of their own, and undo it themselves
        return subprocess.run([sys.executable, "-m", "sim.siege", *words], check=False).returncode
    undo(name)
    if kind == "tests":
        import pytest  # noqa: PLC0415 - for tests alone

        return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *words]))
    if kind == "messages":
        from sim.siege.messages import send  # noqa: PLC0415

        found = send(int(words[0]), 1)
        sys.stdout.write(json.dumps({"messages": found.messages, "wrong": found.wrong}, indent=1) + "\n")
        return int(bool(found.wrong))
    from firmware.cli.main import main as rapid_table  # noqa: PLC0415

    return rapid_table(["soak", *words])


if __name__ == "__main__":
    sys.exit(main())
