"""Examples in the code are true: each is run as it stands in its docstring."""

import doctest
import importlib
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
FOLDERS = ("firmware", "hal", "drivers", "sim")
WITH_EXAMPLES = sorted(
    ".".join(path.relative_to(PROJECT).with_suffix("").parts)
    for folder in FOLDERS
    for path in (PROJECT / folder).rglob("*.py")
    if ">>> " in path.read_text()
)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_its_examples_are_true(module: str) -> None:
    found = doctest.testmod(importlib.import_module(module))
    assert found.attempted > 0
    assert found.failed == 0
