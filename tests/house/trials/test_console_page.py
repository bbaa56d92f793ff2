"""A page of the console is added as docs/extending.md says: one file, and its words."""

from pathlib import Path

import pytest
from trial import PYTEST, added, check_code, copied, files_of, pass_tests, python, run, section

PAPER = files_of(section("docs/extending.md", "A page of the console"))
PAGE = "firmware/console/pages/boxes.py"
pytestmark = pytest.mark.outside


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp("tree"), PAPER, "tests/console", "tests/kit")


def test_the_paper_adds_one_file_and_words() -> None:
    assert added(PAPER) == {PAGE}
    assert len(PAPER) == 4


def test_its_code_is_as_ours_has_to_be(tree: Path) -> None:
    check_code(tree, PAGE)


def test_it_has_a_tab_in_its_place(tree: Path) -> None:
    said = python(tree, "from firmware.console.pages import PAGES", "print(*PAGES)")
    assert said == "terminals shoe boxes game coups day devices staff\n"


def test_it_is_drawn_in_each_language_and_the_words_are_whole(tree: Path) -> None:
    said = pass_tests(tree, "tests/console/test_every_page.py", "tests/kit/test_words.py")
    assert "failed" not in said


def test_a_page_without_words_is_found(tmp_path: Path) -> None:
    tree = copied(tmp_path, {PAGE: PAPER[PAGE]}, "tests/console")
    found = run(tree, *PYTEST, "tests/console/test_every_page.py", "-k", "boxes and has_a_tab")
    assert found.returncode == 1
    assert 'AssertionError: say "tab.boxes" in firmware/kit/words/en.toml' in found.stdout
