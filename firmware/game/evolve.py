"""The fold: a game and an event give the next game. No decision is taken here."""

from collections.abc import Callable, Iterable
from typing import Final, TypedDict, Unpack

from msgspec.structs import replace

from firmware.by_kind import by_kind
from firmware.game import events as e
from firmware.game.evolve_cards import CARD_FOLDS, carried_with, left_waiting, with_fate, without
from firmware.game.hands import Winner
from firmware.game.shoe import Shoe
from firmware.game.state import Coup, EndedCoup, Game, UnreadCard

# Irregularities after which the shoe ends with the coup (reading 19).
ENDS_SHOE: Final = frozenset({"order_altered", "shoe_empty"})
# Questions that are not about the coup that is open, and so outlive it (reading 24).
NOT_OF_COUP: Final = frozenset({"foreign_card_between"})


def evolve(game: Game, event: e.Event) -> Game:
    """Return the game after an event; events that are not about the game leave it unchanged."""
    fold = FOLDS.get(type(event))
    return game if fold is None else fold(game, event)


def fold(game: Game, happened: Iterable[e.Event]) -> Game:
    """Return the game after events, in their order."""
    for event in happened:
        game = evolve(game, event)
    return game


def _shoe_started(game: Game, event: e.ShoeStarted) -> Game:
    shoe = Shoe(
        event.shoe,
        event.decks,
        unread=int(event.burned),
        burn_due=event.burn_due,
        cut_by=event.cut_by,
        cut_at=event.cut_at,
    )
    return replace(game, shoe=shoe, shoes=event.shoe, burn_missed=False, burned=False, burned_once=False, left=())


def _shoe_ended(game: Game, _: e.ShoeEnded) -> Game:
    unread = tuple(card for card in game.unread if not card.legacy)
    return replace(
        game,
        shoe=None,
        carried=(),
        dummy_due=False,
        burned=False,
        burned_once=False,
        recommenced=False,
        questions=(),
        unread=unread,
    )


class _OfShoe(TypedDict, total=False):
    last_coup: int | None
    more_burns: int
    ends: str
    burn_due: bool


def _shoe(game: Game, **changes: Unpack[_OfShoe]) -> Shoe | None:
    return None if game.shoe is None else replace(game.shoe, **changes)


def _burned(game: Game, event: e.Burned) -> Game:
    shoe = game.shoe
    if shoe is not None:
        seen = shoe.counted(event.card) if event.drawn else shoe.seen
        shoe = replace(shoe, seen=seen, burn_due=False, more_burns=event.more)
    carried, left = game.carried, game.left
    if not event.drawn:
        carried, left = without(carried, event.card), with_fate(game, event.card, "dealt", "waits")
    return replace(
        game,
        shoe=shoe,
        carried=carried,
        left=left,
        recommenced=False,
        # 11.5: a burn counts for a coup unless it was the shoe's own, made before any coup was open.
        burned=game.burned or not event.for_shoe or event.coup is not None,
        # 8.3.2: the burns of a new shoe do not count.
        burned_once=game.burned_once or not event.for_shoe,
    )


def _cutting_card(game: Game, event: e.CuttingCard) -> Game:
    coup = game.coup
    if coup is not None and coup.number == event.last_coup:
        coup = replace(coup, last=True)
    return replace(game, shoe=_shoe(game, last_coup=event.last_coup), coup=coup)


def _coup_opened(game: Game, event: e.CoupOpened) -> Game:
    coup = Coup(event.coup, event.dummy, event.last, betting=not event.dummy, closes_at=event.closes_at)
    shoe = _shoe(game, more_burns=0)
    game = replace(game, coup=coup, coups=event.coup, dummy_due=False, recommenced=False, shoe=shoe)
    # Until betting next opens, people may still learn what really happened in a coup (readings 25 and 26).
    return game if event.dummy else replace(game, left=(), ended=())


def _bets_reopened(game: Game, event: e.BetsReopened) -> Game:
    assert game.coup is not None
    coup = replace(game.coup, betting=True, closes_at=event.closes_at, left=None, recognised=True, reopened=True)
    return replace(game, coup=coup)


def _bets_suspended(game: Game, event: e.BetsSuspended) -> Game:
    assert game.coup is not None
    return replace(game, coup=replace(game.coup, closes_at=None, left=event.left))


def _bets_resumed(game: Game, event: e.BetsResumed) -> Game:
    assert game.coup is not None
    return replace(game, coup=replace(game.coup, closes_at=event.closes_at, left=None))


def _bets_closed(game: Game, event: e.BetsClosed) -> Game:
    assert game.coup is not None
    return replace(game, coup=replace(game.coup, betting=False, closes_at=None, left=None, recognised=event.recognised))


def _settled_coup_voided(game: Game, event: e.SettledCoupVoided) -> Game:
    ended = tuple(replace(coup, winner=Winner.VOID) if coup.number == event.coup else coup for coup in game.ended)
    return replace(game, ended=ended)


