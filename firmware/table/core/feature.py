"""What a feature of the table is: everything about one thing that a table does with people and money, in one file.

A feature states what it decides, how its events are folded, what they move in the ledger, and who may ask. The core
knows no feature by name: it goes over the files of features/.
"""

import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Final, Never, TypeVar, cast

from msgspec import Struct

from firmware.by_kind import by_kind

if TYPE_CHECKING:  # these load the features, through what is found below
    from firmware.game.events import Event
    from firmware.game.rulebook import Authorised
    from firmware.game.steps import Step
    from firmware.table.core.commands import Command, Role
    from firmware.table.core.ledger import Movement
    from firmware.table.core.setup import Setup, Way
    from firmware.table.core.state import TableState
    from firmware.table.core.turn import TableTurn
    from firmware.table.core.waiting import Waiting
    from firmware.table.core.ways import Found

Kind = TypeVar("Kind")
Said = TypeVar("Said")


class Feature(Struct, frozen=True):
    """One feature.

    `decides`: by command, what carries it out. `folds`: by event, the state after it. `moves`: by event, what it moves
    in the ledger. `runs`: by event, the state after many of it in a row, the same as after each alone: what years of a
    journal are made of. `ways`: by event, by which way money came or went when somebody asked for it. `after`: by
    event of the coup, what it means for money that has moved on. `asked`: who may ask, by the rule book; `beside`: of
    what no book speaks. `seconds`: by command, by which way it moves money that a second person approves, however
    little it is; None where amounts decide. `by_two`: what a second person always approves.
    `witnessed`: what a supervisor approves, though it is not for one to ask.
    `own`: what people ask about themselves alone; its `staff` is whoever asks.
    `facts`: what happens, and is never refused.
    `while_closed`: what a closed table does, too.
    `while_waiting`: what a table does that waits to be opened; refused unless it is time for it. `recorded`: events
    that change nothing and are only put on record. `signed_soon`: events of money that came in, went out or is in
    doubt, whose rows are signed within a second; wagers are covered at their coup's end. `offers`: by operation, the
    command that the console offers, and whose fields it asks for. `ends_commit`: what nothing shares a commit with that
    comes after it; the state is kept there. `starts`: what a table does first when its board starts.

    Each entry takes the kind that it stands beside and no other, so their common type takes `Never`.
    tests/house/test_by_kind.py checks each against its key.
    """

    decides: "Mapping[type[Command | Step], Callable[[TableTurn, Never], None]]" = {}
    folds: "Mapping[type[Event], Callable[[TableState, Never], TableState]]" = {}
    moves: "Mapping[type[Event], Callable[[TableState, Never], Iterable[Movement]]]" = {}
    runs: "Mapping[type[Event], Callable[[TableState, Sequence[Never]], TableState]]" = {}
    ways: "Mapping[type[Event], Callable[[TableState, Never], Found]]" = {}
    after: "Mapping[type[Event], Callable[[TableTurn, Never], None]]" = {}
    asked: "Mapping[type[Command | Step], Callable[[TableState, Never], Authorised | None]]" = {}
    beside: "Mapping[type[Command | Step], frozenset[Role]]" = {}
    seconds: "Mapping[type[Command | Step], Callable[[TableState, Never], Way | None]]" = {}
    by_two: "tuple[type[Command], ...]" = ()
    witnessed: "tuple[type[Command], ...]" = ()
    own: "tuple[type[Command], ...]" = ()
    facts: "tuple[type[Command | Step], ...]" = ()
    while_closed: "tuple[type[Command | Step], ...]" = ()
    while_waiting: "Mapping[type[Command | Step], Callable[[Waiting, int, bool], None]]" = {}
    recorded: "tuple[type[Event], ...]" = ()
    signed_soon: "tuple[type[Event], ...]" = ()
    offers: "Mapping[str, type[Command]]" = {}
    ends_commit: "tuple[type[Command], ...]" = ()
    starts: "Callable[[TableState, Setup], Iterable[Command]] | None" = None


