"""What a test drives beside Python. Without it the test is skipped, or fails where nothing may be skipped (CI)."""

import os

import pytest

from firmware.measures.tools import ToolMissing, tool


def need(*names: str) -> None:
    for name in names:
        try:
            tool(name)
        except ToolMissing as missing:
            lack(str(missing))


def lack(why: str) -> None:
    """Skip a test, or fail it where nothing may be skipped."""
    # From this one place, so that pytest folds all tests that miss a tool into one line.
    (pytest.fail if os.environ.get("RAPID_TABLE_NO_SKIP") else pytest.skip)(why)
