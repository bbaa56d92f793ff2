"""The programs that tests drive: each is installed by set-up, and hidden where tests are passed without."""

import re
import subprocess
from fnmatch import fnmatch
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import browser_needed
import pytest

from firmware.measures.tools import PACKAGES

ROOT: Final = Path(__file__).parents[2]
NEEDED: Final = sorted(
    {
        name
        for path in (ROOT / "tests").rglob("*.py")
        for names in re.findall(r"\bneed\((\"[\w\", .-]+\")\)", path.read_text())
        for name in re.findall(r"\"([\w.-]+)\"", names)
    }
)


def test_what_tests_need_is_known() -> None:
    assert {"nats-server", "chromium", "Xvfb", "cc"} <= set(NEEDED)


@pytest.mark.parametrize("name", NEEDED)
def test_each_is_installed_by_set_up_and_hidden_where_tests_are_passed_without(name: str) -> None:
    for package in PACKAGES.get(name, name).split():
        assert re.search(rf"\b{package}\b", (ROOT / ".ci/tools").read_text()), package
    hidden = re.search(r"HIDDEN='([^']+)'", (ROOT / ".ci/without-tools").read_text())
    assert hidden is not None
    assert any(fnmatch(name, pattern) for pattern in hidden[1].split())


LACKS = "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file"


def driver_says(patch: pytest.MonkeyPatch, said: str) -> None:
    patch.setattr(browser_needed, "need", lambda *_: None)
    patch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stderr=said))


@pytest.mark.parametrize(("no_skip", "outcome"), [("", pytest.skip.Exception), ("1", pytest.fail.Exception)])
def test_a_browsers_driver_that_lacks_a_library_is_said_in_the_words_of_a_missing_program(
    no_skip: str, outcome: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    driver_says(monkeypatch, LACKS)
    monkeypatch.setenv("RAPID_TABLE_NO_SKIP", no_skip)
    with pytest.raises(outcome) as said:
        browser_needed.need_browser()
    assert str(said.value) == "libatomic1 is not installed: apt-get install libatomic1"


@pytest.mark.parametrize("said", ["", "node: a warning"])
def test_a_driver_that_starts_lacks_nothing(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    driver_says(monkeypatch, said)
    browser_needed.need_browser()
