"""A rule book is added as docs/extending.md says: its data, and the account of its rules."""

import json
import sys
from pathlib import Path

import pytest
from trial import MAIN, PROJECT, copied, files_of, must, pass_tests, put, run, section

from firmware.books import book_ids

PAPER = files_of(section("docs/extending.md", "A rule book"))
BOOK = "harbour-baccarat"
FILES = {f"firmware/game/rulebooks/{BOOK}.toml", "firmware/rules/harbour.toml"}
TESTS = ("tests/game", "tests/kit", "tests/link", "tests/console", "tests/oracle")
COUP = """table decks=6 ats=1
buyin 1 100
bets
wager 1 banker 100
close
card 7S
card 6H
card KD
card 2C
confirm
"""
pytestmark = pytest.mark.outside


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # Rules are proven by tests all over: the account is held against all of them.
    tree = copied(tmp_path_factory.mktemp("tree"), PAPER, "tests")
    before = {path for path in tree.rglob("*") if path.is_file()}
    must(tree, sys.executable, "new_book.py")
    added = {str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file() and path not in before}
    assert added == FILES
    return tree


def test_every_rule_of_it_is_accounted_for(tree: Path) -> None:
    said = must(tree, *MAIN, "rules", "--check")
    # 48 of MBS's Baccarat, less three about Pairs, beside the 382 of the published books.
    assert "427 rules" in said
    pass_tests(tree, "tests/house/test_rules.py")


def test_a_coup_of_it_is_played(tree: Path) -> None:
    events = [json.loads(line) for line in must(tree, *MAIN, "play", "--rulebook", BOOK, "-", said=COUP).splitlines()]
    settled = next(event for event in events if event["event"] == "settled")
    # Banker wins with 8 against 7, less five per cent.
    assert (settled["outcome"], settled["returned"]) == ("win", 195_00)


def test_it_offers_what_it_says(tree: Path) -> None:
    rows = json.loads(must(tree, *MAIN, "odds", BOOK, "--decks", "6", "--json"))["bets"]
    assert [row["bet"] for row in rows] == ["player", "banker", "tie"]
    refused = run(tree, *MAIN, "odds", BOOK, "--decks", "8")
    assert (refused.returncode, refused.stderr) == (2, f"--decks: {BOOK} is played with 4 to 6 decks, not 8\n")


def test_a_profile_may_name_it(tree: Path) -> None:
    profile = (PROJECT / "deploy/table.toml").read_text()
    changes = (('rulebook = "crown-baccarat"', f'rulebook = "{BOOK}"'), ("decks = 8", "decks = 6"))
    for old, new in changes:
        assert profile.count(old) == 1, old
        profile = profile.replace(old, new)
    put(tree, "table.toml", "\n".join(line for line in profile.splitlines() if not line.startswith("side = ")))
    must(tree, *MAIN, "check-config", "table.toml")


def test_it_is_soaked(tree: Path) -> None:
    said = must(tree, *MAIN, "soak", "--seed", "7", "--hours", "0.1", "--ats", "1", "--rulebook", BOOK, "--json")
    assert not json.loads(said.splitlines()[0])["wrong"]
    # A seed alone plays what it played before the book came.
    seven = json.loads(
        must(tree, *MAIN, "soak", "--seed", "7", "--hours", "0.01", "--ats", "1", "--json").splitlines()[0]
    )
    assert seven["rulebook"] == book_ids()[7 % len(book_ids())]


def test_what_holds_for_all_books_holds_for_it(tree: Path) -> None:
    pass_tests(
        tree, "tests/game/test_table_of_play.py", "tests/game/test_rulebook_files.py", "tests/link/test_bounds.py"
    )
    pass_tests(tree, "tests/kit/test_words.py", only="books or words")


def test_a_book_that_is_like_none_is_refused(tree: Path) -> None:
    account = tree / "firmware/rules/harbour.toml"
    whole = account.read_text()
    account.write_text(whole.replace('like = "mbs-baccarat"', 'like = "macau"'))
    try:
        found = run(tree, *MAIN, "rules", "--check")
    finally:
        account.write_text(whole)
    assert found.returncode != 0
    assert "rules/harbour.toml: like: 'macau' is no book that stands by itself; there are crown, " in found.stderr
