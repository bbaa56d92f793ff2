"""Who may ask for what, and by which rule: out of the rule book's data, by what the table stands before.

The books name dealer and supervisors; whoever stands above may do what is below (crown 1.2). What no book speaks of, an
operator has: devices are a technician's, a session is the tournament director's. What a second person approves:
attended.py.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from firmware.books import load_book
from firmware.game import steps as s
from firmware.game.coup_life import dealer_may_void
from firmware.game.questions import RESTART
from firmware.game.rulebook import Act, Authorised, Irregularities, Treatment
from firmware.table import card_commands as cc
from firmware.table import commands as c
from firmware.table import player_commands as pc
from firmware.table import pocket_commands as t
from firmware.table.commands import Role
from firmware.table.opening import OpenOnWord
from firmware.table.state import TableState

# crown 1.2: each of these may do what those before may do
LADDER: Final = (Role.DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR)
DEALER, GAME, CASINO = (frozenset(LADDER[place:]) for place in range(len(LADDER)))
TECHNICAL: Final = GAME | {Role.TECHNICIAN}
TOURNAMENT: Final = frozenset({Role.TOURNAMENT_DIRECTOR})
# How money comes and goes at a terminal itself.
_TERMINALS: Final = ("note", "ticket")

Roles = frozenset[Role]
_LEAST: Final[dict[str, Roles]] = {"dealer": DEALER, "game supervisor": GAME, "casino supervisor": CASINO}


def _irregularities(state: TableState) -> Irregularities:
    return load_book(state.setup.rulebook).irregularities


def _of(treatment: Treatment) -> Authorised:
    return Authorised(treatment.who, treatment.rule)


def _act(name: Act) -> Callable[[TableState, Any], Authorised]:
    def by_the_book(state: TableState, _: object) -> Authorised:
        return load_book(state.setup.rulebook).authority[name]

    return by_the_book


def _treatment(name: str) -> Callable[[TableState, Any], Authorised]:
    def by_the_book(state: TableState, _: object) -> Authorised:
        return _of(getattr(_irregularities(state), name))

    return by_the_book


def _decide(state: TableState, step: s.Decide) -> Authorised:
    """Whoever the question wants; the reconstruction of an unburned shoe's first coup is asked by nobody (11.1.1)."""
    question = state.game.questions[0] if state.game.questions else None
    if question is None or (step.option == RESTART and RESTART not in question.options):
        return _of(_irregularities(state).burn_missed_restart)
    treatment: Treatment | None = getattr(_irregularities(state), question.case, None)
    rules: Mapping[str, str] = {} if treatment is None else treatment.rules  # type: ignore[assignment]
    rule = rules.get(step.option, question.rule or "")
    if question.role in _LEAST:
        return Authorised(question.role, rule)  # type: ignore[arg-type]
    return Authorised("dealer" if question.by == "dealer" else "game supervisor", rule)


def _void(state: TableState, step: s.Invalidate) -> Authorised:
    # crown 11.4, 11.10, 13.3
    law = _irregularities(state)
    if step.by == "dealer":
        return _of(law.no_wagers_void)
    return _of({"malfunction": law.equipment_malfunction, "system": law.system_after}.get(step.ground, law.invalidated))


def _invalidate(state: TableState, command: c.InvalidateCoup) -> Authorised:
    # crown 11.10, 13.3
    law = _irregularities(state)
    return _of(law.equipment_malfunction if command.ground == "malfunction" else law.invalidated)


def _new_shoe(state: TableState, step: s.NewShoe) -> Authorised:
    """In the midst of a shoe a change is a casino supervisor's order; at its end a game supervisor cuts the next."""
    # crown 3.5.3, 3.5.4, 3.7, 3.10, 3.11
    name: Act = "new-shoe" if state.game.shoe is None else "change-shoe"
    act = load_book(state.setup.rulebook).authority[name]
    return replace(act, rule=act.rules.get(step.reason, act.rule))


def _exclude(state: TableState, command: c.ExcludePlayer) -> Authorised:
    # crown 6.6.2, 13.2.2
    name: Act = "direct-to-leave" if command.by == "dealer" else "exclude"
    return load_book(state.setup.rulebook).authority[name]


def _measure(state: TableState, command: pc.RecordMeasure) -> Authorised:
    # crown 13.2.4, 13.2.5
    return load_book(state.setup.rulebook).authority[pc.ACTS[command.measure]]


def _cash_out(state: TableState, command: c.CashOut) -> Authorised:
    # crown 6.7.1, 6.7.2(b)
    return load_book(state.setup.rulebook).authority["hand-pay" if command.by == "hand-pay" else "payout"]


