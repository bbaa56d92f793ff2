"""Which software this is: its version, which pyproject.toml reads here too, and the commit that it was built from."""

import subprocess
from pathlib import Path
from typing import Final

VERSION: Final = "0.2.0"
_PACKAGE: Final = Path(__file__).parent
# `git archive` writes the commit in place of this, and a release is built from such an archive (.gitattributes).
_LEFT_OPEN: Final = "$Format"


def commit_of(package: Path = _PACKAGE) -> str:
    """Return the commit that the software in a folder was built from, `-dirty` behind it if files were changed since.

    A checkout is asked; everywhere else the commit stands in a file. `unknown` where neither says it.
    """
    written = (package / "commit.txt").read_text(encoding="ascii").strip()
    if not written.startswith(_LEFT_OPEN):
        return written
    # The checkout of another project, in which this one was installed, would say something else.
    if not (package.parent / ".git").exists():
        return "unknown"
    describe = ["git", "-C", str(package.parent), "describe", "--always", "--abbrev=40", "--dirty", "--exclude=*"]
    try:
        return subprocess.run(describe, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"  # no git, or a checkout that belongs to somebody else


def books(package: Path = _PACKAGE) -> tuple[str, ...]:
    """Return the ids of the rule books that it knows, by the names of their files: nothing is read or imported."""
    return tuple(sorted(file.stem for file in (package / "game/rulebooks").glob("*.toml")))


def version_lines() -> tuple[str, ...]:
    """Return what `rapid-table --version` prints."""
    return (f"rapid-table {VERSION}", f"commit {commit_of()}", f"rule books: {', '.join(books())}")
