"""The whole coup: what fits in which phase, what is then done, and where that can lead.

This table is the controller. It has a row for each fact in each phase, because a fact is never refused. A wish that is
not in it is refused and changes nothing. The diagram in docs/coup.md is drawn from it, and a test checks every step
ever taken against `leads_to`.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, Never, cast

from firmware.game import coup_life, dealing, questions, shoe_life
from firmware.game import steps as s
from firmware.game.codes import GameCode
from firmware.game.rulebook import Rulebook
from firmware.game.sequel import RULE_ON, go_on, hold, hold_sighting
from firmware.game.state import Coup, Game, Phase
from firmware.game.turn import Said, Turn
from firmware.refusal import Refused

NO_SHOE, BETWEEN, BETTING = Phase.NO_SHOE, Phase.BETWEEN, Phase.BETTING
CLOSED, DEALING, COMPLETE = Phase.CLOSED, Phase.DEALING, Phase.COMPLETE
ASKING, BETTING_ASKING, UNREADABLE = Phase.ASKING, Phase.BETTING_ASKING, Phase.UNREADABLE


class Move(NamedTuple):
    """What a step does in a phase, and the phases in which the table can stand after it."""

    handler: Callable[[Turn, s.Step], None]
    leads_to: frozenset[Phase]


def _to(handler: Callable[[Turn, Never], None], *phases: Phase) -> Move:
    return Move(cast("Callable[[Turn, s.Step], None]", handler), frozenset(phases))


# Where a coup's end can lead: to the next, to a Dummy Coup that is due (a carried hand may be complete at once), to the
# end of the shoe, to a question about a card that is over, or to a card that could not be read.
ENDED: Final = (BETWEEN, DEALING, COMPLETE, NO_SHOE, ASKING, UNREADABLE)
# Where a card can lead after betting; a void ends the coup.
DEALT: Final = (CLOSED, *ENDED)
# Where a card can lead while betting is open.
BET: Final = (BETTING, BETTING_ASKING, *DEALT)


def _facts(*phases: Phase, but: dict[type[s.Step], Move]) -> dict[type[s.Step], Move]:
    """Each fact is ruled on and can lead to these phases unless another row says otherwise."""
    return {**{fact: _to(ruled, *phases) for fact, ruled in RULE_ON.items()}, **but}


def _held(phase: Phase, *ended: Phase) -> dict[type[s.Step], Move]:
    """While a question is open, facts wait for the answer; a malfunction is ruled on at once."""
    return {
        **dict.fromkeys(RULE_ON, _to(hold, phase)),
        s.CardSeen: _to(hold_sighting, *BET),
        s.SystemFault: _to(coup_life.system_fault, phase, *ended),
        s.Decide: _to(questions.decide, *BET),
        s.Invalidate: _to(coup_life.invalidate, *ENDED),
    }


TRANSITIONS: Final[dict[Phase, dict[type[s.Step], Move]]] = {
    NO_SHOE: _facts(
        NO_SHOE,
        ASKING,
        UNREADABLE,
        but={
            s.NewShoe: _to(shoe_life.new_shoe, BETWEEN),
            s.LeaveOver: _to(coup_life.leave_over, NO_SHOE, ASKING),
            s.SystemFault: _to(coup_life.system_fault, NO_SHOE),
        },
    ),
    BETWEEN: _facts(
        *ENDED,
        but={
            s.NewShoe: _to(shoe_life.new_shoe, BETWEEN),
            s.ReplaceCards: _to(shoe_life.replace_cards, BETWEEN),
            s.LeaveOver: _to(coup_life.leave_over, BETWEEN, ASKING),
            s.OpenBets: _to(coup_life.open_bets, BETTING),
            s.SystemFault: _to(coup_life.system_fault, BETWEEN),
        },
    ),
    BETTING: _facts(
        *BET,
        but={
            s.CloseBets: _to(dealing.close_bets, *DEALT),
            s.Decide: _to(questions.decide, *ENDED),
            s.Invalidate: _to(coup_life.invalidate, *ENDED),
            s.SystemFault: _to(coup_life.system_fault, *ENDED),
        },
    ),
    CLOSED: _facts(
        *DEALT,
        but={
            s.OpenBets: _to(coup_life.reopen_bets, BETTING),
            s.Decide: _to(questions.decide, *ENDED),
            s.Confirm: _to(coup_life.confirm_too_soon),
            s.Invalidate: _to(coup_life.invalidate, *ENDED),
            s.SystemFault: _to(coup_life.system_fault, CLOSED),
        },
    ),
    DEALING: _facts(
        *DEALT,
        but={
            s.OpenBets: _to(coup_life.reopen_bets),
            s.Decide: _to(questions.decide, *ENDED),
            s.Confirm: _to(coup_life.confirm_too_soon),
            s.Invalidate: _to(coup_life.invalidate, *ENDED),
            s.SystemFault: _to(coup_life.system_fault, DEALING),
        },
    ),
    COMPLETE: _facts(
        *DEALT,
        but={
            s.OpenBets: _to(coup_life.reopen_bets),
            s.Decide: _to(questions.decide, *ENDED),
            s.Confirm: _to(coup_life.confirm, *ENDED),
            s.Invalidate: _to(coup_life.invalidate, *ENDED),
            s.SystemFault: _to(coup_life.system_fault, COMPLETE),
        },
    ),
    ASKING: _held(ASKING),
    BETTING_ASKING: _held(BETTING_ASKING, *ENDED),
    UNREADABLE: {**_held(UNREADABLE), s.Enter: _to(shoe_life.enter, *BET)},
}


def decide(book: Rulebook, game: Game, step: s.Step, *, wagered: bool = True) -> list[Said]:
    """Return what follows from a step: each event with the game after it. Raises Refused, and then nothing has changed.

    `wagered`: whether, if betting ends with this step, there are wagers that count.
    """
    phase = game.phase
    move = TRANSITIONS[phase].get(type(step))
    if move is None:
        raise _does_not_fit(book, game, step)
    turn = Turn(book, game, wagered=wagered)
    move.handler(turn, step)
    go_on(turn)
    assert turn.game.phase in move.leads_to, f"{phase} leads to {turn.game.phase} by {step}"
    return turn.said


def _does_not_fit(book: Rulebook, game: Game, step: s.Step) -> Refused:
    """Say what is missing for a step that does not fit the table's phase, or what stands in its way."""
    coup = game.coup
    of_its_own = _MISSING.get(type(step))
    if of_its_own is not None:
        return Refused(of_its_own)
    if game.questions:
        question = game.questions[0]
        return Refused(GameCode.QUESTION_OPEN, question.rule, kind=question.kind)
    if game.unread:
        return Refused(GameCode.CARD_UNREAD)
    if coup is None:
        return Refused(GameCode.NO_COUP if game.shoe is not None else GameCode.NO_SHOE)
    return _coup_in_the_way(book, game, coup, step)


def _coup_in_the_way(book: Rulebook, game: Game, coup: Coup, step: s.Step) -> Refused:
    """Say how far the coup is, and so what must come first."""
    number, numbers = coup.number, book.numbers
    if isinstance(step, s.CloseBets):
        return Refused(GameCode.BETTING_CLOSED, numbers.betting_closed, coup=number)
    if game.phase is BETTING:
        return Refused(GameCode.BETTING_OPEN, coup=number)
    if coup.dummy and isinstance(step, s.OpenBets):
        return Refused(GameCode.DUMMY_COUP, numbers.dummy_due, coup=number)
    if coup.due is None:
        return Refused(GameCode.RESULT_DUE, coup=number)
    if game.phase is CLOSED:
        return Refused(GameCode.FIRST_CARD_DUE, coup=number)
    return Refused(GameCode.CARD_DUE, hand=coup.due.value, coup=number)


# What these answer is not there.
_MISSING: Final[dict[type[s.Step], GameCode]] = {
    s.Decide: GameCode.NO_QUESTION,
    s.Enter: GameCode.NOTHING_UNREAD,
}