def _shoe_result(game: Game, event: e.ShoeResultReported) -> Game:
    if game.coup is not None and game.coup.number == event.coup:
        compared = game.coup.compared and game.coup.shoe_result is event.winner
        return replace(game, coup=replace(game.coup, shoe_result=event.winner, compared=compared))
    ended = tuple(replace(coup, shoe_result=event.winner) if coup.number == event.coup else coup for coup in game.ended)
    return replace(game, ended=ended)


def _irregularity(game: Game, event: e.Irregularity) -> Game:
    coup, shoe = game.coup, game.shoe
    if coup is not None and event.coup == coup.number and event.kind not in coup.flags:
        coup = replace(coup, flags=(*coup.flags, event.kind))
    if event.kind in ENDS_SHOE:
        shoe = _shoe(game, ends=event.kind)
    unread = game.unread
    if event.kind == "unreadable_card":
        unread = (*unread, UnreadCard(event.coup, legacy=True))
        if coup is not None:  # reading 21: it counts as dealt from the instant it left
            coup = replace(coup, started=coup.started or coup.due is not None)
    if event.kind == "burn_missed":
        shoe = _shoe(game, burn_due=False)
    missed = game.burn_missed or event.kind == "burn_missed"
    return replace(game, coup=coup, shoe=shoe, unread=unread, burn_missed=missed)


def _question(game: Game, event: e.Question) -> Game:
    coup = game.coup
    if coup is not None and event.case == "shoe_disagrees" and event.coup is None and not event.cards:
        coup = replace(coup, compared=True)
    return replace(game, coup=coup, questions=(*game.questions, event), asked=event.number)


def _answered(game: Game, event: e.Answered) -> Game:
    if event.option == "cannot-reconstruct":
        game = _with_void_hands(game, (q for q in game.questions if q.number == event.question))
    return replace(game, questions=tuple(q for q in game.questions if q.number != event.question))


def _with_void_hands(game: Game, closed: Iterable[e.Question]) -> Game:
    """Hands that are not reconstructed are void with all their cards, and nothing is asked about those any more."""
    for question in closed:
        if "cannot-reconstruct" in question.options and question.cards:
            game = replace(game, left=with_fate(game, question.cards[0], "aside", "", decided=True))
    return game


def _ruling(game: Game, event: e.Ruling) -> Game:
    match event.action:
        case "carry" | "settle-then-dummy" | "dummy-next":
            dummy_due = game.dummy_due or event.action != "carry"
            if event.waits:
                return replace(game, dummy_due=dummy_due)
            assert event.card is not None, "a ruling that carries names the card"
            decided = event.by != "firmware"
            left = left_waiting(game, event.card, decided=decided)
            return replace(game, carried=carried_with(game, event.card), dummy_due=dummy_due, left=left)
        case "dummy-this":
            return game if game.coup is None else replace(game, coup=replace(game.coup, dummy=True))
        case "set-aside":
            before = ("",) if event.beside else ("", "waits")
            left = with_fate(game, event.card, "aside", *before, decided=event.by != "firmware")
            return replace(game, carried=game.carried if event.beside else without(game.carried, event.card), left=left)
        case "reconstruct" if event.kind == "burn_missed":
            # Reading 22: every card of that coup is out, and no Dummy Coup is due any more.
            return replace(game, shoe=_shoe(game, burn_due=True), burn_missed=False, recommenced=True, dummy_due=False)
    return game


def _result(game: Game, event: e.CoupResult) -> Game:
    # A question about an excess card outlives the coup; a question about the coup itself ends with it.
    questions = tuple(
        q for q in game.questions if q.case in NOT_OF_COUP or (q.options and q.options[-1] in ("carry", "set-aside"))
    )
    game = _with_void_hands(game, (q for q in game.questions if q not in questions))
    shoe = game.shoe
    forgotten = sum(card.legacy for card in game.unread)
    if shoe is not None and forgotten:
        shoe = replace(shoe, unread=shoe.unread + forgotten)
    shoe_result = None if game.coup is None else game.coup.shoe_result
    return replace(
        game,
        shoe=shoe,
        coup=None,
        burned=False,
        burned_once=False,
        burn_missed=False,
        pending=(),
        questions=questions,
        unread=tuple(card for card in game.unread if not card.legacy),
        ended=(*game.ended, EndedCoup(event.coup, event.winner, event.dummy, shoe_result, game.shoes)),
    )


FOLDS: Final[dict[type[e.Event], Callable[[Game, e.Event], Game]]] = by_kind(
    {
        **CARD_FOLDS,
        e.ShoeStarted: _shoe_started,
        e.ShoeEnded: _shoe_ended,
        e.Burned: _burned,
        e.CuttingCard: _cutting_card,
        e.CoupOpened: _coup_opened,
        e.BetsReopened: _bets_reopened,
        e.BetsClosed: _bets_closed,
        e.BetsSuspended: _bets_suspended,
        e.BetsResumed: _bets_resumed,
        e.SettledCoupVoided: _settled_coup_voided,
        e.ShoeResultReported: _shoe_result,
        e.Irregularity: _irregularity,
        e.Question: _question,
        e.Answered: _answered,
        e.Ruling: _ruling,
        e.CoupResult: _result,
    }
)
