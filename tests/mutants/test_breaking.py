"""How breaks are made: found wherever a function stands, and refused where they would change nothing or too much."""

import inspect
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from breaking import PROJECT, DoesNotApplyError, break_data, break_function, change_data, data_files
from prove import marked_tests, mutants

from firmware.books import load_book
from firmware.game.bets import Outcome, Payout
from firmware.game.hands import total
from firmware.game.shoe import Shoe
from firmware.rules.mutants import Break, read_breaks
from firmware.terminal.felt import put_bet
from hal.cards import Card


def broken(monkeypatch: pytest.MonkeyPatch, function: Callable[..., Any], name: str, was: str, now: str) -> None:
    """Break a function until the test is over."""
    monkeypatch.setattr(function, "__code__", function.__code__)
    break_function(name, was, now)()


def test_a_function_is_broken_for_everybody_who_imported_it(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = [Card("7S"), Card("8S")]
    assert total(hand) == 5
    broken(monkeypatch, total, "total", "count % 10", "count % 9")
    assert total(hand) == 6
    monkeypatch.undo()
    assert total(hand) == 5


def test_a_function_that_is_decorated_is_broken_where_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = inspect.unwrap(put_bet)
    assert inner is not put_bet
    before = inner.__code__
    broken(monkeypatch, inner, "put_bet", "shares = (46, 29, 25)", "shares = (25, 29, 46)")
    assert inner.__code__.co_consts != before.co_consts


def test_a_method_and_a_property_are_broken_too(monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, Payout.returned, "Payout.returned", "stake + self.winnings(stake)", "stake")
    assert Payout(Outcome.WIN, "1:1", 1, 1).returned(5) == 5
    remaining: Any = vars(Shoe)["remaining"]
    broken(monkeypatch, remaining.fget, "Shoe.remaining", "self.decks * len(DECK) - self.out", "self.out")
    assert Shoe(1, 8, unread=3).remaining == 3


def test_a_statement_can_become_several(monkeypatch: pytest.MonkeyPatch) -> None:
    now = "hand = list(hand)\nreturn 0 if not hand else 1\n"
    broken(monkeypatch, total, "total", "return count % 10", now)
    assert (total([]), total([Card("9S")])) == (0, 1)


def test_what_was_made_when_its_class_was_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {card: card.points for card in Card}
    broken(monkeypatch, Card.__init__, "Card.__init__", "place < 9", "place < 3")
    after = [Card("AS").points, Card("3S").points, Card("4S").points]
    for card, points in before.items():
        card.points = points
    assert after == [1, 3, 0]


@pytest.mark.parametrize(
    ("name", "was", "why"),
    [
        ("no_such_function", "1", "there is no function"),
        ("total", "sum(hand)", "stands 0 times"),
        ("pair_of", "Pair", "stands [2-9] times"),
        ("total", "a = 1\nb = 2", "one statement"),
    ],
)
def test_a_break_that_finds_nothing_or_too_much_does_not_apply(name: str, was: str, why: str) -> None:
    with pytest.raises(DoesNotApplyError, match=why):
        break_function(name, was, "2")


def test_a_function_that_was_made_public_or_private_is_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    was = "count % 10"
    broken(monkeypatch, total, "_total", was, "count % 9")
    assert total([Card("9S")]) == 0


def test_every_break_that_is_recorded_applies() -> None:
    """A function was changed or a test renamed? Say in tests/mutants/BOOK.toml what breaks it now (docs/mutants.md)."""
    found = list(mutants(read_breaks(PROJECT / "tests"), marked_tests()))
    assert [problem for problem in found if isinstance(problem, str)] == []


def data(key: str, was: Any, now: Any, book: str = "rws", file: str = "") -> Break:
    return Break(("1.1",), "test", was, now, key=key, file=file, book=book)


def test_data_is_found_by_keys_names_and_places() -> None:
    said = {"bets": [{"name": "tie", "pays": ["8:1"]}], "law": {"who": "dealer", "rule": "5.1"}}
    assert change_data(said, data("bets.tie.pays.0", "8:1", "9:1"))["bets"][0]["pays"] == ["9:1"]
    assert change_data(said, data("law", {"who": "dealer"}, {"who": "nobody"}))["law"] == {"who": "nobody"}
    wrong: tuple[tuple[str, Any], ...]
    wrong = (("bets.tie.pays.0", "8:1"), ("bets.player.pays.0", "8:1"), ("law.what", ""), ("law", {"who": "x"}))
    for key, was in wrong:
        with pytest.raises(DoesNotApplyError):
            change_data(said, data(key, was, "now"))


def test_data_is_changed_as_it_is_read_and_in_each_file_of_the_account(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {book: [path.stem for path in data_files(data("decks.most", 8, 9, book))] for book in ("crown", "mbs")}
    assert files == {
        "crown": ["crown-baccarat", "crown-traditional"],
        "mbs": ["mbs-baccarat", "mbs-no-commission", "mbs-rapid-no-commission"],
    }
    with pytest.raises(DoesNotApplyError, match="no data file"):
        data_files(data("decks.most", 8, 9, file="no-such-file"))
    (path,) = data_files(data("decks.most", 8, 9))
    monkeypatch.setattr("tomllib.loads", __import__("tomllib").loads)
    break_data(data("decks.most", 8, 9), path.read_text(encoding="utf-8"))()
    fresh = load_book.__wrapped__
    assert (fresh("rws-non-commission").decks.most, fresh("crown-baccarat").decks.most) == (9, 8)


PROVEN = """
import sys, prove
from firmware.rules.mutants import Break
law = "irregularities.face_up_first.action"
first = "test_a_first_card_face_up_makes_a_dummy_coup_and_returns_the_wagers"
later = "test_a_later_card_face_up_is_played_as_any_other"
def of(test, rules=("11.6.1",), was="dummy-this", now="play-on", key=law, of="", plain=False):
    return Break(rules, test, was, now, key=key, of=of, book="crown", file="crown-baccarat" if key else "", plain=plain)
sys.exit(prove.main(["crown", "11.6"], (
    of(first),
    of(first, now="dummy-this"),
    of(later),
    of(first, was="no such word"),
    of(first, was="fingers", now="None", key="", of="total"),
    of(first, was="count % 10", now="None", key="", of="total"),
    of(first, plain=True),
    of("test_cards_drawn_together_beyond_those_due_are_in_excess", rules=("3.9",)),
)))
"""


@pytest.mark.outside
def test_what_proves_nothing_is_found() -> None:
    """One break that is noticed; one that changes nothing, and others that prove nothing."""
    ran = subprocess.run(
        [sys.executable, "-c", PROVEN], cwd=PROJECT / "tests" / "mutants", capture_output=True, text=True, check=False
    )
    name = "test_a_first_card_face_up_makes_a_dummy_coup_and_returns_the_wagers"
    assert f"{name} fails" in ran.stdout, ran.stdout + ran.stderr
    _, _, said = ran.stdout.rpartition("\n\n")
    assert ran.returncode == 1
    for problem in (
        f"dummy-this → dummy-this: survives {name}",
        "crown 11.6.1: no test test_a_later_card_face_up_is_played_as_any_other is named for it",
        "crown 11.6.1: the break no longer applies: crown-baccarat has 'dummy-this'",
        "crown 11.6.1: the break no longer applies: `fingers` stands 0 times",
        "% 10 → None: spoils a plain coup, and so proves nothing",
        "play-on: is said to spoil every plain coup, and does not",
    ):
        assert problem in said, said
    assert "4 breaks of 1 rules" in said
    assert "3.9" not in said
