"""The table's decision: a state and a command, to the events that follow, or a refusal. Pure."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from firmware.books import TableRules
from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.refusal import Refused
from firmware.game.steps import FACTS
from firmware.table import (
    betting_clock,
    boards,
    buying_in,
    card_checks,
    cash,
    corrections,
    doubts,
    faults,
    lost_tickets,
    miscount,
    notes,
    players,
    redeeming,
    running,
    sessions,
    staff,
    ticketing,
    told,
    wagering,
)
from firmware.table import card_commands as cc
from firmware.table import commands as c
from firmware.table import player_commands as pc
from firmware.table import pocket_commands as t
from firmware.table.attended import need_right, need_second
from firmware.table.bounds import made_to_fit, need_money, need_recordable, need_words
from firmware.table.codes import TableCode
from firmware.table.numbering import UNNUMBERED, Numbering
from firmware.table.opening import AgreeHeads, OpenOnWord
from firmware.table.staff_commands import OfStaff, RefusePin, SetApprovals
from firmware.table.state import TableState
from firmware.table.turn import History, TableTurn

_HANDLERS: Final[dict[type[Any], Callable[[TableTurn, Any], None]]] = {
    c.OpenTable: running.open_table,
    AgreeHeads: running.agree_heads,
    OpenOnWord: running.open_on_word,
    c.SetCash: notes.set_cash,
    c.AskNote: buying_in.ask_note,
    c.BuyIn: buying_in.buy_in,
    c.Wager: wagering.wager,
    c.CashOut: wagering.cash_out,
    c.NumberTickets: ticketing.number_tickets,
    c.ReportTicket: ticketing.report_ticket,
    c.ResolveTicket: ticketing.resolve_ticket,
    c.RedeemTicket: redeeming.redeem,
    c.LookAtDesk: redeeming.look,
    t.ShowPocket: boards.show_pocket,
    t.MeetBoard: boards.meet,
    t.ChangeBoard: boards.change,
    t.CreditNote: told.credit_note,
    t.PayByTicket: told.pay_by_ticket,
    t.SettleLostTicket: lost_tickets.settle,
    c.ReportNoteDoubt: told.report_note_doubt,
    c.ResolveNoteDoubt: doubts.resolve_note_doubt,
    c.ReportDevice: ticketing.report_device,
    c.Malfunction: faults.malfunction,
    c.ClearMalfunction: faults.clear,
    c.ForgetRecords: faults.forget,
    c.DoubtRecords: faults.doubt,
    c.EnrolStaff: staff.enrol,
    c.SignOn: staff.sign_on,
    RefusePin: staff.refuse_pin,
    SetApprovals: staff.set_approvals,
    c.SignOff: staff.sign_off,
    c.CorrectOutcome: corrections.correct,
    c.InvalidateCoup: corrections.invalidate,
    c.FreezeAccounts: corrections.freeze,
    c.UnfreezeAccounts: corrections.unfreeze,
    c.ResolveOwed: corrections.resolve_owed,
    c.EmptyCashBox: cash.empty_cash_box,
    c.ChangeGame: running.change_game,
    c.SetLimit: running.set_limit,
    c.SetPeriod: running.set_period,
    c.ExcludePlayer: players.exclude,
    pc.DeclareVoid: players.declare_void,
    pc.HoldWinnings: players.hold,
    pc.ReleaseWinnings: players.release,
    pc.KeepWinnings: players.keep,
    pc.AskToVacate: players.ask_to_vacate,
    pc.RecordClaim: players.record_claim,
    pc.DecideClaim: players.decide_claim,
    pc.RecordMeasure: players.record_measure,
    pc.Miscount: miscount.miscount,
    cc.CheckCards: card_checks.check_cards,
    c.AnnounceClosing: running.announce_closing,
    c.CloseTable: running.close_table,
    c.StartSession: sessions.start_session,
    c.EndSession: sessions.end_session,
    s.OpenBets: running.open_bets,
    s.CloseBets: running.close_bets,
    s.NewShoe: running.new_shoe,
    s.Invalidate: running.void,
    s.Confirm: running.confirm,
    s.Decide: running.decide,
}


# What is done at a table that is closed: people sign on and off, its cards are checked, and it is opened.
_WHILE_CLOSED: Final = (c.OpenTable, AgreeHeads, OpenOnWord, c.SignOn, RefusePin, c.SignOff, cc.CheckCards)
# What happens, and goes on record also while the table is closed.
_OF_TERMINALS: Final = {t.CreditNote, t.ShowPocket, t.MeetBoard, c.ReportNoteDoubt, c.ReportTicket}
FACTS_OF_TABLE: Final[frozenset[type[Any]]] = FACTS | {c.Malfunction, c.ReportDevice} | _OF_TERMINALS


class Decision(NamedTuple):
    """What follows from a command, and the state that these events give: their fold over the state before."""

    events: tuple[g.Event, ...]
    state: TableState


def decide(
    rules: TableRules,
    state: TableState,
    command: c.Command | s.Step,
    at: int,
    history: History,
    numbering: Numbering = UNNUMBERED,
) -> Decision:
    """Return what follows from a command at a time. Raises Refused, and then nothing has changed.

    `history` returns the events of a coup out of the journal; `numbering` gives tickets their numbers.
    """
    if type(command) in FACTS_OF_TABLE:
        command = made_to_fit(command)
    # crown 1.6: what the rules want of an ATS, the SGC or the game system is seen to here
    what = command.what if isinstance(command, OfStaff) else command
    if not state.open and not isinstance(what, _WHILE_CLOSED) and not _is_fact_of(state, what):
        raise Refused(TableCode.TABLE_CLOSED)
    turn = TableTurn(rules, state, at, history, numbering)
    if isinstance(command, OfStaff):
        _carry_out(turn, need_right(state, command))
        need_second(turn, state, command)
    else:
        _carry_out(turn, command)
    return Decision(tuple(turn.events), turn.state)


def _carry_out(turn: TableTurn, command: c.Command | s.Step) -> None:
    need_words(command)
    handler = _HANDLERS.get(type(command))
    if handler is not None:
        handler(turn, command)
        need_money(turn.events)
    else:
        assert isinstance(command, s.Step)
        turn.step(command)
    need_recordable(command)
    _follow(turn)


def _is_fact_of(state: TableState, command: c.Command | s.Step) -> bool:
    """Whether something happened at a table that is closed: it goes on record. One that never opened has no rules."""
    return bool(state.setup.rulebook) and type(command) in FACTS_OF_TABLE


def _follow(turn: TableTurn) -> None:
    """See to what the coup's events mean for money that has moved on, and for the betting clock."""
    for event in tuple(turn.events):
        if isinstance(event, g.SettledCoupVoided):
            corrections.void_settled(turn, event)
    betting_clock.follow(turn)
