"""Money for credit: a note in escrow that would be taken, or not; notes that were; and money tendered to the dealer."""

from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.bounds import MOST_STAKE
from firmware.table.caps import need_within_caps
from firmware.table.codes import TableCode
from firmware.table.notes import list_of, need_taken, notes_for
from firmware.table.standing import Standing
from firmware.table.state import fault_name
from firmware.table.turn import TableTurn
from firmware.table.wagering import NOTICE, need_terminal, need_unfrozen
from hal.currency import Note


def ask_note(turn: TableTurn, command: c.AskNote) -> None:
    """A note lies in escrow: refuse it unless it would be credited. Nothing goes on record."""
    _need_taken_from_escrow(turn, command.ats, Note(command.currency, command.amount))


def why_no_notes(table: Standing, ats: int) -> Refused | None:
    """Return why a terminal takes no note now, whichever it is; None while there are some that it would take.

    It is asked of the state for each terminal that is told something: nothing is decided for it.
    """
    if not table.state.open:
        return Refused(TableCode.TABLE_CLOSED)
    notes = table.state.setup.notes
    if notes is None or not notes.values:
        return Refused(TableCode.NO_NOTES)
    try:
        # Whatever speaks against the least of them speaks against all.
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


def need_creditable(table: Standing, ats: int, note: Note) -> None:
    """Refuse a note that may not be credited now, also when it is past escrow."""
    # crown 6.3, 6.6.2, 13.2.2; reading 27: whoever is excluded takes in no more money
    _need_open(table, ats)
    _need_right_to_play(table, ats)
    need_taken(table.state, note)


def buy_in(turn: TableTurn, command: c.BuyIn) -> None:
    """Credit money that was tendered to the dealer or put into the note acceptor."""
    # crown 6.2, 6.2.1, 6.3, 6.3.1, 6.3.2, 6.4, 6.5, 6.5.1, 6.5.2
    if command.amount <= 0:
        raise Refused(TableCode.BUY_IN_AMOUNT)
    if command.amount > MOST_STAKE:
        raise Refused(TableCode.BUY_IN_TOO_LARGE, amount=MOST_STAKE)
    _need_open(turn, command.ats)
    keep_notice(turn, command.ats)
    if command.by == "dealer":
        _tendered(turn, command)
    else:
        _need_terminal_well(turn, command.ats)
        notes = _notes_of(turn, command)
        turn.say(e.BoughtIn(command.ats, command.amount, command.by, notes=notes, at=turn.at))


def _need_open(table: Standing, ats: int) -> None:
    need_terminal(table, ats)
    if table.state.session:
        raise Refused(TableCode.SESSION_CREDIT, name=table.state.session)
    need_unfrozen(table)


def _need_terminal_well(table: Standing, ats: int) -> None:
    if fault_name("ats", ats) in table.state.faults:
        raise Refused(TableCode.ATS_OUT, ats=ats)


def _need_right_to_play(table: Standing, ats: int) -> None:
    """Whoever is excluded takes in no more money (reading 27); what a session turned into money is only paid out."""
    account = table.state.accounts.get(ats)
    if account is not None and account.only_paid:
        raise Refused(TableCode.SESSION_OVER, ats=ats)
    if account is not None and account.excluded:
        raise Refused(TableCode.EXCLUDED, account.excluded_by or table.rules.book.numbers.excluded, ats=ats)


def keep_notice(turn: TableTurn, ats: int) -> None:
    """Whoever sits down while an empty table is going to close has the time that the sign must be up (reading 29)."""
    # crown 13.7
    announced, closes_at = turn.state.announced_at, turn.state.closes_at
    if ats in turn.state.accounts or announced is None or closes_at is None:
        return
    if closes_at < announced + NOTICE:
        turn.say(e.ClosingAnnounced(announced + NOTICE, announced))


def _tendered(turn: TableTurn, command: c.BuyIn) -> None:
    """Take what is tendered to the dealer: a wish, which the caps can refuse."""
    if command.ats in turn.state.setup.remote:
        raise Refused(TableCode.REMOTE_TERMINAL, turn.rules.book.numbers.remote_buy_in, ats=command.ats)
    _need_right_to_play(turn, command.ats)
    need_within_caps(turn, command.ats, command.amount, cash=command.tender == "cash")
    turn.say(e.BoughtIn(command.ats, command.amount, command.by, command.tender, at=turn.at))


def _notes_of(turn: TableTurn, command: c.BuyIn) -> dict[int, int]:
    """Return the notes of a buy-in by note, or refuse what is no note of this table.

    A single note has passed escrow: no cap refuses it any more (reading 34).
    """
    if command.single:
        need_taken(turn.state, Note(command.currency, command.amount))
        return {command.amount: 1}
    _need_right_to_play(turn, command.ats)
    need_within_caps(turn, command.ats, command.amount, cash=True)
    return notes_for(list_of(turn.state), command.amount)
