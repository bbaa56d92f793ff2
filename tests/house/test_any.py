"""Where product code says `Any`, mypy holds nothing: so it says it rarely."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from parsed import nodes

PROJECT = Path(__file__).parents[2]
PRODUCT = ("firmware", "hal", "drivers")
# Where it stands, it says what Python itself does not know of a value: JSON that somebody else's kinds are read from.
MOST_IN_1000_LINES = 1.0


def named(text: str) -> int:
    """Return how often a file says `Any`, beside its import."""
    return sum(
        (isinstance(node, ast.Name) and node.id == "Any") or (isinstance(node, ast.Attribute) and node.attr == "Any")
        for node in (*nodes(text), *_quoted(text))
    )


def _quoted(text: str) -> Iterator[ast.AST]:
    """Yield what annotations in quotation marks are made of."""
    for node in nodes(text) if "Any" in text else ():
        for hint in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            for one in ast.walk(hint) if isinstance(hint, ast.expr) else ():
                if isinstance(one, ast.Constant) and isinstance(one.value, str) and "Any" in one.value:
                    yield from ast.walk(ast.parse(one.value, mode="eval"))


def test_product_code_says_any_rarely() -> None:
    files = [path for folder in PRODUCT for path in (PROJECT / folder).rglob("*.py")]
    texts = [path.read_text() for path in files]
    lines = sum(text.count("\n") for text in texts)
    assert lines > 30_000
    said = Counter({str(path): named(text) for path, text in zip(files, texts, strict=True)})
    assert said.total() / lines * 1000 <= MOST_IN_1000_LINES, said.most_common(9)


def test_each_any_is_counted() -> None:
    text = "from typing import Any\ndef take(one: Any, *two: 'list[Any]') -> dict[str, typing.Any]: ..."
    assert named(text) == 3
