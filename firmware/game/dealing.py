"""Cards that leave the shoe during play: where they belong, and what is wrong with them."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice, permutations
from typing import Final

from firmware.game import events as e
from firmware.game import steps as s
from firmware.game.hands import Side
from firmware.game.state import Game, LeftCard
from firmware.game.table_of_play import INITIAL
from firmware.game.turn import Turn
from hal.cards import Card

# More than three cards have too many orders to list; the reported order then stands for all of them.
LISTED: Final = 3
UNKNOWN: Final = "order=unknown"


def card_drawn(turn: Turn, step: s.CardDrawn) -> None:
    """A card leaves the shoe: it ends betting, goes to the hand that is due, or is in excess."""
    if _is_foreign(turn, step):
        foreign(turn, step.card)
        return
    if step.overdrawn:
        _overdrawn(turn, step)
        return
    if turn.betting:
        close(turn, "card")  # crown 8.1(c); if this voids the coup, the card is in excess
    if turn.game.coup is None or turn.game.coup.due is None:
        _excess(turn, step)
    else:
        _deal(turn, step)


def _is_foreign(turn: Turn, step: s.CardDrawn) -> bool:
    shoe = turn.game.shoe
    return step.drawn and shoe is not None and shoe.left(step.card) < 1


def _deal(turn: Turn, step: s.CardDrawn) -> None:
    side = turn.lay(step.card, drawn=step.drawn, placed=step.to is not None, faced=step.face_up)
    card = turn.game.left[-1]
    seen_where(turn, card, step.to, side)
    if step.face_up:
        seen_face_up(turn, card)
    if turn.game.coup is not None:
        compare_count(turn, step, side)


def seen_where(turn: Turn, card: LeftCard, to: Side | None, side: Side) -> None:
    """A card that is due to one side was put somewhere."""
    if to in (None, side):
        return
    # If Player stands and is given Banker's card, Player has a third card against the table of play.
    if side is Side.BANKER and card.player == INITIAL and card.banker == INITIAL:
        turn.treat("excess_card", "excess_is_bankers_third", card.card, of=card)  # crown 11.7.1(a)
    else:
        turn.treat("wrong_hand", f"wrong_hand_{side}s_card", card.card, of=card)  # crown 11.3, 8.3.3


def seen_face_up(turn: Turn, card: LeftCard) -> None:
    """A card was found face up in the shoe."""
    # crown 11.6, 11.6.1, 11.6.2
    first = card.player + card.banker == 0
    turn.treat("face_up", "face_up_first" if first else "face_up_later", card.card, of=card)


def _excess(turn: Turn, step: s.CardDrawn) -> None:
    # crown 8.4.1: under no circumstances does a hand get more than one additional card
    turn.say(_over(turn, step))
    if step.face_up:
        flag_face_up(turn, step.card, turn.coup_number)
    # Reading 22: it is the first card of a recommenced shoe, however it was seen, and so its burn.
    case = "excess_undisclosed" if turn.game.recommenced else excess_case(turn, step, len(turn.game.left) - 1)
    turn.treat("excess_card", case, step.card)
    compare_count(turn, step, None)


def _overdrawn(turn: Turn, step: s.CardDrawn) -> None:
    """A card of the previous coup is reported only now: it does not end betting and is not judged by this coup.

    If a hand is due, the card is that hand's, as the shoe counts it to this coup; otherwise it waits for the next.
    """
    # crown 11.2, 11.8.1; mbs 5.2; rws 5.1.2
    coup, faced = turn.game.coup, step.face_up
    first = coup is not None and not coup.started and not turn.game.carried
    due = coup is not None and not coup.betting and coup.due is not None
    turn.say(_over(turn, step))
    if faced:
        flag_face_up(turn, step.card, turn.coup_number, first=first)
    shown = (faced or step.shown or step.to is not None) and not due and not turn.game.recommenced
    turn.treat("excess_card", "excess_shown" if shown else "excess_undisclosed", step.card)


def _over(turn: Turn, step: s.CardDrawn) -> e.CardLaid:
    placed, faced = step.to is not None, step.face_up
    return e.CardLaid(turn.coup_number, step.card, "none", None, step.drawn, placed=placed, faced=faced, lies=step.to)


def flag_face_up(turn: Turn, card: Card, coup: int | None, *, first: bool = False) -> None:
    """Record that an undue card lay face up. A coup's first card is ruled on when it is laid."""
    law = turn.book.irregularities
    treatment = law.face_up_first if first else law.face_up_later
    turn.say(e.Irregularity(coup, "face_up", treatment.rule or None, card))


