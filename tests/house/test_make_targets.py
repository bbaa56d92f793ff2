"""The Makefile's targets: each names what somebody defined."""

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]


@pytest.mark.outside
def test_no_target_uses_a_variable_that_nobody_defines() -> None:
    targets = re.findall(r"^([a-z-]+):.*  ## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert "deep" in targets
    told = subprocess.run(
        ["make", "--warn-undefined-variables", "--dry-run", "--always-make", "COVERED=", "PASSED=", "DRY=", *targets],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    assert "undefined variable" not in told.stderr


def test_no_variable_is_set_twice() -> None:
    """The second would have the last word, also in what stands above it."""
    names = re.findall(r"^([A-Z_]+) *[:?]?=", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert "MANY" in names
    assert [name for name in names if names.count(name) > 1] == []
