"""Buying in: notes in escrow, notes taken, and money tendered to the dealer."""

from collections.abc import Iterator
from enum import auto
from typing import Final, Literal

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.game.rulebook import Authorised
from firmware.refusal import Code, Refused
from firmware.table.core.accounts import Account, Sitting
from firmware.table.core.authority import act
from firmware.table.core.bounds import MOST_BALANCE, MOST_STAKE
from firmware.table.core.cash_hour import counted, within_hour
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.doors import need_shut
from firmware.table.core.faults import fault_name
from firmware.table.core.feature import Feature
from firmware.table.core.ledger import BALANCE, Movement
from firmware.table.core.needs import NOTICE, need_terminal, need_unfrozen
from firmware.table.core.pockets import Told
from firmware.table.core.session_terms import need_not_reserved
from firmware.table.core.software import need_signed
from firmware.table.core.standing import Standing
from firmware.table.core.state import TableState, with_account
from firmware.table.core.turn import TableTurn
from firmware.table.core.ways import Found
from firmware.table.features.acknowledging import need_acknowledged
from firmware.table.features.board_retiring import need_unretired
from firmware.table.features.closing import ClosingAnnounced
from firmware.table.features.guest_limits import need_within_own_limits
from firmware.table.features.notes import list_of, need_taken, notes_for
from firmware.table.features.pocket_numbers import remember
from hal.currency import Note


class BuyingInCode(Code):
    """Why it is refused."""

    REMOTE_TERMINAL = auto()
    BUY_IN_AMOUNT = auto()
    BUY_IN_TOO_LARGE = auto()
    CAP_BALANCE = auto()
    CAP_ACCOUNT_CASH = auto()
    CAP_HOUR_CASH = auto()


BuyInBy = Literal["dealer", "note"]
Tender = Literal["cash", "voucher", "token", "chips"]


class AskNote(Command, frozen=True):
    """A note is in a terminal's escrow: would it be credited? It changes nothing; if refused, it is given back."""

    ats: int
    amount: int
    currency: str


class BuyIn(Command, frozen=True):
    """Money for credit: tendered to the dealer, or notes in the terminal's acceptor.

    `single`: just one note, of that currency. Several (in a scenario) are of the table's.
    """

    ats: int
    amount: int
    by: BuyInBy = "dealer"
    tender: Tender = "cash"
    single: bool = False
    currency: str = ""


class BoughtIn(Event, frozen=True, tag="bought_in"):
    """Money was taken and credited; the first credit opens the account. `notes`: how many of each value.

    `at`: when, for the caps on cash; missing in older journals, whose money counts for no cap. `life`, `note`: the
    pocket that reported it, and its number there.
    """

    ats: int
    amount: int
    by: BuyInBy
    tender: Tender | None = None
    notes: dict[int, int] = {}
    at: int | None = None
    life: str = ""
    note: int = 0
    currency: str = ""


def ask_note(turn: TableTurn, command: AskNote) -> None:
    """Refuse a note in escrow unless it would be credited. Nothing goes on record."""
    _need_taken_from_escrow(turn, command.ats, Note(command.currency, command.amount))


def why_no_notes(table: Standing, ats: int) -> Refused | None:
    """Return why a terminal takes no note at all now; None while it would take some.

    It is read from the state, for each terminal that is told something, without deciding anything.
    """
    if not table.state.open:
        return Refused(TableCode.TABLE_CLOSED)
    try:
        # Before all other reasons: it tells the terminal that it is out of play.
        need_shut(table, ats)
        need_signed(table, ats)
        need_acknowledged(table, ats)
        need_unretired(table, ats)
    except Refused as refusal:
        return refusal
    notes = table.state.setup.notes
    if notes is None or not notes.values:
        return Refused(TableCode.NO_NOTES)
    try:
        # A reason against the smallest of them is one against all.
        _need_taken_from_escrow(table, ats, Note(notes.currency, min(notes.values)))
    except Refused as refusal:
        return refusal
    return None


