"""What each rule book has, and how the firmware says that it meets it."""

from importlib import resources
from typing import Literal

from msgspec import Struct

from firmware.books import BookError, read_strictly

Status = Literal["enforced", "supported", "outside"]


class RuleAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """How some rules are met: what enforces them, what staff are given, or why they are outside."""

    status: Status
    how: str
    rules: tuple[str, ...]


class BookFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule book's file in this folder. `like`: a book whose rules of the same numbers say the same."""

    title: str
    numbers: tuple[str, ...]
    account: tuple[RuleAccount, ...]
    like: str = ""


class Book(Struct, frozen=True):
    """A rule book's numbers, and the accounts of them by number.

    `like`: what proves a rule of that book proves the one of the same number here.
    """

    name: str
    title: str
    numbers: tuple[str, ...]
    accounts: dict[str, tuple[RuleAccount, ...]]
    like: str = ""


def load_books() -> dict[str, Book]:
    """Return every rule book by its short name, as marks use it."""
    files = (entry for entry in resources.files("firmware.rules").iterdir() if entry.name.endswith(".toml"))
    books = {}
    for entry in sorted(files, key=lambda entry: entry.name):
        name = entry.name.removesuffix(".toml")
        file = read_strictly(entry.read_text(encoding="utf-8"), f"rules/{entry.name}", BookFile)
        books[name] = Book(name, file.title, file.numbers, _by_number(file), file.like)
    for book in books.values():
        if book.like and (book.like not in books or books[book.like].like):
            known = ", ".join(name for name, other in books.items() if not other.like)
            raise BookError(
                f"rules/{book.name}.toml: like: {book.like!r} is no book that stands by itself; there are {known}"
            )
    return books


def _by_number(file: BookFile) -> dict[str, tuple[RuleAccount, ...]]:
    accounts: dict[str, tuple[RuleAccount, ...]] = {}
    for account in file.account:
        for number in account.rules:
            accounts[number] = (*accounts.get(number, ()), account)
    return accounts
