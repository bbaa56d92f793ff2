"""Proofs of software: each is on record, and a board whose software is not as signed is out of play."""

import re
from enum import auto
from typing import Final

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.software.proof import Proven, Verdict
from firmware.table.core.authority import TECHNICAL
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep
from firmware.table.core.needs import need_terminal
from firmware.table.core.software import ASKED, FOUND, NAME, OUT, TABLE, found, is_out, key_of
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn

# How much of a digest and of a key is kept and shown; the proof's row has them in full.
SHOWN: Final = 16
_SEED: Final = re.compile(r"[0-9a-f]{32}")


class SoftwareCode(Code):
    """Why it is refused."""

    SOFTWARE_STILL_WRONG = auto()
    SOFTWARE_NOT_OUT = auto()
    NO_SEED = auto()


class ReportSoftware(Command, frozen=True):
    """The result of checking a board's software against its manifest. `board`: `table`, or a terminal's name."""

    board: str
    proven: Proven


class AskSoftware(Command, frozen=True):
    """A terminal is to prove its software, by this seed."""

    ats: int
    seed: str


class ClearTableSoftware(Command, frozen=True):
    """The table's software is as signed again, and somebody has seen to why it was not."""


class ClearSoftware(Command, frozen=True):
    """A terminal's software is as signed again, and somebody has seen to why it was not."""

    ats: int


class SoftwareProven(Event, frozen=True, tag="software_proven"):
    """A board's software was checked against its manifest. `count`: of files that are not as signed; some are named."""

    board: str
    verdict: Verdict
    version: str
    digest: str
    signer: str
    files: int
    wrong: tuple[str, ...]
    count: int
    seed: str
    answer: str


class SoftwareAsked(Event, frozen=True, tag="software_asked"):
    """A terminal is to prove its software, by this seed."""

    ats: int
    seed: str


class SoftwareCleared(Event, frozen=True, tag="software_cleared"):
    """A board whose software was not as signed is in play again."""

    board: str


def report_software(turn: TableTurn, command: ReportSoftware) -> None:
    """Record a proof; a failed one takes its board out of play from now on."""
    proven = command.proven
    turn.say(
        SoftwareProven(
            command.board, proven.verdict, proven.version, proven.digest, proven.signer, proven.files, proven.wrong,
            proven.count, proven.seed, proven.answer,
        )
    )  # fmt: skip


def ask_software(turn: TableTurn, command: AskSoftware) -> None:
    """Ask a terminal for a proof."""
    need_terminal(turn, command.ats)
    if _SEED.fullmatch(command.seed) is None:
        raise Refused(SoftwareCode.NO_SEED)
    turn.say(SoftwareAsked(command.ats, command.seed))


def clear_table(turn: TableTurn, _: ClearTableSoftware) -> None:
    """Let the table play again."""
    _clear(turn, TABLE)


def clear_terminal(turn: TableTurn, command: ClearSoftware) -> None:
    """Let a terminal play again."""
    need_terminal(turn, command.ats)
    _clear(turn, f"ats-{command.ats}")


def _clear(turn: TableTurn, board: str) -> None:
    if not is_out(turn.state, board):
        raise Refused(SoftwareCode.SOFTWARE_NOT_OUT)
    if found(turn.state, board).partition(" ")[0] != "sound":
        raise Refused(SoftwareCode.SOFTWARE_STILL_WRONG)
    turn.say(SoftwareCleared(board))


def _fold_proven(state: TableState, event: SoftwareProven) -> TableState:
    before = found(state, event.board).partition(" ")[0]
    said = f"{event.verdict} {event.version} {event.digest[:SHOWN]} {event.signer[:SHOWN]}"
    state = keep(state, NAME, key_of(event.board, FOUND), said.rstrip())
    state = keep(state, NAME, key_of(event.board, ASKED), None)
    # It stays out, whatever is found later, until somebody clears it. A manifest that disappeared is wrong, too.
    wrong = event.verdict == "wrong" or (event.verdict == "unproven" and before not in ("", "unproven"))
    return keep(state, NAME, key_of(event.board, OUT), 1) if wrong else state


def _fold_asked(state: TableState, event: SoftwareAsked) -> TableState:
    return keep(state, NAME, key_of(f"ats-{event.ats}", ASKED), event.seed)


def _fold_cleared(state: TableState, event: SoftwareCleared) -> TableState:
    return keep(state, NAME, key_of(event.board, OUT), None)


FEATURE: Final = Feature(
    decides={
        ReportSoftware: report_software,
        AskSoftware: ask_software,
        ClearTableSoftware: clear_table,
        ClearSoftware: clear_terminal,
    },
    folds={SoftwareProven: _fold_proven, SoftwareAsked: _fold_asked, SoftwareCleared: _fold_cleared},
    beside={ClearTableSoftware: TECHNICAL, ClearSoftware: TECHNICAL},
    by_two=(ClearTableSoftware, ClearSoftware),
    facts=(ReportSoftware,),
    while_closed=(ReportSoftware, AskSoftware, ClearTableSoftware, ClearSoftware),
)