def _need_taken_from_escrow(table: Standing, ats: int, note: Note) -> None:
    """Refuse a note that can still be given back."""
    # crown 6.3, 6.6.2, 13.2.2; reading 34: a cap is kept to while the note can be given back
    need_creditable(table, ats, note)
    _need_terminal_well(table, ats)
    need_within_caps(table, ats, note.amount, cash=True)


def need_ticket_taker(table: Standing, ats: int) -> None:
    """Refuse a ticket that may not be credited now, also when it is past escrow."""
    _need_open(table, ats)
    _need_right_to_play(table, ats)


def need_well(table: Standing, ats: int) -> None:
    """Refuse what is in the escrow of a terminal that is out of order."""
    _need_terminal_well(table, ats)
    need_signed(table, ats)


def need_tendered(table: Standing, ats: int) -> None:
    """Refuse money tendered to the dealer for a terminal that now takes nothing by hand."""
    _need_open(table, ats)
    _need_dealt_with(table, ats)


def need_creditable(table: Standing, ats: int, note: Note) -> None:
    """Refuse a note that may not be credited now, also when it is past escrow."""
    # crown 6.3, 6.6.2, 13.2.2; reading 27: an excluded player puts in no more money
    _need_open(table, ats)
    _need_right_to_play(table, ats)
    need_taken(table.state, note)


def buy_in(turn: TableTurn, command: BuyIn) -> None:
    """Credit money that was tendered to the dealer or put into the note acceptor."""
    # crown 6.2, 6.2.1, 6.3, 6.3.1, 6.3.2, 6.4, 6.5, 6.5.1, 6.5.2
    if command.amount <= 0:
        raise Refused(BuyingInCode.BUY_IN_AMOUNT)
    if command.amount > MOST_STAKE:
        raise Refused(BuyingInCode.BUY_IN_TOO_LARGE, amount=MOST_STAKE)
    _need_open(turn, command.ats)
    keep_notice(turn, command.ats)
    if command.by == "dealer":
        _tendered(turn, command)
    else:
        _need_terminal_well(turn, command.ats)
        notes = _notes_of(turn, command)
        turn.say(BoughtIn(command.ats, command.amount, command.by, notes=notes, at=turn.at))


def _need_open(table: Standing, ats: int) -> None:
    need_terminal(table, ats)
    if table.state.session:
        raise Refused(TableCode.SESSION_CREDIT, name=table.state.session)
    need_not_reserved(table)
    need_unfrozen(table)


def _need_terminal_well(table: Standing, ats: int) -> None:
    if fault_name("ats", ats) in table.state.faults:
        raise Refused(TableCode.ATS_OUT, ats=ats)
    need_unretired(table, ats)
    need_shut(table, ats)
    need_signed(table, ats)


def _need_right_to_play(table: Standing, ats: int) -> None:
    """Refuse an excluded player's money (reading 27), and play with money from a session, which is only paid out."""
    account = table.state.accounts.get(ats)
    if account is not None and account.only_paid:
        raise Refused(TableCode.SESSION_OVER, ats=ats)
    if account is not None and account.excluded:
        raise Refused(TableCode.EXCLUDED, account.excluded_by or table.rules.book.numbers.excluded, ats=ats)


def keep_notice(turn: TableTurn, ats: int) -> None:
    """Give a player who sits down at an empty table that is going to close the full time of the notice (reading 29)."""
    # crown 13.7
    announced, closes_at = turn.state.announced_at, turn.state.closes_at
    if ats in turn.state.accounts or announced is None or closes_at is None:
        return
    if closes_at < announced + NOTICE:
        turn.say(ClosingAnnounced(announced + NOTICE, announced))


