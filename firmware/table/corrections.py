"""The actual outcome of a coup that was settled on another: freeze, recalculate, adjust (11.11)."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from firmware.game import events as g
from firmware.game.bets import Payout
from firmware.game.hands import Winner
from firmware.game.turn import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.turn import TableTurn, take_pay


class SettledCoup(Struct, frozen=True):
    """A coup as the journal tells it: its stakes, and what each account has had of it so far."""

    result: g.CoupResult
    stakes: tuple[tuple[int, str, int], ...]
    moved: dict[int, int]


def correct(turn: TableTurn, command: c.CorrectOutcome) -> None:
    """Recalculate a coup from the journal and adjust the accounts; what cannot be moved is owed."""
    # crown 11.9, 11.11; reading 13
    treatment = turn.treatment("wrong_outcome")
    record = _from_journal(turn.history(command.coup))
    _need_possible(turn, command, record, treatment.rule)
    assert record is not None
    turn.say(g.Irregularity(command.coup, "wrong_outcome", treatment.rule or None))
    turn.say(g.Ruling("wrong_outcome", treatment.action, treatment.rule or None, treatment.by))
    payouts = turn.rules.resolver.payouts(command.player, command.banker)
    turn.settle(command.coup, record.stakes, payouts, corrected=True)
    for ats, due in sorted(_due(record.stakes, payouts).items()):
        _adjust(turn, command.coup, ats, due - record.moved.get(ats, 0))
    if not turn.state.setup.ats:
        turn.say(take_pay(command.coup, payouts))


def _due(stakes: Sequence[tuple[int, str, int]], payouts: dict[str, Payout]) -> Counter[int]:
    due: Counter[int] = Counter()
    for ats, bet, stake in stakes:
        due[ats] += payouts[bet].returned(stake)
    return due


def _from_journal(happened: Sequence[g.Event]) -> SettledCoup | None:
    """Read a coup out of its events; None when it has not ended."""
    result, stakes, moved = None, [], Counter[int]()
    for event in happened:
        if isinstance(event, g.CoupResult):
            result = event
        elif isinstance(event, e.WagersSettled) and not event.corrected:
            stakes += [(line.ats, line.bet, line.stake) for line in event.lines]
            for line in event.lines:
                moved[line.ats] += line.returned
        elif isinstance(event, e.Adjusted):
            moved[event.ats] += event.amount
    return None if result is None else SettledCoup(result, tuple(stakes), dict(moved))


def _need_possible(turn: TableTurn, command: c.CorrectOutcome, record: SettledCoup | None, rule: str) -> None:
    if record is None:
        raise Refused(f"coup {command.coup} has not been settled", rule)
    if record.result.dummy or record.result.winner == Winner.VOID:
        what = "a Dummy Coup" if record.result.dummy else "void"
        raise Refused(f"coup {command.coup} was {what}: nothing was settled on it", rule)
    if not turn.rules.book.table_of_play.allows(command.player, command.banker):
        raise Refused("the table of play cannot give these hands", rule)
    most = max(Counter((*command.player, *command.banker)).values())
    if most > turn.state.setup.decks:
        raise Refused(f"{turn.state.setup.decks} decks do not hold these cards", rule)


def _adjust(turn: TableTurn, coup: int, ats: int, difference: int) -> None:
    """Move the difference as far as it can be moved; the rest stays owed (reading 13)."""
    movable = difference
    if ats not in turn.state.accounts:
        movable = 0
    elif difference < 0:
        movable = max(difference, -turn.state.balance(ats))
    if movable:
        turn.say(e.Adjusted(coup, ats, movable))
    rest = difference - movable
    if rest != turn.state.owed_for(ats, coup):
        turn.say(e.Owed(coup, ats, abs(rest), "house" if rest > 0 else "player"))
