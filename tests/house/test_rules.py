"""The accounting of rules: that it holds, and that it finds what does not."""

from pathlib import Path

import msgspec
import pytest

from firmware.books import BookError, book_ids, load_book
from firmware.rules import load_books, report
from firmware.rules.account import Book, RuleAccount
from firmware.rules.marks import in_code, in_text

pytestmark = pytest.mark.lab(52)


def test_every_rule_is_accounted_for() -> None:
    assert report().problems == ()


def test_the_books_have_their_rules() -> None:
    # As published; a house may have books of its own.
    published = {"crown": 227, "mbs-baccarat": 48, "mbs-no-commission": 47, "mbs-rapid": 42, "rws": 18}
    counted = {name: len(book.numbers) for name, book in load_books().items()}
    assert counted | published == counted


def test_each_rule_book_that_is_played_has_an_account() -> None:
    played = {load_book(book).book for book in book_ids()}
    # Crown's two books are of one document; two of the others are published under a longer name here.
    assert {name for name in played if name not in load_books()} == set()


def test_what_proves_a_rule_of_a_book_proves_the_same_rule_of_one_like_it(tmp_path: Path) -> None:
    enforced = {number: (RuleAccount("enforced", "so", (number,)),) for number in ("1.1", "1.2")}
    code, test = "# crown 1.1\n", '@pytest.mark.rule("crown 1.1")\ndef test_it():\n    pass\n'
    root = house(tmp_path, code, test)
    crown = Book("crown", "a book", ("1.1",), {"1.1": enforced["1.1"]})
    found = report(root, {"crown": crown, "harbour": Book("harbour", "like it", ("1.1", "1.2"), enforced, "crown")})
    # What is said of Crown's 1.1 is said of Harbour's; nobody has said anything of 1.2.
    assert {problem.partition(":")[0] for problem in found.problems} == {"harbour 1.2"}
    (of_crown, of_harbour, _) = found.rules
    assert (of_harbour.code, of_harbour.tests, of_harbour.mutants) == (of_crown.code, of_crown.tests, of_crown.mutants)
    alone = report(root, {"crown": crown, "harbour": Book("harbour", "alone", ("1.1",), {"1.1": enforced["1.1"]})})
    assert {problem.partition(":")[0] for problem in alone.problems} == {"harbour 1.1"}


def test_marks_are_found_in_comments() -> None:
    marks = list(in_text(" crown 11.7.1(a), 2.1(a)(ii); mbs 5.2 and so on", "here"))
    assert [(mark.book, mark.number) for mark in marks] == [
        ("crown", "11.7.1(a)"),
        ("crown", "2.1(a)(ii)"),
        ("mbs", "5.2"),
    ]


def test_a_docstring_that_shows_a_mark_is_no_code_of_the_rule(tmp_path: Path) -> None:
    (tmp_path / "firmware").mkdir()
    (tmp_path / "firmware/a.py").write_text('"""Shows `# crown 1.1`."""\n\nX = "# crown 1.2"  # crown 1.3\n')
    assert [(mark.number, mark.where) for mark in in_code(tmp_path, ["firmware"])] == [("1.3", "firmware/a.py:3")]


def problems(root: Path, **accounts: RuleAccount) -> str:
    by_number = {account.rules[0]: (account,) for account in accounts.values()}
    numbers = tuple(number for number in ("1.1", "1.2"))
    book = Book("crown", "a book", numbers, by_number)
    return "\n".join(report(root, {"crown": book}).problems)


BREAK = '[[breaks]]\nrules = ["{}"]\ntest = "{}"\nof = "coup"\nwas = "1"\nnow = "2"\n'


def house(root: Path, code: str, test: str, breaks: str = BREAK.format("1.1", "test_it")) -> Path:
    for folder in ("firmware", "tests/mutants"):
        (root / folder).mkdir(parents=True)
    (root / "tests" / "mutants" / "crown.toml").write_text(breaks)
    (root / "firmware" / "coup.py").write_text(code)
    (root / "tests" / "test_coup.py").write_text(test)
    return root


def test_what_does_not_hold_is_found(tmp_path: Path) -> None:
    enforced = RuleAccount("enforced", "so", ("1.1",))
    outside = RuleAccount("outside", "why", ("1.2",))
    code, test = "# crown 1.1\n", '@pytest.mark.rule("crown 1.1")\ndef test_it():\n    pass\n'
    good = house(tmp_path / "good", code, test)
    assert problems(good, a=enforced, b=outside) == ""
    assert "crown 1.2: nobody accounts for it" in problems(good, a=enforced)
    assert "crown 9.9: is accounted for, but the book has no such rule" in problems(
        good, a=enforced, b=outside, c=RuleAccount("outside", "why", ("9.9",))
    )
    assert "does not say how" in problems(good, a=enforced, b=RuleAccount("outside", "", ("1.2",)))
    assert "crown 1.1: is enforced, but no code names it" in problems(
        house(tmp_path / "a", "", test), a=enforced, b=outside
    )
    assert "crown 1.1: is enforced, but no test proves it" in problems(
        house(tmp_path / "b", code, ""), a=enforced, b=outside
    )
    assert "names crown 7.7, which is no rule" in problems(
        house(tmp_path / "c", "# crown 7.7\n", test), a=enforced, b=outside
    )
    assert "crown 1.1: is enforced, but no break proves its tests" in problems(
        house(tmp_path / "d", code, test, "breaks = []"), a=enforced, b=outside
    )
    assert "crown 1.1: test_that stands with a break of it, but is not named for it" in problems(
        house(tmp_path / "e", code, test, BREAK.format("1.1", "test_that")), a=enforced, b=outside
    )
    assert "mutants/crown.toml: breaks crown 7.7, which is no rule" in problems(
        house(tmp_path / "f", code, test, BREAK.format("7.7", "test_it")), a=enforced, b=outside
    )
    twice = Book("crown", "a book", ("1.1",), {"1.1": (enforced, msgspec.structs.replace(enforced, how="or so"))})
    assert "more than once" in report(good, {"crown": twice}).problems[0]


def test_a_rule_says_which_break_proves_which_test() -> None:
    rules = {(rule.book, rule.rule): rule for rule in report().rules}
    (mutant, *_) = rules["rws", "5.1.3"].mutants
    assert mutant.test == "tests/table/test_irregularities_silent.py::test_too_few_cards_void_the_round"
    assert mutant.change.startswith("irregularities.shoe_empty: {'action': 'void'} →")
    # What a family's file says is said of each of its books that has the rule.
    assert [bool(rules[book, "5.6"].mutants) for book in ("mbs-baccarat", "mbs-no-commission")] == [True, True]
    assert ("mbs-rapid", "5.6") not in rules


@pytest.mark.parametrize("where", ["", 'of = "coup"\nkey = "texts"\n'])
def test_a_break_is_of_a_function_or_of_data(tmp_path: Path, where: str) -> None:
    breaks = BREAK.format("1.1", "test_it").replace('of = "coup"\n', where)
    root = house(tmp_path, "# crown 1.1\n", "", breaks)
    with pytest.raises(BookError, match=r"mutants/crown\.toml: a break has `of`, a function's name, or `key`"):
        report(root, {})
