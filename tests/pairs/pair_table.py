"""A table that is played purely, by the lines of a scenario, and cheaply branched: for a great many stories."""

import random
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from firmware.books import rules_of
from firmware.game import events as g
from firmware.game.steps import FACTS, CloseBets
from firmware.refusal import Refused
from firmware.table.core.decide import decide
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.opening import OpenTable
from hal.cards import DECK, Card
from sim.scenario import read_step
from sim.scenario_actions import Wait

DECKS = 4
# Plain texts: they are looked up for each card that is drawn.
NAMES = tuple(map(str, DECK))
SIDES = {"crown": {"pairs": 1, "dragon": 2, "super6": 1}, "mbs": {"pairs": 1}, "rws": {"pairs": 1}}
# How often a card is one of which there has been one; how many leave at once at most.
ALIKE = 0.1
MOST_AT_ONCE = 3
WORDS = {"crown": "pairs,dragon:2,super6:1", "mbs": "pairs:1", "rws": "pairs:1"}
FACT_TYPES: frozenset[type[Any]] = FACTS | {Malfunction}

read = lru_cache(maxsize=20_000)(read_step)


@lru_cache(maxsize=20_000)
def cards_in(line: str) -> frozenset[str]:
    """Return the cards that a line names."""
    return frozenset(word for word in line.replace(",", " ").split() if word in DECK)


@cache
def taker_of(record: type[Any], kind: type[Any]) -> Any:
    """Return what a record does about events of a kind: its method of that name, if it has one."""
    return getattr(record, f"_{kind.__name__}", None)


class Broken(AssertionError):
    """What must always hold does not. `what`: in few words, the same for all that are broken alike.

    `lines`: the scenario in which it was seen.
    """

    def __init__(self, what: str, how: str = "", lines: tuple[str, ...] = ()) -> None:
        super().__init__(f"{what}: {how}" if how else what)
        self.what, self.how, self.lines = what, how, lines

    def __reduce__(self) -> tuple[type["Broken"], tuple[str, str, tuple[str, ...]]]:
        """Let a process hand it to another."""
        return Broken, (self.what, self.how, self.lines)


def need(holds: object, what: str, how: object = "") -> None:
    """Say that something does not hold."""
    if not holds:
        raise Broken(what, str(how))


def family(book: str) -> str:
    """Return the house whose column of rulings.md a book has."""
    return book.partition("-")[0]


class Told:
    """One line that the table took, and how much had happened before."""

    __slots__ = ("action", "at", "line")

    def __init__(self, line: str, action: Any, at: int) -> None:
        self.line, self.action, self.at = line, action, at


