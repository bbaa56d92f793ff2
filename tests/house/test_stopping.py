"""What is told to stop stops: nothing in the product loses a cancellation on the way."""

import ast
from pathlib import Path

from parsed import nodes

PROJECT = Path(__file__).parents[2]
PRODUCT = ("firmware", "hal", "drivers")


def lost_by(text: str) -> list[int]:
    """Return the lines in which asyncio's wait_for is used: up to Python 3.11 it loses a cancellation now and then."""
    return [
        node.lineno
        for node in nodes(text)
        if isinstance(node, ast.Attribute) and node.attr == "wait_for" and ast.unparse(node.value) == "asyncio"
    ]


def test_nothing_waits_by_what_loses_a_cancellation() -> None:
    assert lost_by("import asyncio\nasyncio.wait_for(x, 1)") == [2]
    files = [path for folder in PRODUCT for path in (PROJECT / folder).rglob("*.py")]
    found = {str(path): lines for path in files if (lines := lost_by(path.read_text()))}
    assert len(files) > 300
    assert found == {}, "use asyncio.timeout"
