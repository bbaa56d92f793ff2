"""The table's decision, pure: from a state and a command it gives the events that follow, or a refusal."""

from typing import NamedTuple

from firmware.books import TableRules
from firmware.game import events as g
from firmware.game import steps as s
from firmware.refusal import Refused
from firmware.table.core.betting_clock import follow
from firmware.table.core.bounds import made_to_fit, need_money, need_recordable, need_words
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command, OfStaff
from firmware.table.core.feature import FEATURES
from firmware.table.core.numbering import UNNUMBERED, Numbering
from firmware.table.core.state import TableState
from firmware.table.core.turn import History, TableTurn


class Decision(NamedTuple):
    """What follows from a command, and the state that these events give: their fold over the state before."""

    events: tuple[g.Event, ...]
    state: TableState


def decide(
    rules: TableRules,
    state: TableState,
    command: Command | s.Step,
    at: int,
    history: History,
    numbering: Numbering = UNNUMBERED,
) -> Decision:
    """Return what follows from a command at a time. Raises Refused, and then nothing has changed.

    `history` returns a coup's events from the journal; `numbering` gives tickets their numbers.
    """
    if type(command) in FEATURES.facts:
        command = made_to_fit(command)
    # crown 1.6: what the rules require of an ATS, the SGC or the game system is done here
    what = command.what if isinstance(command, OfStaff) else command
    if not state.open and not isinstance(what, FEATURES.while_closed) and not _is_fact_of(state, what):
        raise Refused(TableCode.TABLE_CLOSED)
    turn = TableTurn(rules, state, at, history, numbering)
    if isinstance(command, OfStaff):
        FEATURES.decides[OfStaff](turn, command)
    else:
        carry_out(turn, command)
    return Decision(tuple(turn.events), turn.state)


def carry_out(turn: TableTurn, command: Command | s.Step) -> None:
    """Do what a command asks for, and what follows from it. Raises Refused."""
    need_words(command)
    handler = FEATURES.decides.get(type(command))
    if handler is not None:
        handler(turn, command)
        need_money(turn.events)
    else:
        assert isinstance(command, s.Step)
        turn.step(command)
    need_recordable(command)
    _follow(turn)


def _is_fact_of(state: TableState, command: Command | s.Step) -> bool:
    """Whether this is a fact at a closed table: it goes on record. A table that never opened has no rules."""
    return bool(state.setup.rulebook) and type(command) in FEATURES.facts


def _follow(turn: TableTurn) -> None:
    """Do what the coup's events mean for money that has moved on, and for the betting clock."""
    for event in tuple(turn.events):
        means = FEATURES.after.get(type(event))
        if means is not None:
            means(turn, event)
    follow(turn)
