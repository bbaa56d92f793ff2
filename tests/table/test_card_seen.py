"""What sensors see of a card after it has left is ruled on as if it had been known at once."""

from typing import Any

import pytest
from floor import ALL
from table_under_test import Table

from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.hands import Side
from firmware.game.state import Phase
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from hal.cards import Card

STAND = "7S 6H KD KC"  # neither hand draws
BANKER_DRAWS = "6S 5H KD KC"
PLAYER_DRAWS = "2S 7H KD KC"


async def dealt(table: Table, codes: str) -> None:
    await table.tell(BuyIn(1, 1000_00), s.OpenBets(), Wager(1, "player", 100_00), s.CloseBets())
    await table.tell(*(s.CardDrawn(card) for card in table.cards(codes)))
    table.said.clear()


def rulings(table: Table) -> list[tuple[str, str, str | None]]:
    return [(event.kind, event.action, event.rule) for event in table.of(g.Ruling)]


def asked(table: Table) -> list[tuple[str, tuple[str, ...]]]:
    return [(event.kind, event.options) for event in table.service.state.game.questions]


def at(rulebook: str, codes: str, *steps: s.Step) -> Table:
    table = Table(rulebook=rulebook)

    async def story(table: Table) -> None:
        await dealt(table, codes)
        await table.tell(*steps)

    table.run(story)
    return table


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize(
    ("codes", "card", "seen"),
    [
        ("7S", "6H", {"to": Side.PLAYER}),  # Banker's card put on Player
        ("", "7S", {"to": Side.BANKER}),  # Player's card put on Banker
        (BANKER_DRAWS, "9C", {"to": Side.PLAYER}),  # a standing Player is given Banker's third
        ("7S", "6H", {"face_up": True}),
        ("", "6H", {"face_up": True}),
        (STAND, "9C", {"to": Side.PLAYER}),
        (STAND, "9C", {"to": Side.BANKER}),
        (STAND, "9C", {"shown": True}),
        (STAND, "9C", {"face_up": True}),
        ("2S 2H KD KC 3C 4H", "9C", {"to": Side.PLAYER}),  # a fourth card
    ],
)
def test_seen_later_is_as_seen_at_once(book: str, codes: str, card: str, seen: dict[str, Any]) -> None:
    later = at(book, codes, s.CardDrawn(Card(card)), s.CardSeen(**seen))
    once = at(book, codes, s.CardDrawn(Card(card), **seen))
    game, wanted = later.service.state.game, once.service.state.game
    # Until somebody has answered, a card that was to be carried keeps its place.
    asked_about = [card for question in game.questions for card in question.cards]
    carried = tuple(card for card in game.carried if card not in asked_about)
    assert (game.phase, carried, game.dummy_due) == (wanted.phase, wanted.carried, wanted.dummy_due)
    assert asked(later) == asked(once)
    for field in ("player", "banker", "due", "dummy"):
        assert getattr(game.coup, field, None) == getattr(wanted.coup, field, None)
    assert sorted(getattr(game.coup, "flags", ())) == sorted(getattr(wanted.coup, "flags", ()))
    # What was ruled at first stands on record too; what is ruled last is the same.
    assert rulings(later)[-len(rulings(once)) :] == rulings(once) if rulings(once) else True


@pytest.mark.parametrize("book", ALL)
def test_seen_where_it_belongs_changes_nothing(book: str) -> None:
    table = at(book, "7S", s.CardDrawn(Card("6H")), s.CardSeen(Side.BANKER))
    assert not table.of(g.Irregularity)
    assert table.service.state.game.phase is Phase.DEALING


