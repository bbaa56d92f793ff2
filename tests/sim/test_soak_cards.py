"""The soak's own truth about a shoe: which cards left it, in which order, and what the journal may say of them when."""

import asyncio
import random

import pytest

from firmware.game import events as g
from firmware.table.core.stopped import TableStopped
from firmware.table.features.devices import DeviceReported
from hal.cards import Card
from sim.failures import failure
from sim.soak.cards import ShoeCards
from sim.soak.run import soak

FIRST, SECOND, THIRD, OTHER = Card("7S"), Card("KD"), Card("6H"), Card("2C")


def shoe(*cards: Card) -> ShoeCards:
    found = ShoeCards()
    found.inside = list(reversed(cards))
    return found


def laid(card: Card) -> g.CardLaid:
    return g.CardLaid(1, card, "player", 1)


def test_cards_on_record_in_the_order_in_which_they_left() -> None:
    cards = shoe(FIRST, SECOND, THIRD)
    taken = [cards.take(), cards.take()]
    assert taken == [FIRST, SECOND]
    assert cards.missing == FIRST
    assert [cards.happened(laid(card)) for card in taken] == ["", ""]
    assert (cards.missing, cards.suspect) == (None, "")
    cards.take()
    cards.leave_in()
    assert cards.inside == [THIRD]


def test_cards_in_another_order_and_one_too_many_are_told_with_the_next() -> None:
    cards = shoe(FIRST, SECOND)
    cards.take()
    cards.take()
    assert cards.happened(laid(SECOND)) == ""
    assert cards.happened(laid(OTHER)) == "card 1 of the shoe is 7S, and KD on record"
    assert cards.happened(laid(OTHER)) == "card 2 of the shoe is KD, and 2C on record"
    assert cards.suspect == "2C is on record, and no card had left the shoe"
    assert "is taken for a foreign card" in cards.happened(g.Irregularity(1, "foreign_card", None, FIRST))


def test_a_misread_card_is_told_of_by_copies_that_differ() -> None:
    cards = shoe(FIRST, SECOND)
    cards.take()
    cards.happened(laid(OTHER))
    assert cards.suspect
    cards.happened(DeviceReported("shoe", "fault copies_differ", ""))
    cards.take()
    assert cards.happened(laid(SECOND)) == ""


def test_a_card_that_nobody_heard_of_waits_for_the_dealer() -> None:
    cards = shoe(FIRST, SECOND)
    cards.take(unheard=True)
    cards.take()
    assert cards.happened(laid(SECOND)) == ""
    assert (cards.suspect, cards.face_down) == ("", [FIRST])
    cards.turn_up()
    assert cards.missing == FIRST
    cards.give_up()
    assert cards.missing is None


def test_an_overdrawn_card_leaves_when_the_shoe_names_it() -> None:
    cards = shoe(FIRST, SECOND)
    cards.take()
    cards.lay_face_down()
    cards.take()
    assert [cards.happened(laid(card)) for card in (SECOND, FIRST)] == ["", ""]
    assert (cards.suspect, cards.face_down) == ("", [])


def test_a_shoe_begins_with_what_was_shuffled_or_with_what_is_left() -> None:
    cards = ShoeCards()
    cards.shuffle(2, random.Random(1))
    cards.happened(g.ShoeStarted(2, 2, burned=False, burn_due=False, cut_depth=14))
    assert len(cards.inside) == 104
    cards.fill_with([FIRST, SECOND], random.Random(1))
    assert sorted(cards.inside) == sorted([FIRST, SECOND])
    cards.happened(laid(SECOND))  # somebody else deals
    assert cards.inside == [FIRST]


def test_a_board_without_power_is_no_failure_and_all_else_is() -> None:
    assert failure({"message": "m", "exception": TableStopped("halted")}) == ""
    assert failure({"message": "m", "exception": asyncio.CancelledError()}) == ""
    assert failure({"message": "Task failed", "exception": KeyError("x")}) == "Task failed: KeyError('x')"


@pytest.mark.some(2)
@pytest.mark.parametrize("kinds", [("cheat", "printer-trouble"), ("shoe-trouble", "lost-report", "clock-jump")])
def test_what_comes_seldom_holds(kinds: tuple[str, ...]) -> None:
    found = soak(11, 0.15, 1, kinds)
    assert found.wrong == ()
    assert set(found.faults) == set(kinds)
