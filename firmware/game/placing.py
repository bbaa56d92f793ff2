"""What is seen of a card after it has left the shoe: where it was put, that it lay face up, that it was shown."""

from firmware.game import events as e
from firmware.game import steps as s
from firmware.game.codes import GameCode
from firmware.game.dealing import excess_case, flag_face_up, seen_face_up, seen_where
from firmware.game.hands import Side
from firmware.game.refusal import Refused
from firmware.game.state import Coup, LastCard
from firmware.game.table_of_play import INITIAL
from firmware.game.turn import Turn
from hal.cards import Card


def card_seen(turn: Turn, step: s.CardSeen) -> None:
    """Sensors or the dealer saw a card: it is ruled on as if that had been known at once."""
    last = turn.game.last
    if last is None:
        raise Refused(GameCode.NOTHING_SEEN)
    if step.back:
        _earlier(turn, step, last)
        return
    if last.seen:
        raise Refused(GameCode.SEEN_ALREADY, card=last.card)
    turn.say(e.CardSeen(turn.coup_number, last.card, step.to, step.face_up, step.shown))
    if last.hand == "none":
        _excess_seen(turn, step, last)
    else:
        _seen(turn, step, last.card, Side(last.hand))


def _seen(turn: Turn, step: s.CardSeen, card: Card, side: Side) -> None:
    coup = turn.coup
    seen_where(turn, card, step.to, side, coup)
    if step.face_up and turn.game.coup is not None:
        seen_face_up(turn, card, coup)


def _excess_seen(turn: Turn, step: s.CardSeen, last: LastCard) -> None:
    """A card for which none was due counted as undisclosed until now (rulings: Words)."""
    if not (step.to or step.shown or step.face_up):
        return
    game = turn.game
    waits = game.carried[-1:] == (last.card,) or any(last.card in question.cards for question in game.questions)
    if not waits and not game.none_follows:
        raise Refused(GameCode.FATE_DECIDED, card=last.card)
    turn.say(e.CardReconsidered(turn.coup_number, last.card, "none"))
    if step.face_up:
        flag_face_up(turn, last.card)
    turn.treat("excess_card", excess_case(turn, step), last.card)


def _earlier(turn: Turn, step: s.CardSeen, last: LastCard) -> None:
    """A card of this coup was seen late, when others had followed it."""
    order = _order(turn.game.coup) if last.hand != "none" else []
    place = len(order) - 1 - step.back
    if place < 0:
        raise Refused(GameCode.NOT_SO_FAR_BACK, back=step.back)
    side, card, coup = order[place]
    turn.say(e.CardSeen(turn.coup_number, card, step.to, step.face_up, step.shown, step.back))
    seen_where(turn, card, step.to, side, coup)


def _order(coup: Coup | None) -> list[tuple[Side, Card, Coup]]:
    """Return the cards of a coup in the order in which they were laid, each with the coup as it then stood."""
    if coup is None:
        return []
    player, banker = coup.player, coup.banker
    laid = [(Side.PLAYER, n) for n in range(len(player))] + [(Side.BANKER, n) for n in range(len(banker))]
    laid.sort(key=lambda one: (min(INITIAL, one[1]), one[0] is Side.BANKER))
    return [(side, (player if side is Side.PLAYER else banker)[n], coup) for side, n in laid]