def _tendered(turn: TableTurn, command: BuyIn) -> None:
    """Take money tendered to the dealer: a wish, which the caps can refuse."""
    _need_dealt_with(turn, command.ats)
    need_within_caps(turn, command.ats, command.amount, cash=command.tender == "cash")
    turn.say(BoughtIn(command.ats, command.amount, command.by, command.tender, at=turn.at))


def _need_dealt_with(table: Standing, ats: int) -> None:
    if ats in table.state.setup.remote:
        raise Refused(BuyingInCode.REMOTE_TERMINAL, table.rules.book.numbers.remote_buy_in, ats=ats)
    _need_right_to_play(table, ats)
    need_unretired(table, ats)
    need_shut(table, ats)
    need_signed(table, ats)


def _notes_of(turn: TableTurn, command: BuyIn) -> dict[int, int]:
    """Return the notes of a buy-in, or refuse any that this table does not take.

    A single note is past escrow: no cap refuses it any more (reading 34).
    """
    if command.single:
        need_taken(turn.state, Note(command.currency, command.amount))
        return {command.amount: 1}
    _need_right_to_play(turn, command.ats)
    need_within_caps(turn, command.ats, command.amount, cash=True)
    return notes_for(list_of(turn.state), command.amount)


def need_within_caps(table: Standing, ats: int, amount: int, *, cash: bool) -> None:
    """Refuse money that would take an account beyond a cap, or beyond its player's own limit."""
    caps, state = table.state.setup.caps, table.state
    most = MOST_BALANCE if caps.balance is None else min(caps.balance, MOST_BALANCE)
    if state.balance(ats) + amount > most:
        raise Refused(BuyingInCode.CAP_BALANCE, amount=most)
    need_within_own_limits(table, ats, amount)
    if not cash:
        return
    taken = state.accounts.get(ats, Account()).cash
    if caps.account_cash is not None and taken + amount > caps.account_cash:
        raise Refused(BuyingInCode.CAP_ACCOUNT_CASH, amount=caps.account_cash)
    if caps.hour_cash is not None and within_hour(state.cash_taken.get(ats, ()), table.at) + amount > caps.hour_cash:
        raise Refused(BuyingInCode.CAP_HOUR_CASH, amount=caps.hour_cash)


def _fold_bought_in(state: TableState, event: BoughtIn) -> TableState:
    state = remember(state, event, event.note, Told("note", event.amount, event.currency, "credited"))
    account = state.accounts.get(event.ats) or Account(sitting=Sitting(event.at or 0))
    # A voucher, a token or chips are no cash.
    cash = event.by == "note" or event.tender == "cash"
    if not cash or event.at is None:
        return state if event.ats in state.accounts else with_account(state, event.ats, account)
    state = with_account(state, event.ats, replace(account, cash=account.cash + event.amount))
    taken = counted(state.cash_taken.get(event.ats, ()), event.at, event.amount)
    return replace(state, cash_taken={**state.cash_taken, event.ats: taken})


def _post_bought_in(_: TableState, event: BoughtIn) -> Iterator[Movement]:
    if event.by == "dealer":
        yield event.ats, f"in/{event.tender}", BALANCE, event.amount
    for value, count in event.notes.items():
        yield event.ats, f"cash-box/{value}", BALANCE, value * count


def _way_bought_in(_: TableState, event: BoughtIn) -> Found:
    # Only a terminal, or a doubt that is resolved, credits a note.
    return ("buy_in" if event.by == "dealer" else None), event.ats, event.amount


def _who_buy_in(state: TableState, command: BuyIn) -> Authorised | None:
    # A person has no notes in an acceptor.
    return None if command.by == "note" else act("buy-in")(state, command)


FEATURE: Final = Feature(
    decides={AskNote: ask_note, BuyIn: buy_in},
    folds={BoughtIn: _fold_bought_in},
    moves={BoughtIn: _post_bought_in},
    ways={BoughtIn: _way_bought_in},
    asked={BuyIn: _who_buy_in},
    signed_soon=(BoughtIn,),
)
