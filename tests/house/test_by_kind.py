"""What stands beside a kind in a table takes that kind: no type says it of all entries at once, and this does."""

import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from inspect import signature

import pytest

from firmware.console import event_words
from firmware.game import evolve, sequel, transitions
from firmware.link import manual, sizes
from firmware.table.core import turn
from firmware.table.core.feature import FEATURES
from firmware.table.shoe.card_watch import CardWatch
from firmware.table_board.requests import Requests

# Which of its parameters takes the kind.
TABLES: dict[str, tuple[Mapping[type, Callable[..., object]], int]] = {
    "decides": (FEATURES.decides, 1),
    "folds": (FEATURES.folds, 1),
    "moves": (FEATURES.moves, 1),
    "runs": (FEATURES.runs, 1),
    "ways": (FEATURES.ways, 1),
    "after": (FEATURES.after, 1),
    "asked": (FEATURES.asked, 1),
    "seconds": (FEATURES.seconds, 1),
    "the game's folds": (evolve.FOLDS, 1),
    "rulings": (sequel.RULE_ON, 1),
    "what follows": (turn._FOLLOWS, 1),  # noqa: SLF001
    "event words": (event_words._MANY, 0),  # noqa: SLF001
    "sizes": (sizes._OF, 0),  # noqa: SLF001
    "the page of messages": (manual._SAY, 0),  # noqa: SLF001
    "the shoe's reports": (CardWatch._READERS, 1),  # noqa: SLF001
    "requests": (Requests._DO, 3),  # noqa: SLF001
    **{
        f"the coup, {phase}": ({kind: move.handler for kind, move in row.items()}, 1)
        for phase, row in transitions.TRANSITIONS.items()
    },
}


def misfits(table: Mapping[type, Callable[..., object]], place: int) -> Iterator[str]:
    for kind, call in table.items():
        taken = _taken(call, place)
        if not any(one is object or issubclass(kind, one) for one in taken):
            yield f"{kind.__name__} stands beside what takes {taken}"


def _taken(call: Callable[..., object], place: int) -> tuple[type, ...]:
    if isinstance(call, partial):
        place += len(call.args)
        call = call.func
    names = list(signature(call).parameters)
    hint = typing.get_type_hints(call)[names[place]]
    if typing.get_origin(hint) is Sequence:  # many of the kind in a row
        return typing.get_args(hint)
    several = isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union
    return typing.get_args(hint) if several else (hint,)


@pytest.mark.parametrize("name", TABLES)
def test_what_stands_beside_a_kind_takes_it(name: str) -> None:
    table, place = TABLES[name]
    assert table
    assert list(misfits(table, place)) == []


def test_a_fold_beside_the_wrong_event_is_found() -> None:
    first, *others = FEATURES.folds
    second = next(kind for kind in others if FEATURES.folds[kind] is not FEATURES.folds[first])
    assert list(misfits({first: FEATURES.folds[second]}, 1))
