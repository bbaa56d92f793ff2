"""Rule books are data, read strictly."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import firmware.game
from firmware import books
from firmware.books import BookError, book_ids, complete, every_bet_group, every_bet_name, load_book, read_strictly
from firmware.game.bets import BetGroup
from firmware.game.rulebook import RulebookFile

FOLDER = Path(firmware.game.__file__).parent
CROWN = (FOLDER / "rulebooks" / "crown-baccarat.toml").read_text()
DRAGON = (FOLDER / "bets" / "dragon-bonus.toml").read_text()


PAIR = """side_wager = "pair"
books = ["rws-non-commission"]

[[bets]]
name = "either-pair"
lines = [
    { when = { player_pair = ["mixed", "coloured", "perfect"] }, pays = ["5:1"] },
    { when = { banker_pair = ["mixed", "coloured", "perfect"] }, pays = ["5:1"] },
]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the files, to which a test adds its own; nothing of it is remembered afterwards."""
    for name in ("rulebooks", "bets"):
        shutil.copytree(FOLDER / name, tmp_path / name)
    known = (books.load_book, books._bets, books.every_bet_group, books.every_bet_name)  # noqa: SLF001
    with monkeypatch.context() as patch:
        patch.setattr(books, "_FILES", tmp_path)
        for one in known:
            one.cache_clear()
        yield tmp_path
    for one in known:
        one.cache_clear()


@pytest.mark.rule("crown 1.1, 1.4, 1.4(a), 1.4(b)")
def test_the_six_books_and_their_bets() -> None:
    # As published; a house may have more of both.
    published = (
        "crown-baccarat", "crown-traditional", "mbs-baccarat", "mbs-no-commission", "mbs-rapid-no-commission",
        "rws-non-commission",
    )  # fmt: skip
    assert set(published) <= set(book_ids())
    assert set(every_bet_name()) >= {
        "player", "banker", "tie", "player-pair", "banker-pair", "player-perfect", "banker-perfect", "player-dragon",
        "banker-dragon", "super6",
    }  # fmt: skip
    limits = {book: (load_book(book).decks.least, load_book(book).decks.most) for book in published}
    assert limits == {
        "crown-baccarat": (4, 8), "crown-traditional": (4, 8), "mbs-baccarat": (4, 10), "mbs-no-commission": (4, 10),
        "mbs-rapid-no-commission": (4, 10), "rws-non-commission": (4, 8),
    }  # fmt: skip


def test_books_of_one_house_differ_only_in_their_bets() -> None:
    crown = [load_book(book) for book in ("crown-traditional", "crown-baccarat")]
    mbs = [load_book(book) for book in ("mbs-baccarat", "mbs-no-commission", "mbs-rapid-no-commission")]
    assert crown[0].numbers == crown[1].numbers
    for family in (crown, mbs):
        for book in family[1:]:
            assert book.irregularities == family[0].irregularities
            assert book.table_of_play == family[0].table_of_play
            assert book.side_wagers == family[0].side_wagers
    assert mbs[0].numbers == mbs[1].numbers
    # The electronic game has no rules 5.6 and 5.7; its bets close when the terminal says so.
    assert (mbs[0].numbers.betting_closed, mbs[2].numbers.betting_closed) == ("5.6", "3.2")


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ("burn_first = true", 'burn_first = "yes"', r"Expected `bool`, got `str` - at `\$.burn_first`"),
        ("burn_first = true", "", "missing required field `burn_first`"),
        ("burn_first = true", "burn_first = true\nburn_last = true", "unknown field `burn_last`"),
        ('player = "DDDDDDSS"', 'player = "DDDDDDSX"', "matching regex"),
        ('    "S SSSSSSDDSS",\n', "", "length >= 8"),
        ('action = "carry"', 'action = "keep"', "Invalid enum value 'keep'"),
        ('{ action = "flag" }', '{ action = "flag", options = ["void"] }', "`options` belong to the action `ask`"),
        ('rule = "11.2"', 'rule = "eleven"', "matching regex"),
        ('id = "crown-baccarat"', "id = ", "Invalid value"),
    ],
)
def test_a_book_that_is_wrong_is_not_read(right: str, wrong: str, problem: str) -> None:
    assert right in CROWN
    with pytest.raises(BookError, match=problem) as error:
        read_strictly(CROWN.replace(right, wrong), "crown-baccarat.toml", RulebookFile)
    assert str(error.value).startswith("crown-baccarat.toml: ")


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ("margin = 4 }", "margins = 4 }", "unknown field `margins`"),
        ('"30:1", "20:1", "30:1"', '"30:1", "20:1"', "names 2 odds, not one for each option"),
        ('"30:1"', '"30 to 1"', "matching regex"),
        ('winner = "tie"', 'winner = "draw"', "Invalid enum value 'draw'"),
    ],
)
def test_bets_that_are_wrong_are_not_read(right: str, wrong: str, problem: str) -> None:
    with pytest.raises(BookError, match=problem):
        read_strictly(DRAGON.replace(right, wrong), "bets/dragon-bonus.toml", BetGroup)


def test_a_new_bet_is_data_alone() -> None:
    either = '[[bets]]\nname = "either-pair"\nlines = [\n{ when = { player_pair = ["mixed"] }, pays = ["5:1"] } ]\n'
    group = read_strictly(either, "bets/either-pair.toml", BetGroup)
    assert group.bets[0].name == "either-pair"
    book = complete(read_strictly(CROWN, "crown-baccarat.toml", RulebookFile))
    assert book == load_book("crown-baccarat")


def test_a_bet_may_name_the_books_that_offer_it(folder: Path) -> None:
    (folder / "bets/pair.toml").write_text(PAIR)
    book = load_book("rws-non-commission")
    assert [group.side_wager for group in book.side_groups] == ["pairs", "pair"]
    assert "either-pair" in every_bet_name()
    assert [bet.bets[0].name for bet in every_bet_group() if bet.side_wager == "pair"] == ["either-pair"]
    assert load_book("mbs-baccarat").side_group("pair") is None


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ("rws-non-commission", "macau", r"^bets/pair\.toml: no rule book 'macau'; there are crown-baccarat"),
        ("either-pair", "player-pair", r"^rws-non-commission\.toml: player-pair stands in two files of bets"),
        ('"pair"', '"pairs"', r"^rws-non-commission\.toml: side wager pairs stands in two files of bets"),
        ("either-pair", "either pair", r"^bets/pair\.toml: Expected `str` matching regex"),
        ("either-pair", "e" * 17, r"^bets/pair\.toml: Expected `str` of length <= 16"),
        ('"pair"', '"pairofpairs"', r"^bets/pair\.toml: Expected `str` of length <= 8"),
    ],
)
def test_a_bet_that_no_table_could_offer_is_not_read(folder: Path, right: str, wrong: str, problem: str) -> None:
    assert right in PAIR
    (folder / "bets/pair.toml").write_text(PAIR.replace(right, wrong))
    with pytest.raises(BookError, match=problem):
        load_book("rws-non-commission")


def test_an_unknown_book_names_those_there_are() -> None:
    with pytest.raises(BookError, match="no rule book 'macau'; there are crown-baccarat"):
        load_book("macau")
