"""What happened, in a line each."""

from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.books import every_bet_name
from firmware.console.event_words import event_line, preview
from firmware.game import events as g
from firmware.game.hands import Winner
from firmware.game.wagers import ANY, Limit
from firmware.kit.words import words_of
from firmware.table.core.codec import KINDS
from firmware.table.core.events import OutcomeCorrected
from firmware.table.core.setup import Setup
from firmware.table.features.limits import LimitSet
from firmware.table.features.recalculating import Adjusted
from hal.cards import DECK, Card

NUMBERS = st.integers(1, 4_000_000_000_000)
BETS = sorted(every_bet_name())


def anything(of: Any) -> st.SearchStrategy[Any]:
    """Whatever a type allows."""
    origin, inside = get_origin(of), get_args(of)
    if of in PLAIN:
        return PLAIN[of]
    if isinstance(of, type) and issubclass(of, msgspec.Struct):
        return any_event(of)
    if origin is tuple and inside[-1] is Ellipsis:
        return st.lists(anything(inside[0]), max_size=3).map(tuple)
    if origin is dict:
        return st.dictionaries(anything(inside[0]), anything(inside[1]), max_size=3)
    return st.one_of(*map(anything, inside)) if origin in (Union, UnionType) else st.from_type(of)


def any_event(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """An event of a kind, with anything that its fields allow."""
    fields = {field.name: anything(field.type) for field in msgspec.structs.fields(kind)}
    return st.builds(kind, **{name: st.sampled_from(BETS) if name == "bet" else any_ for name, any_ in fields.items()})


PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    int: NUMBERS,
    str: st.text(min_size=1),
    Card: st.sampled_from(DECK),
    Setup: st.just(Setup("crown-baccarat")),
    Limit: st.builds(
        Limit, st.sampled_from((ANY, *BETS)), st.just(5_00), NUMBERS.filter(lambda most: most > 5_00), NUMBERS
    ),
}


@given(st.sampled_from(sorted(KINDS.values(), key=str)).flatmap(any_event), st.sampled_from(("en", "zh-Hans")))
def test_there_are_words_for_whatever_happens(event: g.Event, language: str) -> None:
    words = words_of(language)
    assert event_line(event, words)
    assert all(preview([event], words))


def test_what_has_words_of_its_own() -> None:
    hands = g.HandShown((Card("7S"), Card("KD")), 7), g.HandShown((Card("6H"), Card("KC")), 6)
    corrected = OutcomeCorrected(3, Winner.PLAYER, *hands, natural=False)
    assert event_line(corrected, words_of("en")) == "Coup 3: Player wins 7 – 6"
    limit = LimitSet(Limit("tie", 10_00, 500_00, 5_00))
    assert event_line(limit, words_of("en")) == "Tie: $10 – $500, in steps of $5"


def test_an_adjustment_says_where_the_money_goes() -> None:
    english = words_of("en")
    assert preview([Adjusted(1, 2, -100_00)], english) == ("Terminal 2: −$100 is adjusted",)
    assert preview([Adjusted(1, 2, -100_00, held=-50_00, kept=-60_00)], english) == (
        "Terminal 2: −$100 is adjusted",
        "Terminal 2: the winnings held change by −$50",
        "Terminal 2: the winnings that the house kept change by −$60",
    )
    assert event_line(Adjusted(1, 2, 0, held=50_00), english) == "Terminal 2: the winnings held change by $50"


@pytest.mark.parametrize(
    ("language", "rule", "line"),
    [
        ("en", "11.2", "The card is set aside (rule 11.2)"),
        ("en", None, "The card is set aside (the book is silent)"),
        ("zh-Hans", "11.2", "（规则 11.2）"),
        ("zh-Hans", None, "（规则未提及）"),
    ],
)
def test_a_ruling_says_its_rule_or_that_there_is_none(language: str, rule: str | None, line: str) -> None:
    assert event_line(g.Ruling("excess_card", "set-aside", rule, "dealer"), words_of(language)).endswith(line)
