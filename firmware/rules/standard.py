"""What laboratories ask (docs/laboratory.md): ninety demands of published standards, each accounted for like a rule.

The demands stand in `standards/laboratory.toml`. A test that proves one carries `@pytest.mark.lab(27)`, or its module
does (`pytestmark`); a recorded break that proves the test stands in `tests/mutants/standards`.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from firmware.books import read_strictly
from firmware.rules.mutants import Break, BreakFile, named

NAME: Final = "lab"
BREAKS: Final = Path("mutants/standards")
DEMANDS: Final = 90
_FILE: Final = Path(__file__).parent / "standards/laboratory.toml"
_NAMED: Final = re.compile(r"`((?:firmware|hal|drivers|tests|docs|deploy)/[a-z0-9_./-]+\.[a-z]+)`")
_LINE: Final = re.compile(r"^\| (\d+) \|.*$", re.MULTILINE)
State = Literal["met", "partly", "not met", "n.a."]


class Demand(Struct, frozen=True, forbid_unknown_fields=True):
    """One demand. `where`: what meets it; or what there is instead, and why not."""

    number: int
    demanded: str
    source: str
    state: State
    where: str


class DemandFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The demands."""

    rows: tuple[Demand, ...]


class DemandReport(Struct, frozen=True):
    """One demand, the tests that prove it, and the breaks that prove these."""

    demand: Demand
    tests: tuple[str, ...]
    breaks: tuple[str, ...]


class StandardReport(Struct, frozen=True):
    """All demands, and what does not hold. `tests_found`: whether the tests are here at all."""

    demands: tuple[DemandReport, ...]
    problems: tuple[str, ...]
    tests_found: bool


def load_demands(file: Path = _FILE) -> tuple[Demand, ...]:
    """Return the demands."""
    return read_strictly(file.read_text(encoding="utf-8"), f"rules/standards/{file.name}", DemandFile).rows


def report_standard(root: Path | None = None, demands: Iterable[Demand] | None = None) -> StandardReport:
    """Return how each demand is met; of the checkout or installation that this runs from, unless told otherwise."""
    root = root or Path(__file__).parents[2]
    rows = tuple(load_demands() if demands is None else demands)
    tests = root / "tests"
    found = tests.is_dir()
    marks, problems = dict[int, list[str]](), list(_numbered(rows))
    for number, where in on_tests(tests):
        if number not in {row.number for row in rows}:
            problems.append(f"{where}: names lab {number}, which is no demand")
        marks.setdefault(number, []).append(where)
    breaks = _breaks(tests, marks, problems)
    reports = tuple(
        DemandReport(row, tuple(marks.get(row.number, ())), tuple(breaks.get(row.number, ()))) for row in rows
    )
    for one in reports:
        problems += _problems(one, root, tests_found=found)
    return StandardReport(reports, tuple(problems), found)


def _numbered(rows: tuple[Demand, ...]) -> Iterator[str]:
    numbers = [row.number for row in rows]
    for number in range(1, DEMANDS + 1):
        if numbers.count(number) != 1:
            yield f"lab {number}: is accounted for {numbers.count(number)} times"


def _problems(one: DemandReport, root: Path, *, tests_found: bool) -> Iterator[str]:
    row = one.demand
    name = f"lab {row.number}"
    if not (row.demanded and row.source and row.where):
        yield f"{name}: does not say what is asked, by whom, and how it is met or why not"
    if tests_found and row.state == "met" and not one.tests:
        yield f"{name}: is met, but no test proves it"
    if tests_found:
        yield from (f"{name}: names {path}, which is not there" for path in _NAMED.findall(row.where)
                    if not (root / path).exists())  # fmt: skip


def on_tests(tests: Path) -> Iterator[tuple[int, str]]:
    """Return which demand each test proves: by its own mark, or its module's."""
    for path in sorted(tests.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.lab(" not in text:
            continue
        for number, test in _proved(text):
            yield number, f"{path.relative_to(tests.parent)}::{test}"


@cache
def _proved(text: str) -> tuple[tuple[int, str], ...]:
    """Return the demands that a file's tests prove, each with its test: found once for all reports of a process."""
    tree = ast.parse(text)
    whole = [number for node in tree.body if isinstance(node, ast.Assign) for number in _marked([node.value])]
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    return tuple((number, test.name) for test in tests for number in (*whole, *_marked(test.decorator_list)))


def _marked(values: Iterable[ast.expr]) -> Iterator[int]:
    for value in values:
        for call in ast.walk(value):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.lab":
                yield from (word.value for word in call.args if isinstance(word, ast.Constant))  # type: ignore[misc]


def read_standard_breaks(tests: Path) -> tuple[Break, ...]:
    """Return the breaks that are recorded for demands."""
    found: list[Break] = []
    for path in sorted((tests / BREAKS).glob("*.toml")):
        file = read_strictly(path.read_text(encoding="utf-8"), f"{BREAKS}/{path.name}", BreakFile)
        found += (
            Break(one.rules, one.test, one.was, one.now, one.of, one.key, one.file, one.plain, NAME)
            for one in file.breaks
        )
    return tuple(found)


def _breaks(tests: Path, marks: dict[int, list[str]], problems: list[str]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for one in read_standard_breaks(tests):
        for number in map(int, one.rules):
            if next(named(marks.get(number, ()), one.test), None) is None:
                problems.append(f"lab {number}: {one.test} stands with a break of it, but is not named for it")
            found.setdefault(number, []).append(one.change)
    return found


def written(page: str, report: StandardReport) -> str:
    """Return the page with the rows as they are."""
    rows = {str(one.demand.number): _row(one) for one in report.demands}
    return _LINE.sub(lambda line: rows.get(line[1], line[0]), page)


def _row(one: DemandReport) -> str:
    row = one.demand
    files = dict.fromkeys(f"`{test.partition('::')[0]}`" for test in one.tests)
    return f"| {row.number} | {row.demanded} | {row.source} | {row.state} | {row.where} | {', '.join(files) or '–'} |"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.write_text(written(target.read_text(encoding="utf-8"), report_standard()), encoding="utf-8")
