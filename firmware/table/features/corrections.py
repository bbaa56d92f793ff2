"""Corrections: a coup settled on a wrong outcome gets the actual one (11.11), or a settled coup is made void."""

from collections import Counter
from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.books import TableRules, rules_of
from firmware.game import events as g
from firmware.game.bets import Outcome, Payout
from firmware.game.hands import HandShown, Winner, is_natural, total, winner_of
from firmware.game.rulebook import Authorised, Treatment
from firmware.game.steps import Ground
from firmware.refusal import Code, Refused
from firmware.table.core.authority import irregularities, of_treatment, treatment
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.events import CoupInvalidated, OutcomeCorrected, WagersDeclaredVoid
from firmware.table.core.feature import Feature
from firmware.table.core.needs import need_answered
from firmware.table.core.state import CoupRecord, TableState
from firmware.table.core.turn import TableTurn, take_pay
from firmware.table.core.ways import TABLE, Found
from firmware.table.features.coups import with_outcome
from firmware.table.features.owed import Owed
from firmware.table.features.recalculating import SettledCoup, need_settled, recalculate, settled_in
from hal.cards import Card


class CorrectionsCode(Code):
    """Why it is refused."""

    INVALIDATION_REASON = auto()
    IMPOSSIBLE_HANDS = auto()
    TOO_MANY_ALIKE = auto()


class InvalidateCoup(Command, frozen=True):
    """A supervisor makes a settled coup void: `malfunction` of equipment, or `disruption` or fraud; with the reason."""

    coup: int
    ground: Ground
    reason: str


class CorrectOutcome(Command, frozen=True):
    """The actual outcome of a coup that was settled otherwise."""

    coup: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]


def correct(turn: TableTurn, command: CorrectOutcome) -> None:
    """Recalculate a coup from the journal and adjust the accounts; what cannot be moved is owed."""
    # crown 11.9, 11.11; reading 13
    need_answered(turn)
    correct_to(turn, command, turn.treatment("wrong_outcome"))


def correct_to(turn: TableTurn, command: CorrectOutcome, treatment: Treatment) -> None:
    """Recalculate a coup as the book's treatment orders."""
    record = need_settled(turn, command.coup, treatment.rule)
    # The game may have changed since; the version that the coup was played by counts.
    version = record.version or turn.state.setup.version
    rules = rules_of(version.rulebook, version.side_wagers, turn.state.setup.decks)
    _need_possible(turn, command, rules, treatment.rule)
    turn.say(g.Irregularity(command.coup, "wrong_outcome", treatment.rule or None))
    rule = treatment.rule or None
    turn.say(g.Ruling("wrong_outcome", treatment.action, rule, treatment.by, role=treatment.who))
    turn.say(_actual(command))
    payouts = rules.resolver.payouts(command.player, command.banker)
    recalculate(turn, command.coup, record, payouts, treatment.rule)
    if not turn.state.setup.ats:
        turn.say(take_pay(command.coup, payouts, version))


def _actual(command: CorrectOutcome) -> OutcomeCorrected:
    player, banker = (HandShown(hand, total(hand)) for hand in (command.player, command.banker))
    natural = is_natural(command.player) or is_natural(command.banker)
    return OutcomeCorrected(command.coup, winner_of(player.total, banker.total), player, banker, natural)


def invalidate(turn: TableTurn, command: InvalidateCoup) -> None:
    """Make a settled coup void: return every stake, and take back all winnings."""
    # crown 11.10, 13.3, 13.3.1, 13.3.2, 13.4
    need_answered(turn)
    kind = "equipment_malfunction" if command.ground == "malfunction" else "invalidated"
    treatment = turn.treatment(kind)
    rule = treatment.rule
    record = need_settled(turn, command.coup, rule)
    if not command.reason:
        raise Refused(CorrectionsCode.INVALIDATION_REASON, rule)
    if command.ground == "malfunction":
        turn.say(g.Irregularity(command.coup, kind, rule or None))
    by, role = treatment.by, treatment.who
    turn.say(g.Ruling(kind, treatment.action, rule or None, by, text=command.reason, role=role))
    turn.say(CoupInvalidated(command.coup, command.reason, rule or None))
    recalculate(turn, command.coup, record, _void(record), rule)


