"""Commands of every kind there is, with values that are sensible, and values that nobody should say."""

from collections.abc import Iterator
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from firmware.game import steps as s
from firmware.table.core.bet_bounds import BetBounds
from firmware.table.core.commands import Command, OfStaff
from firmware.table.core.feature import FEATURES
from firmware.table.core.hall_change import change_to, marked
from firmware.table.core.hall_page import HallAsk, HallChoice, HallPage, HallSeat, HallTable, Why
from firmware.table.core.session_bounds import RoundBounds
from firmware.table.core.session_standing import Leader, SeatStanding, SessionStanding
from firmware.table.core.session_terms import NO_TERMS, SessionTerms
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.freezing import FreezeAccounts
from firmware.table.features.hall_pages import AnswerHall, AskHall, ShowHall
from firmware.table.features.opening import OpenTable
from firmware.table.features.seat_joining import JoinSeat
from firmware.table.features.session_notices import AnnounceBounds
from firmware.table.features.session_standings import PostStandings
from firmware.table.features.sessions import SessionSeat, StartSession
from firmware.table.features.settings import ReadSettings
from firmware.table.features.tournament_tables import AdjustPoints, NameSeat
from hal.cards import DECK, Card

# A feature's commands are known once it is, and those of a new one are among all kinds by themselves.
assert FEATURES.decides
LIFE: Final = "00112233445566aa"
ABSURD: Final = (10**14 - 1, 10**14, 2**53 - 1, 2**53, 2**63 - 1, 2**63, -1, -(2**63), 10**4299, -(10**4298))
STRANGE: Final = (
    "",
    "\ud800",
    "\0",
    "\r\n2 settled",
    "\x1b[2J",
    "x" * 399,
    "x" * 401,
    "x" * 100_000,
    "\u202e",
    "百家乐",
    "'\"\\",
)
# By a field's name, what makes sense there.
SENSIBLE: Final[dict[str, tuple[Any, ...]]] = {
    "approved_by": ("", "", "202"),
    "ats": (1, 1, 2, 3),
    "amount": (0, 5_00, 10_00, 12_50, 20_00, 100_00),
    "banker": ((Card("4D"), Card("2H")), (Card("9D"), Card("TH")), ()),
    "bet": ("player", "banker", "tie", "player-pair", "*"),
    "cash_out": (1, 2, 3),
    "cause": ("dealer",),
    "claim": (1,),
    "console": ("sgc",),
    "copy": (0, 1),
    "coup": (1, 1, 2),
    "credit": (1000_00,),
    "currency": ("USD", "USD", "AUD", ""),
    "desk": ("cage-1",),
    "device": ("ats-1 note_acceptor", "shoe", "ats-2 attendant"),
    "doubt": ("first",),
    "last": (0, 2),
    "life": (LIFE, LIFE, "f" * 16, ""),
    "maximum": (5000_00, None),
    "minimum": (10_00, None),
    "name": ("cup",),
    "note": (1, 2, 3),
    "number": ("first",),
    "option": ("void", "play-on", "carry", "set-aside"),
    "period": (30_000,),
    "minutes": (1, 5, 60),
    "player": ((Card("7S"), Card("KC")), ()),
    "reason": ("because",),
    "request": ("a1", "a2"),
    "rulebook": ("crown-baccarat", "crown-traditional"),
    "side_wagers": ({"pairs": 1}, {}),
    "seed": ("00ff" * 8,),
    "staff": ("303", "303", "202", "101"),
    "stakes": ({"player": 5_00}, {"player-pair": 5_00, "banker": 10_00}, {"tie": 0, "player": 10_00}),
    "step": (5_00, None),
    "terminals": ((1, 2), (2, 3)),
    "until": (0,),
    "what": ("fault jam_acceptor", "called"),
}
# What a shoe's own driver says is in order: only the words in it can be strange.
OF_STEPS: Final[dict[str, tuple[Any, ...]]] = {
    "drawn": (True,),
    "position": (0, 1, 2, 3),
    "back": (0, 1, 2),
    "closes_at": (None,),
    "decks": (8,),
    "cut_depth": (20,),
}
BOUNDS: Final = (BetBounds("*", 10_00, 500_00, 5_00), BetBounds("tie", 5_00, 100_00, 5_00))
HALL: Final = HallPage(
    "0a", "Cup", "ready", asks=(HallAsk("start", (HallChoice("start", "session start"),)),), tables=(HallTable(1),)
)
LATER: Final = replace(HALL, tables=(HallTable(1, 3),), seats=(HallSeat(1, 2, 11, "Ada"), HallSeat(0, 0, 12, "Bo")))
# What a name means to one kind alone.
OF_KIND: Final[dict[tuple[type[Struct], str], tuple[Any, ...]]] = {
    (NameSeat, "player"): (11, 12, 13),
    (JoinSeat, "player"): (14, 15),
    (JoinSeat, "points"): (0, 100_00),
    (AdjustPoints, "points"): (100, -100),
    (StartSession, "seats"): ((), (SessionSeat(1, 11, 100_00), SessionSeat(2, 12, 100_00))),
    (StartSession, "terms"): (NO_TERMS, SessionTerms(open_wagers=True)),
    (AnnounceBounds, "bounds"): (RoundBounds(), RoundBounds(10_00), RoundBounds(0, BOUNDS)),
    (SessionTerms, "limits"): ((), BOUNDS),
    (PostStandings, "standing"): (
        SessionStanding("0a", "Final", 9, -1, hidden=False, over=False, cash=True, leaders=(Leader(1, 11, "Ada", 5),)),
        SessionStanding("0b", "Final 1", 9, 3, hidden=True, over=False, cash=False, seats=(SeatStanding(1, 2, 5, -1),)),
    ),
    (ShowHall, "change"): (
        None,
        change_to(HALL),
        change_to(LATER, marked(HALL)),
        change_to(marked(HALL), marked(LATER)),
    ),
    (AskHall, "do"): ("start",),
    (AskHall, "step"): ("session start",),
    (AnswerHall, "why"): (None, Why("not_briefed", "12.2.3", {"player": 1})),
    (AnswerHall, "number"): (1, 2),
    **{(SessionTerms, name): (0, 20_00) for name in ("minimum", "maximum")},
}
# One value in so many is any that there is.
RARELY: Final = 8
HANDS: Final = st.lists(st.sampled_from(DECK), min_size=2, max_size=3, unique=True).map(tuple)
PLAIN: Final[dict[Any, st.SearchStrategy[Any]]] = {
    int: st.integers(-2, 5) | st.sampled_from(ABSURD),
    str: st.sampled_from(STRANGE) | st.text(max_size=8),
    bool: st.booleans(),
    NoneType: st.none(),
    Card: st.sampled_from(DECK),
    Command: st.deferred(lambda: of_people),
    s.Step: st.deferred(lambda: of_people),
}