def compare_count(turn: Turn, step: s.CardDrawn, side: Side | None) -> None:
    """Ask a supervisor, once a coup, when the shoe counts a card to another hand: later cards would differ too."""
    coup = turn.game.coup
    if step.counted is None or coup is None or "shoe_disagrees" in coup.flags:
        return
    place = 0 if side is None else len(coup.player if side is Side.PLAYER else coup.banker)
    if (step.counted, step.position or place) == (side, place):
        return
    ours = f"{side} {place}" if side else "no card due"
    theirs = f"{step.counted} {step.position}"
    turn.treat("shoe_disagrees", "shoe_disagrees", step.card, said=f"{step.card}: ours is {ours}, the shoe's {theirs}")


def excess_case(turn: Turn, step: s.CardDrawn | s.CardSeen, place: int) -> str:
    """Return which case applies to a card that left here while none was due."""
    # crown 11.2, 11.7, 11.7.1, 11.7.1(b), 11.7.2, 11.8.1; mbs 5.2; rws 5.1.2
    card = turn.game.left[place]
    if step.to is None:
        return "excess_shown" if step.shown or step.face_up else "excess_undisclosed"
    third = f"excess_{step.to}_third"
    dealt = card.player if step.to is Side.PLAYER else card.banker
    # A reconstructed card no longer lies on its hand.
    over = 0 if "reconstruct" in turn.treatment(third).options else _lying(turn.game.left[:place], card.coup, step.to)
    return third if dealt + over == INITIAL else "excess_fourth"


def _lying(left: Sequence[LeftCard], coup: int | None, side: Side) -> int:
    """Return how many of a coup's excess cards lie on one of its hands."""
    return sum(one.hand == "none" and one.coup == coup and one.lies is side for one in left)


def close(turn: Turn, cause: str) -> None:
    """End betting, lay the carried cards, and see whether there is anything to play for."""
    turn.say(e.BetsClosed(turn.coup.number, cause, turn.wagered))
    dealt = cause == "card" or bool(turn.game.carried) or turn.game.burned
    if not turn.wagered:
        # crown 11.4, 11.5, 11.5.1, 11.5.2
        turn.treat("no_wagers", "no_wagers_dealt" if dealt else "no_wagers")
    lay_what_waits(turn)
    coup, shoe = turn.game.coup, turn.game.shoe
    if coup is not None and shoe is not None and shoe.ends == "shoe_empty" and coup.due is not None:
        turn.rule("shoe_empty", "shoe_empty")


def lay_what_waits(turn: Turn) -> None:
    """Lay waiting cards while a hand is due. A coup's first card may have been found face up."""
    faced = _face_up_first(turn.game)
    turn.lay_carried()
    if faced is not None:
        turn.rule("face_up", "face_up_first", faced)  # flagged when it was seen


def _face_up_first(game: Game) -> Card | None:
    """Return the card waiting to be this coup's first, if it left after the coup opened and was found face up."""
    # crown 11.6.1: nobody may wager on a card that was wrongly burned and found face up
    coup = game.coup
    if coup is None or coup.started or not game.carried:
        return None
    waits = (one for one in game.left if one.fate == "waits" and one.coup == coup.number and one.faced)
    return next((one.card for one in waits if one.card == game.carried[0]), None)


def close_bets(turn: Turn, step: s.CloseBets) -> None:
    """Betting ends: the period is over, or the dealer closes it."""
    close(turn, step.cause)


