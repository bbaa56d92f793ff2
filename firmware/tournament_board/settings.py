"""The configuration of a tournament's role: its conditions, its journal, and where it finds each of its tables."""

from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from firmware.conditions_file import ConditionsError, read_conditions
from firmware.config import ConfigError
from firmware.files import FilePath, NotReadable, read_text
from firmware.link.settings import NetworkSettings
from firmware.toml_text import read_toml
from firmware.tournament.conditions import Conditions
from hal.registry import keyed

DEVICE: Final = "tournament-"


class TournamentFiles(Struct, frozen=True, forbid_unknown_fields=True):
    """The conditions (12.2.1), from the configuration's folder; and where the tournament's journal is kept."""

    conditions: FilePath
    journal: FilePath


class TournamentConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament's configuration as it stands in its file. `tables`: each table's server, by number."""

    role: Literal["tournament"]
    tournament: TournamentFiles
    tables: dict[str, NetworkSettings]


class TournamentSetup(Struct, frozen=True):
    """A configuration that is sound, with the conditions that it names."""

    config: TournamentConfig
    conditions: Conditions
    tables: dict[int, NetworkSettings]


def load_tournament(path: Path) -> TournamentSetup:
    """Read a configuration, and the conditions. Raises ConfigError."""
    try:
        text = read_text(path, "a configuration is a TOML file")
    except NotReadable as error:
        raise ConfigError(str(error)) from None
    try:
        config = _read(text)
        tables = {_number(name): _checked(name, settings) for name, settings in config.tables.items()}
    except ValueError as error:
        raise ConfigError(f"{path}: {error}") from None
    conditions = _conditions(path, path.parent / config.tournament.conditions)
    wanted = max(one.tables for one in conditions.rounds)
    if len(tables) < wanted:
        raise ConfigError(f"{path}: tables: has {len(tables)}; {conditions.name} has a round at {wanted}")
    return TournamentSetup(config, conditions, tables)


def _read(text: str) -> TournamentConfig:
    try:
        return msgspec.convert(read_toml(text), TournamentConfig)
    except msgspec.ValidationError as error:
        raise ValueError(keyed("", str(error))) from None


def _number(name: str) -> int:
    if not (name.isascii() and name.isdigit() and len(name) <= 4 and not name.startswith("0")):
        raise ValueError(f"tables.{name}: is no table's number; it reads [tables.1]")
    return int(name)


def _checked(name: str, settings: NetworkSettings) -> NetworkSettings:
    if not settings.device.startswith(DEVICE):
        raise ValueError(f"tables.{name}.device: {settings.device} is no tournament; one is named {DEVICE}1")
    for key in ("barred", "witness"):
        if getattr(settings, key):
            raise ValueError(f"tables.{name}.{key}: a tournament has none; leave it out")
    return settings


def _conditions(config: Path, path: Path) -> Conditions:
    try:
        return read_conditions(read_text(path, "conditions are a TOML file"))
    except NotReadable as error:
        raise ConfigError(f"{config}: tournament.conditions: {error}") from None
    except ConditionsError as error:
        raise ConfigError(f"{path}:{error}") from None