def kinds(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from kinds(one)


def any_of(kind: Any) -> st.SearchStrategy[Any]:
    """Return values of a type, absurd ones among them."""
    parts, origin = get_args(kind), get_origin(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if origin is not None:
        return _GENERIC[origin](parts)
    return st.sampled_from(list(kind)) if issubclass(kind, Enum) else built(kind)


def _one_of(parts: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    return st.one_of(*map(any_of, parts))


def _several(parts: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    return HANDS if parts[0] is Card else st.lists(any_of(parts[0]), max_size=4).map(tuple)


def _by_key(parts: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    return st.dictionaries(any_of(parts[0]), any_of(parts[1]), max_size=3)


_GENERIC: Final = {Union: _one_of, UnionType: _one_of, Literal: st.sampled_from, tuple: _several, dict: _by_key}


def _of_field(kind: type[Struct], name: str, of: Any) -> st.SearchStrategy[Any]:
    if issubclass(kind, s.Step) and name in OF_STEPS:
        return st.sampled_from(OF_STEPS[name])
    any_value = any_of(of)
    if kind is OfStaff and name == "what":
        return any_value | st.sampled_from([FreezeAccounts(), BuyIn(2, 50_00)])
    values = OF_KIND.get((kind, name)) or SENSIBLE.get(name)
    if values is not None and of is int:
        values = tuple(value for value in values if value is not None)  # a figure that is always there
    if values is None or get_origin(of) is Literal:
        return any_value
    sensible = st.sampled_from(values)
    return st.integers(0, RARELY).flatmap(lambda one_in: sensible if one_in else any_value)


@cache
def built(kind: type[Struct]) -> st.SearchStrategy[Any]:
    """Return values of a structure; what it cannot be is left out, as None."""
    hints = get_type_hints(kind)
    fields = st.fixed_dictionaries({name: _of_field(kind, name, hints[name]) for name in kind.__struct_fields__})

    def make(values: dict[str, Any]) -> Any:
        try:
            return kind(**values)
        except ValueError:
            return None

    return fields.map(make)


def is_built(command: Any) -> bool:
    return command is not None and getattr(command, "what", command) is not None


# The opening and the settings are the configuration's, which is read with care (check-config), and not anybody's to
# say again.
# A test may have a command of its own, which the table does not have.
OF_TABLE: Final = {kind for kind in (*kinds(Command), *kinds(s.Step)) if kind.__module__.startswith("firmware.")}
KINDS: Final = sorted(OF_TABLE - {OpenTable, ReadSettings}, key=lambda kind: kind.__name__)
of_people: Final = st.one_of(*(built(kind) for kind in KINDS if kind is not OfStaff)).filter(is_built)
any_command: Final = st.one_of(*map(built, KINDS)).filter(is_built)
