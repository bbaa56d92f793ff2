"""What a terminal tells of money, under a number of its pocket: done once, and never for anything else.

A note past escrow is a fact: it is credited or in doubt, never refused (reading 34). A cash-out is a wish.
"""

from typing import Final

from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table import pocket_commands as t
from firmware.table import pocket_events as p
from firmware.table.boards import begin, beyond, compare, furthest, known_of, shown_with
from firmware.table.buying_in import keep_notice, need_creditable
from firmware.table.codes import TableCode
from firmware.table.doubts import contradicted, put_in_doubt
from firmware.table.one_life import at_each, foremost, is_disputed, serves, told_of
from firmware.table.pockets import Money, Verdict, judge
from firmware.table.turn import TableTurn
from firmware.table.wagering import cash_out, need_terminal
from hal.currency import Note

# Why a note is in doubt: words that the console has as `doubt.WORD`; a refusal's code is one too.
OTHER_BOARD: Final = "other_board"
SAID: Final = {Verdict.OTHER: "number_used", Verdict.TOO_OLD: "number_too_old"}


def credit_note(turn: TableTurn, command: t.CreditNote) -> None:
    """Credit a note, or keep it in doubt with the reason why it is not credited."""
    if _is_new(turn, command):
        why = _why_not(turn, command)
        if why:
            _doubt(turn, command, why)
        else:
            keep_notice(turn, command.ats)
            turn.say(
                e.BoughtIn(
                    command.ats, command.amount, "note", notes={command.amount: 1},
                    life=command.life, note=command.note, currency=command.currency, at=turn.at,
                )
            )  # fmt: skip


def _why_not(turn: TableTurn, command: t.CreditNote) -> str:
    """Return why a note past escrow is not credited. What its terminal is short of since is no reason (11.14)."""
    if not begin(turn, command.ats, command.life):
        return OTHER_BOARD
    if not turn.state.open:
        return TableCode.TABLE_CLOSED.value
    try:
        need_creditable(turn, command.ats, Note(command.currency, command.amount))
    except Refused as refusal:
        return refusal.code.value
    return ""


def report_note_doubt(turn: TableTurn, command: c.ReportNoteDoubt) -> None:
    """Keep a note in doubt until staff have looked. One that was credited is not: it could be credited twice."""
    if _is_new(turn, command):
        begin(turn, command.ats, command.life)
        _doubt(turn, command, command.why)
        return
    told = told_of(turn.state, command.ats, command.life, command.note, _money(command))
    what = f"{command.life}-{command.note}-credited"
    if told is not None and told.fate == "credited" and not is_disputed(turn.state, what):
        name = f"{command.ats}-{what}"
        turn.say(p.NoteQuestioned(command.ats, command.life, command.note, name, command.why))


def _money(command: t.CreditNote | c.ReportNoteDoubt) -> Money:
    return Money("note", command.amount, command.currency)


def _judged(turn: TableTurn, ats: int, life: str, number: int, acknowledged: int | None, money: Money) -> Verdict:
    """Say what a number is that is told. One that no pocket can have come to is said to be so, and in doubt."""
    if number > known_of(turn.state, life) + furthest(turn.state, ats, life):
        beyond(turn, ats, life, number)
        return Verdict.BEYOND
    compare(turn, shown_with(ats, life, number, acknowledged))
    return foremost(_at(ats, at, judge(one, number, money), money) for at, one in at_each(turn.state, ats, life))


def _at(ats: int, at: int, verdict: Verdict, money: Money) -> Verdict:
    """Return what a number is here that another terminal has judged: a cash-out there was of another's account."""
    is_other = verdict is Verdict.REPEAT and money.kind == "cash-out" and at != ats
    return Verdict.OTHER if is_other else verdict


def _is_new(turn: TableTurn, command: t.CreditNote | c.ReportNoteDoubt) -> bool:
    """Whether a note was never told of. What is told against what is known of its number is in doubt, once."""
    need_terminal(turn, command.ats)
    verdict = _judged(turn, command.ats, command.life, command.note, command.acknowledged, _money(command))
    if verdict in SAID:
        ats, life, number = command.ats, command.life, command.note
        what = f"{life}-{number}-{command.amount}{command.currency}"
        if not is_disputed(turn.state, what):
            name = f"{ats}-{what}"
            contradicted(turn, p.PocketDisputed(ats, life, number, name, SAID[verdict]))
            doubted = p.NoteDoubted(ats, name, max(command.amount, 0), SAID[verdict], life, currency=command.currency)
            put_in_doubt(turn, doubted)
    return verdict is Verdict.NEW


def _doubt(turn: TableTurn, command: t.CreditNote | c.ReportNoteDoubt, why: str) -> None:
    ats, life, number = command.ats, command.life, command.note
    amount = max(command.amount, 0)
    put_in_doubt(turn, p.NoteDoubted(ats, f"{ats}-{life}-{number}", amount, why, life, number, command.currency))


def pay_by_ticket(turn: TableTurn, command: t.PayByTicket) -> None:
    """Pay a terminal's account by ticket. Under a number that stands for something else nothing is paid."""
    need_terminal(turn, command.ats)
    ats, life, number = command.ats, command.life, command.cash_out
    verdict = _judged(turn, ats, life, number, command.acknowledged, Money("cash-out"))
    if not life or not serves(turn.state, ats, life):
        raise Refused(TableCode.BOARD_CHANGED)
    if verdict is Verdict.NEW:
        begin(turn, ats, life)
        cash_out(turn, c.CashOut(ats, "ticket"), life, number)
        return
    what = f"{life}-{number}-cash-out"
    if verdict in SAID and not is_disputed(turn.state, what):
        contradicted(turn, p.PocketDisputed(ats, life, number, f"{ats}-{what}", SAID[verdict]))
