"""What is seen of a card after it has left the shoe: where it was put, or that it was face up or shown.

An irregularity is ruled on by the coup as it stood when the card left, however late it is learned (reading 25).
"""

from typing import Final

from firmware.game import events as e
from firmware.game import steps as s
from firmware.game.dealing import excess_case, flag_face_up, seen_face_up, seen_where
from firmware.game.hands import Side, Winner
from firmware.game.state import OVER, Coup, Game, LeftCard
from firmware.game.turn import Turn

# What can become of an excess card.
OF_FATE: Final = frozenset({"dummy", "carry", "set-aside"})


def card_seen(turn: Turn, step: s.CardSeen) -> None:
    """Sensors or the dealer saw a card; it is ruled on as if that had been known at once."""
    place = _place(turn.game, step)
    card = None if place is None else turn.game.left[place]
    coup = turn.game.coup
    betting = coup is not None and coup.betting
    if place is None or card is None or not _is_new(card, step) or (betting and not _waits_for(coup, card)):
        turn.say(e.FactNoted(turn.coup_number, step))
        return
    turn.say(e.CardSeen(card.coup, card.card, step.to, step.face_up, step.shown, len(turn.game.left) - 1 - place))
    if betting:
        # It is laid when betting ends, and ruled on then.
        if step.face_up and not card.faced:
            flag_face_up(turn, card.card, card.coup, first=turn.game.carried[:1] == (card.card,))
        return
    if card.hand == "none":
        _over_seen(turn, step, card, place)
    else:
        _dealt_seen(turn, step, card, Side(card.hand))


def _waits_for(coup: Coup | None, card: LeftCard) -> bool:
    """Whether a card left while this coup's betting was open, and waits to be laid in it."""
    return coup is not None and card.fate == "waits" and card.coup == coup.number


def says_nothing(game: Game, step: s.CardSeen) -> bool:
    """Whether a card was seen where it belongs, which needs no record."""
    place = _place(game, step)
    if game.waiting or game.unread or place is None:
        return False
    return step.to == game.left[place].hand and not step.face_up and not step.shown


def _place(game: Game, step: s.CardSeen) -> int | None:
    """Return which card was seen: the one so many back, or the nearest of that rank and suit."""
    place = len(game.left) - 1 - step.back
    if step.card is None:
        return place if place >= 0 else None
    same = [(abs(number - place), number) for number, one in enumerate(game.left) if one.card == step.card]
    return min(same)[1] if same else None


def _is_new(card: LeftCard, step: s.CardSeen) -> bool:
    """Whether the sighting says anything new about the card."""
    return (step.to is not None and not card.placed) or (step.face_up and not card.faced) or step.shown


def _dealt_seen(turn: Turn, step: s.CardSeen, card: LeftCard, side: Side) -> None:
    ended = turn.game.coup_that_ended(card.coup)
    if ended is not None and ended.winner is Winner.VOID:
        return
    seen_where(turn, card, None if card.placed else step.to, side)
    if step.face_up and not card.faced:
        seen_face_up(turn, card)


def _over_seen(turn: Turn, step: s.CardSeen, card: LeftCard, place: int) -> None:
    """An undue card counted as undisclosed until now (rulings: Words)."""
    if card.fate == "dealt" or not (step.to or step.shown or step.face_up):
        return
    if any(_asks_about(question, card) for question in turn.game.questions):
        turn.say(e.CardReconsidered(turn.coup_number, card.card, "none"))
    if step.face_up:
        flag_face_up(turn, card.card, card.coup)
    case = _case_of(turn, step, card, place)
    # What somebody has already decided is not asked again, nor what can only be set aside (reading 2).
    settled = card.decided or (card.fate == "aside" and turn.game.none_follows)
    if not (settled and OF_FATE.issuperset(turn.treatment(case).options)):
        turn.treat("excess_card", case, card.card, of=card)


def _case_of(turn: Turn, step: s.CardSeen, card: LeftCard, place: int) -> str:
    """Return which case applies to an excess card. A void coup's hands are no longer reconstructed."""
    case = excess_case(turn, step, place)
    ended = turn.game.coup_that_ended(card.coup)
    void = ended is not None and ended.winner is Winner.VOID
    return "excess_shown" if void and "reconstruct" in turn.treatment(case).options else case


def _asks_about(question: e.Question, card: LeftCard) -> bool:
    return question.kind in OVER and question.cards == (card.card,)


def seen_as_asked(turn: Turn, step: s.CardSeen) -> bool:
    """Rule on a sighting of the card that the open question concerns; return whether it was one."""
    game = turn.game
    since = sum(_cards_of(held.fact) for held in game.waiting) + len(game.unread)
    seen = s.CardSeen(step.to, step.face_up, step.shown, step.back - since, step.card)
    its_namesake_waits = any(step.card in held.counted for held in game.waiting)
    known = step.card is not None and not its_namesake_waits
    place = _place(game, seen) if known or step.back >= since else None
    card = None if place is None else game.left[place]
    if card is None or card.fate or not game.questions or not _asks_about(game.questions[0], card):
        return False
    card_seen(turn, seen)
    return True


def _cards_of(fact: s.Waiting) -> int:
    """Return how many cards left the shoe with a fact, as sensors count them."""
    if isinstance(fact, s.CardsTogether):
        return len(fact.cards)
    return int(isinstance(fact, s.CardDrawn | s.Unreadable | s.Burn))
