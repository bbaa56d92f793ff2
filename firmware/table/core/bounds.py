"""The bounds of money, texts and times at a table: nothing beyond them is taken, since no record could hold it."""

import re
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from firmware.game.events import Event
from firmware.game.steps import Step
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from hal.visible import visible

if TYPE_CHECKING:  # so that code that only needs the bounds does not load the table's state
    from firmware.table.core.state import TableState

# A single stake, buy-in, credit or limit: 999,999,999,999.99, twelve digits and two.
MOST_STAKE: Final = 10**14 - 1
# A note: the largest in use anywhere is far below 1,000,000.00.
MOST_NOTE: Final = 1_000_000_00
# An account that holds more can neither wager nor buy in until it is paid out.
MOST_BALANCE: Final = 10**15
# What an account can still come to hold, after the best of coups: the most that a message can carry.
MOST_HELD: Final = 2**63 - 1
# A wagering period, in milliseconds: a day.
LONGEST_PERIOD: Final = 24 * 60 * 60 * 1000
# A reason or a name that somebody gives.
MOST_TEXT: Final = 400
# A number in a pocket, the last, or a time: whatever a message can carry. What is told under it is a fact, not refused.
MOST_COUNT: Final = 2**53 - 1
# The last time that every screen and every ticket can write, in milliseconds: the end of the year 9998 (UTC).
LAST_TIME: Final = 253_370_764_799_999
_COUNTS: Final = frozenset({"note", "cash_out", "last", "until", "acknowledged", "asked"})
Fact = TypeVar("Fact", bound=Struct)
# The shapes of names, wherever they are used.
_SHAPES: Final = {
    "life": re.compile(r"(?:[0-9a-f]{16})?"),
    "currency": re.compile(r"(?:[A-Z]{3})?"),
    "number": re.compile(r"[0-9]{18}"),
    "request": re.compile(r"[ -~]{0,48}"),
}


@cache
def words_of(kind: type[Struct]) -> dict[str, frozenset[str]]:
    """Return which words a command's fields may have, for those that take one of a few."""
    found = {name: _words(hint) for name, hint in get_type_hints(kind).items()}
    return {name: words for name, words in found.items() if words}


def _words(hint: object) -> frozenset[str]:
    if get_origin(hint) is Literal:
        return frozenset(get_args(hint))
    if get_origin(hint) not in (Union, UnionType):
        return frozenset()
    kinds = [_words(one) for one in get_args(hint)]
    return frozenset().union(*kinds) if all(kinds) else frozenset()


def need_words(command: Command | Step) -> None:
    """Refuse a word that its field does not know: a record with it could not be read."""
    kind: type[Struct] = type(command)
    for name, words in words_of(kind).items():
        if getattr(command, name) not in words:
            raise Refused(TableCode.BEYOND_BOUNDS, what=name)


def need_recordable(command: Command | Step) -> None:
    """Refuse what no record can hold: absurd figures, endless texts or half characters, malformed names."""
    for name in command.__struct_fields__:
        if not _is_recordable(getattr(command, name), type(command), name):
            raise Refused(TableCode.BEYOND_BOUNDS, what=name)


def _is_recordable(value: object, of: type[Struct], name: str) -> bool:
    if isinstance(value, int):
        return _is_figure(value, of, name)
    if isinstance(value, str):
        shape = _SHAPES.get(name)
        return _is_short(value) and (shape is None or shape.fullmatch(value) is not None)
    if isinstance(value, tuple):
        return all(_is_recordable(one, of, name) for one in value)
    if isinstance(value, dict):
        return all(_is_recordable(one, of, name) for one in (*value, *value.values()))
    if isinstance(value, Struct):
        return all(_is_recordable(getattr(value, part), type(value), part) for part in value.__struct_fields__)
    return True


def _is_figure(value: int, of: type[Struct], name: str) -> bool:
    if name in _COUNTS:
        return 0 <= value <= MOST_COUNT
    most = MOST_HELD if name == "amount" and getattr(of, "of_paper", False) else MOST_STAKE
    return -most <= value <= most


def made_to_fit(fact: Fact) -> Fact:
    """Return a fact so that it fits a record: its texts are cut short, as a fact is never refused."""
    texts = {name: getattr(fact, name) for name in fact.__struct_fields__}
    long = {name: _cut(text) for name, text in texts.items() if isinstance(text, str) and not _is_short(text)}
    return replace(fact, **long) if long else fact


def _cut(text: str) -> str:
    return visible(text[:MOST_TEXT])[:MOST_TEXT]


def _is_short(text: str) -> bool:
    return len(text) <= MOST_TEXT and (text.isascii() or _is_whole(text))


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def need_money(events: list[Event]) -> None:
    """Refuse to move more money than can exist, from an account that earlier firmware let come to that."""
    for event in events:
        for name in ("amount", "total"):
            if abs(getattr(event, name, 0)) > MOST_HELD:
                raise Refused(TableCode.BEYOND_BOUNDS, what=name)


def need_figures(state: "TableState") -> None:
    """Refuse to record a table's figures while one of its accounts holds more money than can exist."""
    if beyond(state):
        raise Refused(TableCode.BEYOND_BOUNDS, what="ledger")


def beyond(state: "TableState") -> tuple[int, ...]:
    """Return the terminals whose accounts hold more money than can exist: earlier firmware took 4,300 digits."""
    return tuple(ats for ats in sorted(state.ledger) if state.balance(ats) > MOST_HELD)
