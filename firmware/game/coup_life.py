"""A coup's beginning and end: betting opened, the result confirmed, or the coup made void."""

from firmware.game import events as e
from firmware.game import steps as s
from firmware.game.codes import GameCode
from firmware.game.refusal import Refused
from firmware.game.turn import Turn, winner_now


def open_bets(turn: Turn, step: s.OpenBets) -> None:
    """The wagering period of the next coup begins."""
    # crown 8.1, 8.1(a), 8.1(b); mbs 3.1; rws 3.1
    turn.open_coup(dummy=False, closes_at=step.closes_at)


def reopen_bets(turn: Turn, step: s.OpenBets) -> None:
    """Betting opens again in a coup in which nobody wagered and nothing was dealt."""
    coup = turn.coup
    if coup.dummy:
        raise Refused(GameCode.DUMMY_COUP, turn.book.numbers.dummy_due, coup=coup.number)
    treatment = turn.book.irregularities.no_wagers_reopen
    if coup.recognised or turn.game.burned or treatment.action == "none":
        raise Refused(GameCode.BETTING_CLOSED, turn.book.numbers.betting_closed, coup=coup.number)
    turn.say(e.Ruling("no_wagers", treatment.action, treatment.rule or None, treatment.by))
    turn.say(e.BetsReopened(coup.number, step.closes_at))


def confirm(turn: Turn, _: s.Confirm) -> None:
    """The dealer confirms the result."""
    # crown 8.4.2, 11.7.1(b), 11.7.2
    # mbs-baccarat 1.1.7, 1.1.8; mbs-no-commission 1.1.6, 1.1.7; mbs-rapid 1.1.7, 1.1.8: the round is over
    turn.end_coup(winner_now(turn.coup))


def confirm_too_soon(turn: Turn, _: s.Confirm) -> None:
    """A result is called while a card is still due."""
    # crown 8.4.1, 9.2, 9.3; mbs 5.2; rws 5.1.2
    coup = turn.coup
    assert coup.due is not None
    place = len(coup.player if coup.due == "player" else coup.banker) + 1
    raise Refused(
        GameCode.CARDS_SHORT, turn.book.numbers.cards_short, hand=coup.due.value, place=place, coup=coup.number
    )


def invalidate(turn: Turn, step: s.Invalidate) -> None:
    """A person makes the coup void."""
    # crown 11.4, 11.10, 13.3, 13.3.1, 13.3.2, 13.4
    coup = turn.game.coup
    if coup is None:
        raise Refused(GameCode.NO_COUP)
    law = turn.book.irregularities
    text = step.reason or None
    if step.ground == "malfunction":
        treatment = law.equipment_malfunction
        turn.say(e.Irregularity(coup.number, "equipment_malfunction", treatment.rule or None))
        turn.void("equipment_malfunction", treatment, treatment.by, text=text)
    elif not coup.recognised and not coup.dummy and not turn.game.questions:
        turn.void("no_wagers", law.no_wagers_void, law.no_wagers_void.by, text=text)
    else:
        turn.void("invalidated", law.invalidated, law.invalidated.by, text=text)


def shoe_says(turn: Turn, step: s.ShoeSays) -> None:
    """The shoe reports its own result, which is compared as soon as the coup is complete."""
    turn.say(e.ShoeResult(turn.coup.number, step.winner))
    if turn.coup.due is None:
        turn.compare_with_shoe()


def system_fault(turn: Turn, _: s.SystemFault) -> None:
    """The game controller restarted, or lost a device that it needs."""
    # crown 11.15, 11.15(a), 11.15(b)
    coup = turn.game.coup
    if coup is None:
        turn.say(e.Irregularity(None, "system_malfunction", None))
    else:
        turn.treat("system_malfunction", "system_before" if coup.betting else "system_after")