class Features:
    """All features: found once, when they are first asked for."""

    @cached_property
    def _all(self) -> tuple[Feature, ...]:
        room = import_module("firmware.table.features")
        modules = (import_module(f"{room.__name__}.{found.name}") for found in pkgutil.iter_modules(room.__path__))
        return tuple(module.FEATURE for module in modules if hasattr(module, "FEATURE"))

    @cached_property
    def decides(self) -> "dict[type[Command | Step], Callable[[TableTurn, Command | Step], None]]":
        """By command, what carries it out."""
        return by_kind(_joined(feature.decides for feature in self._all))

    @cached_property
    def folds(self) -> "dict[type[Event], Callable[[TableState, Event], TableState]]":
        """By event, the state after it."""
        return by_kind(_joined(feature.folds for feature in self._all))

    @cached_property
    def moves(self) -> "dict[type[Event], Callable[[TableState, Event], Iterable[Movement]]]":
        """By event, what it moves in the ledger."""
        return by_kind(_joined(feature.moves for feature in self._all))

    @cached_property
    def runs(self) -> "dict[type[Event], Callable[[TableState, Sequence[Event]], TableState]]":
        """By event, the state after many of it in a row."""
        runs = _joined(feature.runs for feature in self._all)
        return cast("dict[type[Event], Callable[[TableState, Sequence[Event]], TableState]]", runs)

    @cached_property
    def ways(self) -> "dict[type[Event], Callable[[TableState, Event], Found]]":
        """By event, the way in which money came or went."""
        return by_kind(_joined(feature.ways for feature in self._all))

    @cached_property
    def after(self) -> "dict[type[Event], Callable[[TableTurn, Event], None]]":
        """By event of the coup, what it means for money that has moved on."""
        return by_kind(_joined(feature.after for feature in self._all))

    @cached_property
    def asked(self) -> "dict[type[Command | Step], Callable[[TableState, Command | Step], Authorised | None]]":
        """By command, who may ask for it by the rule book."""
        return by_kind(_joined(feature.asked for feature in self._all))

    @cached_property
    def beside(self) -> "dict[type[Command | Step], frozenset[Role]]":
        """By command that no book speaks of, who may ask for it."""
        return _joined(feature.beside for feature in self._all)

    @cached_property
    def seconds(self) -> "dict[type[Command | Step], Callable[[TableState, Command | Step], Way | None]]":
        """By command, by which way it moves money that a second person approves, however little it is."""
        return by_kind(_joined(feature.seconds for feature in self._all))

    @cached_property
    def ends_commit(self) -> "frozenset[type[Command]]":
        """Commands after which nothing shares the commit."""
        return frozenset(kind for feature in self._all for kind in feature.ends_commit)

    @cached_property
    def by_two(self) -> "frozenset[type[Command]]":
        """Commands that a second person always approves."""
        return frozenset(kind for feature in self._all for kind in feature.by_two)

    @cached_property
    def witnessed(self) -> "frozenset[type[Command]]":
        """Commands that a supervisor approves, though others ask for them."""
        return frozenset(kind for feature in self._all for kind in feature.witnessed)

    @cached_property
    def own(self) -> "frozenset[type[Command]]":
        """What people ask about themselves alone."""
        return frozenset(kind for feature in self._all for kind in feature.own)

    @cached_property
    def offers(self) -> "dict[str, type[Command]]":
        """By operation of the console, its command."""
        return _joined(feature.offers for feature in self._all)

    @cached_property
    def while_waiting(self) -> "dict[type[Command | Step], Callable[[Waiting, int, bool], None]]":
        """By command that a waiting table carries out, the check that refuses it while it is too early."""
        return _joined(feature.while_waiting for feature in self._all)

    def first_steps(self, state: "TableState", setup: "Setup") -> "list[Command]":
        """Return what a table in this state does when its board starts."""
        return [command for feature in self._all if feature.starts for command in feature.starts(state, setup)]

    @cached_property
    def facts(self) -> "frozenset[type[Command | Step]]":
        """What happens, and is never refused."""
        return frozenset(fact for feature in self._all for fact in feature.facts)

    @cached_property
    def recorded(self) -> "frozenset[type[Event]]":
        """Events that change nothing and are only put on record."""
        return frozenset(kind for feature in self._all for kind in feature.recorded)

    @cached_property
    def signed_soon(self) -> "tuple[type[Event], ...]":
        """Events of money whose rows are signed within a second."""
        return tuple(kind for feature in self._all for kind in feature.signed_soon)

    @cached_property
    def while_closed(self) -> "tuple[type[Command | Step], ...]":
        """What a closed table does, too."""
        return tuple(kind for feature in self._all for kind in feature.while_closed)


def _joined(parts: Iterable[Mapping[Kind, Said]]) -> dict[Kind, Said]:
    joined: dict[Kind, Said] = {}
    for part in parts:
        assert not joined.keys() & part.keys(), f"two features have {joined.keys() & part.keys()}"
        joined |= part
    return joined


FEATURES: Final = Features()