class Table:
    """A table, all that it was told, and all that happened. `lines`: the scenario that comes to the same."""

    __slots__ = ("at", "book", "events", "lines", "out", "refused", "rules", "state", "told")

    def __init__(self, book: str, ats: int = 2) -> None:
        sides = SIDES[family(book)]
        setup = Setup(book, ats=ats, decks=DECKS, side_wagers=sides)
        self.book, self.at = book, 0
        self.rules = rules_of(book, sides, DECKS)
        self.lines = [f"rulebook {book}", f"table ats={ats} decks={DECKS} side={WORDS[family(book)]}"]
        self.told: list[Told] = []
        self.refused: list[tuple[str, str]] = []
        self.events, self.state = decide(self.rules, TableState(setup), OpenTable(setup), 0, self.of_coup)
        self.events = list(self.events)
        # Cards of which nobody has seen one: each is what it is, wherever it lies.
        self.out: set[str] = {"7S"}

    def branch(self) -> "Table":
        """Return another that has come as far."""
        other = object.__new__(Table)
        other.book, other.rules, other.state, other.at = self.book, self.rules, self.state, self.at
        other.events, other.lines, other.told = list(self.events), list(self.lines), list(self.told)
        other.refused, other.out = list(self.refused), set(self.out)
        return other

    def of_coup(self, coup: int) -> list[g.Event]:
        """Return a coup's events, as the journal does."""
        return [event for event in self.events if getattr(event, "coup", None) == coup]

    def tell(self, line: str) -> Refused | None:
        """Take a line; what it refuses leaves no trace, and a fact is never refused."""
        action = read(line)
        self.lines.append(line)
        self.out |= cards_in(line)
        if isinstance(action, Wait):
            self.told.append(Told(line, action, len(self.events)))
            self._wait(round(action.seconds * 1000))
            return None
        try:
            events, self.state = decide(self.rules, self.state, action, self.at, self.of_coup)
        except Refused as refusal:
            need(type(action) not in FACT_TYPES, "a fact is refused", f"{line}: {refusal}")
            word = line.split(maxsplit=1)[0]
            need(not self.can(word, line), f"a step that a person can take is refused: {word}", f"{line}: {refusal}")
            self.refused.append((line, refusal.code.value))
            return refusal
        except Exception as error:
            raise Broken(f"the table fails: {type(error).__name__}", f"{line}: {error}") from error
        self.told.append(Told(line, action, len(self.events)))
        self.events.extend(events)
        return None

    def _wait(self, milliseconds: int) -> None:
        """Let time pass: the wagering period may come to its end (8.1)."""
        until = self.at + milliseconds
        coup = self.coup
        if coup is not None and coup.betting and coup.closes_at is not None and coup.closes_at <= until:
            self.at = coup.closes_at
            events, self.state = decide(self.rules, self.state, CloseBets("elapsed"), self.at, self.of_coup)
            self.events.extend(events)
        self.at = until

    def new(self, chance: random.Random) -> str:
        """Return a card that has not been seen at this table, as long as there is one; now and then one's like."""
        unseen = [card for card in NAMES if card not in self.out]
        alike = any(self._again()) and (not unseen or chance.random() < ALIKE)
        card = chance.choice(list(self._again()) if alike else unseen)
        self.out.add(card)
        return card

    def _again(self) -> Iterator[str]:
        """Yield the cards of which there has been one, and can be another."""
        return (str(card) for card in DECK if card in self.out and card != "7S" and not self._all_out(card))

    def _all_out(self, card: Card) -> bool:
        shoe = self.state.game.shoe
        return shoe is not None and shoe.left(card) < MOST_AT_ONCE

    # What a person sees.

    @property
    def coup(self) -> Any:
        """The coup that is open."""
        return self.state.game.coup

    @property
    def asked(self) -> g.Question | None:
        """The question that is put."""
        return self.state.game.questions[0] if self.state.game.questions else None

    @property
    def blocked(self) -> bool:
        """Whether a question is open, or a card unread."""
        return bool(self.state.game.questions or self.state.game.unread)

    def can(self, word: str, line: str) -> bool:
        """Whether the console offers a step: one of those that bring a coup to its end."""
        coup, game, frozen = self.coup, self.state.game, self.state.frozen
        betting = coup is not None and coup.betting
        options = self.asked.options if self.asked else ()
        steps = {
            "decide": not (game.unread or frozen) and line.rsplit(maxsplit=1)[-1] in options,
            "enter": bool(game.unread),
            "unfreeze": frozen,
            "void": coup is not None and not frozen and line == word,
            "close": betting and not self.blocked,
            "bets": not (coup or self.blocked or "system" in self.state.faults) and game.shoe is not None,
            "confirm": coup is not None and not (betting or self.due() or self.blocked or frozen),
        }
        return steps.get(word, False)

    def due(self) -> str | None:
        """Return the hand to which the next card belongs by the books' table of play."""
        coup = self.coup
        return None if coup is None else due(coup.player, coup.banker)


BANKER = (
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDDSD",
    "DSSDDDDDDSS",
    "DSSSSDDDDSS",
    "SSSSSSSDDSS",
    "S" * 11,
)


def points(cards: Any) -> int:
    """Return what cards count."""
    return sum("A23456789".find(card[0]) + 1 for card in cards) % 10


def due(player: Any, banker: Any) -> str | None:
    """Return the hand that draws next: crown 8.3.3 and 9, mbs 3.7 to 3.9, rws 3.4 to 3.6."""
    if len(banker) < 2:
        return "player" if len(player) == len(banker) else "banker"
    if max(points(player[:2]), points(banker[:2])) > 7 or len(banker) > 2:
        return None
    if len(player) == 2 and points(player) < 6:
        return "player"
    column = 0 if len(player) == 2 else points(player[2:]) + 1
    return "banker" if BANKER[points(banker)][column] == "D" else None
