"""The fold of cards: where each card that left lies, and what waits to be ruled on."""

from collections.abc import Callable
from typing import Final, Literal, Never

from msgspec.structs import replace

from firmware.game import events as e
from firmware.game.hands import Side
from firmware.game.shoe import Shoe
from firmware.game.state import OVER, Game, LeftCard, UnreadCard
from firmware.game.steps import Unreadable
from hal.cards import Card


def _card_laid(game: Game, event: e.CardLaid) -> Game:
    shoe, coup, card = game.shoe, game.coup, event.card
    if event.drawn and shoe is not None:
        shoe = replace(shoe, seen=shoe.counted(card))
    left = _left(game, event)
    if event.hand == "none":
        return replace(game, shoe=shoe, pending=without(game.pending, card), left=left)
    assert coup is not None
    if event.hand == "player":
        coup = replace(coup, player=(*coup.player, card), due=event.next, started=True)
    else:
        coup = replace(coup, banker=(*coup.banker, card), due=event.next, started=True)
    if event.drawn:
        return replace(game, shoe=shoe, coup=coup, left=left)
    carried, pending = without(game.carried, card), without(game.pending, card)
    return replace(game, coup=coup, carried=carried, pending=pending, left=left)


def _left(game: Game, event: e.CardLaid) -> tuple[LeftCard, ...]:
    """Return the cards that have left, with one leaving now, or with an excess card marked as dealt."""
    if not event.drawn and event.card not in game.pending:
        return with_fate(game, event.card, "dealt", "waits")
    coup = game.coup
    hands = (len(coup.player), len(coup.banker)) if coup is not None else (0, 0)
    number = None if coup is None else coup.number
    return (*game.left, LeftCard(event.card, event.hand, number, *hands, event.placed, event.faced, lies=event.lies))


def with_fate(
    game: Game, card: Card | None, fate: Literal["waits", "dealt", "aside"], *before: str, decided: bool = False
) -> tuple[LeftCard, ...]:
    """Return the cards that have left, with the fate of the first matching excess card."""
    for place, one in enumerate(game.left):
        if one.card == card and one.hand == "none" and one.fate in before:
            became = replace(one, fate=fate, decided=one.decided or decided)
            return (*game.left[:place], became, *game.left[place + 1 :])
    return game.left


def _card_seen(game: Game, event: e.CardSeen) -> Game:
    place = len(game.left) - 1 - event.back
    if place < 0:
        return game
    one = game.left[place]
    placed, faced = one.placed or event.to is not None, one.faced or event.face_up
    one = replace(one, placed=placed, faced=faced, lies=event.to or one.lies)
    return replace(game, left=(*game.left[:place], one, *game.left[place + 1 :]))


def _card_reconsidered(game: Game, event: e.CardReconsidered) -> Game:
    coup = game.coup
    if event.hand == "player" and coup is not None:
        coup = replace(coup, player=coup.player[:-1], due=Side.PLAYER)
    elif event.hand == "banker" and coup is not None:
        coup = replace(coup, banker=coup.banker[:-1], due=Side.BANKER)
    # Only that one question: another like it may be open. A card that is asked about does not wait.
    asked = [q.number for q in game.questions if q.kind in OVER and q.cards == (event.card,)][:1]
    questions = tuple(q for q in game.questions if q.number not in asked)
    waits = not asked and game.carried[-1:] == (event.card,)
    carried = game.carried[:-1] if waits else game.carried
    # A Dummy Coup begins with a waiting card: without one, none is due.
    dummy_due = game.dummy_due and bool(carried)
    return replace(game, coup=coup, carried=carried, questions=questions, dummy_due=dummy_due)


def without(cards: tuple[Card, ...], card: Card | None) -> tuple[Card, ...]:
    """Return the cards with one of this rank and suit removed."""
    if card not in cards:
        return cards
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _place_of_over(game: Game, card: Card | None) -> int | None:
    """Return which of the cards that left is in excess; if none is, a miscount takes the card from a hand."""
    over = [at for at, one in enumerate(game.left) if one.card == card and one.hand == "none" and not one.fate]
    # A card that waited and was dealt since lies in a hand too.
    of_hands = [
        at
        for at, one in enumerate(game.left)
        if one.card == card and (one.fate == "dealt" or (one.hand != "none" and not one.fate))
    ]
    return next(iter(over[:1] or of_hands[-1:]), None)


