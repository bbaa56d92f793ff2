"""Where the rule books' files are found: the one place that reads them from disk."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from firmware.game.bets import BetGroup
from firmware.game.offer import Offer
from firmware.game.resolve import Resolver
from firmware.game.rulebook import Rulebook, RulebookFile
from firmware.toml_text import NotToml, read_toml

# Not by importlib.resources: that alone would be a twentieth of what a table imports.
_FILES: Final = Path(__file__).with_name("game")
T = TypeVar("T")


class BookError(ValueError):
    """A rule book cannot be had; the sentence names the file or the id, and what would be right."""


def book_ids() -> tuple[str, ...]:
    """Return the ids of every rule book, in the order of their names."""
    return _names("rulebooks")


@cache
def load_book(book_id: str) -> Rulebook:
    """Return a rule book by its id."""
    if book_id not in book_ids():
        raise BookError(f"no rule book {book_id!r}; there are {', '.join(book_ids())}")
    text = (_FILES / "rulebooks" / f"{book_id}.toml").read_text(encoding="utf-8")
    return complete(read_strictly(text, f"{book_id}.toml", RulebookFile))


def complete(file: RulebookFile) -> Rulebook:
    """Join a rule book's file with the bets that it names, and with those that name it."""
    main = tuple(bet for name in file.bets for bet in _bets(name).bets)
    sides = (*map(_bets, file.side_wagers), *(group for group in every_bet_group() if file.id in group.books))
    fields = {name: getattr(file, name) for name in RulebookFile.__struct_fields__}
    book = Rulebook(**fields, main_bets=main, side_groups=sides)
    names = [bet.name for bet, _ in book.every_bet()] + [f"side wager {group.side_wager}" for group in sides]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise BookError(f"{file.id}.toml: {min(twice)} stands in two files of bets; one name is one bet's")
    return book


@cache
def every_bet_group() -> tuple[BetGroup, ...]:
    """Return what each file of bets has, whether a book offers it or not."""
    return tuple(_bets(name) for name in _names("bets"))


def _names(folder: str) -> tuple[str, ...]:
    names = (entry.name for entry in (_FILES / folder).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def _bets(name: str) -> BetGroup:
    text = (_FILES / "bets" / f"{name}.toml").read_text(encoding="utf-8")
    group = read_strictly(text, f"bets/{name}.toml", BetGroup)
    unknown = set(group.books) - set(book_ids())
    if unknown:
        raise BookError(f"bets/{name}.toml: no rule book {min(unknown)!r}; there are {', '.join(book_ids())}")
    return group


def read_strictly(text: str, name: str, kind: type[T]) -> T:
    """Read TOML as one kind of thing; an unknown, missing or wrong key is a BookError that names file and key."""
    try:
        return msgspec.convert(read_toml(text), kind)
    except (msgspec.ValidationError, NotToml) as error:
        raise BookError(f"{name}: {error}") from None


@cache
def every_bet_name() -> tuple[str, ...]:
    """Return the name of every bet of every book."""
    books = (load_book(book_id) for book_id in book_ids())
    return tuple(dict.fromkeys(bet.name for book in books for bet, _ in book.every_bet()))


class TableRules(Struct, frozen=True):
    """All that stays the same while a table is open: its book, its bets, and what coups come to."""

    book: Rulebook
    offer: Offer
    resolver: Resolver


@cache
def _rules(book_id: str, side_wagers: tuple[tuple[str, int], ...], decks: int) -> TableRules:
    book = load_book(book_id)
    offer = Offer.of(book, dict(side_wagers), decks)
    return TableRules(book, offer, Resolver(book.table_of_play, offer.bets))


def rules_of(book_id: str, side_wagers: dict[str, int], decks: int) -> TableRules:
    """Return the rules of a table with this book, these side wagers and options, and so many decks."""
    return _rules(book_id, tuple(side_wagers.items()), decks)


def read_side_wagers(words: Iterable[str]) -> dict[str, int]:
    """Read side wagers, `pairs` or with the option of the odds `perfect:1`; 0 where none is named."""
    chosen: dict[str, int] = {}
    for word in words:
        name, colon, option = word.partition(":")
        if name in chosen:
            raise ValueError(f"side wager {name} stands twice")
        if colon and not re.fullmatch("[0-9]{1,9}", option):
            raise ValueError(f"{option!r} is no option; it is a whole number")
        chosen[name] = int(option) if colon else 0
    return chosen


def chosen_side_wagers(book_id: str, named: Mapping[str, int]) -> dict[str, int]:
    """Return side wagers with their options; one that has several, of which none is named, is a ValueError."""
    book = load_book(book_id)
    for name, option in named.items():
        group = book.side_group(name)
        if group is not None and group.options > 1 and not option:
            raise ValueError(f"side wager {name} needs the option of its odds: {name}:1 to {name}:{group.options}")
    return {name: option or 1 for name, option in named.items()}
