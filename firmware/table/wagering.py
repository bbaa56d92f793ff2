"""Accounts and wagers: buy-in, a wager placed, changed or taken off, cash-out."""

from firmware.game.turn import Refused
from firmware.game.wagers import limit_of, missing_main_wager
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.notes import notes_for
from firmware.table.state import Account, fault_name
from firmware.table.ticketing import issue
from firmware.table.turn import TableTurn


def need_terminal(turn: TableTurn, ats: int) -> None:
    """Refuse a terminal that the table does not have."""
    last = turn.state.setup.ats
    if not 1 <= ats <= last:
        raise Refused(
            f"the table has no ATS {ats}; its terminals are 1 to {last}" if last else "the table has no terminals"
        )


def need_account(turn: TableTurn, ats: int) -> Account:
    """Return the open account of a terminal, or refuse."""
    need_terminal(turn, ats)
    account = turn.state.accounts.get(ats)
    if account is None:
        raise Refused(f"no account is open on ATS {ats}: buy in first")
    return account


def need_unfrozen(turn: TableTurn) -> None:
    """Refuse what moves an account while all are frozen."""
    if turn.state.frozen:
        raise Refused("all accounts are frozen while an outcome is recalculated", turn.treatment("wrong_outcome").rule)


def buy_in(turn: TableTurn, command: c.BuyIn) -> None:
    """Credit money that was tendered to the dealer or put into the note acceptor."""
    # crown 6.2, 6.2.1, 6.3, 6.3.1, 6.3.2, 6.4, 6.5, 6.5.1, 6.5.2
    need_terminal(turn, command.ats)
    numbers, state = turn.rules.book.numbers, turn.state
    if command.amount <= 0:
        raise Refused("a buy-in is above 0")
    if state.session:
        raise Refused(f"tournament session {state.session} is under way: its credit is the only money that counts")
    if command.by == "dealer" and command.ats in state.setup.remote:
        raise Refused(f"ATS {command.ats} is remote: it takes notes only", numbers.remote_buy_in)
    if command.by == "note" and fault_name("ats", command.ats) in state.faults:
        raise Refused(f"ATS {command.ats} is out of service")
    need_unfrozen(turn)
    if command.by == "dealer":
        turn.say(e.BoughtIn(command.ats, command.amount, command.by, command.tender))
    else:
        notes = {command.amount: 1} if command.single else notes_for(command.amount)
        turn.say(e.BoughtIn(command.ats, command.amount, command.by, notes=notes))


def cash_out(turn: TableTurn, command: c.CashOut) -> None:
    """Pay out an account whole and close it."""
    # crown 6.6, 6.6.1, 6.7, 6.7.1, 6.7.2, 6.7.2(b)
    account = need_account(turn, command.ats)
    need_unfrozen(turn)
    if account.wagers:
        raise Refused(f"ATS {command.ats} has wagers in play: they are settled or taken off first")
    if turn.state.session:
        raise Refused(f"tournament session {turn.state.session} is under way: its end disposes of the balances")
    if command.by == "ticket" and fault_name("ats", command.ats) in turn.state.faults:
        raise Refused(f"ATS {command.ats} is out of service: the dealer pays")
    amount = turn.state.balance(command.ats)
    turn.say(e.CashedOut(command.ats, amount, command.by))
    if command.by == "ticket" and amount:
        issue(turn, command.ats, amount)


def wager(turn: TableTurn, command: c.Wager) -> None:
    """Set an account's wager on a bet, as far as it is permitted."""
    # crown 4.1, 4.2, 4.2.1, 4.2.2, 4.9, 4.10, 4.11.2, 5.3; mbs 3.5; rws 3.3
    _need_betting(turn, command)
    account = need_account(turn, command.ats)
    _need_right_to_wager(turn, command, account)
    need_unfrozen(turn)
    book = turn.rules.book
    if command.amount and (rule := missing_main_wager(book, command.bet, account.wagers)) is not None:
        raise Refused(f"{command.bet} stands only beside a wager on the main game", rule)
    limit = limit_of(turn.state.limits, command.bet, turn.at, turn.state.game.coups)
    accepted, why = limit.permitted(command.amount) if command.amount else (0, "")
    held = account.wagers.get(command.bet, 0)
    if accepted > turn.state.balance(command.ats) + held:
        raise Refused("the balance does not cover this wager", book.numbers.balance)
    rule = getattr(book.numbers, why) if why else ""
    turn.say(e.WagerSet(command.ats, command.bet, command.amount, accepted, rule or None))
    _return_unsupported(turn, command.ats)


def _need_betting(turn: TableTurn, command: c.Wager) -> None:
    # crown 4.7, 11.8.5, 11.8.5(a), 11.8.5(b); mbs-baccarat 5.6, 5.7; mbs-no-commission 5.6, 5.7; readings 4 and 5
    need_terminal(turn, command.ats)
    if command.bet not in turn.rules.offer.names:
        raise Refused(f"{command.bet} is not offered at this table")
    coup = turn.state.game.coup
    if coup is None:
        raise Refused("betting is not open")
    if not coup.betting:
        what = "is a Dummy Coup: it takes no wagers" if coup.dummy else "is closed for wagers"
        raise Refused(f"coup {coup.number} {what}", turn.rules.book.numbers.betting_closed)


def _need_right_to_wager(turn: TableTurn, command: c.Wager, account: Account) -> None:
    state, numbers = turn.state, turn.rules.book.numbers
    if fault_name("ats", command.ats) in state.faults:
        raise Refused(f"ATS {command.ats} is out of service", turn.treatment("ats_before").rule)
    if command.ats in state.barred:
        raise Refused(
            f"ATS {command.ats} failed during this coup: it may wager in the next", turn.treatment("ats_before").rule
        )
    if account.excluded:
        raise Refused(f"the player at ATS {command.ats} is excluded from the game", numbers.excluded)


def _return_unsupported(turn: TableTurn, ats: int) -> None:
    """Give back what stood beside a main wager that has gone (reading 10)."""
    # crown 4.11.1
    wagers = turn.state.accounts[ats].wagers
    for line in turn.lines_of(ats):
        rule = missing_main_wager(turn.rules.book, line.bet, wagers)
        if rule is not None:
            turn.give_back([line], rule, "no_main_wager")
