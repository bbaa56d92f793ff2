"""A run on several workers counts, and shows, what a run on none does, though its workers say less."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from few_words import UNREAD, is_read

TESTS = """
import pytest

@pytest.fixture
def broken(): raise OSError("as it is set up")

@pytest.fixture
def left():
    yield
    raise OSError("as it is cleared away")

def test_right(): pass
def test_wrong(): assert 1 == 2, "as it is called"
def test_set_up(broken): pass
def test_cleared_away(left): pass
def test_skipped(): pytest.skip("as nobody is there")
@pytest.mark.xfail(strict=True, raises=ZeroDivisionError)
def test_known(): 1 / 0
"""
COUNTS = {"failed": 1, "passed": 2, "skipped": 1, "xfailed": 1, "errors": 2}


@pytest.mark.parametrize("when", ["setup", "teardown"])
def test_what_passed_is_told_by_its_call_alone(when: str) -> None:
    assert not is_read("testreport", {"when": when, "outcome": "passed"})
    assert all(is_read("testreport", {"when": when, "outcome": outcome}) for outcome in ("failed", "skipped"))
    assert is_read("testreport", {"when": "call", "outcome": "passed"})


def test_all_else_is_told_but_what_nobody_reads() -> None:
    assert {"logstart", "logfinish"} == UNREAD
    assert is_read("runtest_protocol_complete", {})


@pytest.mark.outside
@pytest.mark.parametrize("words", [(), ("--junitxml=said.xml",), ("--durations=1",)], ids=" ".join)
def test_nothing_that_failed_is_missed(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "test_all.py").write_text(TESTS)
    support = Path(__file__).parents[1] / "support"
    command = [sys.executable, "-m", "pytest", "-p", "few_words", "-n", "2", "-rA", "-p", "no:cacheprovider", *words]
    done = subprocess.run(
        [*command, "-c", "/dev/null", "--rootdir", "."],
        cwd=tmp_path, env={"PYTHONPATH": str(support)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = re.findall(r"(\d+) (\w+)", done.stdout.splitlines()[-1].split(" in ")[0])
    assert {what: int(many) for many, what in found} == COUNTS, done.stdout
    assert all(f"as {said}" in done.stdout for said in ("it is called", "it is set up", "it is cleared away", "nobody"))
