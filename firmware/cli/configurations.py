"""Reads a configuration as what it is: a board's of one table, or a tournament's."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from firmware.cli.errors import BadInput
from firmware.config import Board, ConfigError, load_board
from firmware.files import NotReadable, read_text
from firmware.toml_text import NotToml, read_toml

if TYPE_CHECKING:
    from firmware.tournament_board.settings import TournamentSetup

TOURNAMENT: Final = "tournament"


def reader_of(role: str) -> "Callable[[Path], Board | TournamentSetup]":
    """Return what reads the configuration of a role; it raises ConfigError."""
    if role != TOURNAMENT:
        return load_board
    # Boards of a table need nothing of it, and start sooner without.
    from firmware.tournament_board.settings import load_tournament  # noqa: PLC0415

    return load_tournament


def loaded(path: Path) -> Board:
    """Return a board's configuration. Raises BadInput where it is not sound."""
    try:
        return load_board(path)
    except ConfigError as error:
        raise BadInput(str(error)) from None


def role_in(file: Path) -> Literal["tournament", ""]:
    """Return whether a file says that it is a tournament's. What is wrong with a file is said by who reads it whole."""
    try:
        said = read_toml(read_text(file, "")).get("role")
    except (NotReadable, NotToml):
        return ""
    return TOURNAMENT if said == TOURNAMENT else ""
