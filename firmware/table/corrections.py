"""The actual outcome of a coup that was settled on another: freeze, recalculate, adjust (11.11)."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from firmware.books import TableRules, rules_of
from firmware.game import events as g
from firmware.game.bets import Outcome, Payout
from firmware.game.hands import Winner, is_natural, total, winner_of
from firmware.game.refusal import Refused
from firmware.game.rulebook import Treatment
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table import player_events as p
from firmware.table.codes import TableCode
from firmware.table.state import TableState
from firmware.table.turn import TableTurn, take_pay
from firmware.table.winnings import is_of_open_account, shares, winnings_of


class SettledCoup(Struct, frozen=True):
    """A coup as the journal tells it: its stakes, and what each account has had of it so far.

    `won`: what each account's wagers have won beyond their stakes. `waived`: what was waived of what it left owed,
    above zero by the house. `declared`: whose wagers are void (13.2.1).
    `session`: the one whose points it was played for; 0 for money.
    """

    result: g.CoupResult
    stakes: tuple[tuple[int, str, int], ...]
    moved: dict[int, int]
    won: dict[int, int]
    waived: dict[int, int]
    declared: frozenset[int]
    version: c.Version | None
    invalidated: bool
    session: int = 0

    def of(self, ats: int) -> "SettledCoup":
        """Return what of it is one account's."""
        return replace(self, stakes=tuple(stake for stake in self.stakes if stake[0] == ats))


def correct(turn: TableTurn, command: c.CorrectOutcome) -> None:
    """Recalculate a coup from the journal and adjust the accounts; what cannot be moved is owed."""
    # crown 11.9, 11.11; reading 13
    correct_to(turn, command, turn.treatment("wrong_outcome"))


def correct_to(turn: TableTurn, command: c.CorrectOutcome, treatment: Treatment) -> None:
    """Recalculate a coup as a treatment of the book wants it."""
    record = _need_settled(turn, command.coup, treatment.rule)
    # The game may have changed since: what counts is the version that the coup was played by.
    version = record.version or turn.state.setup.version
    rules = rules_of(version.rulebook, version.side_wagers, turn.state.setup.decks)
    _need_possible(turn, command, rules, treatment.rule)
    turn.say(g.Irregularity(command.coup, "wrong_outcome", treatment.rule or None))
    rule = treatment.rule or None
    turn.say(g.Ruling("wrong_outcome", treatment.action, rule, treatment.by, role=treatment.who))
    turn.say(_actual(command))
    payouts = rules.resolver.payouts(command.player, command.banker)
    _recalculate(turn, command.coup, record, payouts, treatment.rule)
    if not turn.state.setup.ats:
        turn.say(take_pay(command.coup, payouts, version))


def _actual(command: c.CorrectOutcome) -> e.OutcomeCorrected:
    player, banker = (g.HandShown(hand, total(hand)) for hand in (command.player, command.banker))
    natural = is_natural(command.player) or is_natural(command.banker)
    return e.OutcomeCorrected(command.coup, winner_of(player.total, banker.total), player, banker, natural)


def invalidate(turn: TableTurn, command: c.InvalidateCoup) -> None:
    """Make a settled coup void: every stake goes back, every winning is taken back."""
    # crown 11.10, 13.3, 13.3.1, 13.3.2, 13.4
    kind = "equipment_malfunction" if command.ground == "malfunction" else "invalidated"
    treatment = turn.treatment(kind)
    rule = treatment.rule
    record = _need_settled(turn, command.coup, rule)
    if not command.reason:
        raise Refused(TableCode.INVALIDATION_REASON, rule)
    if command.ground == "malfunction":
        turn.say(g.Irregularity(command.coup, kind, rule or None))
    by, role = treatment.by, treatment.who
    turn.say(g.Ruling(kind, treatment.action, rule or None, by, text=command.reason, role=role))
    turn.say(e.CoupInvalidated(command.coup, command.reason, rule or None))
    _recalculate(turn, command.coup, record, _void(record), rule)


def void_settled(turn: TableTurn, voided: g.SettledCoupVoided) -> None:
    """What was learned about a settled coup makes it void (readings 25 and 26)."""
    record = _from_journal(turn.history(voided.coup))
    assert record is not None
    if record.invalidated or record.result.dummy:
        return
    turn.say(e.CoupInvalidated(voided.coup, voided.kind, voided.rule))
    _recalculate(turn, voided.coup, record, _void(record), voided.rule or "", frozen_for_it=not turn.state.frozen)


