"""Credits notes and pays by ticket: what a terminal reports of money, numbered by its pocket.

Each number is carried out once, and never changes its meaning.
"""

from typing import Final

from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.needs import need_terminal
from firmware.table.core.pockets import Money, Verdict, judge
from firmware.table.core.turn import TableTurn
from firmware.table.features.boards import begin, beyond, compare, furthest, known_of, shown_with
from firmware.table.features.buying_in import BoughtIn, keep_notice, need_creditable
from firmware.table.features.cashing_out import CashOut, cash_out
from firmware.table.features.note_doubts import (
    NoteDoubted,
    NoteQuestioned,
    PocketDisputed,
    ReportNoteDoubt,
    contradicted,
    put_in_doubt,
)
from firmware.table.features.pocket_numbers import at_each, foremost, is_disputed, serves, told_of
from firmware.table.features.returned_boards import is_of_before
from hal.currency import Note


class CreditNote(Command, frozen=True):
    """A terminal has a note past escrow: it is credited, or in doubt, once under its number in that pocket."""

    ats: int
    life: str
    note: int
    amount: int
    currency: str = ""
    acknowledged: int | None = None


class PayByTicket(Command, frozen=True):
    """A terminal's account is paid by ticket and closed, once under its number in that pocket."""

    ats: int
    life: str
    cash_out: int
    acknowledged: int | None = None


# Why a note is in doubt; the console has words for each as `doubt.WORD`. A refusal's code can be one, too.
OTHER_BOARD: Final = "other_board"
SAID: Final = {Verdict.OTHER: "number_used", Verdict.TOO_OLD: "number_too_old"}


def credit_note(turn: TableTurn, command: CreditNote) -> None:
    """Credit a note, or keep it in doubt with the reason why it is not credited."""
    if _is_new(turn, command):
        why = _why_not(turn, command)
        if why:
            _doubt(turn, command, why)
        else:
            keep_notice(turn, command.ats)
            turn.say(
                BoughtIn(
                    command.ats, command.amount, "note", notes={command.amount: 1},
                    life=command.life, note=command.note, currency=command.currency, at=turn.at,
                )
            )  # fmt: skip


def _why_not(turn: TableTurn, command: CreditNote) -> str:
    """Return why a note past escrow is not credited. A later malfunction of its terminal is no reason (11.14)."""
    if not begin(turn, command.ats, command.life) or is_of_before(turn.state, command.life, command.note):
        return OTHER_BOARD
    if not turn.state.open:
        return TableCode.TABLE_CLOSED.value
    try:
        need_creditable(turn, command.ats, Note(command.currency, command.amount))
    except Refused as refusal:
        return refusal.code
    return ""


def report_note_doubt(turn: TableTurn, command: ReportNoteDoubt) -> None:
    """Keep a note in doubt until staff have looked; not a credited one, which could then be credited twice."""
    if _is_new(turn, command):
        begin(turn, command.ats, command.life)
        _doubt(turn, command, command.why)
        return
    told = told_of(turn.state, command.ats, command.life, command.note, _money(command))
    what = f"{command.life}-{command.note}-credited"
    if told is not None and told.fate == "credited" and not is_disputed(turn.state, what):
        name = f"{command.ats}-{what}"
        turn.say(NoteQuestioned(command.ats, command.life, command.note, name, command.why))


def _money(command: CreditNote | ReportNoteDoubt) -> Money:
    if isinstance(command, ReportNoteDoubt) and command.ticket:
        return Money("ticket", ticket=command.ticket)
    return Money("note", command.amount, command.currency)


def _judged(turn: TableTurn, ats: int, life: str, number: int, acknowledged: int | None, money: Money) -> Verdict:
    """Say what a reported number is. One that no pocket can have reached is recorded as that, and in doubt."""
    if number > known_of(turn.state, life) + furthest(turn.state, ats, life):
        beyond(turn, ats, life, number)
        return Verdict.BEYOND
    compare(turn, shown_with(ats, life, number, acknowledged))
    return foremost(_at(ats, at, judge(one, number, money), money) for at, one in at_each(turn.state, ats, life))


def _at(ats: int, at: int, verdict: Verdict, money: Money) -> Verdict:
    """Return what a number that another terminal has judged is here: a cash-out there was from another account."""
    is_other = verdict is Verdict.REPEAT and money.kind == "cash-out" and at != ats
    return Verdict.OTHER if is_other else verdict


def _is_new(turn: TableTurn, command: CreditNote | ReportNoteDoubt) -> bool:
    ats, life, number = command.ats, command.life, command.note
    return is_new(turn, ats, life, number, command.acknowledged, _money(command))


def is_new(turn: TableTurn, ats: int, life: str, number: int, acknowledged: int | None, money: Money) -> bool:
    """Whether a note, or a ticket, was never reported.

    A report that contradicts what its number stands for is in doubt, once.
    """
    need_terminal(turn, ats)
    verdict = _judged(turn, ats, life, number, acknowledged, money)
    if verdict in SAID:
        what = f"{life}-{number}-{money.ticket or money.amount}{money.currency}"
        if not is_disputed(turn.state, what):
            name = f"{ats}-{what}"
            contradicted(turn, PocketDisputed(ats, life, number, name, SAID[verdict]))
            doubted = NoteDoubted(
                ats, name, max(money.amount, 0), SAID[verdict], life, currency=money.currency, ticket=money.ticket
            )
            put_in_doubt(turn, doubted)
    return verdict is Verdict.NEW


def _doubt(turn: TableTurn, command: CreditNote | ReportNoteDoubt, why: str) -> None:
    ats, life, number = command.ats, command.life, command.note
    amount, money = max(command.amount, 0), _money(command)
    known = turn.state.tickets.get(money.ticket)
    amount = amount if known is None else known.amount
    name = f"{ats}-{life}-{number}"
    put_in_doubt(turn, NoteDoubted(ats, name, amount, why, life, number, command.currency, ticket=money.ticket))


def pay_by_ticket(turn: TableTurn, command: PayByTicket) -> None:
    """Pay a terminal's account by ticket. Under a number that stands for something else nothing is paid."""
    need_terminal(turn, command.ats)
    ats, life, number = command.ats, command.life, command.cash_out
    verdict = _judged(turn, ats, life, number, command.acknowledged, Money("cash-out"))
    if not life or not serves(turn.state, ats, life):
        raise Refused(TableCode.BOARD_CHANGED)
    if verdict is Verdict.NEW:
        begin(turn, ats, life)
        cash_out(turn, CashOut(ats, "ticket"), life, number)
        return
    what = f"{life}-{number}-cash-out"
    if verdict in SAID and not is_disputed(turn.state, what):
        contradicted(turn, PocketDisputed(ats, life, number, f"{ats}-{what}", SAID[verdict]))


FEATURE: Final = Feature(
    decides={CreditNote: credit_note, PayByTicket: pay_by_ticket, ReportNoteDoubt: report_note_doubt},
    facts=(CreditNote, ReportNoteDoubt),
)
