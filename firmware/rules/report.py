"""Holds the accounts of the rules against the code and the tests."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware.rules.account import Book, load_books
from firmware.rules.marks import RuleMark, in_code, on_tests
from firmware.rules.mutants import Mutant, mutants_of, read_breaks

FOLDERS: Final = ("firmware", "hal", "drivers", "sim")
Places = dict[tuple[str, str], list[str]]


class RuleReport(Struct, frozen=True):
    """One rule: how it is met, where in the code, by which tests it is proven, and which breaks prove these."""

    book: str
    rule: str
    status: str
    how: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    mutants: tuple[Mutant, ...] = ()


class AllRules(Struct, frozen=True):
    """All rules, and what does not hold. `tests_found`: whether the tests are here at all, as in a checkout."""

    rules: tuple[RuleReport, ...]
    problems: tuple[str, ...]
    tests_found: bool


def report(root: Path | None = None, books: dict[str, Book] | None = None) -> AllRules:
    """Return how every rule is met; of the checkout or installation that this runs from, unless told otherwise."""
    root = root or Path(__file__).parents[2]
    books = load_books() if books is None else books
    tests = root / "tests"
    problems: list[str] = []
    code = _places(in_code(root, FOLDERS), books, problems)
    proven = _places(on_tests(tests), books, problems)
    mutants = mutants_of(read_breaks(tests), books, proven, problems)
    rules = tuple(rule for book in books.values() for rule in _rules(book, code, proven, mutants))
    for rule in rules:
        problems += _problems(rule, tests_found=tests.is_dir())
    for book in books.values():
        unknown = [number for number in book.accounts if number not in book.numbers]
        problems += [f"{book.name} {number}: is accounted for, but the book has no such rule" for number in unknown]
    return AllRules(rules, tuple(problems), tests.is_dir())


def _places(marks: Iterable[RuleMark], books: dict[str, Book], problems: list[str]) -> Places:
    """Return where each rule is named; a mark that names no rule of any book that it can mean is a problem."""
    places: Places = defaultdict(list)
    for mark in marks:
        meant = [name for name in mark.books if name in books and mark.number in books[name].numbers]
        if not meant:
            problems.append(f"{mark.where}: names {mark.book} {mark.number}, which is no rule")
        like = [book.name for book in books.values() if book.like in meant and mark.number in book.numbers]
        for name in (*meant, *like):
            places[name, mark.number].append(mark.where)
    return places


def _rules(
    book: Book, code: Places, proven: Places, mutants: dict[tuple[str, str], tuple[Mutant, ...]]
) -> Iterator[RuleReport]:
    for number in book.numbers:
        accounts = book.accounts.get(number, ())
        status = accounts[0].status if len(accounts) == 1 else "twice" if accounts else "missing"
        how = accounts[0].how if accounts else ""
        of = book.name, number
        where, tests = (tuple(dict.fromkeys(places.get(of, ()))) for places in (code, proven))
        breaks = mutants.get(of) or mutants.get((book.like, number), ())
        yield RuleReport(book.name, number, status, how, where, tests, breaks)


def _problems(rule: RuleReport, *, tests_found: bool) -> Iterator[str]:
    name = f"{rule.book} {rule.rule}"
    if rule.status == "missing":
        yield f"{name}: nobody accounts for it; say in firmware/rules/{rule.book}.toml how it is met"
    elif rule.status == "twice":
        yield f"{name}: is accounted for more than once in firmware/rules/{rule.book}.toml"
    elif rule.status != "outside":
        if not rule.code:
            yield f"{name}: is {rule.status}, but no code names it"
        if tests_found and not rule.tests:
            yield f"{name}: is {rule.status}, but no test proves it"
        elif tests_found and rule.status == "enforced" and not rule.mutants:
            yield f"{name}: is enforced, but no break proves its tests; record one in tests/mutants"
    if rule.status != "missing" and not rule.how:
        yield f"{name}: does not say how, or why it is outside"
