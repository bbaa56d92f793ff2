"""What a feature of the table is: all of one thing that a table does with people and money, in one file of features/.

A feature says what it decides, how its events are folded, what they move in the ledger, and who may ask. The core knows
no feature by name: it goes over the files that there are.
"""

import pkgutil
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from importlib import import_module
from typing import Any, Final

from msgspec import Struct

# Commands and events are told apart by their types, which a mapping of all of them cannot say more closely.
Kind = type[Any]


class Feature(Struct, frozen=True):
    """One feature.

    `decides`: by command, what carries it out. `folds`: by event, the state after it. `moves`: by event, what it moves
    in the ledger. `ways`: by event, by which way money came or went when somebody asked for it. `after`: by
    event of the coup, what it means for money that has moved on. `asked`: who may ask, by the rule book; `beside`: of
    what no book speaks. `facts`: what happens, and is never refused. `while_closed`: what a closed table does, too.
    `while_waiting`: what a table does that waits to be opened; refused unless it is time for it. `recorded`: events
    that change nothing and are only put on record. `starts`: what a table
    does first when its board starts.
    """

    decides: Mapping[Kind, Callable[[Any, Any], None]] = {}
    folds: Mapping[Kind, Callable[[Any, Any], Any]] = {}
    moves: Mapping[Kind, Callable[[Any, Any], Iterable[Any]]] = {}
    ways: Mapping[Kind, Callable[[Any, Any], Any]] = {}
    after: Mapping[Kind, Callable[[Any, Any], None]] = {}
    asked: Mapping[Kind, Callable[[Any, Any], Any]] = {}
    beside: Mapping[Kind, frozenset[Any]] = {}
    facts: tuple[Kind, ...] = ()
    while_closed: tuple[Kind, ...] = ()
    while_waiting: Mapping[Kind, Callable[[Any, int, bool], None]] = {}
    recorded: tuple[Kind, ...] = ()
    starts: Callable[[Any, Any], Iterable[Any]] | None = None


class Features:
    """All features that there are: found when they are first asked for, and never again."""

    @cached_property
    def _all(self) -> tuple[Feature, ...]:
        room = import_module("firmware.table.features")
        modules = (import_module(f"{room.__name__}.{found.name}") for found in pkgutil.iter_modules(room.__path__))
        return tuple(module.FEATURE for module in modules if hasattr(module, "FEATURE"))

    def _joined(self, part: str) -> dict[Kind, Any]:
        joined: dict[Kind, Any] = {}
        for feature in self._all:
            entries = getattr(feature, part)
            assert not joined.keys() & entries.keys(), f"two features have the same in {part}"
            joined |= entries
        return joined

    @cached_property
    def decides(self) -> dict[Kind, Callable[[Any, Any], None]]:
        """By command, what carries it out."""
        return self._joined("decides")

    @cached_property
    def folds(self) -> dict[Kind, Callable[[Any, Any], Any]]:
        """By event, the state after it."""
        return self._joined("folds")

    @cached_property
    def moves(self) -> dict[Kind, Callable[[Any, Any], Iterable[Any]]]:
        """By event, what it moves in the ledger."""
        return self._joined("moves")

    @cached_property
    def ways(self) -> dict[Kind, Callable[[Any, Any], Any]]:
        """By event, the way in which money came or went."""
        return self._joined("ways")

    @cached_property
    def after(self) -> dict[Kind, Callable[[Any, Any], None]]:
        """By event of the coup, what it means for money that has moved on."""
        return self._joined("after")

    @cached_property
    def asked(self) -> dict[Kind, Callable[[Any, Any], Any]]:
        """By command, who may ask for it by the rule book."""
        return self._joined("asked")

    @cached_property
    def beside(self) -> dict[Kind, frozenset[Any]]:
        """By command that no book speaks of, who may ask for it."""
        return self._joined("beside")

    @cached_property
    def while_waiting(self) -> dict[Kind, Callable[[Any, int, bool], None]]:
        """By command that a waiting table carries out, what refuses it when it is not time for it."""
        return self._joined("while_waiting")

    def first_steps(self, state: object, setup: object) -> list[Any]:
        """Return what a table in this state does when its board starts."""
        return [command for feature in self._all if feature.starts for command in feature.starts(state, setup)]

    @cached_property
    def facts(self) -> frozenset[Kind]:
        """What happens, and is never refused."""
        return frozenset(fact for feature in self._all for fact in feature.facts)

    @cached_property
    def recorded(self) -> frozenset[Kind]:
        """Events that change nothing and are only put on record."""
        return frozenset(kind for feature in self._all for kind in feature.recorded)

    @cached_property
    def while_closed(self) -> tuple[Kind, ...]:
        """What a closed table does, too."""
        return tuple(kind for feature in self._all for kind in feature.while_closed)


FEATURES: Final = Features()
