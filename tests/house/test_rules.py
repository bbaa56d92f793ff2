"""The accounting of rules: that it holds, and that it finds what does not."""

from pathlib import Path

import msgspec

from firmware.rules import load_books, report
from firmware.rules.account import Account, Book
from firmware.rules.marks import in_text


def test_every_rule_is_accounted_for() -> None:
    assert report().problems == ()


def test_the_books_have_their_rules() -> None:
    counted = {name: len(book.numbers) for name, book in load_books().items()}
    assert counted == {"crown": 227, "mbs-baccarat": 48, "mbs-no-commission": 47, "mbs-rapid": 42, "rws": 18}


def test_marks_are_found_in_comments() -> None:
    marks = list(in_text(" crown 11.7.1(a), 2.1(a)(ii); mbs 5.2 and so on", "here"))
    assert [(mark.book, mark.number) for mark in marks] == [
        ("crown", "11.7.1(a)"),
        ("crown", "2.1(a)(ii)"),
        ("mbs", "5.2"),
    ]


def problems(root: Path, **accounts: Account) -> str:
    by_number = {account.rules[0]: (account,) for account in accounts.values()}
    numbers = tuple(number for number in ("1.1", "1.2"))
    book = Book("crown", "a book", numbers, by_number)
    return "\n".join(report(root, {"crown": book}).problems)


def house(root: Path, code: str, test: str) -> Path:
    for folder in ("firmware", "tests"):
        (root / folder).mkdir(parents=True)
    (root / "firmware" / "coup.py").write_text(code)
    (root / "tests" / "test_coup.py").write_text(test)
    return root


def test_what_does_not_hold_is_found(tmp_path: Path) -> None:
    enforced = Account("enforced", "so", ("1.1",))
    outside = Account("outside", "why", ("1.2",))
    code, test = "# crown 1.1\n", '@pytest.mark.rule("crown 1.1")\ndef test_it():\n    pass\n'
    good = house(tmp_path / "good", code, test)
    assert problems(good, a=enforced, b=outside) == ""
    assert "crown 1.2: nobody accounts for it" in problems(good, a=enforced)
    assert "crown 9.9: is accounted for, but the book has no such rule" in problems(
        good, a=enforced, b=outside, c=Account("outside", "why", ("9.9",))
    )
    assert "does not say how" in problems(good, a=enforced, b=Account("outside", "", ("1.2",)))
    assert "crown 1.1: is enforced, but no code names it" in problems(
        house(tmp_path / "a", "", test), a=enforced, b=outside
    )
    assert "crown 1.1: is enforced, but no test proves it" in problems(
        house(tmp_path / "b", code, ""), a=enforced, b=outside
    )
    assert "names crown 7.7, which is no rule" in problems(
        house(tmp_path / "c", "# crown 7.7\n", test), a=enforced, b=outside
    )
    twice = Book("crown", "a book", ("1.1",), {"1.1": (enforced, msgspec.structs.replace(enforced, how="or so"))})
    assert "more than once" in report(good, {"crown": twice}).problems[0]
