"""A role from its configuration to its end: what `rapid-table run` does once it has shown that it starts."""

import argparse
import asyncio
import importlib
import logging
from typing import TYPE_CHECKING, Final

from firmware.boards.broken import Unusable, is_watched, show
from firmware.boards.ending import ended_in_time
from firmware.boards.garbage import while_it_is_made
from firmware.cli.configurations import TOURNAMENT, reader_of
from firmware.cli.errors import BadInput, shortened
from firmware.config import Board, ConfigError
from firmware.stop_signal import nothing_begun
from firmware.table.core.journal import JournalError
from firmware.table.core.stopped import TableStopped
from firmware.terminal.pocket import PocketError

if TYPE_CHECKING:
    from firmware.tournament_board.settings import TournamentSetup

_log: Final = logging.getLogger(__name__)
BOARDS: Final = {
    "table": "firmware.table_board.board",
    "ats": "firmware.terminal.board",
    "wnd": "firmware.display.board",
    TOURNAMENT: "firmware.tournament_board.board",
}


def run_role(arguments: argparse.Namespace) -> int:
    """Run the role; exit status 1 when the journal does not let the table go on, 2 when a pocket cannot be used."""
    module = BOARDS[arguments.role]
    with while_it_is_made(), nothing_begun():
        try:
            board = reader_of(arguments.role)(arguments.config)
        except ConfigError as error:
            raise BadInput(str(error)) from None
        if board.config.role != arguments.role:
            raise BadInput(f"{arguments.config}: role: is {board.config.role}, and --role says {arguments.role}")
        role = importlib.import_module(module)
    for warning in board.warnings if isinstance(board, Board) else ():
        _log.warning("%s: %s", arguments.config, warning)
    try:
        with ended_in_time():
            asyncio.run(role.run(board, logging.getLogger(module).info))
    except PocketError as error:
        _show_broken(board, "pocket_unusable", str(error))
        raise BadInput(str(error)) from None
    except ConfigError as error:
        raise BadInput(f"{arguments.config}: {error}") from None
    except ModuleNotFoundError:
        raise  # a package that the role needs is not on this board: the command line says which
    except (JournalError, TableStopped) as error:
        _log.critical("%s", shortened(str(error)))
        if isinstance(error, JournalError):
            _show_broken(board, "journal_unusable", str(error))
        return 1
    except Exception as error:  # noqa: BLE001
        # Whatever it is: who reads the log gets a sentence, and where it came from; systemd starts the board anew.
        why = shortened(f"{type(error).__name__}: {error}")
        _log.exception("where it failed:")
        _log.critical("this board cannot go on, and ends: %s", why)
        return 1
    return 0


def _show_broken(board: "Board | TournamentSetup", code: Unusable, why: str) -> None:
    """Have a board's own screen say it, before systemd starts the role anew."""
    if isinstance(board, Board) and is_watched():
        with ended_in_time():
            asyncio.run(show(board, code, why, _log.info))