@pytest.mark.parametrize("book", ALL)
def test_a_card_is_ruled_on_by_where_it_was_seen_first(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(s.CardSeen(Side.PLAYER))
        await dealt(table, "7S")
        await table.tell(s.CardSeen(Side.PLAYER), s.CardSeen(Side.BANKER))
        assert not table.of(g.Irregularity)
        assert [event.fact for event in table.of(g.FactNoted)] == [s.CardSeen(Side.BANKER)]

    Table(rulebook=book).run(story)


def test_an_earlier_card_may_be_seen_late() -> None:
    async def story(table: Table) -> None:
        await dealt(table, "7S 6H KD")
        await table.tell(s.CardSeen(Side.PLAYER, back=1))  # the 6, which is Banker's
        assert [(event.kind, event.card) for event in table.of(g.Irregularity)] == [("wrong_hand", "6H")]
        await table.tell(s.CardSeen(Side.PLAYER, back=2))  # the 7, which is Player's
        await table.tell(s.CardSeen(Side.PLAYER, back=3))  # none left so long ago
        assert len(table.of(g.Irregularity)) == 1

    Table().run(story)


def test_what_has_been_decided_is_not_asked_again() -> None:
    async def story(table: Table) -> None:
        await dealt(table, STAND)
        await table.tell(s.CardDrawn(Card("9C")), s.Decide("set-aside"), s.CardSeen(shown=True))
        assert not asked(table)
        # That it is a third card on a hand is another matter: the hands may have to be reconstructed (5.2).
        await table.tell(s.CardSeen(Side.PLAYER))
        assert asked(table) == [("excess_card", ("reconstruct", "cannot-reconstruct"))]

    Table(rulebook="mbs-baccarat").run(story)


@pytest.mark.parametrize("book", ALL)
def test_two_reports_close_together_are_one_draw(book: str) -> None:
    async def story(table: Table) -> None:
        await dealt(table, "7S")
        await table.tell(s.CardDrawn(Card("6H")), s.CardsTogether((Card("KD"),), with_last=True))
        game = table.service.state.game
        assert game.coup is not None
        assert (game.coup.player, game.coup.banker) == ((Card("7S"),), ())
        assert asked(table)[0] == ("simultaneous_draw", ("order=6H,KD", "order=KD,6H", "order=unknown"))
        assert game.shoe is not None
        assert game.shoe.out == 4  # one burned unread, and three cards
        await table.tell(s.Decide("order=KD,6H"))
        game = table.service.state.game
        assert game.coup is not None
        assert (game.coup.player, game.coup.banker) == ((Card("7S"), Card("6H")), (Card("KD"),))

    Table(rulebook=book).run(story)


def test_a_draw_of_one_that_was_over_and_another() -> None:
    async def story(table: Table) -> None:
        await dealt(table, STAND)
        await table.tell(s.CardDrawn(Card("9C")))
        assert table.service.state.game.carried == (Card("9C"),)
        await table.tell(s.CardsTogether((Card("2C"),), with_last=True))
        assert table.service.state.game.carried == ()
        await table.tell(s.Decide("order=9C,2C"))
        assert table.service.state.game.carried == (Card("9C"), Card("2C"))

    Table().run(story)


@pytest.mark.parametrize("book", ALL)
def test_with_nothing_before_it_a_card_is_drawn_by_itself(book: str) -> None:
    async def story(table: Table) -> None:
        await dealt(table, "")
        await table.tell(s.CardsTogether((Card("7S"),), with_last=True))
        assert table.service.state.game.coup.player == (Card("7S"),)  # type: ignore[union-attr]

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_a_shoe_that_counts_a_card_to_another_hand_has_a_supervisor_asked_once_in_a_coup(book: str) -> None:
    async def story(table: Table) -> None:
        await dealt(table, "7S")
        await table.tell(s.CardDrawn(Card("6H"), counted=Side.BANKER, position=1))
        assert not asked(table)
        await table.tell(s.CardDrawn(Card("KD"), counted=Side.BANKER, position=2))
        (question,) = table.service.state.game.questions
        assert (question.kind, question.by) == ("shoe_disagrees", "supervisor")
        assert question.said == "KD: ours is player 2, the shoe's banker 2"
        await table.tell(s.Decide("play-on"), s.CardDrawn(Card("KC"), counted=Side.BANKER, position=3))
        assert not asked(table)

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_a_position_that_is_skipped_is_a_disagreement_too(book: str) -> None:
    async def story(table: Table) -> None:
        await dealt(table, "")
        await table.tell(s.CardDrawn(Card("7S"), counted=Side.PLAYER, position=2))
        assert asked(table)[0][0] == "shoe_disagrees"

    Table(rulebook=book).run(story)


def test_an_overdrawn_card_does_not_end_betting_and_is_carried() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 1000_00), s.OpenBets(), Wager(1, "player", 100_00))
        await table.tell(s.CardDrawn(Card("9C"), overdrawn=True))
        game = table.service.state.game
        assert (game.phase, game.carried) == (Phase.BETTING, (Card("9C"),))
        await table.tell(s.CloseBets())
        assert table.service.state.game.coup.player == (Card("9C"),)  # type: ignore[union-attr]

    Table().run(story)


def test_an_overdrawn_card_after_the_close_is_the_first_card() -> None:
    async def story(table: Table) -> None:
        await dealt(table, "")
        await table.tell(s.CardDrawn(Card("9C"), overdrawn=True, counted=Side.PLAYER, position=1))
        assert table.service.state.game.coup.player == (Card("9C"),)  # type: ignore[union-attr]
        assert not asked(table)

    Table().run(story)


def test_an_overdrawn_card_is_asked_about_where_the_book_asks() -> None:
    async def story(table: Table) -> None:
        await table.tell(s.OpenBets(), s.CardDrawn(Card("9C"), overdrawn=True))
        assert table.service.state.game.phase is Phase.BETTING_ASKING
        await table.tell(s.Decide("carry"))
        assert table.service.state.game.carried == (Card("9C"),)

    Table(rulebook="mbs-baccarat").run(story)
