"""A coup's beginning and end: betting opened, the result confirmed, or the coup made void."""

from collections import Counter

from firmware.game import events as e
from firmware.game import steps as s
from firmware.game.codes import GameCode
from firmware.game.hands import Winner
from firmware.game.state import Coup, Game
from firmware.game.turn import Turn, winner_now
from firmware.refusal import Refused


def open_bets(turn: Turn, step: s.OpenBets) -> None:
    """Betting opens for the next coup."""
    # crown 8.1, 8.1(a), 8.1(b); mbs 3.1; rws 3.1
    turn.open_coup(dummy=False, closes_at=step.closes_at)


def reopen_bets(turn: Turn, step: s.OpenBets) -> None:
    """Betting opens again in a coup without wagers or cards."""
    coup = turn.coup
    if coup.dummy:
        raise Refused(GameCode.DUMMY_COUP, turn.book.numbers.dummy_due, coup=coup.number)
    treatment = turn.book.irregularities.no_wagers_reopen
    if coup.recognised or turn.game.burned or treatment.action == "none":
        raise Refused(GameCode.BETTING_CLOSED, turn.book.numbers.betting_closed, coup=coup.number)
    turn.ruling("no_wagers", treatment.action, treatment.rule or None, who=treatment)
    turn.say(e.BetsReopened(coup.number, step.closes_at))


def confirm(turn: Turn, _: s.Confirm) -> None:
    """The dealer confirms the result."""
    # crown 8.4.2, 11.7.1(b), 11.7.2
    # mbs-baccarat 1.1.7, 1.1.8; mbs-no-commission 1.1.6, 1.1.7; mbs-rapid 1.1.7, 1.1.8: the round is over
    turn.end_coup(winner_now(turn.coup))


def leave_over(turn: Turn, step: s.LeaveOver) -> None:
    """A hand was miscounted: recorded cards that were in none are in excess; unrecorded ones count as dealt."""
    # mbs 5.2; rws 5.1.2; reading 26
    ended = turn.game.coup_that_ended(step.coup)
    shoe = turn.game.shoe
    if ended is not None and turn.game.is_of_old_shoe(ended):
        # Another shoe is in play: cards of the old one are neither dealt in it nor counted against it.
        for card in step.over:
            turn.rule("excess_card", "excess_left_over", card, of=ended)
        return
    gone = [card for card, count in Counter(step.found).items() if shoe is not None and shoe.left(card) < count]
    if gone:
        raise Refused(GameCode.NOT_IN_SHOE, turn.treatment("miscount").rule, cards=", ".join(gone))
    if step.found or step.waited:
        turn.say(e.CardsFound(step.coup, step.found, step.waited))
    for card in step.over:
        turn.rule("excess_card", "excess_left_over", card)


def confirm_too_soon(turn: Turn, _: s.Confirm) -> None:
    """The dealer calls a result while a card is still due."""
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
    if step.by == "dealer":
        _need_empty_coup(turn, coup)
        turn.void("no_wagers", law.no_wagers_void, law.no_wagers_void, text=text)
    elif step.ground == "malfunction":
        treatment = law.equipment_malfunction
        turn.say(e.Irregularity(coup.number, "equipment_malfunction", treatment.rule or None))
        turn.void("equipment_malfunction", treatment, treatment, text=text)
    elif step.ground == "system":
        turn.void("system_malfunction", law.system_after, law.system_after, text=text)
    else:
        turn.void("invalidated", law.invalidated, law.invalidated, text=text)


def dealer_may_void(game: Game) -> bool:
    """Whether betting has ended without a wager, and nothing was burned or dealt."""
    # crown 11.4, 11.5; reading 21
    coup = game.coup
    return coup is not None and not coup.recognised and not coup.dummy and not coup.started and not game.burned


def _need_empty_coup(turn: Turn, coup: Coup) -> None:
    if turn.game.questions:
        raise Refused(GameCode.QUESTION_OPEN, turn.game.questions[0].rule, kind=turn.game.questions[0].kind)
    treatment = turn.treatment("no_wagers_void")
    if treatment.action != "void" or not dealer_may_void(turn.game):
        raise Refused(GameCode.DEALER_VOID, treatment.rule, coup=coup.number)


def shoe_says(turn: Turn, step: s.ShoeSays) -> None:
    """The shoe reports its own result, which is compared as soon as the coup is complete (reading 23)."""
    coup = turn.game.coup
    if coup is not None:
        turn.say(e.ShoeResultReported(coup.number, step.winner))
        return
    ended = turn.game.ended[-1] if turn.game.ended else None
    if ended is None or ended.winner is Winner.VOID or ended.shoe_result is not None:
        turn.say(e.FactNoted(None, step))
        return
    turn.say(e.ShoeResultReported(ended.number, step.winner))
    if step.winner is not ended.winner:
        said = f"the cards say {ended.winner}, the shoe says {step.winner}"
        turn.treat("shoe_disagrees", "shoe_disagrees", said=said, of=ended)


def system_fault(turn: Turn, _: s.SystemFault) -> None:
    """The game controller restarted, or lost a device it needs."""
    # crown 11.15, 11.15(a), 11.15(b)
    coup = turn.game.coup
    if coup is None:
        turn.say(e.Irregularity(None, "system_malfunction", None))
    else:
        turn.treat("system_malfunction", "system_before" if coup.betting else "system_after")
