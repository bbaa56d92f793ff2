"""Who may ask for what, and by which rule: read from the rule book's data, by the state of the table.

The books name dealer and supervisors; a higher role may do what lower ones may (crown 1.2). The operator decides what
no book mentions: devices are a technician's, a session is the tournament director's. What a second person approves:
attended.py.
"""

from collections.abc import Callable
from typing import Final

from firmware.books import load_book
from firmware.game.coup_life import dealer_may_void
from firmware.game.rulebook import Act, Authorised, Irregularities, Treatment
from firmware.game.steps import Step
from firmware.table.core.commands import Command, Role
from firmware.table.core.feature import FEATURES
from firmware.table.core.state import TableState

# crown 1.2: each of these may do what those before may do
LADDER: Final = (Role.DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR)
DEALER, GAME, CASINO = (frozenset(LADDER[place:]) for place in range(len(LADDER)))
TECHNICAL: Final = GAME | {Role.TECHNICIAN}
TOURNAMENT: Final = frozenset({Role.TOURNAMENT_DIRECTOR})
Roles = frozenset[Role]
Asked = Command | Step
LEAST: Final[dict[str, Roles]] = {"dealer": DEALER, "game supervisor": GAME, "casino supervisor": CASINO}


def irregularities(state: TableState) -> Irregularities:
    """Return what the table's book says about irregularities."""
    return load_book(state.setup.rulebook).irregularities


def of_treatment(treatment: Treatment) -> Authorised:
    """Return who may do what a book orders in a case."""
    return Authorised(treatment.who, treatment.rule)


def act(name: Act) -> Callable[[TableState, object], Authorised]:
    """Return a rule that says who may do an act, by the book in play."""

    def by_the_book(state: TableState, _: object) -> Authorised:
        return load_book(state.setup.rulebook).authority[name]

    return by_the_book


def treatment(name: str) -> Callable[[TableState, object], Authorised]:
    """Return a rule that says who sees to an irregularity, by the book in play."""

    def by_the_book(state: TableState, _: object) -> Authorised:
        return of_treatment(getattr(irregularities(state), name))

    return by_the_book


def authorised(state: TableState, command: Asked) -> Authorised | None:
    """Return who may ask for a command by the rule book, and by which rule; None if it does not say."""
    wanted = FEATURES.asked.get(type(command))
    return None if wanted is None else wanted(state, command)


def rule_of(state: TableState, command: Asked) -> str:
    """Return the rule under which a command is asked for; empty if the book is silent."""
    by_the_book = authorised(state, command)
    return "" if by_the_book is None else by_the_book.rule


def in_name_of(state: TableState, staff: str, command: Asked, approved_by: str = "") -> str:
    """Return how the journal says in whose name something is done: the person, the role, who approved it, the rule."""
    by = _named(state, staff)
    if approved_by:
        by = f"{by}, approved by {_named(state, approved_by)}"
    rule = rule_of(state, command)
    return f"{by}, rule {rule}" if rule else by


def _named(state: TableState, staff: str) -> str:
    return f"{staff} {state.staff[staff].role}"


def may(state: TableState, role: Role, command: Asked) -> bool:
    """Whether a person of this role may ask for a command; nobody may ask for one that is in no list."""
    by_the_book = authorised(state, command)
    if by_the_book is not None:
        return role in LEAST[by_the_book.who]
    return role in FEATURES.beside.get(type(command), frozenset())


def confirmed_by(state: TableState, role: Role, command: Asked) -> Roles:
    """Return who must confirm what a person of this role asks for, whatever it moves; mostly nobody."""
    by_the_book = authorised(state, command)
    if by_the_book is None or by_the_book.second is None or role in LEAST[by_the_book.second]:
        return frozenset()
    return LEAST[by_the_book.second]


def least(state: TableState, command: Asked) -> Role | None:
    """Return who must come for a command: the lowest role that may ask for it."""
    by_the_book = authorised(state, command)
    if by_the_book is not None:
        return Role(by_the_book.who)
    roles = FEATURES.beside.get(type(command), frozenset())
    return next((role for role in Role if role in roles), None)


def dealers_void(state: TableState) -> bool:
    """Whether a dealer may void the open coup: it has neither wagers nor cards (11.4)."""
    return dealer_may_void(state.game)
