"""Units and profiles fit together: what a board writes lies where its unit lets it."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
ROLES = ("table", "ats", "wnd")
# What a board is given, and only reads. Every other file that a profile names may be written.
GIVEN = {"network.certificates", "copy.key", "table.tables"}


def unit(name: str) -> dict[str, list[str]]:
    """Return a unit's settings, each with its values in their order."""
    settings: dict[str, list[str]] = {}
    for line in (DEPLOY / "units" / name).read_text().splitlines():
        key, sign, value = line.partition("=")
        if sign and not line.startswith("#"):
            settings.setdefault(key, []).append(value)
    return settings


def files(settings: dict[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Return the settings of a profile that name a file, each with its key."""
    for key, value in settings.items():
        if isinstance(value, dict):
            yield from files(value, f"{above}{key}.")
        elif isinstance(value, str) and value.startswith("/") and not value.startswith("/dev/"):
            yield f"{above}{key}", value


def writable(name: str) -> list[Path]:
    settings = unit(name)
    places = [Path("/var/lib", folder) for folder in settings.get("StateDirectory", [])]
    places += [Path("/run", folder) for folder in settings.get("RuntimeDirectory", [])]
    return places + [Path(folder.removeprefix("-")) for folder in settings.get("ReadWritePaths", [])]


def named(role: str) -> dict[str, Path]:
    """Return the files that a role's profile names, those too that stand there as an example."""
    text = (DEPLOY / f"{role}.toml").read_text()
    settings = dict(files(tomllib.loads(text)))
    assert settings
    return {key: Path(value) for key, value in settings.items()}


@pytest.mark.parametrize("role", ROLES)
def test_what_a_board_writes_lies_where_its_unit_lets_it(role: str) -> None:
    places = writable(f"rapid-table-{role}.service")
    for key, path in named(role).items():
        if key not in GIVEN:
            assert any(place in path.parents for place in places), f"{role}.toml: {key}: {path} is read-only for {role}"


@pytest.mark.parametrize("role", ROLES)
def test_all_of_a_board_lies_on_its_data(role: str) -> None:
    """Root is read-only: what is made on a board, or given to it, is where data is kept."""
    text = (DEPLOY / f"{role}.toml").read_text() + (DEPLOY / f"units/rapid-table-{role}.service").read_text()
    assert "/etc/rapid-table" not in text
    assert f"--config /var/lib/rapid-table/board/{role}.toml" in text


def test_the_server_is_started_where_its_files_lie() -> None:
    """Its configuration names them without a folder."""
    server = unit("nats-server-rapid-table.service")
    (start,) = server["ExecStart"]
    assert re.search(r"--config server\.conf$", start)
    certificates = named("table")["network.certificates"]
    assert server["WorkingDirectory"] == [str(certificates)]