def void_settled(turn: TableTurn, voided: g.SettledCoupVoided) -> None:
    """Make a settled coup void because of something learned later (readings 25 and 26)."""
    record = settled_in(turn.history(voided.coup))
    assert record is not None
    if record.invalidated or record.result.dummy:
        return
    turn.say(CoupInvalidated(voided.coup, voided.kind, voided.rule))
    recalculate(turn, voided.coup, record, _void(record), voided.rule or "", frozen_for_it=not turn.state.frozen)


def declare_void_settled(turn: TableTurn, ats: int, coup: int, rule: str | None) -> None:
    """Recalculate a settled coup with one account's wagers void (13.2.1)."""
    record = need_settled(turn, coup, rule or "").of(ats)
    if not record.stakes or ats in record.declared:
        raise Refused(TableCode.NO_WAGERS, rule, ats=ats, coup=coup)
    turn.say(WagersDeclaredVoid(coup, ats, rule))
    recalculate(turn, coup, record, _void(record), rule or "")


def _void(record: SettledCoup) -> dict[str, Payout]:
    return {bet: Payout(Outcome.VOID) for _, bet, _ in record.stakes}


def _need_possible(turn: TableTurn, command: CorrectOutcome, rules: TableRules, rule: str) -> None:
    if not rules.book.table_of_play.allows(command.player, command.banker):
        raise Refused(CorrectionsCode.IMPOSSIBLE_HANDS, rule)
    most = max(Counter((*command.player, *command.banker)).values())
    if most > turn.state.setup.decks:
        raise Refused(CorrectionsCode.TOO_MANY_ALIKE, rule, decks=turn.state.setup.decks)


def _fold_corrected(state: TableState, event: OutcomeCorrected) -> TableState:
    def actual(record: CoupRecord) -> CoupRecord:
        if record.result.coup != event.coup:
            return record
        hands = {"winner": event.winner, "player": event.player, "banker": event.banker, "natural": event.natural}
        return replace(record, result=replace(record.result, **hands), corrected=True)

    state = replace(state, recent=tuple(actual(record) for record in state.recent))
    # Coups of an ended shoe are no longer on the roads.
    return with_outcome(state, event) if event.coup in state.outcomes else state


def _fold_invalidated(state: TableState, event: CoupInvalidated) -> TableState:
    def void(record: CoupRecord) -> CoupRecord:
        if record.result.coup != event.coup:
            return record
        return replace(record, result=replace(record.result, winner=Winner.VOID), corrected=True)

    recent = tuple(void(record) for record in state.recent)
    outcomes = {coup: mark for coup, mark in state.outcomes.items() if coup != event.coup}
    return replace(state, outcomes=outcomes, recent=recent)


def _way_corrected(_: TableState, event: OutcomeCorrected | Owed) -> Found:
    # Points are no money (reading 33).
    return "correction", TABLE, 0 if isinstance(event, OutcomeCorrected) or event.points else abs(event.amount)


def _way_invalidated(_: TableState, __: CoupInvalidated) -> Found:
    return "invalidation", TABLE, 0


def _who_invalidate(state: TableState, command: InvalidateCoup) -> Authorised:
    # crown 11.10, 13.3
    law = irregularities(state)
    return of_treatment(law.equipment_malfunction if command.ground == "malfunction" else law.invalidated)


FEATURE: Final = Feature(
    decides={CorrectOutcome: correct, InvalidateCoup: invalidate},
    folds={OutcomeCorrected: _fold_corrected, CoupInvalidated: _fold_invalidated},
    ways={OutcomeCorrected: _way_corrected, Owed: _way_corrected, CoupInvalidated: _way_invalidated},
    asked={CorrectOutcome: treatment("wrong_outcome"), InvalidateCoup: _who_invalidate},
    after={g.SettledCoupVoided: void_settled},
)
