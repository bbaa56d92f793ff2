"""What follows a step: facts that waited for an answer are ruled on, and what is due next begins."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from firmware.by_kind import by_kind
from firmware.game import coup_life, dealing, placing, shoe_life
from firmware.game import events as e
from firmware.game import steps as s
from firmware.game.turn import Turn
from hal.cards import Card

RULE_ON: Final[dict[type[s.Step], Callable[[Turn, s.Step], None]]] = by_kind(
    {
        s.CardDrawn: dealing.card_drawn,
        s.CardSeen: placing.card_seen,
        s.CardsTogether: dealing.cards_together,
        s.Unreadable: dealing.unreadable,
        s.Burn: shoe_life.burn,
        s.Cut: shoe_life.cut,
        s.ShoeSays: coup_life.shoe_says,
        s.ShoeEmpty: shoe_life.shoe_empty,
        s.OrderAltered: shoe_life.order_altered,
        s.ForeignCard: dealing.foreign_card,
    }
)


def hold(turn: Turn, step: s.Waiting) -> None:
    """A fact while a question is open or a card is unread: it is counted, and waits for the answer."""
    cards, counted = _cards_of(step), _counted(turn, step)
    foreign = () if turn.game.shoe is None else tuple((Counter(cards) - Counter(counted)).elements())
    turn.say(e.FactHeld(turn.coup_number, step, counted, foreign))


def hold_sighting(turn: Turn, step: s.CardSeen) -> None:
    """A sighting of the card in question changes the question; any other sighting waits."""
    if not placing.seen_as_asked(turn, step):
        hold(turn, step)


def _cards_of(step: s.Waiting) -> tuple[Card, ...]:
    """Return the cards that left with a step."""
    if isinstance(step, s.CardsTogether):
        return step.cards
    return (step.card,) if isinstance(step, s.CardDrawn | s.Burn) else ()


def _counted(turn: Turn, step: s.Waiting) -> tuple[Card, ...]:
    """Return the cards that left with a step and can be this shoe's."""
    shoe, cards = turn.game.shoe, _cards_of(step)
    if shoe is None:
        return ()
    spare = Counter({card: max(shoe.left(card), 0) for card in cards})
    return tuple((Counter(cards) & spare).elements())


def go_on(turn: Turn) -> None:
    """Rule on what waited, in order, and begin what is due, until a question stands in the way."""
    while not turn.game.blocked:
        # Reading 23: after the last card's place is decided, and before anything that came later.
        if turn.compare_with_shoe():
            return
        if _asks_once_laid(turn):
            return
        if turn.game.waiting:
            _rule_on_first(turn)
        elif not _follow_up(turn):
            return


def _asks_once_laid(turn: Turn) -> bool:
    """Lay the waiting card if a hand is due, as it left before all that comes now; return whether that asks."""
    # crown 11.2
    coup = turn.game.coup
    if not turn.game.carried or coup is None or coup.betting or coup.due is None:
        return False
    dealing.lay_what_waits(turn)
    return turn.game.blocked or turn.compare_with_shoe()


def _rule_on_first(turn: Turn) -> None:
    """Rule on what has waited longest. Its shoe may be gone; then only the held record knows what was foreign."""
    held = turn.game.waiting[0]
    turn.say(e.FactTaken(turn.coup_number))
    fact: s.Waiting | None = held.fact
    if held.foreign and turn.game.shoe is None:
        for card in held.foreign:
            dealing.foreign(turn, card)
        fact = s.CardsTogether(held.counted) if held.counted else None
    if fact is not None:
        RULE_ON[type(fact)](turn, fact)


def _follow_up(turn: Turn) -> bool:
    """After a coup: make the burn that is due, end the shoe after its last coup, or open a Dummy Coup that is due."""
    game = turn.game
    if game.coup is not None or game.shoe is None:
        return False
    if game.recommenced and game.carried:
        # Reading 22, crown 3.8.1: the waiting card is the recommenced shoe's first, and so its burn.
        turn.say(e.Burned(game.carried[0], face_up=False, for_shoe=True, coup=None, more=0, drawn=False))
    elif game.none_follows:
        turn.end_shoe(game.shoe.ends or "cutting_card", turn.book.numbers.last_coup)
    elif game.dummy_due:
        turn.open_coup(dummy=True, closes_at=None)
    else:
        return False
    return True