def cards_together(turn: Turn, step: s.CardsTogether) -> None:
    """Several cards leave at once; somebody must say in which order."""
    if step.with_last:
        _with_last(turn, step.cards)
        return
    shoe = turn.game.shoe
    if shoe is None:
        # From a shoe that has ended: they are set aside, whatever their order.
        for card in step.cards:
            card_drawn(turn, s.CardDrawn(card))
        return
    spare = Counter({card: shoe.left(card) for card in step.cards})
    genuine = []
    for card in step.cards:
        spare[card] -= 1
        if spare[card] >= 0:
            genuine.append(card)
    if len(genuine) == 1:
        card_drawn(turn, s.CardDrawn(genuine[0]))
    elif genuine:
        together(turn, tuple(genuine))
    for card in (Counter(step.cards) - Counter(genuine)).elements():
        foreign(turn, card)


def _with_last(turn: Turn, cards: tuple[Card, ...]) -> None:
    """The last card left together with these, so it is taken back from where it was laid."""
    last, shoe = turn.game.last, turn.game.shoe
    if (
        last is None
        or shoe is None
        or not _can_be_taken_back(turn.game, last)
        or any(shoe.left(card) < cards.count(card) for card in cards)
    ):
        for card in cards:
            card_drawn(turn, s.CardDrawn(card))
        return
    turn.say(e.CardReconsidered(turn.coup_number, last.card, last.hand))
    together(turn, (last.card, *cards), known=1)


def _can_be_taken_back(game: Game, card: LeftCard) -> bool:
    """Whether a card lies in the coup that is open, or waits behind all others."""
    if card.coup != (None if game.coup is None else game.coup.number):
        return False
    return card.hand != "none" or (card.fate == "waits" and game.carried[-1:] == (card.card,))


def together(turn: Turn, cards: tuple[Card, ...], known: int = 0) -> None:
    """Record that cards left at once, and ask in which order."""
    if turn.betting:
        close(turn, "card")
    law = turn.book.irregularities
    rule = (law.together_initial if in_initial_deal(turn) else law.together_later).rule or None
    turn.say(e.CardsLeft(turn.coup_number, cards, known))
    turn.say(e.Irregularity(turn.coup_number, "simultaneous_draw", rule))
    orders = dict.fromkeys(permutations(cards)) if len(cards) <= LISTED else (cards,)
    options = tuple("order=" + ",".join(order) for order in islice(orders, 6))
    turn.ask("simultaneous_draw", "together", (*options, UNKNOWN), rule, law.together_initial, cards=cards)


def in_initial_deal(turn: Turn) -> bool:
    """Whether the next card is one of the first four of a coup (mbs 5.3)."""
    coup = turn.game.coup
    return coup is not None and len(coup.player) + len(coup.banker) < 2 * INITIAL


def lay_in_order(turn: Turn, cards: tuple[Card, ...]) -> None:
    """Lay cards that left at once, in this order."""
    for card in cards:
        if turn.game.pending:
            card_drawn(turn, s.CardDrawn(card, drawn=False))


def unreadable(turn: Turn, _: s.Unreadable) -> None:
    """An unreadable card left: from this instant it counts as dealt, or as the burn that is due."""
    # reading 21; crown 8.1(c), 11.5
    burn = turn.game.burn_is_next
    if turn.betting:
        close(turn, "card")
    turn.treat("unreadable_card", "unreadable_card")
    turn.say(e.CardUnread(turn.coup_number, burn))
    if turn.game.coup is not None:
        turn.something_dealt()


def foreign(turn: Turn, code: Card | str | None) -> None:
    """A card that does not belong to this shoe."""
    # crown 13.9; mbs 5.1, 5.1.1, 5.1.2; rws 5.1.1; reading 19
    if turn.game.shoe is None:
        turn.say(e.Irregularity(None, "foreign_card", turn.treatment("foreign_card_between").rule or None, code))
    else:
        turn.treat("foreign_card", "foreign_card" if turn.game.in_progress else "foreign_card_between", code)


def foreign_card(turn: Turn, step: s.ForeignCard) -> None:
    """The reader reports a code that is no card of the shoe."""
    foreign(turn, step.code)
