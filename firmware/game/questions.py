"""Answers: what each option of a question does once somebody with the authority has chosen it."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from firmware.game import events as e
from firmware.game import steps as s
from firmware.game.codes import GameCode
from firmware.game.dealing import UNKNOWN, close, in_initial_deal, lay_in_order
from firmware.game.rulebook import Action, Treatment
from firmware.game.state import Coup, Game
from firmware.game.turn import Turn
from firmware.refusal import Refused
from hal.cards import Card, read_card

ORDER: Final = "order="
RESTART: Final = "reconstruct"
# Hands that are reconstructed without the card in question.
LEAVES_OVER: Final = frozenset(
    {"excess_player_third", "excess_banker_third", "misplaced_burn_over", "misplaced_burn_shown"}
)


def decide(turn: Turn, step: s.Decide) -> None:
    """A person answers the open question."""
    question = turn.game.questions[0] if turn.game.questions else None
    if step.option == RESTART and may_restart(turn.game) and (question is None or RESTART not in question.options):
        _restart(turn)
    elif turn.game.unread:
        raise Refused(GameCode.CARD_UNREAD)
    elif question is None:
        raise Refused(GameCode.NO_QUESTION)
    else:
        _answer(turn, question, step)


def _answer(turn: Turn, question: e.Question, step: s.Decide) -> None:
    if question.case == "together":
        _order(turn, question, step.option)
    elif step.option in question.options:
        turn.say(e.Answered(question.number, step.option, question.by, question.role))
        _ANSWERS[step.option](turn, question)
    else:
        raise Refused(GameCode.NO_ANSWER, question.rule, options=", ".join(question.options))


def may_restart(game: Game) -> bool:
    """Whether the coup that is open is the first of a shoe that was not burned (11.1.1)."""
    return game.coup is not None and game.shoe is not None and (game.burn_missed or game.shoe.burn_due)


def _restart(turn: Turn) -> None:
    # crown 11.1.1: the first coup is void, the burn is made, and the shoe starts again (reading 18)
    treatment = turn.book.irregularities.burn_missed_restart
    turn.ruling("burn_missed", treatment.action, treatment.rule or None, who=treatment)
    turn.void("burn_missed", treatment, who=treatment)


def _treatment(turn: Turn, question: e.Question) -> Treatment:
    treatment: Treatment = getattr(turn.book.irregularities, question.case)
    return treatment


def _rule(turn: Turn, question: e.Question, option: str) -> str | None:
    return _treatment(turn, question).rules.get(option, question.rule) or None  # type: ignore[call-overload]


def _say(turn: Turn, question: e.Question, option: str, action: Action) -> None:
    card = question.cards[0] if question.cards else None
    turn.ruling(question.kind, action, _rule(turn, question, option), card, _treatment(turn, question))


def _play_on(turn: Turn, question: e.Question) -> None:
    _say(turn, question, "play-on", "play-on")
    if question.kind == "simultaneous_draw":
        lay_in_order(turn, turn.game.pending)
    elif question.case == "foreign_card_between" and turn.in_round:
        # mbs 5.1.1: the shoe goes on, but the round of play that was under way is still void
        turn.void(question.kind, turn.treatment("foreign_card"))


def _void(turn: Turn, question: e.Question) -> None:
    rule, treatment = _rule(turn, question, "void"), _treatment(turn, question)
    if question.coup is not None:
        turn.ruling(question.kind, "void", rule, who=treatment)
        turn.say(e.SettledCoupVoided(question.coup, question.kind, treatment.refund or rule))
    elif turn.game.coup is not None:
        turn.void(question.kind, treatment, treatment, rule=rule)
        if question.kind == "simultaneous_draw":
            _set_pending_aside(turn, question.kind, rule, treatment)
    else:
        turn.ruling(question.kind, "void", rule, who=treatment)
        _set_pending_aside(turn, question.kind, rule, treatment)
    if question.case == "foreign_card_between" and turn.game.shoe is not None:
        turn.end_shoe("foreign_card", rule or "")  # reading 19


def _set_pending_aside(turn: Turn, kind: str, rule: str | None, treatment: Treatment) -> None:
    """Undue cards that left together in an unknown order are not used."""
    for card in turn.game.pending:
        turn.say(e.CardLaid(None, card, "none", None, drawn=False))
        turn.ruling(kind, "set-aside", rule, card, treatment)


def _dummy(turn: Turn, question: e.Question) -> None:
    # crown 11.8, 11.8.1, 11.8.2; reading 2: not after the last coup of the shoe
    coup = turn.game.coup
    if coup is not None and not coup.started:
        _dummy_this(turn, question, coup)
    else:
        _wait(turn, question, "dummy", "dummy-next")


def _dummy_this(turn: Turn, question: e.Question, coup: Coup) -> None:
    """The coup that the card waits for is open and has not begun: betting ends, and it becomes the Dummy Coup."""
    # crown 11.8.3, 11.8.4
    _wait(turn, question, "carry", "carry")
    if coup.betting:
        close(turn, "card")
    now = turn.game.coup
    if now is not None and not now.dummy:
        _say(turn, question, "dummy", "dummy-this")


def _carry(turn: Turn, question: e.Question) -> None:
    _wait(turn, question, "carry", "carry")


def _wait(turn: Turn, question: e.Question, option: str, action: Action) -> None:
    rule, treatment = _rule(turn, question, option), _treatment(turn, question)
    turn.wait(question.kind, action, rule, question.cards[0], treatment, waits=question.waits)


def _set_aside(turn: Turn, question: e.Question) -> None:
    rule, card = _rule(turn, question, "set-aside"), question.cards[0]
    turn.ruling(question.kind, "set-aside", rule, card, _treatment(turn, question), waits=question.waits)


def _reconstruct(turn: Turn, question: e.Question) -> None:
    _say(turn, question, "reconstruct", "reconstruct")
    if question.case in LEAVES_OVER and not question.waits and not _is_decided(turn, question.cards[0]):
        turn.rule(question.kind, "excess_left_over", question.cards[0])


def _is_decided(turn: Turn, card: Card) -> bool:
    """Whether somebody has already decided what becomes of an excess card."""
    such = [one for one in turn.game.left if one.card == card and one.hand == "none"]
    return any(one.decided for one in such) and all(one.fate or one.decided for one in such)


def _cannot_reconstruct(turn: Turn, question: e.Question) -> None:
    # mbs 5.2, 5.4; rws 5.1, 5.1.2
    _void(turn, question)


_ANSWERS: Final[dict[str, Callable[[Turn, e.Question], None]]] = {
    "play-on": _play_on,
    "void": _void,
    "dummy": _dummy,
    "carry": _carry,
    "set-aside": _set_aside,
    "reconstruct": _reconstruct,
    "cannot-reconstruct": _cannot_reconstruct,
}


def _order(turn: Turn, question: e.Question, option: str) -> None:
    """The order in which cards left together has been named, or is unknown."""
    cards = _named(question, option)
    turn.say(e.Answered(question.number, option, question.by, question.role))
    if cards:
        lay_in_order(turn, cards)
        return
    # mbs 5.3: unknown in the initial deal
    turn.rule(question.kind, "together_unknown_initial" if in_initial_deal(turn) else "together_unknown_later")


def _named(question: e.Question, option: str) -> tuple[Card, ...]:
    if option == UNKNOWN:
        return ()
    refusal = Refused(GameCode.BAD_ORDER, question.rule, cards=",".join(question.cards))
    if not option.startswith(ORDER):
        raise refusal
    try:
        cards = tuple(read_card(word) for word in option.removeprefix(ORDER).split(","))
    except ValueError:
        raise refusal from None
    if Counter(cards) != Counter(question.cards):
        raise refusal
    return cards
