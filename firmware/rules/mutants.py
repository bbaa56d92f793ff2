"""The breaks that prove tests: for each enforced rule a change of ours under which a test named for it fails.

They stand in tests/mutants/, a file for each book or family of books, as marks name them. Here they are read and held
against the marks; `make mutants` makes each of them in memory and runs its test.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware.books import read_strictly
from firmware.rules.account import Book
from firmware.rules.marks import FAMILIES

FOLDER: Final = "mutants"
Value = str | int | bool | list[object] | dict[str, object]


class Break(Struct, frozen=True, forbid_unknown_fields=True):
    """One change, the rules that it breaks, and the test that fails for it.

    `of`: the qualified name of a function, in whatever file it stands; `was` and `now` are Python. Or `key`: a path in
    the data, with `file`, its name without `.toml`; without one it is the file of each rule book of this account.
    `plain`: the rule is about every plain coup, so that a plain coup goes wrong too.
    """

    rules: tuple[str, ...]
    test: str
    was: Value
    now: Value
    of: str = ""
    key: str = ""
    file: str = ""
    plain: bool = False
    book: str = ""

    def __post_init__(self) -> None:
        if bool(self.of) == bool(self.key):
            raise ValueError("a break has `of`, a function's name, or `key`, a path in the data, and not both")

    @property
    def books(self) -> tuple[str, ...]:
        """The accounts whose rules this breaks."""
        return FAMILIES.get(self.book, (self.book,))

    @property
    def place(self) -> str:
        """What is changed, in a word."""
        return self.of or ": ".join(part for part in (self.file, self.key) if part)

    @property
    def change(self) -> str:
        """The change in one line."""
        return f"{self.place}: {_short(self.was)} → {_short(self.now)}"


class BreakFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of breaks."""

    breaks: tuple[Break, ...]


class Mutant(Struct, frozen=True):
    """A rule's break, and the test that fails for it, as the report names them."""

    change: str
    test: str


def read_breaks(tests: Path) -> tuple[Break, ...]:
    """Return every break that is recorded beside these tests."""
    found: list[Break] = []
    for path in sorted((tests / FOLDER).glob("*.toml")):
        file = read_strictly(path.read_text(encoding="utf-8"), f"{FOLDER}/{path.name}", BreakFile)
        found += (_with_book(each, path.stem) for each in file.breaks)
    return tuple(found)


def _with_book(each: Break, book: str) -> Break:
    return Break(each.rules, each.test, each.was, each.now, each.of, each.key, each.file, each.plain, book)


def mutants_of(
    breaks: Iterable[Break], books: dict[str, Book], tests: dict[tuple[str, str], list[str]], problems: list[str]
) -> dict[tuple[str, str], tuple[Mutant, ...]]:
    """Return each rule's breaks; a break of no rule, or whose test is not named for its rule, is a problem."""
    found: dict[tuple[str, str], tuple[Mutant, ...]] = {}
    for each in breaks:
        for number in each.rules:
            meant = [name for name in each.books if name in books and number in books[name].numbers]
            if not meant:
                problems.append(f"{FOLDER}/{each.book}.toml: breaks {each.book} {number}, which is no rule")
            for name in meant:
                where = next(named(tests.get((name, number), ()), each.test), None)
                if where is None:
                    problems.append(f"{name} {number}: {each.test} stands with a break of it, but is not named for it")
                else:
                    found[name, number] = (*found.get((name, number), ()), Mutant(each.change, where))
    return found


def named(places: Iterable[str], test: str) -> Iterator[str]:
    """Return the tests of this name among those that a rule's marks are on."""
    return (where for where in places if where.rpartition("::")[2] == test)


def _short(value: Value) -> str:
    return " ".join(value.split()) if isinstance(value, str) else str(value)
