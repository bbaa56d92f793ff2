"""Breaks the product by every recorded break, and sees that a test named for each rule then fails.

`make mutants`, or `python tests/mutants/prove.py crown 11.7` for some. The suite's modules are imported once; each
break is made in a process forked from there, which runs a plain coup and the tests of the rule, and ends.
"""

import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Any, Literal, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from breaking import PROJECT, DoesNotApplyError, forget_what_was_read, ways_to_break

from firmware.refusal import Refused, Unsound
from firmware.rules import standard
from firmware.rules.marks import FAMILIES, on_tests
from firmware.rules.mutants import Break, named, read_breaks
from firmware.rules.report import report

TESTS = PROJECT / "tests"
PLAIN = "tests/mutants/test_plain_coup.py::test_a_plain_coup"
# A break under which a test waits for ever is no break of a rule.
MOST_SECONDS = 60
PRODUCT = tuple(f"{PROJECT}/{folder}/" for folder in ("firmware", "hal", "drivers", "sim"))
Verdict = Literal["failed", "passed", "crashed"]


class Mutant(NamedTuple):
    """A break made in one way, and what is to fail for it: each rule's tests, that of the break first."""

    each: Break
    name: str
    apply: Callable[[], None]
    tests: tuple[str, ...]


class Seen(NamedTuple):
    """What came of it: the tests by what they did, and what is wrong with the break, if anything."""

    verdicts: dict[str, Verdict]
    problem: str = ""


def marked_tests() -> dict[tuple[str, str], list[str]]:
    """Return the tests that are named for each book's rule."""
    tests: dict[tuple[str, str], list[str]] = {}
    for mark in on_tests(TESTS):
        for book in mark.books:
            tests.setdefault((book, mark.number), []).append(mark.where)
    for number, where in standard.on_tests(TESTS):
        tests.setdefault((standard.NAME, str(number)), []).append(where)
    return tests


def mutants(breaks: Iterable[Break], tests: dict[tuple[str, str], list[str]]) -> Iterator[Mutant | str]:
    """Return every break in every way in which it is made, or what is wrong with it."""
    for each in breaks:
        name = f"{each.book} {', '.join(each.rules)}"
        of_rules = [place for number in each.rules for book in each.books for place in tests.get((book, number), ())]
        first = list(named(of_rules, each.test))
        if not first:
            yield f"{name}: no test {each.test} is named for it"
            continue
        try:
            ways = ways_to_break(each)
        except (DoesNotApplyError, SyntaxError) as error:
            yield f"{name}: the break no longer applies: {error}"
            continue
        for file, apply in ways:
            told = f"{name} ({file})" if file and not each.file else name
            yield Mutant(each, told, apply, tuple(dict.fromkeys((*first, *of_rules))))


class Prover:
    """Runs inside pytest: collects once, and forks for each break."""

    def __init__(self, chosen: list[Mutant]) -> None:
        self.chosen = chosen
        self.problems: list[str] = []
        self.killers: set[str] = set()
        self._items: dict[str, list[pytest.Item]] = {}

    def pytest_collection(self) -> None:
        """Keep what fails here out of the suite's own memory of examples."""
        from hypothesis import settings  # noqa: PLC0415 - pytest rewrites it first

        settings.register_profile("mutants", settings(), database=None, derandomize=True)
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Prove instead of running what was collected."""
        for item in session.items:
            self._items.setdefault(item.nodeid.partition("[")[0], []).append(item)
        waiting = list(enumerate(self.chosen, 1))
        running: dict[int, tuple[int, Mutant, int]] = {}
        while waiting or running:
            while waiting and len(running) < (os.cpu_count() or 1):
                number, mutant = waiting.pop(0)
                child, end = _forked(lambda mutant=mutant: self._tried(mutant))
                running[child] = (number, mutant, end)
            child, status = os.wait()
            number, mutant, end = running.pop(child)
            self._judge(number, mutant, _heard(end, status))
        self._unbroken()
        return True

    def _tried(self, mutant: Mutant) -> Seen:
        """In a process of its own: break, and run a plain coup and the tests until the rule's own fails."""
        mutant.apply()
        forget_what_was_read()
        plain = self._run(self._plain(mutant.each))
        if plain != "passed" and not mutant.each.plain:
            return Seen({}, "spoils a plain coup, and so proves nothing")
        if plain == "passed" and mutant.each.plain:
            return Seen({}, "is said to spoil every plain coup, and does not")
        verdicts: dict[str, Verdict] = {}
        for test in mutant.tests:
            verdicts[test] = self._run(self._items.get(test, []))
            if "failed" in verdicts.values():
                break
        return Seen(verdicts)

    def _plain(self, each: Break) -> list[pytest.Item]:
        family = next((family for family, books in FAMILIES.items() if each.book in (family, *books)), each.book)
        return [item for item in self._items[PLAIN] if f"[{family}" in item.nodeid]

    def _run(self, items: Iterable[pytest.Item]) -> Verdict:
        """Return what a test does with all its parameters: until one fails, where it says so itself."""
        crashed = False
        for item in items:
            excs: list[BaseException] = []
            item.config.pluginmanager.register(_Listener(excs), name := f"listener {item.nodeid}")
            runtestprotocol(item, log=False, nextitem=None)
            item.config.pluginmanager.unregister(name=name)
            if any(not _by_product(exc) for exc in excs):
                return "failed"
            crashed = crashed or bool(excs)
        return "crashed" if crashed else "passed"

    def _judge(self, number: int, mutant: Mutant, seen: Seen) -> None:
        problem = seen.problem or self._survived(mutant, seen)
        line = f"{number:3}/{len(self.chosen)} {mutant.name}: {mutant.each.change}"
        print(f"{line}\n        {problem or mutant.each.test + ' fails'}", flush=True)  # noqa: T201
        if problem:
            self.problems.append(f"{mutant.name}: {mutant.each.change}: {problem}")

    def _survived(self, mutant: Mutant, seen: Seen) -> str:
        failed = [test for test, verdict in seen.verdicts.items() if verdict == "failed"]
        self.killers.update(failed)
        if failed and failed[0].endswith(f"::{mutant.each.test}"):
            return ""
        said = "".join(f"; {test} crashes" for test, verdict in seen.verdicts.items() if verdict == "crashed")
        return f"survives {mutant.each.test}{said}" + "".join(f"; {test} fails for it" for test in failed)

    def _unbroken(self) -> None:
        """What fails without any break proves nothing."""
        tests, parts = sorted(self.killers), os.cpu_count() or 1
        children = [
            _forked(lambda part=part: self._looked_at(tests[part::parts]), len(tests) * MOST_SECONDS)
            for part in range(parts)
        ]
        for child, end in children:
            seen = _heard(end, os.waitpid(child, 0)[1])
            failed = [test for test, verdict in seen.verdicts.items() if verdict != "passed"]
            self.problems += [f"{test} fails without any break" for test in failed]
            self.problems += [f"the tests without any break: {seen.problem}"] if seen.problem else []

    def _looked_at(self, tests: Iterable[str]) -> Seen:
        return Seen({test: self._run(self._items[test]) for test in tests})


