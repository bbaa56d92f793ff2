"""The coup, whole: what fits in which phase, what is then done, and where that can lead.

This table is the controller. What is not in it does not fit: it is refused by name, and changes nothing. The
diagram in docs/coup.md is drawn from it, and a test holds every step ever taken against `leads_to`.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from firmware.game import coup_life, dealing, placing, questions, shoe_life
from firmware.game import events as e
from firmware.game import steps as s
from firmware.game.rulebook import Rulebook
from firmware.game.state import Game, Phase
from firmware.game.turn import Refused, Turn

NO_SHOE, BETWEEN, BETTING = Phase.NO_SHOE, Phase.BETWEEN, Phase.BETTING
CLOSED, DEALING, COMPLETE = Phase.CLOSED, Phase.DEALING, Phase.COMPLETE
ASKING, BETTING_ASKING, UNREADABLE = Phase.ASKING, Phase.BETTING_ASKING, Phase.UNREADABLE


class Move(NamedTuple):
    """What a step does in a phase, and the phases in which the table can stand after it."""

    handler: Callable[[Turn, Any], None]
    leads_to: frozenset[Phase]


def _to(handler: Callable[[Turn, Any], None], *phases: Phase) -> Move:
    return Move(handler, frozenset(phases))


# Where a coup's end can lead: to the next, to a Dummy Coup that is due (a carried hand may be complete at once),
# to the end of the shoe, or to a question about a card that is over.
ENDED: Final = (BETWEEN, DEALING, COMPLETE, NO_SHOE, ASKING)
# Where a card can lead once betting is over; a void ends the coup.
DEALT: Final = (DEALING, COMPLETE, ASKING, *ENDED)

TRANSITIONS: Final[dict[Phase, dict[type[s.Step], Move]]] = {
    NO_SHOE: {
        s.NewShoe: _to(shoe_life.new_shoe, BETWEEN),
        s.CardDrawn: _to(dealing.card_drawn, NO_SHOE, ASKING),
        s.SystemFault: _to(coup_life.system_fault, NO_SHOE),
    },
    BETWEEN: {
        s.NewShoe: _to(shoe_life.new_shoe, BETWEEN),
        s.ReplaceCards: _to(shoe_life.replace_cards, BETWEEN),
        s.Burn: _to(shoe_life.burn, BETWEEN, ASKING),
        s.Cut: _to(shoe_life.cut, BETWEEN, ASKING),
        s.OpenBets: _to(coup_life.open_bets, BETTING),
        s.CardSeen: _to(placing.card_seen, BETWEEN, ASKING),
        s.CardDrawn: _to(dealing.card_drawn, BETWEEN, ASKING),
        s.CardsTogether: _to(dealing.cards_together, BETWEEN, ASKING),
        s.Unreadable: _to(dealing.unreadable, UNREADABLE),
        s.ShoeEmpty: _to(shoe_life.shoe_empty, NO_SHOE),
        s.OrderAltered: _to(shoe_life.order_altered, NO_SHOE),
        s.ForeignCard: _to(dealing.foreign_card, ASKING),
        s.SystemFault: _to(coup_life.system_fault, BETWEEN),
    },
    BETTING: {
        s.CloseBets: _to(dealing.close_bets, CLOSED, *DEALT),
        s.Burn: _to(shoe_life.burn, BETTING, BETTING_ASKING, *ENDED),
        s.Cut: _to(shoe_life.cut, BETTING, BETTING_ASKING, *ENDED),
        s.CardDrawn: _to(dealing.card_drawn, BETTING, BETTING_ASKING, *DEALT),
        s.CardsTogether: _to(dealing.cards_together, BETTING_ASKING, *DEALT),
        s.Unreadable: _to(dealing.unreadable, UNREADABLE),
        s.ShoeEmpty: _to(shoe_life.shoe_empty, BETTING),
        s.OrderAltered: _to(shoe_life.order_altered, BETTING, BETTING_ASKING),
        s.ForeignCard: _to(dealing.foreign_card, BETTING_ASKING, *ENDED),
        s.Decide: _to(questions.decide, *ENDED),
        s.Invalidate: _to(coup_life.invalidate, *ENDED),
        s.SystemFault: _to(coup_life.system_fault, *ENDED),
    },
    CLOSED: {
        s.OpenBets: _to(coup_life.reopen_bets, BETTING),
        s.Burn: _to(shoe_life.burn, CLOSED, *DEALT),
        s.Cut: _to(shoe_life.cut, CLOSED, *DEALT),
        s.CardDrawn: _to(dealing.card_drawn, CLOSED, *DEALT),
        s.CardsTogether: _to(dealing.cards_together, *DEALT),
        s.Unreadable: _to(dealing.unreadable, UNREADABLE),
        s.ShoeEmpty: _to(shoe_life.shoe_empty, *DEALT),
        s.OrderAltered: _to(shoe_life.order_altered, CLOSED, *DEALT),
        s.ForeignCard: _to(dealing.foreign_card, *DEALT),
        s.ShoeSays: _to(coup_life.shoe_says, CLOSED),
        s.Decide: _to(questions.decide, *ENDED),
        s.Confirm: _to(coup_life.confirm_too_soon),
        s.Invalidate: _to(coup_life.invalidate, *ENDED),
        s.SystemFault: _to(coup_life.system_fault, CLOSED),
    },
    DEALING: {
        s.OpenBets: _to(coup_life.reopen_bets),
        s.Cut: _to(shoe_life.cut, *DEALT),
        s.CardSeen: _to(placing.card_seen, *DEALT),
        s.CardDrawn: _to(dealing.card_drawn, *DEALT),
        s.CardsTogether: _to(dealing.cards_together, *DEALT),
        s.Unreadable: _to(dealing.unreadable, UNREADABLE),
        s.ShoeEmpty: _to(shoe_life.shoe_empty, *DEALT),
        s.OrderAltered: _to(shoe_life.order_altered, *DEALT),
        s.ForeignCard: _to(dealing.foreign_card, *DEALT),
        s.ShoeSays: _to(coup_life.shoe_says, DEALING),
        s.Decide: _to(questions.decide, *ENDED),
        s.Confirm: _to(coup_life.confirm_too_soon),
        s.Invalidate: _to(coup_life.invalidate, *ENDED),
        s.SystemFault: _to(coup_life.system_fault, DEALING),
    },
    COMPLETE: {
        s.OpenBets: _to(coup_life.reopen_bets),
        s.Cut: _to(shoe_life.cut, COMPLETE, *DEALT),
        s.CardSeen: _to(placing.card_seen, COMPLETE, *DEALT),
        s.CardDrawn: _to(dealing.card_drawn, COMPLETE, *DEALT),
        s.CardsTogether: _to(dealing.cards_together, *DEALT),
        s.Unreadable: _to(dealing.unreadable, UNREADABLE),
        s.ShoeEmpty: _to(shoe_life.shoe_empty, COMPLETE),
        s.OrderAltered: _to(shoe_life.order_altered, *DEALT),
        s.ForeignCard: _to(dealing.foreign_card, *DEALT),
        s.ShoeSays: _to(coup_life.shoe_says, COMPLETE, ASKING),
        s.Decide: _to(questions.decide, *ENDED),
        s.Confirm: _to(coup_life.confirm, *ENDED),
        s.Invalidate: _to(coup_life.invalidate, *ENDED),
        s.SystemFault: _to(coup_life.system_fault, COMPLETE),
    },
    ASKING: {
        s.CardSeen: _to(placing.card_seen, *DEALT),
        s.Cut: _to(shoe_life.cut, *DEALT),
        s.Decide: _to(questions.decide, CLOSED, *DEALT),
        s.Invalidate: _to(coup_life.invalidate, *ENDED),
        s.SystemFault: _to(coup_life.system_fault, ASKING),
    },
    BETTING_ASKING: {
        s.CloseBets: _to(dealing.close_bets, ASKING, *ENDED),
        s.Cut: _to(shoe_life.cut, BETTING_ASKING, *ENDED),
        s.Decide: _to(questions.decide, BETTING, BETTING_ASKING, *ENDED),
        s.Invalidate: _to(coup_life.invalidate, *ENDED),
        s.SystemFault: _to(coup_life.system_fault, *ENDED),
    },
    UNREADABLE: {
        s.Enter: _to(dealing.enter, *DEALT),
        s.Cut: _to(shoe_life.cut, UNREADABLE, *ENDED),
        s.Invalidate: _to(coup_life.invalidate, *ENDED),
        s.SystemFault: _to(coup_life.system_fault, UNREADABLE),
    },
}


class DoesNotFit(Refused):
    """A step that has no place in the phase in which the table stands; names both."""


def decide(book: Rulebook, game: Game, step: s.Step, *, wagered: bool = True) -> list[e.Event]:
    """Return what follows from a step. Raises Refused, and then nothing has changed.

    `wagered`: whether, if betting ends with this step, there are wagers that count.
    """
    phase = game.phase
    move = TRANSITIONS[phase].get(type(step))
    if move is None:
        raise DoesNotFit(_why(game, step), _rule(book, game, step))
    turn = Turn(book, game, wagered=wagered)
    move.handler(turn, step)
    assert turn.game.phase in move.leads_to, f"{phase} leads to {turn.game.phase} by {step}"
    return turn.events


def _why(game: Game, step: s.Step) -> str:
    """Say what does not fit, where the table stands, and what would be right."""
    phase, coup = game.phase, game.coup
    if game.questions:
        question = game.questions[0]
        where = f"a question is open ({question.kind}: {', '.join(question.options)})"
    elif phase is UNREADABLE:
        where = "a card could not be read and is still to be entered"
    elif coup is not None:
        due = f", the {coup.due.capitalize()} hand is due a card" if phase is DEALING and coup.due else ""
        dummy = " (a Dummy Coup)" if coup.dummy else ""
        where = f"coup {coup.number}{dummy} is {_STANDS[phase]}{due}"
    else:
        where = _STANDS[phase]
    return f"{NAMES[type(step)]} does not fit: {where}"


def _rule(book: Rulebook, game: Game, step: s.Step) -> str | None:
    if isinstance(step, s.OpenBets) and game.coup is not None and game.coup.dummy:
        return book.numbers.dummy_due or None
    return game.questions[0].rule if game.questions else None


_STANDS: Final = {
    NO_SHOE: "no shoe is in play; a new one is needed",
    BETWEEN: "no coup is open",
    BETTING: "open for wagers",
    CLOSED: "closed for wagers, its first card is due",
    DEALING: "being dealt",
    COMPLETE: "complete, its result is to be confirmed",
}

NAMES: Final[dict[type[s.Step], str]] = {
    s.NewShoe: "a new shoe",
    s.ReplaceCards: "replacing cards",
    s.Burn: "a burn",
    s.Cut: "the cutting card",
    s.OpenBets: "opening bets",
    s.CloseBets: "closing bets",
    s.CardDrawn: "a card",
    s.CardSeen: "a card that was seen",
    s.CardsTogether: "a draw of several cards",
    s.Unreadable: "an unreadable card",
    s.Enter: "entering a card",
    s.ShoeSays: "the shoe's result",
    s.ShoeEmpty: "an empty shoe",
    s.OrderAltered: "an altered order",
    s.ForeignCard: "a foreign card",
    s.Decide: "a decision",
    s.Confirm: "confirming",
    s.Invalidate: "voiding",
    s.SystemFault: "a malfunction of the system",
}
