"""A language is added as docs/extending.md says: one file."""

import re
import sys
from pathlib import Path

import pytest
from trial import MAIN, PROJECT, PYTEST, copied, files_of, must, pass_tests, put, python, run, section

PAPER = files_of(section("docs/extending.md", "A language"))
WORDS = "firmware/kit/words/ms.toml"
TESTS = ("tests/kit", "tests/pictures", "tests/console", "tests/terminal", "tests/link", "tests/table", "deploy")
# A stand-in for a translator: each sentence reads otherwise than in English, and is as long.
TRANSLATED = str.maketrans("aeiou", "àéîöü")
pytestmark = pytest.mark.outside


def translated(text: str) -> str:
    """Translate each value, but not what it is about."""
    return re.sub(r'(?<== ")(.*)(?="$)', lambda said: _but_places(said[1]), text, flags=re.MULTILINE)


def _but_places(text: str) -> str:
    parts = re.split(r"(\{\w+\})", text)
    return "".join(part if part.startswith("{") else part.translate(TRANSLATED) for part in parts)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = copied(tmp_path_factory.mktemp("tree"), PAPER, *TESTS)
    before = {path for path in tree.rglob("*") if path.is_file()}
    must(tree, sys.executable, "new_language.py")
    assert {path for path in tree.rglob("*") if path.is_file()} - before == {tree / WORDS}
    whole = tree / WORDS
    whole.write_text(translated(whole.read_text()))
    return tree


def test_it_says_all_that_the_others_say_and_the_fonts_have_it(tree: Path) -> None:
    pass_tests(tree, "tests/kit/test_words.py", "tests/house/test_refusals.py", only="language or words or fonts")


def test_every_screen_speaks_it(tree: Path) -> None:
    pass_tests(tree, "tests/console/test_every_page.py", "tests/pictures/test_every_bet.py", only="ms")
    pass_tests(tree, "tests/pictures/test_layout.py", only="ms and (betting or terminal or info)")


def test_a_ticket_says_its_amount_in_it(tree: Path) -> None:
    pass_tests(tree, "tests/terminal/test_ticket_page.py", only="each_language")
    said = python(
        tree,
        "from firmware.kit.spelled import spelled",
        "from firmware.kit.words import name_of, words_of",
        "print(spelled(120_05, 'MYR', words_of('ms')), words_of('ms').money(1_234_50), name_of('ms'))",
    )
    assert said == "satu-dua-kosong rînggît, kosong-lima sén $1.234,50 Bàhàsà Mélàyü\n"


def test_a_profile_may_name_it(tree: Path) -> None:
    profile = (PROJECT / "deploy/table.toml").read_text()
    assert profile.count('language = "en"') == 1
    put(tree, "table.toml", profile.replace('language = "en"', 'language = "ms"'))
    must(tree, *MAIN, "check-config", "table.toml")


def test_a_sentence_that_is_missing_is_found(tree: Path) -> None:
    whole = (tree / WORDS).read_text()
    (tree / WORDS).write_text(re.sub(r'^"op.claim" = .*\n', "", whole, flags=re.MULTILINE))
    try:
        found = run(tree, *PYTEST, "tests/kit/test_words.py", "-k", "same_things and ms")
    finally:
        (tree / WORDS).write_text(whole)
    assert found.returncode == 1
    assert "AssertionError: say these in firmware/kit/words/ms.toml: op.claim" in found.stdout