# By the book: who may, with its rule.
BY_THE_BOOK: Final[Mapping[type[Any], Authorised | Callable[[TableState, Any], Authorised]]] = {
    s.OpenBets: _act("open-bets"),
    s.CloseBets: _act("close-bets"),
    s.Confirm: _act("confirm"),
    s.Enter: _act("enter-card"),
    **dict.fromkeys(s.FACTS - {s.SystemFault}, _act("deal")),
    c.Malfunction: _act("report-fault"),
    c.BuyIn: _act("buy-in"),
    s.Decide: _decide,
    s.Invalidate: _void,
    s.NewShoe: _new_shoe,
    s.ReplaceCards: _act("replace-cards"),
    cc.CheckCards: _act("check-cards"),
    pc.RecordMeasure: _measure,
    c.CashOut: _cash_out,
    c.ExcludePlayer: _exclude,
    pc.DeclareVoid: _act("declare-void"),
    pc.AskToVacate: _act("vacate"),
    **dict.fromkeys((pc.HoldWinnings, pc.ReleaseWinnings, pc.KeepWinnings), _act("hold")),
    **dict.fromkeys((pc.RecordClaim, pc.DecideClaim), _act("claim")),
    **dict.fromkeys((c.FreezeAccounts, c.UnfreezeAccounts), _act("freeze")),
    c.ForgetRecords: _act("void-unconfirmed"),
    c.CorrectOutcome: _treatment("wrong_outcome"),
    pc.Miscount: _treatment("miscount"),
    c.InvalidateCoup: _invalidate,
    **dict.fromkeys((c.SetLimit, c.SetPeriod, c.EmptyCashBox), _act("limits")),
    **dict.fromkeys((c.ResolveOwed, c.ResolveTicket, c.ResolveNoteDoubt, t.SettleLostTicket), _act("limits")),
    **dict.fromkeys((c.AnnounceClosing, c.CloseTable), _act("close-table")),
    c.ChangeGame: _act("change-game"),
}  # fmt: skip
# What no rule book speaks of.
BESIDE_THE_BOOK: Final[dict[type[Any], Roles]] = {
    OpenOnWord: GAME,
    t.ChangeBoard: GAME,
    c.EnrolStaff: CASINO,
    c.ClearMalfunction: TECHNICAL,
    c.StartSession: TOURNAMENT,
    c.EndSession: TOURNAMENT,
}


def authorised(state: TableState, command: object) -> Authorised | None:
    """Return who may ask for a command by the rule book, and by which rule; None where it does not say."""
    wanted = BY_THE_BOOK.get(type(command))
    return wanted(state, command) if callable(wanted) else wanted


def rule_of(state: TableState, command: object) -> str:
    """Return the rule under which a command is asked for; empty where the book is silent."""
    by_the_book = authorised(state, command)
    return "" if by_the_book is None else by_the_book.rule


def in_name_of(state: TableState, staff: str, command: object, approved_by: str = "") -> str:
    """Return how the journal says in whose name something is done: the person, the role, who approved it, the rule."""
    by = _named(state, staff)
    if approved_by:
        by = f"{by}, approved by {_named(state, approved_by)}"
    rule = rule_of(state, command)
    return f"{by}, rule {rule}" if rule else by


def _named(state: TableState, staff: str) -> str:
    return f"{staff} {state.staff[staff].role}"


def may(state: TableState, role: Role, command: object) -> bool:
    """Whether a person of this role may ask for a command; what is in no list nobody may."""
    if isinstance(command, c.BuyIn | c.CashOut) and command.by in _TERMINALS:
        return False  # a person has no notes in an acceptor, and a ticket is its player's to ask for
    by_the_book = authorised(state, command)
    if by_the_book is not None:
        return role in _LEAST[by_the_book.who]
    return role in BESIDE_THE_BOOK.get(type(command), frozenset())


def confirmed_by(state: TableState, role: Role, command: object) -> Roles:
    """Return who must be there to confirm what a person of this role asks for, whatever it moves; mostly nobody."""
    by_the_book = authorised(state, command)
    if by_the_book is None or by_the_book.second is None or role in _LEAST[by_the_book.second]:
        return frozenset()
    return _LEAST[by_the_book.second]


def least(state: TableState, command: object) -> Role | None:
    """Return who has to come for a command: the least of those who may."""
    by_the_book = authorised(state, command)
    if by_the_book is not None:
        return Role(by_the_book.who)
    roles = BESIDE_THE_BOOK.get(type(command), frozenset())
    return next((role for role in Role if role in roles), None)


def dealers_void(state: TableState) -> bool:
    """Whether the coup that is open is one that a dealer may void: without wagers and cards (11.4)."""
    return dealer_may_void(state.game)
