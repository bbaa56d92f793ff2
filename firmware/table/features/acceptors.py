"""Asks an acceptor whether it still holds a note in doubt: until it says that it does not, the note is not credited.

A note in an acceptor's hands can come back to its player. So each doubt has a question, which counts up at its
terminal; the board that is the terminal answers it once its acceptor says that it holds nothing. Where no acceptor can
say so, two people open it and look. A terminal of another maker, whose board never said that it answers, is not asked:
its own report of a doubt is all that there is.
"""

from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import GAME
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.needs import need_terminal
from firmware.table.core.state import NoteDoubt, TableState
from firmware.table.core.turn import TableTurn
from firmware.table.features.pocket_numbers import serves, with_pocket


class AcceptorsCode(Code):
    """Why it is refused."""

    NOTE_IN_ACCEPTOR = auto()
    NOTHING_TO_SEE = auto()


class ReportAtRest(Command, frozen=True):
    """A terminal's acceptor says that it holds nothing, after this question was asked."""

    ats: int
    life: str
    asked: int


class SeeAcceptor(Command, frozen=True):
    """Two people have opened a terminal's acceptor and looked: no note lies in it."""

    ats: int


class AcceptorAnswers(Event, frozen=True, tag="acceptor_answers"):
    """A terminal's board says that it answers whether its acceptor holds a note: it is asked from here on."""

    ats: int


class AcceptorAtRest(Event, frozen=True, tag="acceptor_at_rest"):
    """A terminal's acceptor held nothing when this question was answered: what was in doubt before is not in it."""

    ats: int
    asked: int


class AcceptorSeen(Event, frozen=True, tag="acceptor_seen"):
    """Two people have opened a terminal's acceptor and looked: what was in doubt before is not in it."""

    ats: int
    asked: int


def asked_of(state: TableState, ats: int) -> int:
    """Return the last unanswered question to a terminal's acceptor; 0 if there is none."""
    return max((doubt.asked for doubt in state.note_doubts.values() if doubt.ats == ats), default=0)


def next_question(state: TableState, ats: int) -> int:
    """Return the question for a new doubt; 0 if no board has ever said that it answers any."""
    pocket = state.pocket(ats)
    return pocket.asked + 1 if pocket.answers else 0


def need_answered(doubt: NoteDoubt) -> None:
    """Refuse to credit a note that the terminal's acceptor may still hold: its player could also get it back."""
    if doubt.asked:
        raise Refused(AcceptorsCode.NOTE_IN_ACCEPTOR, ats=doubt.ats)


def at_rest(turn: TableTurn, command: ReportAtRest) -> None:
    """Note that an acceptor holds nothing. A report of another board, or one that nobody asked for, changes nothing."""
    need_terminal(turn, command.ats)
    open_ones = (doubt.asked for doubt in turn.state.note_doubts.values() if doubt.ats == command.ats)
    answers = any(0 < asked <= command.asked for asked in open_ones)
    never_asked = command.asked > turn.state.pocket(command.ats).asked
    if answers and not never_asked and serves(turn.state, command.ats, command.life):
        turn.say(AcceptorAtRest(command.ats, command.asked))


def see(turn: TableTurn, command: SeeAcceptor) -> None:
    """Record that two people found an acceptor empty."""
    need_terminal(turn, command.ats)
    asked = asked_of(turn.state, command.ats)
    if not asked:
        raise Refused(AcceptorsCode.NOTHING_TO_SEE, ats=command.ats)
    turn.say(AcceptorSeen(command.ats, asked))


def _fold_answers(state: TableState, event: AcceptorAnswers) -> TableState:
    return with_pocket(state, event.ats, replace(state.pocket(event.ats), answers=True))


def _fold_empty(state: TableState, event: AcceptorAtRest | AcceptorSeen) -> TableState:
    doubts = {
        name: replace(doubt, asked=0) if doubt.ats == event.ats and doubt.asked <= event.asked else doubt
        for name, doubt in state.note_doubts.items()
    }
    return replace(state, note_doubts=doubts)


FEATURE: Final = Feature(
    decides={ReportAtRest: at_rest, SeeAcceptor: see},
    folds={AcceptorAnswers: _fold_answers, AcceptorAtRest: _fold_empty, AcceptorSeen: _fold_empty},
    beside={SeeAcceptor: GAME},
    by_two=(SeeAcceptor,),
    facts=(ReportAtRest,),
    signed_soon=(AcceptorAtRest, AcceptorSeen),
)
