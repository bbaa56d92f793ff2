"""A side bet is added as docs/extending.md says: one file of data, and its words."""

import json
import shutil
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import pytest
from trial import MAIN, PROJECT, PYTEST, added, copied, files_of, must, pass_tests, run, section

TEXT = section("docs/extending.md", "A side bet")
PAPER = files_of(TEXT)
BET = "firmware/game/bets/natural.toml"
TESTS = ("tests/game", "tests/link", "tests/kit", "tests/pictures", "tests/console", "tests/mutants")
COUP = """table side=natural ats=1
buyin 1 100
bets
wager 1 natural 10
close
card {}
confirm
"""
pytestmark = pytest.mark.outside


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp("tree"), PAPER, *TESTS)


def naturals(decks: int) -> Fraction:
    """How likely it is that either hand's first two cards count 8 or 9: by the points of four cards, counted out."""
    cards = [16 * decks, *[4 * decks] * 9]
    won = whole = 0
    for points in product(range(10), repeat=4):
        ways = prod(cards[one] - points[:place].count(one) for place, one in enumerate(points))
        whole += ways
        if (points[0] + points[2]) % 10 > 7 or (points[1] + points[3]) % 10 > 7:
            won += ways
    return Fraction(won, whole)


def test_the_paper_adds_one_file_and_words() -> None:
    assert added(PAPER) == {BET}
    assert len(PAPER) == 4


@pytest.mark.parametrize("decks", [4, 8])
def test_its_odds_are_counted(tree: Path, decks: int) -> None:
    found = json.loads(must(tree, *MAIN, "odds", "crown-baccarat", "--decks", str(decks), "--json"))
    row = next(row for row in found["bets"] if row["bet"] == "natural")
    chance = naturals(decks)
    assert Fraction(row["house_edge"]) == (1 - chance) - chance * Fraction(9, 5)
    assert row["win"] == pytest.approx(float(chance), abs=1e-9)


def test_the_paper_shows_its_odds(tree: Path) -> None:
    shown = must(tree, *MAIN, "odds", "crown-baccarat").splitlines()
    assert [line for line in shown if line.startswith("natural")] == [TEXT.rstrip("`\n").splitlines()[-1]]


@pytest.mark.parametrize("cards", ["9S|5H|TD|7C", "5H|9S|7C|TD", "9S|8S|TD|TC", "6S|3H|TD|4C"])
def test_it_is_wagered_on_and_settled(tree: Path, cards: str) -> None:
    coup = COUP.format(cards.replace("|", "\ncard "))
    said = must(tree, *MAIN, "play", "--rulebook", "crown-traditional", "-", said=coup)
    settled = [event for event in map(json.loads, said.splitlines()) if event["event"] == "settled"]
    # The last has 6 and 7; the others a natural of Player, of Banker, of both.
    outcome = ("lose", 0) if cards.startswith("6S") else ("win", 28_00)
    assert [(one["bet"], one["outcome"], one["returned"]) for one in settled] == [("natural", *outcome)]


def test_another_house_does_not_offer_it(tree: Path) -> None:
    refused = run(tree, *MAIN, "play", "--rulebook", "mbs-baccarat", "-", said=COUP.format("9S"))
    assert refused.returncode == 2
    assert refused.stderr.startswith("-:1: ")
    assert "natural" in refused.stderr


def test_it_is_shown_on_every_screen_in_every_language(tree: Path) -> None:
    pass_tests(tree, "tests/pictures/test_every_bet.py", only="natural")
    pass_tests(tree, "tests/kit/test_words.py", "tests/game/test_rulebook_files.py", "tests/link/test_bounds.py")


def test_the_pages_of_messages_and_bounds_have_it(tree: Path) -> None:
    (tree / "docs").mkdir()
    for module, page in (("link.manual", "messages"), ("table_board.quota_manual", "network")):
        shutil.copy(PROJECT / f"docs/{page}.md", tree / f"docs/{page}.md")
        must(tree, MAIN[0], "-m", f"firmware.{module}", f"docs/{page}.md")
    assert "`natural`" in (tree / "docs/messages.md").read_text()


def test_without_words_a_test_fails_and_no_screen(tmp_path: Path) -> None:
    tree = copied(tmp_path, {BET: PAPER[BET]}, *TESTS)
    found = run(tree, *PYTEST, "tests/kit/test_words.py", "-k", "bet_has_its_words and en")
    assert found.returncode == 1
    wanted = "ask.side.natural, bet.natural, bet.natural.long, help.natural, side.natural"
    assert f"AssertionError: say these in firmware/kit/words/en.toml: {wanted}\n" in found.stdout
    pass_tests(tree, "tests/pictures/test_every_bet.py", only="natural")
