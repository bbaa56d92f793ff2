"""What may be ruled, on which rule, and by whom: rulings.md's table and its "Who may", as data of the tests.

`-` stands for no rule: the book is silent. `f`: the rule's own, by no person; `d`: a Dealer; `g`: a Game Supervisor;
`c`: a Casino Supervisor.
"""

from collections import Counter
from functools import cache, lru_cache
from itertools import chain

from pair_table import Table, family, need

from firmware.game import events as g
from firmware.rules.account import load_books

ROLES = {"firmware": "f", "dealer": "d", "game supervisor": "g", "casino supervisor": "c"}
# By kind, then what is done: rules, and whose it is.
OVER_CROWN = {
    "carry": ("11.2", "fg"),
    "set-aside": ("11.2 11.7.1(b) 11.7.2 11.8.1", "fg"),
    "dummy-next": ("11.8.1", "g"),
}
CROWN: dict[str, dict[str, tuple[str, str]]] = {
    "burn_missed": {"play-on": ("11.1", "f"), "reconstruct": ("11.1.1", "g"), "void": ("11.1.1", "g")},
    "excess_card": {
        **OVER_CROWN, "reassign": ("11.7.1(a)", "f"), "settle-then-dummy": ("11.7.1(b) 11.7.2", "f"),
        "dummy-this": ("11.8.1", "g"),
    },
    "misplaced_burn": {**OVER_CROWN, "reassign": ("11.2", "f")},
    "wrong_hand": {"reassign": ("11.3 8.3.3", "f")},
    "face_up": {"dummy-this": ("11.6.1", "f"), "play-on": ("11.6.2", "f")},
    "no_wagers": {"void": ("11.4", "d"), "dummy-this": ("11.5", "f"), "play-on": ("11.4", "d")},
    "simultaneous_draw": {"void": ("-", "c"), "play-on": ("-", "c"), "set-aside": ("-", "c")},
    "order_altered": {"void": ("3.5.3", "c"), "play-on": ("3.5.3", "c")},
    "foreign_card": {"void": ("13.9", "c"), "play-on": ("13.9", "c")},
    "shoe_empty": {"void": ("13.4", "c")},
    "shoe_disagrees": {"void": ("-", "g"), "play-on": ("-", "g")},
    "wrong_outcome": {"freeze-and-recalculate": ("11.11", "d")},
    "system_malfunction": {"void": ("11.15(a) 11.15(b)", "fg"), "play-on": ("11.15(b)", "f")},
    "wnd_mismatch": {"disregard-display": ("11.13", "f")},
    "equipment_malfunction": {"void": ("11.10", "g")},
    "invalidated": {"void": ("13.3", "c")},
}  # fmt: skip


def _silent(
    count: str, foreign: str, empty: str, altered: dict[str, tuple[str, str]], together: str
) -> dict[str, dict[str, tuple[str, str]]]:
    """Return the column of MBS or RWS: `count` is the rule of an incorrect number of cards."""
    hands = {"reconstruct": (count, "d"), "void": (count, "d")}
    over = {"carry": (f"- {count}", "g"), "set-aside": (f"- {count}", "g")}
    return {
        "excess_card": {**over, "reconstruct": (f"- {count}", "fd"), "void": (count, "d")},
        "misplaced_burn": {**over, **hands},
        "wrong_hand": hands,
        "face_up": {"play-on": ("-", "g"), "void": ("-", "g")},
        "no_wagers": {"void": ("-", "d")},
        "simultaneous_draw": {"void": (f"{together} -", "fg"), "play-on": ("-", "g"), "set-aside": ("-", "g")},
        "order_altered": altered,
        "foreign_card": {"void": (foreign, "fg"), "play-on": (foreign, "g")},
        "shoe_empty": {"void": (empty, "f")},
        "shoe_disagrees": {"void": ("-", "g"), "play-on": ("-", "g")},
        "wrong_outcome": {"freeze-and-recalculate": (f"- {count}", "g"), "void": (count, "g")},
        "system_malfunction": {"void": ("-", "fg"), "play-on": ("-", "f")},
        "wnd_mismatch": {"disregard-display": ("-", "f")},
        "equipment_malfunction": {"void": ("-", "g")},
        "invalidated": {"void": ("-", "g")},
    }