def left_waiting(game: Game, card: Card | None, *, decided: bool) -> tuple[LeftCard, ...]:
    """Return the cards that have left, with one of them that waits from now on."""
    place = _place_of_over(game, card)
    if place is None:
        return game.left
    one = game.left[place]
    return (*game.left[:place], replace(one, fate="waits", decided=one.decided or decided), *game.left[place + 1 :])


def carried_with(game: Game, card: Card) -> tuple[Card, ...]:
    """Return what is carried with one card more, in the order in which they left the shoe.

    Cards already waiting when betting last opened are not among those that have left since, and come first.
    """
    place = _place_of_over(game, card)
    later = 0 if place is None else sum(one.fate == "waits" for one in game.left[place + 1 :])
    at = max(len(game.carried) - later, 0)
    return (*game.carried[:at], card, *game.carried[at:])


def _cards_left(game: Game, event: e.CardsLeft) -> Game:
    shoe, coup = game.shoe, game.coup
    for card in event.cards[event.known :]:
        shoe = shoe.without(card) if shoe is not None else None
    if coup is not None:
        coup = replace(coup, started=True)
    left = game.left[: -event.known] if event.known else game.left
    return replace(game, shoe=shoe, coup=coup, pending=event.cards, left=left)


def _cards_over(game: Game, event: e.CardsOver) -> Game:
    return replace(game, pending=event.cards)


def _card_unread(game: Game, event: e.CardUnread) -> Game:
    shoe = None if game.shoe is None else replace(game.shoe, unread=game.shoe.unread + 1)
    return replace(game, shoe=shoe, unread=(*game.unread[:-1], UnreadCard(event.coup, event.burn)))


def _card_entered(game: Game, _: e.CardEntered) -> Game:
    shoe, first = game.shoe, game.unread[0]
    if shoe is not None and not first.legacy:
        shoe = replace(shoe, unread=shoe.unread - 1)
    return replace(game, shoe=shoe, unread=game.unread[1:])


def _fact_held(game: Game, event: e.FactHeld) -> Game:
    return replace(game, shoe=_counted(game.shoe, event, 1), waiting=(*game.waiting, event))


def _fact_taken(game: Game, _: e.FactTaken) -> Game:
    first, *rest = game.waiting
    return replace(game, shoe=_counted(game.shoe, first, -1), waiting=tuple(rest))


def _counted(shoe: Shoe | None, held: e.FactHeld, by: int) -> Shoe | None:
    """Count the cards of a waiting fact against the shoe; once it is ruled on, the ruling counts them."""
    if shoe is None:
        return None
    if isinstance(held.fact, Unreadable):
        return replace(shoe, unread=shoe.unread + by)
    for card in held.counted:
        shoe = replace(shoe, seen=shoe.counted(card, by))
    return shoe


def _cards_found(game: Game, event: e.CardsFound) -> Game:
    shoe = game.shoe
    for card in event.cards:
        shoe = shoe.without(card) if shoe is not None else None
    carried = game.carried
    for card in event.waited:
        game = replace(game, left=with_fate(game, card, "dealt", "waits"))
        carried = without(carried, card)
    return replace(game, shoe=shoe, carried=carried)


CARD_FOLDS: Final[dict[type[e.Event], Callable[[Game, Never], Game]]] = {
    e.CardLaid: _card_laid,
    e.CardSeen: _card_seen,
    e.CardReconsidered: _card_reconsidered,
    e.CardsLeft: _cards_left,
    e.CardsOver: _cards_over,
    e.CardUnread: _card_unread,
    e.CardEntered: _card_entered,
    e.FactHeld: _fact_held,
    e.FactTaken: _fact_taken,
    e.CardsFound: _cards_found,
}
