"""Builds the package, and writes into it the commit that it is built from. All else stands in pyproject.toml."""

import importlib.util
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PROJECT = Path(__file__).parent
UNKNOWN = "unknown"


def commit() -> str:
    """Return the commit of this checkout, as `rapid-table --version` finds it there."""
    spec = importlib.util.spec_from_file_location("version", PROJECT / "firmware/version.py")
    assert spec is not None
    assert spec.loader is not None
    version = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(version)
    found: str = version.commit_of(PROJECT / "firmware")
    return found


class BuildWithCommit(build_py):
    """Copies the modules, and fills in the commit, which only `git archive` writes into the source itself."""

    def run(self) -> None:
        """Build."""
        super().run()
        written = Path(self.build_lib) / "firmware/commit.txt"
        found = commit()
        if self.editable_mode or found in (UNKNOWN, written.read_text(encoding="ascii").strip()):
            return
        written.unlink()  # it may be the source's own file by another name
        written.write_text(f"{found}\n", encoding="ascii")


setup(cmdclass={"build_py": BuildWithCommit})