RULINGS = {
    "crown": CROWN,
    "mbs": _silent("5.2", "5.1", "5.5", {"reconstruct": ("5.4", "dg"), "void": ("5.4", "dg")}, "5.3"),
    "rws": _silent("5.1.2", "5.1.1", "5.1.3", {"void": ("-", "g"), "play-on": ("-", "g")}, "-"),
}
# Flagged once of a card, however often it is seen.
ONCE = ("wrong_hand", "face_up")
# Flagged as often as it was told, whatever stands in the way.
FLAGGED = {
    "altered": "order_altered", "empty": "shoe_empty", "foreign": "foreign_card", "unreadable": "unreadable_card",
}  # fmt: skip


@lru_cache(maxsize=20_000)
def words_in(line: str) -> tuple[str, ...]:
    """Return the words of a line, and the cards of a list each by itself."""
    return tuple(line.replace(",", " ").split())


@cache
def numbers_of(book: str) -> frozenset[str]:
    """Return the numbers of a book's rules, as `rapid-table rules` has them."""
    books = load_books()
    name = next(name for name in sorted(books, key=len, reverse=True) if book.startswith(name))
    return frozenset(books[name].numbers)


def check(table: Table) -> None:
    """Hold each rule that is named, and each person, against the book."""
    known = numbers_of(table.book)
    column = RULINGS[family(table.book)]
    flagged: Counter[str] = Counter()
    of_cards: Counter[tuple[str, str | None]] = Counter()
    for place, event in enumerate(table.events):
        rule = getattr(event, "rule", None)
        if rule:
            need(rule in known, "a rule that this book does not have", event)
        kind = type(event)
        if kind is g.Ruling:
            if not _at_shoes_end(table, place):
                ruling(column, event)
        elif kind is g.Question:
            asked(column, event)
        elif kind is g.Irregularity:
            flagged[event.kind] += 1
            of_cards[event.kind, event.card] += 1
    said = [words_in(entry.line) for entry in table.told]
    cards = Counter(chain.from_iterable(said))
    first_words = Counter(words[0] for words in said)
    for (kind, card), times in of_cards.items():
        once = kind not in ONCE or times <= cards[str(card)]
        need(once, f"one irregularity of one card is flagged again: {kind}", (card, times))
    for word, kind in FLAGGED.items():
        told = first_words[word]
        need(flagged[kind] >= told, f"what happened is not on record: {word}", (told, flagged[kind]))


# What an answer does.
DOES = {"dummy": "dummy-next", "cannot-reconstruct": "void"}


def asked(column: dict[str, dict[str, tuple[str, str]]], event: g.Question) -> None:
    """Hold whom a question is put to against who may rule so; in which order cards left, the dealer says."""
    for option in event.options:
        order = option.startswith("order=")
        roles = "d" if order else column[event.kind].get(DOES.get(option, option), ("", ""))[1]
        need(ROLES[event.role] in roles, f"a question to somebody who may not answer: {event.kind} {option}", event)
    need((event.by == "dealer") == (event.role == "dealer"), "a question to nobody", event)


def _at_shoes_end(table: Table, place: int) -> bool:
    """Whether a card that waited is set aside as its shoe ends, for whatever reason that does (reading 2)."""
    event = table.events[place]
    while isinstance(event, g.Ruling) and event.action == "set-aside" and event.role == "firmware":
        place += 1
        event = table.events[place]
    return isinstance(event, g.ShoeEnded)


def ruling(column: dict[str, dict[str, tuple[str, str]]], event: g.Ruling) -> None:
    allowed = column.get(event.kind, {}).get(event.action)
    need(allowed is not None, f"a ruling that this book does not know: {event.kind} {event.action}", event)
    assert allowed is not None
    rules, roles = allowed
    need((event.rule or "-") in rules.split(), f"a ruling on another rule: {event.kind} {event.action}", event)
    need(ROLES[event.role] in roles, f"a ruling by somebody who may not: {event.kind} {event.action}", event)
    need((event.by == "firmware") == (event.role == "firmware"), "a ruling by nobody", event)
