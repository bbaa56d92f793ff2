"""Cards that leave the shoe during play: where they belong, and what is wrong about them."""

from collections import Counter
from itertools import islice, permutations
from typing import Final

from firmware.game import events as e
from firmware.game import steps as s
from firmware.game.hands import Side
from firmware.game.state import Phase
from firmware.game.table_of_play import INITIAL
from firmware.game.turn import Turn
from hal.cards import Card

# Beyond three cards the possible orders are too many to list; the order reported then stands for them.
LISTED: Final = 3
UNKNOWN: Final = "order=unknown"


def card_drawn(turn: Turn, step: s.CardDrawn) -> None:
    """A card leaves the shoe: it ends betting, goes where it is due, or is one too many."""
    if _is_foreign(turn, step):
        foreign(turn, step.card)
        return
    if turn.game.phase_beneath is Phase.BETTING:
        close(turn, "card")  # crown 8.1(c)
        if turn.game.coup is None:
            return
    if turn.game.coup is None or turn.game.coup.due is None:
        _excess(turn, step)
    else:
        _deal(turn, step)


def _is_foreign(turn: Turn, step: s.CardDrawn) -> bool:
    shoe = turn.game.shoe
    return step.drawn and shoe is not None and shoe.left(step.card) < 1


def _deal(turn: Turn, step: s.CardDrawn) -> None:
    coup = turn.coup
    first = not coup.player and not coup.banker
    # A standing Player who is given the card due to the Banker has a third card against the table of play.
    third = coup.due is Side.BANKER and len(coup.player) == len(coup.banker) == INITIAL
    side = turn.lay(step.card, drawn=step.drawn)
    if step.to not in (None, side):
        if third:
            turn.treat("excess_card", "excess_is_bankers_third", step.card)  # crown 11.7.1(a)
        else:
            turn.treat("wrong_hand", f"wrong_hand_{side}s_card", step.card)  # crown 11.3, 8.3.3
    if step.face_up:
        # crown 11.6, 11.6.1, 11.6.2
        turn.treat("face_up", "face_up_first" if first else "face_up_later", step.card)


def _excess(turn: Turn, step: s.CardDrawn) -> None:
    # crown 8.4.1: under no circumstances does a hand get more than one additional card
    turn.say(e.CardLaid(turn.coup_number, step.card, "none", None, step.drawn))
    if step.face_up:
        rule = turn.book.irregularities.face_up_later.rule or None
        turn.say(e.Irregularity(turn.coup_number, "face_up", rule, step.card))
    turn.treat("excess_card", _excess_case(turn, step), step.card)


def _excess_case(turn: Turn, step: s.CardDrawn) -> str:
    # crown 11.2, 11.7, 11.7.1, 11.7.1(b), 11.7.2, 11.8.1; mbs 5.2; rws 5.1.2
    coup = turn.game.coup
    if (
        step.to is not None
        and coup is not None
        and len(coup.player if step.to is Side.PLAYER else coup.banker) == INITIAL
    ):
        return f"excess_{step.to}_third"
    if step.to is not None:
        return "excess_fourth"
    return "excess_shown" if step.shown or step.face_up else "excess_undisclosed"


def close(turn: Turn, cause: str) -> None:
    """End betting; lay what was carried, and see whether there is anything to play for."""
    turn.say(e.BetsClosed(turn.coup.number, cause, turn.wagered))
    dealt = cause == "card" or bool(turn.game.carried) or turn.game.burned
    if not turn.wagered:
        # crown 11.4, 11.5, 11.5.1, 11.5.2
        turn.treat("no_wagers", "no_wagers_dealt" if dealt else "no_wagers")
    turn.lay_carried()
    shoe = turn.game.shoe
    if shoe is not None and shoe.ends == "shoe_empty" and turn.coup.due is not None:
        turn.rule("shoe_empty", "shoe_empty")


def close_bets(turn: Turn, step: s.CloseBets) -> None:
    """Betting ends: the period is over, or the dealer closes it."""
    close(turn, step.cause)


def cards_together(turn: Turn, step: s.CardsTogether) -> None:
    """Several cards leave at once: somebody must say in which order."""
    shoe = turn.game.shoe
    spare = Counter({card: shoe.left(card) for card in step.cards}) if shoe is not None else Counter(step.cards)
    genuine = []
    for card in step.cards:
        spare[card] -= 1
        if spare[card] >= 0:
            genuine.append(card)
    if len(genuine) == 1:
        card_drawn(turn, s.CardDrawn(genuine[0]))
    elif genuine:
        _together(turn, tuple(genuine))
    for card in (Counter(step.cards) - Counter(genuine)).elements():
        foreign(turn, card)


def _together(turn: Turn, cards: tuple[Card, ...]) -> None:
    if turn.game.phase_beneath is Phase.BETTING:
        close(turn, "card")
    law = turn.book.irregularities
    rule = (law.together_initial if in_initial_deal(turn) else law.together_later).rule or None
    turn.say(e.CardsLeft(turn.coup_number, cards))
    turn.say(e.Irregularity(turn.coup_number, "simultaneous_draw", rule))
    orders = dict.fromkeys(permutations(cards)) if len(cards) <= LISTED else (cards,)
    options = tuple("order=" + ",".join(order) for order in islice(orders, 6))
    turn.ask("simultaneous_draw", "together", (*options, UNKNOWN), rule, "dealer", cards=cards)


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
    """A card left that nobody can name yet."""
    if turn.game.phase_beneath is Phase.BETTING:
        close(turn, "card")
    turn.treat("unreadable_card", "unreadable_card")


def enter(turn: Turn, step: s.Enter) -> None:
    """The card that could not be read is named: from here on it is a card like any other."""
    turn.say(e.CardEntered(step.card, "supervisor"))
    card_drawn(turn, s.CardDrawn(step.card))


def foreign(turn: Turn, code: Card | str | None) -> None:
    """A card that does not belong to this shoe."""
    # crown 13.9; mbs 5.1, 5.1.1, 5.1.2; rws 5.1.1; reading 19
    turn.treat("foreign_card", "foreign_card" if turn.game.in_progress else "foreign_card_between", code)


def foreign_card(turn: Turn, step: s.ForeignCard) -> None:
    """The reader reports a code that is no card of the shoe."""
    foreign(turn, step.code)
