"""What the table adds to a coup's own steps, and what is kept and recalled of a coup."""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import auto
from functools import cache
from typing import Final, Literal

from msgspec.structs import replace

from firmware.books import load_book
from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.questions import RESTART
from firmware.game.rulebook import Act, Authorised, Treatment
from firmware.refusal import Code, Refused
from firmware.table.core.accounts import Account
from firmware.table.core.authority import LEAST, act, irregularities, of_treatment
from firmware.table.core.codes import TableCode
from firmware.table.core.events import OutcomeCorrected, WagersReturned, WagersSettled
from firmware.table.core.feature import Feature
from firmware.table.core.ledger import POINTS, Movement, currency_of
from firmware.table.core.marks import mark_of
from firmware.table.core.needs import need_terminal, need_unfrozen
from firmware.table.core.session_terms import need_session_lets
from firmware.table.core.software import need_signed
from firmware.table.core.state import RECALLED, CoupRecord, TableState
from firmware.table.core.turn import TableTurn
from firmware.table.core.updates import need_no_restart


class CoupsCode(Code):
    """Why it is refused."""

    SYSTEM_FAULT = auto()
    PERIOD_RUNNING = auto()


Ground = s.Ground | Literal["system"]
# What an answer can do to money.
MOVES = (WagersReturned, WagersSettled, g.SettledCoupVoided)


def open_bets(turn: TableTurn, _: s.OpenBets) -> None:
    """Open betting for the table's wagering period."""
    # crown 8.1, 8.1(a), 8.1(b), 8.2
    state = turn.state
    need_session_lets(turn)
    need_signed(turn)
    need_no_restart(turn)
    if "system" in state.faults:
        raise Refused(CoupsCode.SYSTEM_FAULT, turn.treatment("system_before").rule)
    turn.step(s.OpenBets(turn.at + state.setup.period))


def close_bets(turn: TableTurn, command: s.CloseBets) -> None:
    """End betting; the clock may do so only when its time has come."""
    coup = turn.state.game.coup
    if command.cause == "elapsed" and (coup is None or coup.closes_at is None or turn.at < coup.closes_at):
        raise Refused(CoupsCode.PERIOD_RUNNING)
    turn.step(command)


def new_shoe(turn: TableTurn, command: s.NewShoe) -> None:
    """Put a shoe into play, with the table's number of decks."""
    if command.cut_at:
        need_terminal(turn, command.cut_at)
    turn.step(replace(command, decks=turn.state.setup.decks))


def void(turn: TableTurn, command: s.Invalidate) -> None:
    """Void the open coup; if no ground is named, because of the standing malfunction."""
    # crown 11.10, 13.3
    need_unfrozen(turn)
    turn.step(replace(command, ground=_ground_of(turn.state, command)))


def _ground_of(state: TableState, command: s.Invalidate) -> Ground:
    # crown 11.10: equipment, unless 11.15 covers it
    if "system" in state.faults and command.ground in ("", "malfunction"):
        return "system"
    return command.ground or ("malfunction" if "wnd" in state.faults else "disruption")


def confirm(turn: TableTurn, command: s.Confirm) -> None:
    """Settle the coup, but not while all accounts are frozen; it can be asked for again later."""
    # crown 11.11; reading 28
    need_unfrozen(turn)
    turn.step(command)


def decide(turn: TableTurn, command: s.Decide) -> None:
    """Answer a question, but not with an answer that moves money while all accounts are frozen."""
    before = len(turn.events)
    frozen = turn.state.frozen
    turn.step(command)
    if frozen and any(isinstance(event, MOVES) for event in turn.events[before:]):
        raise Refused(TableCode.FROZEN, turn.treatment("wrong_outcome").rule)


