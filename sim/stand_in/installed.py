"""The Python of a board: an environment with what its role's lock names and the firmware, and nothing of a developer's.

A development environment loads more at each start: an editable install's finder, coverage's hook, packages that others
use where they are there.
"""

import re
import sysconfig
import venv
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).parents[2]
ROOMS: Final = ("firmware", "drivers", "hal")
_LOCKED: Final = re.compile(r"^([A-Za-z0-9._-]+)==", re.MULTILINE)


def python_of(role: str, folder: Path) -> Path:
    """Make one from the packages that are here, and return its interpreter."""
    venv.create(folder, with_pip=False, symlinks=True)
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)}))
    lock = (PROJECT / f"deploy/locks/{role}.lock").read_text(encoding="utf-8")
    for name in _LOCKED.findall(lock):
        package = distribution(name)
        tops = {file.parts[0] for file in package.files or () if file.suffix != ".pth"}
        for top in sorted(tops - {"..", "__pycache__"}):
            # Two packages may have a folder of the same name, as tests that they should not ship.
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(package.locate_file(top))))
    for room in ROOMS:
        (site / room).symlink_to(PROJECT / room)
    return folder / "bin/python"