def declare_void_settled(turn: TableTurn, ats: int, coup: int, rule: str | None) -> None:
    """Recalculate a settled coup with one account's wagers void (13.2.1)."""
    record = _need_settled(turn, coup, rule or "").of(ats)
    if not record.stakes or ats in record.declared:
        raise Refused(TableCode.NO_WAGERS, rule, ats=ats, coup=coup)
    turn.say(p.WagersDeclaredVoid(coup, ats, rule))
    _recalculate(turn, coup, record, _void(record), rule or "")


def _void(record: SettledCoup) -> dict[str, Payout]:
    return {bet: Payout(Outcome.VOID) for _, bet, _ in record.stakes}


def freeze(turn: TableTurn, _: c.FreezeAccounts) -> None:
    """Hold all accounts, before it is decided whether an outcome was wrong."""
    rule = turn.treatment("wrong_outcome").rule
    if turn.state.frozen:
        raise Refused(TableCode.FROZEN_ALREADY, rule)
    turn.say(e.AccountsFrozen(rule or None))


def unfreeze(turn: TableTurn, _: c.UnfreezeAccounts) -> None:
    """Let accounts move again."""
    if not turn.state.frozen:
        raise Refused(TableCode.NOT_FROZEN, turn.treatment("wrong_outcome").rule)
    turn.say(e.AccountsUnfrozen())


def resolve_owed(turn: TableTurn, command: c.ResolveOwed) -> None:
    """A supervisor has what a correction left owed paid, collected or waived (reading 13)."""
    amount = turn.state.owed_for(command.ats, command.coup)
    if not amount:
        raise Refused(TableCode.NOTHING_OWED, coup=command.coup, ats=command.ats)
    if turn.state.frozen:
        raise Refused(TableCode.FROZEN, turn.treatment("wrong_outcome").rule)  # reading 28
    wrong = "collected" if amount > 0 else "paid"
    if command.how == wrong:
        raise Refused(TableCode.OWED_TO_PLAYER if amount > 0 else TableCode.OWED_BY_PLAYER)
    turn.say(e.OwedResolved(command.coup, command.ats, amount, command.how))


def _recalculate(
    turn: TableTurn, coup: int, record: SettledCoup, payouts: dict[str, Payout], rule: str, *,
    frozen_for_it: bool = True,
) -> None:  # fmt: skip
    """Freeze, recalculate, adjust, unfreeze; wagers that were declared void stay so."""
    if not turn.state.frozen:
        turn.say(e.AccountsFrozen(rule or None))
    version = record.version or turn.state.setup.version
    turn.settle(coup, record.stakes, payouts, version, corrected=True, void=record.declared)
    due, won = Counter[int](), Counter[int]()
    for ats, bet, stake in record.stakes:
        back = stake if ats in record.declared else payouts[bet].returned(stake)
        due[ats] += back
        won[ats] += max(back - stake, 0)
    if _is_gone(turn.state, record.session):
        due.clear()  # reading 33: points that ended with their session move nothing any more
    points = _is_of_points(turn.state, record.session)
    for ats in sorted(due):
        amount = due[ats] - record.moved.get(ats, 0)
        amount -= _still_waived(turn, coup, ats, amount, record.waived.get(ats, 0))
        _adjust(turn, coup, ats, Difference(amount, won[ats] - record.won.get(ats, 0), points))
    if frozen_for_it:
        turn.say(e.AccountsUnfrozen())


def _from_journal(happened: Sequence[g.Event]) -> SettledCoup | None:
    """Read a coup out of its events; None when it has not ended."""
    result, stakes = None, []
    wins: dict[tuple[int, str], int] = {}
    for event in happened:
        if isinstance(event, e.WagersSettled):
            wins |= {(line.ats, line.bet): max(line.returned - line.stake, 0) for line in event.lines}
        if isinstance(event, g.CoupResult):
            result = event
        elif isinstance(event, e.WagersSettled) and not event.corrected:
            stakes += [(line.ats, line.bet, line.stake) for line in event.lines]
    if result is None:
        return None
    invalidated = any(isinstance(event, e.CoupInvalidated) for event in happened)
    version = next((event.version for event in happened if isinstance(event, e.WagersSettled | e.TakePay)), None)
    declared = frozenset(event.ats for event in happened if isinstance(event, p.WagersDeclaredVoid))
    won = Counter[int]()
    for (ats, _), win in wins.items():
        won[ats] += win
    session = next((event.session for event in happened if isinstance(event, e.PlayedForPoints)), 0)
    moved, waived = _moved(happened)
    return SettledCoup(result, tuple(stakes), moved, dict(won), waived, declared, version, invalidated, session)


