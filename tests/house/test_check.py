"""`make check` goes through all its parts, whatever fails, and says at the end which did."""

import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
MAKEFILE = """
one:
\t@touch one.began; for i in $$(seq 500); do test -e two.began && break; sleep 0.01; done; test -e two.began
\t@echo one is done
two:
\t@touch two.began; for i in $$(seq 500); do test -e one.began && break; sleep 0.01; done; test -e one.began
\t@echo two says why; false
three:
\t@echo three is done
suite:
\t@echo the suite is passed; {suite}
"""


def check(folder: Path, suite: str, *parts: str) -> subprocess.CompletedProcess[str]:
    (folder / "Makefile").write_text(MAKEFILE.format(suite=suite))
    return subprocess.run([PROJECT / ".ci/check", *parts], cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.outside
def test_parts_go_at_once_and_on_and_what_failed_is_said_at_the_end(tmp_path: Path) -> None:
    done = check(tmp_path, "false", "one", "two", "three", "--", "suite")
    lines = done.stdout.splitlines()
    assert done.returncode == 1
    # One and two wait for each other: they ran at once.
    assert any(line.startswith("== one: passed") for line in lines)
    assert lines.index("two says why") < next(at for at, line in enumerate(lines) if line.startswith("== two: FAILED"))
    assert lines.index("the suite is passed") > lines.index("three is done")
    assert lines[-1] == "failed: two suite; make two says it again"


@pytest.mark.outside
def test_all_passed_is_said_too(tmp_path: Path) -> None:
    done = check(tmp_path, "true", "three", "--", "suite")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "all passed: three suite")


def test_ci_passes_the_suite_once() -> None:
    text = (PROJECT / ".ci/run").read_text()
    assert text.count("make check") == 1
    assert "make test" not in text
    assert ".ci/check lint types contracts rules -- coverage" in (PROJECT / "Makefile").read_text()