class _Listener:
    """Hears of each exception that a test itself ends with. A fixture's is no verdict, nor is a skip."""

    def __init__(self, excs: list[BaseException]) -> None:
        self._excs = excs

    def pytest_runtest_makereport(self, call: pytest.CallInfo[Any]) -> None:
        exc = call.excinfo.value if call.excinfo is not None and call.when == "call" else None
        if exc is not None and not isinstance(exc, pytest.skip.Exception):
            self._excs.append(exc)


def _by_product(exc: BaseException) -> bool:
    """Whether it was raised by the product itself, and is no refusal: such a test has not looked, it has crashed."""
    if isinstance(exc, Refused | Unsound):
        return False
    places = [frame.filename for frame in traceback.extract_tb(exc.__traceback__)]
    ours = [place for place in places if place.startswith((*PRODUCT, f"{TESTS}/"))]
    return not ours or ours[-1].startswith(PRODUCT)


def _forked(work: Callable[[], Seen], most_seconds: int = MOST_SECONDS) -> tuple[int, int]:
    """Begin a process; return it, and the end of a pipe through which it says what it saw."""
    ours, its = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child:
        os.close(its)
        return child, ours
    signal.alarm(most_seconds)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        said = json.dumps(work())
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is told
        said = json.dumps(Seen({}, f"could not be tried: {error!r}"))
    with os.fdopen(its, "w") as pipe:
        pipe.write(said)
    os._exit(0)


def _heard(end: int, status: int) -> Seen:
    with os.fdopen(end) as pipe:
        said = pipe.read()
    if not said:
        return Seen({}, f"ends its process (status {status}), or takes longer than {MOST_SECONDS} seconds a test")
    return Seen(*json.loads(said))


def main(words: list[str], recorded: tuple[Break, ...] | None = None) -> int:
    """Prove all breaks, or those of the rules that begin with these words; exit status 1 if one proves nothing."""
    begun = monotonic()
    wanted = " ".join(words)
    recorded = (*read_breaks(TESTS), *standard.read_standard_breaks(TESTS)) if recorded is None else recorded
    breaks = [each for each in recorded if any(f"{each.book} {rule}".startswith(wanted) for rule in each.rules)]
    if not breaks:
        sys.stderr.write(f"no break is recorded for {wanted!r}; name a book and a rule, as in `crown 11.7`\n")
        return 2
    tests = marked_tests()
    all_ways = list(mutants(breaks, tests))
    chosen = [way for way in all_ways if isinstance(way, Mutant)]
    prover = Prover(chosen)
    prover.problems += [way for way in all_ways if isinstance(way, str)]
    files = {PLAIN.partition("::")[0], *(test.partition("::")[0] for mutant in chosen for test in mutant.tests)}
    options = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:logging", "--rootdir", str(PROJECT)]
    status = pytest.main([*options, *(str(PROJECT / file) for file in sorted(files))], plugins=[prover])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        prover.problems.append(f"the tests could not be collected ({status!r})")
    unproven = [] if wanted else [
        f"{rule.book} {rule.rule}: is enforced, and no break is recorded"
        for rule in report().rules if rule.status == "enforced" and not rule.mutants
    ]  # fmt: skip
    problems = [*prover.problems, *unproven]
    rules = {(book, rule) for each in breaks for book in each.books for rule in each.rules if (book, rule) in tests}
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    sys.stdout.write("".join(f"{problem}\n" for problem in problems))
    sys.stdout.write(
        f"{len(chosen)} breaks of {len(rules)} rules in {monotonic() - begun:.0f} s"
        f" ({used.ru_utime + used.ru_stime:.0f} s of processor): {len(problems)} problems\n"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
