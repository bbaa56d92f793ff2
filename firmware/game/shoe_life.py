"""The life of a shoe: put into play, burned, cut, found empty or altered, and changed."""

from collections import Counter

from firmware.game import events as e
from firmware.game import steps as s
from firmware.game.codes import GameCode
from firmware.game.dealing import card_drawn, flag_face_up, foreign, seen_face_up
from firmware.game.shoe import CUT_DEPTHS, Shoe
from firmware.game.state import Phase
from firmware.game.turn import Turn
from firmware.refusal import Refused

COURT: str = "TJQK"


def new_shoe(turn: Turn, step: s.NewShoe) -> None:
    """A shoe is put into play; the previous one, if any, has gone."""
    # crown 3.4, 3.5, 3.5.1, 3.5.4, 3.6, 3.7, 3.7.1, 3.7.2, 3.10, 3.11.1; mbs 2.1
    numbers = turn.book.numbers
    if not (step.checked and step.shuffled):
        raise Refused(GameCode.CARDS_UNCHECKED, numbers.shuffle)
    if step.cut_depth not in CUT_DEPTHS:
        raise Refused(GameCode.CUT_DEPTH, numbers.shuffle, least=CUT_DEPTHS[0], most=CUT_DEPTHS[1])
    cutting = turn.book.cutting
    if step.cut_by and step.cut_by not in cutting.by:
        raise Refused(GameCode.CUT_BY, cutting.rule or None, known=", ".join(cutting.by))
    if turn.game.shoe is not None:
        turn.end_shoe(step.reason, numbers.shuffle)
    due = turn.book.burn_first and not step.burned
    turn.say(e.ShoeStarted(turn.game.shoes + 1, step.decks, step.burned, due, step.cut_depth, step.cut_by, step.cut_at))


def replace_cards(turn: Turn, step: s.ReplaceCards) -> None:
    """Unfit cards are replaced while no hand is in progress; the same ranks and suits can still come."""
    # crown 3.11
    rule = turn.book.numbers.cards_replaced or None
    shoe = turn.game.shoe
    if shoe is None or turn.game.in_progress:
        raise Refused(GameCode.REPLACE_BETWEEN_COUPS, rule)
    # reading 30: of a rank and suit no more than can still be in the shoe
    gone = [card for card, count in Counter(step.cards).items() if shoe.left(card) < count]
    if not step.cards:
        raise Refused(GameCode.NO_CARDS_NAMED, rule)
    if gone:
        raise Refused(GameCode.NOT_IN_SHOE, rule, cards=", ".join(gone))
    turn.say(e.CardsReplaced(step.cards, rule))


def burn(turn: Turn, step: s.Burn) -> None:
    """A card is burned: for a new shoe, just before a coup, or where none may be."""
    # crown 3.8, 3.8.1, 3.8.2, 8.3.2, 11.5.1, 11.5.3
    game, shoe = turn.game, turn.game.shoe
    if shoe is None:
        turn.say(e.Burned(step.card, step.face_up, for_shoe=False, coup=None, more=0))  # from a shoe that has ended
        return
    if shoe.left(step.card) < 1:
        foreign(turn, step.card)
        return
    for_shoe = shoe.burn_due or game.burn_is_next
    begun = game.coup is not None and game.coup.started
    again = bool(game.carried) or (game.burned_once and not for_shoe)
    if begun or (again and turn.treatment("misplaced_burn_again").action != "none"):
        _misplaced(turn, step)
    else:
        _burned(turn, step, shoe, for_shoe=for_shoe)


def _burned(turn: Turn, step: s.Burn, shoe: Shoe, *, for_shoe: bool) -> None:
    more = max(shoe.more_burns - 1, 0) if for_shoe and not shoe.burn_due else 0
    if shoe.burn_due and step.face_up:
        more = 10 if step.card.rank in COURT else step.card.points  # crown 3.8.2
    turn.say(e.Burned(step.card, step.face_up, for_shoe, turn.coup_number, more))
    if step.face_up:
        turn.treat("face_up", "face_up_burn", step.card)
    if turn.game.phase_beneath is Phase.CLOSED:
        turn.something_dealt()


def _misplaced(turn: Turn, step: s.Burn) -> None:
    """No card is discarded: it goes to the hand that is due or waits for the next coup, and does not end betting."""
    # crown 11.2, 8.1(c), 11.8.1; mbs 5.2; rws 5.1.2
    coup = turn.game.coup
    if coup is not None and coup.due is not None and not coup.betting:
        turn.lay(step.card, faced=step.face_up)
        card = turn.game.left[-1]
        turn.treat("misplaced_burn", "misplaced_burn_due", step.card)
        if step.face_up:
            seen_face_up(turn, card)
        return
    betting = coup is not None and coup.betting
    is_first = betting and not turn.game.carried
    turn.say(e.CardLaid(turn.coup_number, step.card, "none", None, faced=step.face_up))
    if step.face_up:
        flag_face_up(turn, step.card, turn.coup_number, first=is_first)
    shown = step.face_up and not betting
    turn.treat("misplaced_burn", "misplaced_burn_shown" if shown else "misplaced_burn_over", step.card)


def enter(turn: Turn, step: s.Enter) -> None:
    """The card that has been unread longest is named; from here on it is a card like any other."""
    # reading 21: it takes the place at which it left; looking at it discloses it
    shoe, unread = turn.game.shoe, turn.game.unread[0]
    turn.say(e.CardEntered(step.card, "supervisor"))
    if unread.burn and shoe is not None and shoe.left(step.card) > 0:
        _burned(turn, s.Burn(step.card), shoe, for_shoe=True)
    else:
        coup = turn.game.coup
        card_drawn(turn, s.CardDrawn(step.card, shown=coup is None or coup.due is None))


def cut(turn: Turn, step: s.Cut) -> None:
    """The cutting card leaves the shoe: this coup is the last, or the next if this one has begun."""
    # crown 3.9, 3.9.1, 3.9.2, 3.9.3, 3.5.2; reading 1
    game = turn.game
    if game.shoe is None:
        turn.say(e.FactNoted(None, step))
        return
    if game.shoe.last_coup:
        foreign(turn, "a second cutting card")
        return
    # The current or coming coup; once it has begun, or has its burn, the one after it.
    standing = game.coups if game.coup is not None else game.coups + 1
    begun = game.burned or (game.coup is not None and game.coup.started)
    turn.say(e.CuttingCard(standing + 1 if begun else standing))


def shoe_empty(turn: Turn, _: s.ShoeEmpty) -> None:
    """The shoe has no more cards."""
    # mbs 5.5; rws 5.1.3
    if turn.game.phase_beneath in (Phase.CLOSED, Phase.DEALING):
        turn.treat("shoe_empty", "shoe_empty")
    else:
        _flag_and_end(turn, "shoe_empty")


def order_altered(turn: Turn, _: s.OrderAltered) -> None:
    """The order of the cards in the shoe was altered."""
    # crown 3.5.3; mbs 5.4
    if turn.in_round:
        turn.treat("order_altered", "order_altered")
    else:
        _flag_and_end(turn, "order_altered")


def _flag_and_end(turn: Turn, kind: str) -> None:
    """Reading 19: flagged, and the shoe ends with the coup that is open, or at once."""
    treatment = getattr(turn.book.irregularities, kind)
    turn.say(e.Irregularity(turn.coup_number, kind, treatment.rule or None))
