"""The fold: a game and an event that happened, to the game after it. No decision is taken here."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from firmware.game import events as e
from firmware.game.hands import Side
from firmware.game.shoe import Shoe
from firmware.game.state import Coup, Game, LastCard

# Irregularities after which the shoe ends with the coup (reading 19).
ENDS_SHOE: Final = frozenset({"order_altered", "shoe_empty"})


def evolve(game: Game, event: e.Event) -> Game:
    """Return the game after an event; events of other kinds than its own leave it as it is."""
    fold = _FOLDS.get(type(event))
    return game if fold is None else fold(game, event)


def fold(game: Game, happened: Iterable[e.Event]) -> Game:
    """Return the game after events, in their order."""
    for event in happened:
        game = evolve(game, event)
    return game


def _shoe_started(game: Game, event: e.ShoeStarted) -> Game:
    shoe = Shoe(event.shoe, event.decks, unread=int(event.burned), burn_due=event.burn_due)
    return replace(game, shoe=shoe, shoes=event.shoe, burn_missed=False, burned=False)


def _shoe_ended(game: Game, _: e.ShoeEnded) -> Game:
    return replace(
        game, shoe=None, carried=(), dummy_due=False, burned=False, questions=(), unreadable=False, last=None
    )


def _shoe(game: Game, **changes: Any) -> Shoe | None:
    return None if game.shoe is None else replace(game.shoe, **changes)


def _burned(game: Game, event: e.Burned) -> Game:
    assert game.shoe is not None
    shoe = _shoe(game, seen=game.shoe.counted(event.card), burn_due=False, more_burns=event.more)
    # 8.3.2 and 11.5: a burn counts for a coup unless it was the shoe's own, made before any coup was open.
    return replace(game, shoe=shoe, burned=game.burned or not event.for_shoe or event.coup is not None)


def _cutting_card(game: Game, event: e.CuttingCard) -> Game:
    coup = game.coup
    if coup is not None and coup.number == event.last_coup:
        coup = replace(coup, last=True)
    return replace(game, shoe=_shoe(game, last_coup=event.last_coup), coup=coup)


def _coup_opened(game: Game, event: e.CoupOpened) -> Game:
    coup = Coup(event.coup, event.dummy, event.last, betting=not event.dummy, closes_at=event.closes_at)
    return replace(game, coup=coup, coups=event.coup, dummy_due=False, shoe=_shoe(game, more_burns=0))


def _bets_reopened(game: Game, event: e.BetsReopened) -> Game:
    assert game.coup is not None
    return replace(game, coup=replace(game.coup, betting=True, closes_at=event.closes_at, recognised=True))


def _bets_closed(game: Game, event: e.BetsClosed) -> Game:
    assert game.coup is not None
    return replace(game, coup=replace(game.coup, betting=False, closes_at=None, recognised=event.recognised))


def _card_laid(game: Game, event: e.CardLaid) -> Game:
    shoe, coup, card = game.shoe, game.coup, event.card
    if event.drawn and shoe is not None:
        shoe = replace(shoe, seen=shoe.counted(card))
    last = LastCard(card, event.hand)
    if event.hand == "none":
        return replace(game, shoe=shoe, pending=_without(game.pending, card), last=last)
    assert coup is not None
    if event.hand == "player":
        coup = replace(coup, player=(*coup.player, card), due=event.next, started=True)
    else:
        coup = replace(coup, banker=(*coup.banker, card), due=event.next, started=True)
    if event.drawn:
        return replace(game, shoe=shoe, coup=coup, last=last)
    carried, pending = _without(game.carried, card), _without(game.pending, card)
    return replace(game, coup=coup, carried=carried, pending=pending, last=last)


def _card_seen(game: Game, event: e.CardSeen) -> Game:
    assert game.last is not None
    return game if event.back else replace(game, last=replace(game.last, seen=True))


def _card_reconsidered(game: Game, event: e.CardReconsidered) -> Game:
    coup = game.coup
    if event.hand == "player" and coup is not None:
        coup = replace(coup, player=coup.player[:-1], due=Side.PLAYER)
    elif event.hand == "banker" and coup is not None:
        coup = replace(coup, banker=coup.banker[:-1], due=Side.BANKER)
    carried = game.carried[:-1] if game.carried[-1:] == (event.card,) else game.carried
    questions = tuple(q for q in game.questions if q.kind != "excess_card" or q.cards != (event.card,))
    return replace(game, coup=coup, carried=carried, questions=questions)


def _without(cards: tuple[Any, ...], card: object) -> tuple[Any, ...]:
    if card not in cards:
        return cards
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _cards_left(game: Game, event: e.CardsLeft) -> Game:
    shoe, coup = game.shoe, game.coup
    for card in event.cards[event.known :]:
        shoe = shoe.without(card) if shoe is not None else None
    if coup is not None:
        coup = replace(coup, started=True)
    return replace(game, shoe=shoe, coup=coup, pending=event.cards, last=None)


def _card_entered(game: Game, _: e.CardEntered) -> Game:
    return replace(game, unreadable=False)


def _shoe_result(game: Game, event: e.ShoeResult) -> Game:
    assert game.coup is not None
    return replace(game, coup=replace(game.coup, shoe_result=event.winner))


def _irregularity(game: Game, event: e.Irregularity) -> Game:
    coup, shoe = game.coup, game.shoe
    if coup is not None and event.coup == coup.number and event.kind not in coup.flags:
        coup = replace(coup, flags=(*coup.flags, event.kind))
    if event.kind in ENDS_SHOE:
        shoe = _shoe(game, ends=event.kind)
    unreadable = game.unreadable or event.kind == "unreadable_card"
    if unreadable and coup is not None:
        coup = replace(coup, started=coup.started or coup.due is not None)
    if event.kind == "burn_missed":
        shoe = _shoe(game, burn_due=False)
    missed = game.burn_missed or event.kind == "burn_missed"
    return replace(game, coup=coup, shoe=shoe, unreadable=unreadable, burn_missed=missed)


def _question(game: Game, event: e.Question) -> Game:
    return replace(game, questions=(*game.questions, event), asked=event.number)


def _answered(game: Game, event: e.Answered) -> Game:
    return replace(game, questions=tuple(q for q in game.questions if q.number != event.question))


def _ruling(game: Game, event: e.Ruling) -> Game:
    match event.action:
        case "carry":
            return replace(game, carried=(*game.carried, event.card))
        case "settle-then-dummy" | "dummy-next":
            return replace(game, carried=(*game.carried, event.card), dummy_due=True)
        case "dummy-this":
            return game if game.coup is None else replace(game, coup=replace(game.coup, dummy=True))
        case "set-aside":
            return replace(game, carried=_without(game.carried, event.card))
        case "reconstruct" if event.kind == "burn_missed":
            return replace(game, shoe=_shoe(game, burn_due=True), burn_missed=False)
    return game


def _result(game: Game, _: e.CoupResult) -> Game:
    # A question about a card that is over outlives the coup; one about the coup itself has gone with it.
    left = tuple(q for q in game.questions if q.options and q.options[-1] in ("carry", "set-aside"))
    shoe = game.shoe
    if shoe is not None and game.unreadable:
        shoe = replace(shoe, unread=shoe.unread + 1)
    return replace(
        game,
        shoe=shoe,
        coup=None,
        burned=False,
        burn_missed=False,
        pending=(),
        questions=left,
        unreadable=False,
        last=None,
    )


_FOLDS: Final[dict[type[e.Event], Callable[[Game, Any], Game]]] = {
    e.ShoeStarted: _shoe_started,
    e.ShoeEnded: _shoe_ended,
    e.Burned: _burned,
    e.CuttingCard: _cutting_card,
    e.CoupOpened: _coup_opened,
    e.BetsReopened: _bets_reopened,
    e.BetsClosed: _bets_closed,
    e.CardLaid: _card_laid,
    e.CardSeen: _card_seen,
    e.CardReconsidered: _card_reconsidered,
    e.CardsLeft: _cards_left,
    e.CardEntered: _card_entered,
    e.ShoeResult: _shoe_result,
    e.Irregularity: _irregularity,
    e.Question: _question,
    e.Answered: _answered,
    e.Ruling: _ruling,
    e.CoupResult: _result,
}