def _moved(happened: Sequence[g.Event]) -> tuple[dict[int, int], dict[int, int]]:
    """Return what each account has had of a coup, and what was waived of what it left owed."""
    moved, waived = Counter[int](), Counter[int]()
    for event in happened:
        if isinstance(event, e.WagersSettled) and not event.corrected:
            for line in event.lines:
                moved[line.ats] += line.returned
        elif isinstance(event, e.Adjusted):
            moved[event.ats] += event.amount + event.held + event.kept
        elif isinstance(event, e.OwedResolved):
            # What was waived nobody has paid.
            (waived if event.how == "waived" else moved)[event.ats] += event.amount
        elif isinstance(event, e.WaiverCancelled):
            waived[event.ats] -= event.amount
    return dict(moved), dict(waived)


def _need_settled(turn: TableTurn, coup: int, rule: str) -> SettledCoup:
    """Return a coup out of the journal, or refuse one on which nothing was settled."""
    record = _from_journal(turn.history(coup))
    if record is None:
        raise Refused(TableCode.NOT_SETTLED, rule, coup=coup)
    if record.result.dummy or record.result.winner == Winner.VOID or record.invalidated:
        code = TableCode.COUP_WAS_DUMMY if record.result.dummy else TableCode.COUP_WAS_VOID
        raise Refused(code, rule, coup=coup)
    return record


def _need_possible(turn: TableTurn, command: c.CorrectOutcome, rules: TableRules, rule: str) -> None:
    if not rules.book.table_of_play.allows(command.player, command.banker):
        raise Refused(TableCode.IMPOSSIBLE_HANDS, rule)
    most = max(Counter((*command.player, *command.banker)).values())
    if most > turn.state.setup.decks:
        raise Refused(TableCode.TOO_MANY_ALIKE, rule, decks=turn.state.setup.decks)


class Difference(NamedTuple):
    """What an account is to have more, or less: of it, what it has won beyond its stakes; in money or points."""

    amount: int
    won: int
    points: bool


def _is_of_points(state: TableState, session: int) -> bool:
    """Whether a coup's points are still points: those of the session that runs."""
    return bool(session) and bool(state.session) and session == state.sessions


def _is_gone(state: TableState, session: int) -> bool:
    """Whether a coup's points are no more: its session has ended, and they did not become money."""
    return bool(session) and not _is_of_points(state, session) and session not in state.cashed


def _still_waived(turn: TableTurn, coup: int, ats: int, amount: int, waived: int) -> int:
    """Return how much of what is open was waived; of a debt that is no more the waiver is cancelled (reading 13)."""
    still = max(waived, min(amount, 0)) if waived < 0 else min(waived, max(amount, 0))
    if still != waived:
        turn.say(e.WaiverCancelled(coup, ats, waived - still))
    return still


def _adjust(turn: TableTurn, coup: int, ats: int, more: Difference) -> None:
    """Move the difference as far as it can be moved, in the coup's own currency; the rest stays owed (reading 13)."""
    state = turn.state
    account = state.accounts.get(ats)
    if account is not None and account.points is not more.points:
        account = None  # whoever sits there has an account of another currency, and is another matter
    own = account is not None and is_of_open_account(state, ats, coup)
    balance = 0 if account is None else state.balance(ats)
    winnings = None if more.points else winnings_of(state, ats, coup)
    held, kept = (0, 0) if winnings is None else shares(winnings, more.won, more.amount + (balance if own else 0))
    rest = more.amount - held - kept
    movable = 0
    if account is not None:
        # Of an account that was not there then, only what this coup has brought it is taken back (reading 27).
        movable = max(rest, -(balance if own else min(balance, account.given.get(coup, 0))))
    won = more.won if own or winnings is not None else 0
    if movable or held or kept or won:
        turn.say(e.Adjusted(coup, ats, movable, won, more.points, held, kept, left=not own))
    rest -= movable
    if rest != (state.owed_in_points if more.points else state.owed_for)(ats, coup):
        turn.say(e.Owed(coup, ats, abs(rest), "house" if rest > 0 else "player", more.points))
