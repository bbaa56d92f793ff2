"""What a stand-in for a board starts with is what a board has: its role's packages and the firmware, and no more."""

import subprocess
from pathlib import Path

import pytest

from sim.stand_in.installed import python_of

ASKS = "from importlib.util import find_spec as f; print([n for n in {names!r} if f(n)])"
THERE = ["firmware", "drivers", "hal", "msgspec", "pygame", "serial"]
NOT_THERE = ["sim", "tests", "coverage", "pytest", "setuptools", "typing_extensions"]


@pytest.mark.outside
def test_it_has_what_the_role_has_and_nothing_of_a_developers(tmp_path: Path) -> None:
    python = python_of("wnd", tmp_path / "python")
    found = subprocess.run(
        [python, "-c", ASKS.format(names=[*THERE, *NOT_THERE])], cwd=tmp_path, capture_output=True, text=True,
        check=True, env={},
    )  # fmt: skip
    assert found.stdout.strip() == str(THERE)


@pytest.mark.outside
def test_nothing_is_loaded_by_a_file_that_a_package_leaves_for_every_start(tmp_path: Path) -> None:
    # The terminal's lock has setuptools, whose file of this kind would be loaded by each start.
    python_of("ats", tmp_path / "python")
    assert list(tmp_path.rglob("setuptools"))
    assert not list(tmp_path.rglob("*.pth"))