def _fold_returned(state: TableState, event: WagersReturned) -> TableState:
    accounts = dict(state.accounts)
    for line in event.lines:
        wagers = {bet: stake for bet, stake in accounts[line.ats].wagers.items() if bet != line.bet}
        accounts[line.ats] = replace(accounts[line.ats], wagers=wagers)
    state = replace(state, accounts=accounts)
    last = state.recent[-1] if state.recent else None
    if last is not None and last.result.coup == event.coup:
        return _recall(state, replace(last, returned=(*last.returned, event)))
    return replace(state, returned=(*state.returned, event))


def _fold_settled(state: TableState, event: WagersSettled) -> TableState:
    if event.corrected:
        return _restated(state, event)
    staked, won, lost = Counter[int](), Counter[int](), Counter[int]()
    for line in event.lines:
        staked[line.ats] += line.stake
        won[line.ats] += max(line.returned - line.stake, 0)
        lost[line.ats] += max(line.stake - line.returned, 0)

    def after(ats: int, account: Account) -> Account:
        sat = account.sitting
        if ats in staked:
            sat = replace(sat, staked=sat.staked + staked[ats], gained=sat.gained + won[ats], lost=sat.lost + lost[ats])
        return replace(account, wagers={}, won=account.won + won[ats], sitting=sat)

    accounts = {ats: after(ats, account) for ats, account in state.accounts.items()}
    state = replace(state, accounts=accounts)
    return _recall(state, replace(state.recent[-1], settled=event))


def _restated(state: TableState, event: WagersSettled) -> TableState:
    """A correction restates what became of the wagers that it names; others stay as they are."""
    again = {(line.ats, line.bet): line for line in event.lines}

    def restate(record: CoupRecord) -> CoupRecord:
        if record.result.coup != event.coup or record.settled is None:
            return record
        lines = tuple(again.get((line.ats, line.bet), line) for line in record.settled.lines)
        return replace(record, settled=replace(event, lines=lines))

    return replace(state, recent=tuple(restate(record) for record in state.recent))


def _recall(state: TableState, record: CoupRecord) -> TableState:
    balances = {ats: state.balance(ats) for ats in state.accounts}
    return replace(state, recent=(*state.recent[:-1], replace(record, balances=balances)))


def _fold_result(state: TableState, event: g.CoupResult) -> TableState:
    recent = (*state.recent, CoupRecord(event, state.returned))[-RECALLED:]
    # What a correction moved was told until now.
    told = {ats: replace(account, corrected={}) for ats, account in state.accounts.items() if account.corrected}
    nobody: frozenset[int] = frozenset()
    state = replace(
        state,
        recent=recent,
        accounts={**state.accounts, **told} if told else state.accounts,
        returned=(),
        barred=nobody,
        doubtful=nobody,
        lost=nobody,
        voids=state.voids + (event.winner == "void"),
        dummies=state.dummies + event.dummy,
    )
    if not event.dummy and event.winner != "void":  # reading 12
        state = with_outcome(state, event)
    # What happens to wagers on the layout follows later, and their balances with it.
    return state if any(account.wagers for account in state.accounts.values()) else _recall(state, recent[-1])


def with_outcome(state: TableState, event: g.CoupResult | OutcomeCorrected) -> TableState:
    """Return the state with a coup's mark on the roads."""
    mark = mark_of(event.winner, event.player.cards, event.banker.cards)
    corrected = (*state.corrected, event.coup) if isinstance(event, OutcomeCorrected) else state.corrected
    return replace(state, outcomes={**state.outcomes, event.coup: mark}, corrected=tuple(dict.fromkeys(corrected)))


def _fold_shoe_started(state: TableState, _: g.ShoeStarted) -> TableState:
    return replace(state, outcomes={}, corrected=())


def _fold_coup_opened(state: TableState, event: g.CoupOpened) -> TableState:
    faulty = frozenset(int(name.removeprefix("ats ")) for name in state.faults if name.startswith("ats "))
    return replace(state, barred=faulty, started=state.started or not event.dummy)


