"""`rapid-table provision board tournament-1`: the file of a tournament's machine, which knows several tables."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from firmware.cli.board_fits import unknown_host
from firmware.cli.errors import BadInput
from firmware.cli.take_in import DATA
from firmware.config import ConfigError
from firmware.files import read_file
from firmware.link.board_files import TOURNAMENT, make_tournament_file
from firmware.link.permissions import read
from firmware.provisioned.board_file import MOST_BYTES, Below
from firmware.provisioned.take_in import GIVEN
from firmware.tournament_board.settings import TournamentSetup, load_tournament


def tournament_file(name: str, house: Path, config: Path, until_s: int, serial: str) -> tuple[bytes, tuple[str, ...]]:
    """Return the file, and what deserves a second look. `house`: the tables' folders lie in it.

    Raises BadInput and ProvisionError.
    """
    try:
        setup = load_tournament(config)
    except ConfigError as error:
        raise BadInput(str(error)) from None
    tables = _tables(name, house, config, setup)
    conditions = setup.config.tournament.conditions
    try:
        msgspec.convert(conditions, Below)
    except msgspec.ValidationError:
        raise BadInput(
            f"{config}: tournament.conditions: {conditions} comes with the board file: name it from the folder of the "
            "configuration, in at most one folder below"
        ) from None
    files = {f"{TOURNAMENT}.toml": config, conditions: config.parent / conditions}
    read_files = {file: read_file(path, MOST_BYTES) for file, path in files.items()}
    data = make_tournament_file(dict.fromkeys(tables, name), read_files, until_s, serial)
    return data, tuple(_misfits(tables, setup))


def _tables(name: str, house: Path, config: Path, setup: TournamentSetup) -> list[Path]:
    """Return the tables' folders in the house, in the order of their numbers."""
    found = []
    for number, network in sorted(setup.tables.items()):
        folder = Path(network.certificates)
        if folder.parent != DATA / GIVEN:
            raise BadInput(
                f"{config}: tables.{number}.certificates: is {folder}; the board file brings {DATA / GIVEN}/NAME"
            )
        if network.device != name:
            raise BadInput(f"{config}: tables.{number}.device: is {network.device}, and the file is for {name}")
        found.append(house / folder.name)
    return found


def _misfits(tables: list[Path], setup: TournamentSetup) -> Iterator[str]:
    for folder, (number, network) in zip(tables, sorted(setup.tables.items()), strict=True):
        yield from unknown_host(f"tables.{number}.server", network.server, read(folder))
