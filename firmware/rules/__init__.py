"""Every numbered rule of every rule book: how it is met, by what code, proven by which tests.

A rule's number stands in the code where it is carried out, as a comment that names the book (`# crown 11.7.1(a)`), or
in a rule book's data; and on the test that proves it, as `@pytest.mark.rule("crown 11.7.1(a)")`. The files in this
folder list each book's numbers and say how each is met; `report` holds all of these against each other.
"""

from firmware.rules.account import Book, load_books
from firmware.rules.report import AllRules, RuleReport, report

__all__ = ["AllRules", "Book", "RuleReport", "load_books", "report"]
