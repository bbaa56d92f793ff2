"""The cases: a book, an instant, one kind, what comes between, another kind. How each is played, and held."""

import random
from collections.abc import Iterator
from typing import NamedTuple

import pair_cards
import pair_limits
import pair_money
import pair_rulings
from pair_instants import INSTANTS, stand
from pair_kinds import KINDS, lines_of, missing
from pair_people import People
from pair_table import Broken, Table

BOOKS = (
    "crown-traditional", "crown-baccarat", "mbs-rapid-no-commission", "mbs-no-commission", "mbs-baccarat",
    "rws-non-commission",
)  # fmt: skip
# What comes between the two: nothing; all that is asked is answered; one step of play more; the next coup's betting.
AT_ONCE, ANSWERED, A_STEP_LATER, NEXT_COUP = GAPS = ("at once", "answered", "a step later", "next coup")
NOTHING_ASKED = "nothing is asked: the same as at once"


class Case(NamedTuple):
    """One story."""

    book: str
    instant: str
    first: str
    gap: str
    second: str
    seed: int

    def __str__(self) -> str:
        return f"{self.book}; {self.instant}: {self.first}; {self.gap}: {self.second} (seed {self.seed})"


class Prefix:
    """A table up to what comes before the second kind; or why there is none; or what broke on the way."""

    __slots__ = ("broken", "table", "why")

    def __init__(self, table: Table | None, why: str = "", broken: Broken | None = None) -> None:
        self.table, self.why, self.broken = table, why, broken


class Prefixes:
    """Tables up to the second kind, each played once."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._stands: dict[tuple[str, str, int], Table | None] = {}

    def stand(self, book: str, instant: str, ats: int = 2) -> Table | None:
        """Return a table that stands at an instant."""
        where = (book, instant, ats)
        if where not in self._stands:
            self._stands[where] = stand(*where)
        return self._stands[where]

    def all_of(self, book: str, instant: str, first: str) -> dict[str, Prefix]:
        """Return the prefix for each gap."""
        return {gap: self.one(book, instant, first, gap) for gap in GAPS}

    def one(self, book: str, instant: str, first: str, gap: str) -> Prefix:
        """Return one prefix."""
        stands = self.stand(book, instant)
        if stands is None:
            return Prefix(None, INSTANTS[instant].why)
        why = missing(stands, first)
        if why:
            return Prefix(None, why)
        table = stands.branch()
        chance = random.Random(f"{self.seed} {book} {instant} {first} {gap}")
        try:
            tell(table, first, chance)
            if gap == ANSWERED and not (table.blocked or table.state.frozen):
                return Prefix(None, NOTHING_ASKED)
            let_pass(table, gap, chance)
        except Broken as broken:
            broken.lines = tuple(table.lines)
            return Prefix(table, broken=broken)
        return Prefix(table)


def tell(table: Table, kind: str, chance: random.Random) -> None:
    """Tell a table one kind."""
    for line in lines_of(table, kind, chance):
        table.tell(line)


def let_pass(table: Table, gap: str, chance: random.Random) -> None:
    """Let people do what comes between two kinds."""
    people = People(table, chance)
    if gap == ANSWERED:
        people.answer()
    elif gap == A_STEP_LATER:
        people.answer()
        people.one_step()
    elif gap == NEXT_COUP:
        people.open_next()


def finish(table: Table, chance: random.Random) -> None:
    """Bring a table to its end, and hold all that happened at it."""
    People(table, chance).end()
    hold(table)


def hold(table: Table) -> None:
    """Hold all that happened at a table that has come to its end."""
    pair_cards.check(table)
    pair_money.check(table)
    pair_limits.check(table)
    pair_rulings.check(table)


def end(prefix: Prefix, case: Case) -> str:
    """Play the second kind and the end; return why there is no such case, if there is none. Raises Broken."""
    if prefix.broken is not None:
        raise prefix.broken
    if prefix.table is None:
        return prefix.why
    why = missing(prefix.table, case.second)
    if why:
        return why
    play(prefix, case)
    return ""


def play(prefix: Prefix, case: Case) -> Table:
    """Return a table at which a case was played to its end. Raises Broken."""
    assert prefix.table is not None
    table = prefix.table.branch()
    try:
        chance = random.Random(str(case))
        tell(table, case.second, chance)
        finish(table, chance)
    except Broken as broken:
        broken.lines = tuple(table.lines)
        raise
    return table


def sample(seed: int, book: str) -> Iterator[tuple[Case, Prefix]]:
    """Yield a case of each ordered pair of which there is one in a book."""
    prefixes = Prefixes(seed)
    for first in KINDS:
        yield from _of_first(prefixes, book, first)


def _of_first(prefixes: Prefixes, book: str, first: str) -> Iterator[tuple[Case, Prefix]]:
    """Yield a case for each second kind with which there is one, at an instant by chance."""
    chance = random.Random(f"{prefixes.seed} {book} {first}")
    places = [(instant, gap) for instant in INSTANTS for gap in GAPS]
    # Most are never asked for: a prefix is played for the first that is.
    played: dict[tuple[str, str], Prefix] = {}
    for second in KINDS:
        left = list(places)
        while left:
            place = left.pop(chance.randrange(len(left)))
            instant, gap = place
            if place not in played:
                played[place] = prefixes.one(book, instant, first, gap)
            prefix = played[place]
            if prefix.table is None:
                places.remove(place)
            elif prefix.broken is not None or not missing(prefix.table, second):
                yield Case(book, instant, first, gap, second, prefixes.seed), prefix
                break


def some_of(seed: int, book: str, many: int) -> list[tuple[Case, Prefix]]:
    """Return so many cases of a book, each of other kinds than the others come first with."""
    chance, prefixes = random.Random(seed), Prefixes(seed)
    of_firsts = [list(_of_first(prefixes, book, first)) for first in chance.sample(list(KINDS), many)]
    return [chance.choice(cases) for cases in of_firsts if cases]
