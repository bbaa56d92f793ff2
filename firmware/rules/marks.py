"""Finds where rules are named: in the code, in the rule books' data, and on tests."""

import ast
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Final

from msgspec import Struct

# The books that have an account here.
_ACCOUNTS: Final = sorted(path.stem for path in Path(__file__).parent.glob("*.toml"))


def families(books: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the books that share the first word of their names: their numbering is the same, and the word means all.

    >>> families(["crown", "mbs-baccarat", "mbs-rapid"])
    {'mbs': ('mbs-baccarat', 'mbs-rapid')}
    """
    found: defaultdict[str, list[str]] = defaultdict(list)
    for book in books:
        found[book.partition("-")[0]].append(book)
    return {family: tuple(members) for family, members in found.items() if len(members) > 1}


FAMILIES: Final = families(_ACCOUNTS)
# The longer names first: `mbs-baccarat` is not `mbs`.
_BOOKS: Final = sorted({*_ACCOUNTS, *FAMILIES}, key=len)[::-1]
NUMBER: Final = r"[0-9]+(?:\.[0-9]+)+(?:\([a-z]+\))*"
_MARK: Final = re.compile(rf"\b({'|'.join(_BOOKS)}) ({NUMBER}(?:, {NUMBER})*)")
_VALUE: Final = re.compile(rf'"({NUMBER})"')
_BOOK: Final = re.compile(r'^book = "([a-z-]+)"$', re.MULTILINE)


class RuleMark(Struct, frozen=True):
    """A rule of a book (or family of books) named somewhere."""

    book: str
    number: str
    where: str

    @property
    def books(self) -> tuple[str, ...]:
        """The books that this mark can mean."""
        return FAMILIES.get(self.book, (self.book,))


def in_text(text: str, where: str) -> Iterator[RuleMark]:
    """Return the rules that a text names as `crown 8.3.3, 8.4.1; mbs 3.7`."""
    for found in _MARK.finditer(text):
        for number in found[2].split(", "):
            yield RuleMark(found[1], number, where)


def in_code(root: Path, folders: Iterable[str]) -> Iterator[RuleMark]:
    """Return the rules that comments name, and the numbers in the data of rule books."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            yield from _in_comments(path, path.relative_to(root))
        for path in sorted((root / folder).rglob("*.toml")):
            if path.parent.name != "rules":
                yield from _in_lines(path, path.relative_to(root))
                yield from _in_data(path, path.relative_to(root))


def _in_comments(path: Path, name: Path) -> Iterator[RuleMark]:
    """Return the rules that comments name; a docstring that shows how they do names none."""
    text = path.read_text(encoding="utf-8")
    if _MARK.search(text) is not None:
        for comment, line in _comments(text):
            yield from in_text(comment, f"{name}:{line}")


@cache
def _comments(text: str) -> tuple[tuple[str, int], ...]:
    """Return a file's comments and their lines: found once for all reports of a process, as that takes a second."""
    tokens = tokenize.generate_tokens(StringIO(text).readline)
    return tuple((token.string, token.start[0]) for token in tokens if token.type == tokenize.COMMENT)


def _in_lines(path: Path, name: Path) -> Iterator[RuleMark]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        yield from in_text(line.partition("#")[2], f"{name}:{number}")


def _in_data(path: Path, name: Path) -> Iterator[RuleMark]:
    text = path.read_text(encoding="utf-8")
    book = _BOOK.search(text)
    for number, line in enumerate(text.splitlines() if book else (), 1):
        for found in _VALUE.finditer(line.partition("#")[0]):
            assert book is not None
            yield RuleMark(book[1], found[1], f"{name}:{number}")


def on_tests(root: Path) -> Iterator[RuleMark]:
    """Return the rules that tests prove."""
    for path in sorted(root.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.rule" not in text:  # few name rules, and to parse them all takes seconds
            continue
        for test, rules in _named(text):
            yield from in_text(rules, f"{path.relative_to(root.parent)}::{test}")


@cache
def _named(text: str) -> tuple[tuple[str, str], ...]:
    """Return the tests of a file, each with the rules that it names: found once for all reports of a process."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    tests = [node for node in ast.walk(ast.parse(text)) if isinstance(node, functions)]
    return tuple((test.name, rules) for test in tests for rules in _marked(test.decorator_list))


def _marked(decorators: Iterable[ast.expr]) -> Iterator[str]:
    for decorator in decorators:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
            yield from (str(word.value) for word in decorator.args if isinstance(word, ast.Constant))
