"""Each field of each message has its bound, in its type; what is beyond it cannot be read."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from each_case import each
from msgspec import inspect

from firmware.books import book_ids, every_bet_name, load_book
from firmware.link import bounds, sizes
from firmware.link import messages as m
from firmware.link.message import Asked, Message
from firmware.link.plain import plain
from firmware.link.quota import BY_KIND
from firmware.link.report_messages import TellFault
from firmware.link.software_messages import TellSoftware
from firmware.link.tournament_messages import OrderTable, PageOrder
from firmware.link.wager_messages import SetWager, ShownAtClose
from firmware.table.core.hall_page import (
    ASKS,
    AT_ONCE,
    CHOICES,
    GROUND_SAID,
    GROUNDS,
    MOST_NAMED,
    NAMED,
    SAID,
    SEAT_NAMED,
    TABLES,
    HallAsk,
    HallChange,
    HallChoice,
    HallSeat,
    HallTable,
    Why,
)
from hal.faults import FAULTS
from hal.panel import INPUTS

pytestmark = pytest.mark.lab(80)

MESSAGES = [kind for kind in vars(m).values() if isinstance(kind, type) and issubclass(kind, Message)]
FIELDS = [
    (kind.__name__, field.name, field.type)
    for kind in MESSAGES
    for field in getattr(inspect.type_info(kind), "fields", ())
]
FREE = (inspect.BoolType, inspect.NoneType, inspect.LiteralType, inspect.EnumType, inspect.StructType)


def unbounded(kind: Any) -> Iterator[str]:
    """What of a type has no bound: any number, any length."""
    for name, without in WITHOUT.items():
        if isinstance(kind, getattr(inspect, name)):
            yield from without(kind)
            return
    if not isinstance(kind, FREE):
        yield f"a kind that this test does not know: {kind}"


def within(*kinds: Any) -> list[str]:
    return [one for kind in kinds for one in unbounded(kind)]


def short(kind: Any, what: str) -> list[str]:
    return [] if kind.max_length is not None else [what]


WITHOUT: dict[str, Callable[[Any], list[str]]] = {
    "UnionType": lambda kind: within(*kind.types),
    "IntType": lambda kind: ["a whole number"] if kind.ge is None or kind.le is None else [],
    "StrType": lambda kind: ["a text"] if kind.max_length is None or kind.pattern is None else [],
    "BytesType": lambda kind: short(kind, "bytes"),
    "VarTupleType": lambda kind: [*short(kind, "how many"), *within(kind.item_type)],
    "DictType": lambda kind: [*short(kind, "how many"), *within(kind.key_type, kind.value_type)],
}


@each("message, field, kind", FIELDS)
def test_each_field_has_its_bound_in_its_type(message: str, field: str, kind: Any) -> None:
    assert not list(unbounded(kind)), f"{message}.{field}"


def test_a_field_without_a_bound_would_be_found() -> None:
    assert list(unbounded(inspect.type_info(dict[str, int]))) == ["how many", "a text", "a whole number"]
    assert list(unbounded(inspect.type_info(tuple[str, ...] | None))) == ["how many", "a text"]
    assert list(unbounded(inspect.type_info(bytes))) == ["bytes"]
    assert list(unbounded(inspect.type_info(float)))


def fits(kind: Any, value: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def test_the_words_are_those_that_exist() -> None:
    assert sorted(bounds.BETS) == sorted(every_bet_name())
    for book in map(load_book, book_ids()):
        assert fits(bounds.Book, book.id)
        assert all(fits(bounds.SideWager, group.side_wager) for group in book.side_groups)
    for code in FAULTS:
        assert fits(bounds.Report, f"fault {code}")
        assert fits(bounds.Report, f"cleared {code}")
    for name in INPUTS:
        assert fits(bounds.Report, f"{name} on")


# How large that can become.


@pytest.mark.parametrize("kind", BY_KIND)
def test_the_longest_request_of_each_kind_fits(kind: type[Asked]) -> None:
    longest = bounds.LONGEST_ORDER if kind is OrderTable else bounds.LONGEST_REQUEST
    assert sizes.largest_request(kind) <= longest


def test_the_limits_of_size_are_a_little_above_what_is_said_at_most() -> None:
    longest = max(sizes.largest_request(kind) for kind in BY_KIND if kind is not OrderTable)
    answer = max(
        sizes.largest_answer(*parts)
        for parts in (
            ("public", "account"),
            ("frames",),
            ("hall",),
            ("refusal",),
            ("desk",),
            ("head",),
            ("ticket", "table"),
        )
    )
    for most, limit in (
        (longest, bounds.LONGEST_REQUEST),
        (sizes.largest_request(OrderTable), bounds.LONGEST_ORDER),
        (answer, bounds.LONGEST_MESSAGE),
        (sizes.largest_message(m.Beat), bounds.LONGEST_BEAT),
    ):
        assert limit / 2 <= most <= limit


MOST = 2**53 - 1
NAME = "\U00020000" * NAMED
WHY = Why("a" * 40, "1" * 24, {letter * 16: "\U00020000" * SAID for letter in "abc"})
TIED = (99_999,) * MOST_NAMED
# What stands on the page is kept in the table's record, which holds no larger figure.
LARGE = 10**14 - 1
LARGEST_CHANGE = HallChange(
    *("a" * 8,) * 2, NAME, "between", NAME, present=False, round=NAME, session=LARGE, sessions=LARGE, since=LARGE,
    until=LARGE, players=LARGE,
    asks=(
        HallAsk(
            "determined", (HallChoice("sign-off", '"' * SAID),) * 2, *(NAME,) * 2, LARGE, 50, *(LARGE,) * 2, TIED,
            LARGE, 50,
        ),
    ) * ASKS,
    acts=(HallChoice("start-without", '"' * SAID),) * CHOICES, grounds=("\U00020000" * GROUND_SAID,) * GROUNDS,
    tables=(HallTable(*(LARGE,) * 4, finished=True, why=WHY, name=NAME),) * TABLES, gone=(LARGE,) * TABLES,
    seats=(HallSeat(9999, 50, 99_999, "\U00020000" * SEAT_NAMED, "waiting"),) * AT_ONCE, left=(99_999,) * AT_ONCE,
)  # fmt: skip
LARGEST: list[Message] = [
    m.Envelope("9" * 48, 2**53 - 1, SetWager("player-perfect", 10**14 - 1), "a" * 16, MOST),
    m.Envelope("9" * 48, 2**53 - 1, TellFault("ticket_printer", "fault lost", "\U00020000" * 160), "a" * 16, MOST),
    m.Envelope("'" * 48, 0, m.ShowPocket(1, (m.PrintedView("1" * 18, 2**63 - 1),) * 8), "a" * 16, MOST),
    m.Envelope('"' * 48, MOST, OrderTable(PageOrder(LARGEST_CHANGE)), "a" * 16, MOST),
    m.Envelope(
        "9" * 48,
        MOST,
        TellSoftware("unproven", "9" * 32, *("a" * 64,) * 2, 2**31 - 1, "\U00020000" * 64, 1, "a" * 32, "a" * 64),
        "a" * 16,
        MOST,
    ),
    m.Envelope('"' * 48, 0, ShownAtClose(2**31 - 1, dict.fromkeys(bounds.BETS, 10**14 - 1))),
]


@pytest.mark.parametrize("envelope", LARGEST)
def test_no_request_is_longer_than_its_bounds_say(envelope: m.Envelope) -> None:
    said = msgspec.json.encode(envelope)
    assert msgspec.json.decode(said, type=m.Envelope) == envelope
    most = sizes.largest_request(type(envelope.what))
    assert most * 0.7 <= len(said) <= most


ENVELOPE = '{"number": "1", "until": 1, "what": %s}'
BEYOND = [
    '{"ask": "credit-note", "amount": 1%s}' % ("0" * 4299),
    '{"ask": "credit-note", "amount": 1000000000000}',
    '{"ask": "credit-note", "amount": 0}',
    '{"ask": "credit-note", "amount": -2000}',
    '{"ask": "doubt-note", "note": "1-1", "amount": -1, "why": ""}',
    '{"ask": "doubt-note", "note": "1-1", "amount": 2000, "why": "%s"}' % ("x" * 161),
    '{"ask": "wager", "bet": "player", "amount": 100000000000000}',
    '{"ask": "wager", "bet": "everything", "amount": 500}',
    '{"ask": "wager", "bet": "player\\n", "amount": 500}',
    '{"ask": "tell-fault", "device": "fridge", "what": "called", "detail": ""}',
    '{"ask": "tell-fault", "device": "panel", "what": "fault of_nobodys", "detail": ""}',
    '{"ask": "tell-fault", "device": "panel", "what": "fault lost", "detail": "\\r\\n2 settled"}',
    '{"ask": "tell-fault", "device": "panel", "what": "fault lost", "detail": "\\u001b[2J"}',
    '{"ask": "tell-ticket", "ticket": "00642918818544610", "fate": "printed", "why": ""}',
    '{"ask": "tell-ticket", "ticket": "006429188185446104", "fate": "eaten", "why": ""}',
    '{"ask": "show-ticket", "ticket": "00642918818544610x"}',
    '{"ask": "shown-at-close", "coup": -1, "wagers": {}}',
    '{"ask": "shown-at-close", "coup": 1, "wagers": {"player": -500}}',
    '{"ask": "shown-at-close", "coup": 1, "wagers": {"x": 500}}',
]


@pytest.mark.parametrize("what", BEYOND)
def test_what_is_beyond_its_bound_cannot_be_read(what: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(ENVELOPE % what, type=m.Envelope)


@pytest.mark.parametrize("number", ["x" * 49, "1\\n2", "\\u001b[2J"])
def test_a_number_that_could_hide_something_cannot_be_read(number: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode((ENVELOPE % '{"ask": "snapshot"}').replace('"1"', f'"{number}"'), type=m.Envelope)


@pytest.mark.parametrize("said", ["jam\r\n2 settled", "\x1b[2J", "x" * 1000, "\x85\u2028", "\ud800", "\r" * 160])
def test_what_a_device_says_is_made_to_fit(said: str) -> None:
    report = TellFault("panel", "fault lost", plain(said))
    assert msgspec.json.decode(msgspec.json.encode(report), type=TellFault) == report