def _fold_bets_closed(state: TableState, event: g.BetsClosed) -> TableState:
    # crown 13.8: it counts only while all other seats are in use; reading 29: once a coup, however often betting opened
    full = len(state.accounts) == state.setup.ats

    def counted(account: Account) -> Account:
        if not full or account.wagers:
            return replace(account, abstained=0, abstained_in=event.coup)
        if account.abstained_in == event.coup:
            return account
        return replace(account, abstained=account.abstained + 1, abstained_in=event.coup)

    return replace(state, accounts={ats: counted(account) for ats, account in state.accounts.items()})


def _post_returned(state: TableState, event: WagersReturned) -> Iterator[Movement]:
    for line in event.lines:
        names = currency_of(state, line.ats)
        yield line.ats, names.in_play, names.balance, line.amount


def _post_settled(state: TableState, event: WagersSettled) -> Iterator[Movement]:
    if event.corrected:
        return
    for line in event.lines:
        names = currency_of(state, line.ats)
        wagered, won = _of_bet(line.bet, points=names is POINTS)
        yield line.ats, names.in_play, wagered, line.stake
        if line.returned:
            yield line.ats, won, names.balance, line.returned


@cache
def _of_bet(bet: str, *, points: bool) -> tuple[str, str]:
    within = "points/" if points else ""
    return f"{within}wagered/{bet}", f"{within}won/{bet}"


def _who_decide(state: TableState, step: s.Decide) -> Authorised:
    """Whoever the question wants; the reconstruction of an unburned shoe's first coup is asked by nobody (11.1.1)."""
    question = state.game.questions[0] if state.game.questions else None
    if question is None or (step.option == RESTART and RESTART not in question.options):
        return of_treatment(irregularities(state).burn_missed_restart)
    treatment: Treatment | None = getattr(irregularities(state), question.case, None)
    rules: Mapping[str, str] = {} if treatment is None else treatment.rules  # type: ignore[assignment]
    rule = rules.get(step.option, question.rule or "")
    if question.role in LEAST:
        return Authorised(question.role, rule)  # type: ignore[arg-type]
    return Authorised("dealer" if question.by == "dealer" else "game supervisor", rule)


def _who_void(state: TableState, step: s.Invalidate) -> Authorised:
    # crown 11.4, 11.10, 11.15(b), 13.3
    law = irregularities(state)
    if step.by == "dealer":
        return of_treatment(law.no_wagers_void)
    grounds = {"malfunction": law.equipment_malfunction, "system": law.system_after}
    return of_treatment(grounds.get(_ground_of(state, step), law.invalidated))


def _who_new_shoe(state: TableState, step: s.NewShoe) -> Authorised:
    """In the midst of a shoe a change is a casino supervisor's order; at its end a game supervisor cuts the next."""
    # crown 3.5.3, 3.5.4, 3.7, 3.10, 3.11
    name: Act = "new-shoe" if state.game.shoe is None else "change-shoe"
    act = load_book(state.setup.rulebook).authority[name]
    return replace(act, rule=act.rules.get(step.reason, act.rule))


FEATURE: Final = Feature(
    decides={
        s.OpenBets: open_bets,
        s.CloseBets: close_bets,
        s.NewShoe: new_shoe,
        s.Invalidate: void,
        s.Confirm: confirm,
        s.Decide: decide,
    },
    folds={
        g.BetsClosed: _fold_bets_closed,
        g.CoupOpened: _fold_coup_opened,
        g.CoupResult: _fold_result,
        g.ShoeStarted: _fold_shoe_started,
        WagersReturned: _fold_returned,
        WagersSettled: _fold_settled,
    },
    moves={WagersReturned: _post_returned, WagersSettled: _post_settled},
    asked={
        s.OpenBets: act("open-bets"),
        s.CloseBets: act("close-bets"),
        s.Confirm: act("confirm"),
        s.Enter: act("enter-card"),
        **dict.fromkeys(s.FACTS - {s.SystemFault}, act("deal")),
        s.Decide: _who_decide,
        s.Invalidate: _who_void,
        s.NewShoe: _who_new_shoe,
        s.ReplaceCards: act("replace-cards"),
    },
    facts=tuple(s.FACTS),
)
