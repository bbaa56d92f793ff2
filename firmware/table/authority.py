"""Who may ask for what: a role for each command, as data, and what a second person must approve."""

from collections.abc import Callable
from typing import Any, Final

from firmware.books import rules_of
from firmware.game import steps as s
from firmware.table import commands as c
from firmware.table.commands import Role
from firmware.table.opening import OpenOnWord
from firmware.table.state import TableState

# crown 1.2: each of these may do what those before may do
LADDER: Final = (Role.DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR)
DEALER, GAME, CASINO = (frozenset(LADDER[place:]) for place in range(len(LADDER)))
TECHNICAL: Final = GAME | {Role.TECHNICIAN}
TOURNAMENT: Final = frozenset({Role.TOURNAMENT_DIRECTOR})

Roles = frozenset[Role]


def _of_person(person: str) -> Roles:
    return DEALER if person == "dealer" else GAME


def _decide(state: TableState, _: s.Decide) -> Roles:
    return _of_person(state.game.questions[0].by if state.game.questions else "supervisor")


def _void(state: TableState, step: s.Invalidate) -> Roles:
    # crown 11.4: without wagers the Dealer may; 11.10: a malfunction is for a supervisor to judge
    coup = state.game.coup
    if step.ground == "malfunction":
        return GAME
    return DEALER if coup is not None and not coup.recognised and not coup.dummy else GAME


def _correct(state: TableState, _: c.CorrectOutcome) -> Roles:
    setup = state.setup
    rules = rules_of(setup.rulebook, setup.side_wagers, setup.decks)
    return _of_person(rules.book.irregularities.wrong_outcome.by)


def _invalidate(_: TableState, command: c.InvalidateCoup) -> Roles:
    # crown 11.10, 13.3
    return GAME if command.ground == "malfunction" else CASINO


def _cash_out(_: TableState, command: c.CashOut) -> Roles:
    return GAME if command.by == "hand-pay" else DEALER


AUTHORITY: Final[dict[type[Any], Roles | Callable[[TableState, Any], Roles]]] = {
    **dict.fromkeys(
        (
            s.OpenBets, s.CloseBets, s.Confirm, s.Burn, s.Cut, s.CardDrawn, s.CardSeen, s.CardsTogether,
            s.Unreadable, s.Enter, s.NewShoe, s.ShoeEmpty, s.OrderAltered, s.ForeignCard,
            c.BuyIn, c.FreezeAccounts, c.UnfreezeAccounts, c.Malfunction,
        ),
        DEALER,
    ),
    OpenOnWord: GAME,
    **dict.fromkeys((c.SetLimit, c.SetPeriod, c.EmptyCashBox), GAME),
    **dict.fromkeys((c.ResolveOwed, c.ResolveTicket, c.ResolveNoteDoubt), GAME),
    **dict.fromkeys(
        (s.ReplaceCards, c.ExcludePlayer, c.AnnounceClosing, c.CloseTable, c.ChangeGame, c.EnrolStaff), CASINO
    ),
    c.ClearMalfunction: TECHNICAL,
    c.StartSession: TOURNAMENT,
    c.EndSession: TOURNAMENT,
    s.Decide: _decide,
    s.Invalidate: _void,
    c.CorrectOutcome: _correct,
    c.InvalidateCoup: _invalidate,
    c.CashOut: _cash_out,
}  # fmt: skip


def may(state: TableState, role: Role, command: object) -> bool:
    """Whether a person of this role may ask for a command; what is in no list nobody may."""
    wanted = AUTHORITY.get(type(command), frozenset())
    return role in (wanted if isinstance(wanted, frozenset) else wanted(state, command))


def needs_approval(state: TableState, role: Role, command: object) -> bool:
    """Whether a second person must approve a command."""
    approvals = state.setup.approvals
    match command:
        case c.CashOut(ats, "hand-pay") if approvals.hand_pay_over is not None:
            return state.balance(ats) > approvals.hand_pay_over
        case c.CorrectOutcome():
            return approvals.correction
        case c.InvalidateCoup():
            return approvals.invalidation
        case s.Enter():
            # The dealer names the card, a supervisor confirms it.
            return role not in GAME
    return False
