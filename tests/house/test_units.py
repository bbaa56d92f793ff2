"""Units and profiles fit together: what a board writes lies where its unit lets it."""

import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from image.settle import STICK
from tools_needed import need

from firmware.boards.systemd import LOOKS
from firmware.link.board_files import HANDED
from firmware.link.permissions import server_config
from firmware.private import KEYS, key_file

DEPLOY = Path(__file__).parents[2] / "deploy"
ROLES = ("table", "ats", "wnd", "tournament")
SERVICES = sorted(path.name for path in (DEPLOY / "units").glob("*.service"))
OF_AN_IMAGE = sorted(path.name for path in (DEPLOY / "image/units").glob("*.service"))
MOUNT = DEPLOY / "image/units/stick.mount"
# What a board is given, and only reads. Every other file that a profile names may be written.
GIVEN = {
    "network.certificates",
    "copy.key",
    "table.tables",
    *(f"tables.{number}.certificates" for number in range(1, 5)),
}


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
    """Its configuration names them without a folder; systemd hands it copies of them, and the key is root's."""
    server = unit("rapid-table-nats.service")
    certificates = named("table")["network.certificates"]
    handed = dict(line.split(":") for line in server["LoadCredential"])
    named_there = re.findall(r'_file: "(.+)"', server_config("127.0.0.1:4222"))
    assert handed == {name: str(certificates / name) for name in named_there}
    (start,) = server["ExecStart"]
    assert "--chdir=${CREDENTIALS_DIRECTORY} " in start
    assert start.endswith(f"--config {certificates}/server.conf")


def test_a_service_is_handed_its_own_keys_alone() -> None:
    certificates = named("table")["network.certificates"]
    handed = [line.split(":") for line in unit("rapid-table-table.service")["LoadCredential"]]
    assert {name: Path(path) for name, path in handed} == {
        "keys_table.key": certificates / "table.key",
        "keys_copy.key": named("table")["copy.key"],
    }
    for role in ("ats", "wnd"):
        # A folder: systemd hands over each file in it, under this and its own name. There is one key on such a board.
        assert unit(f"rapid-table-{role}.service")["LoadCredential"] == [f"{KEYS[:-1]}:{certificates}"]
    # The tournament's folder has a key of each table.
    board = named("tournament")["tables.1.certificates"].parent
    assert unit("rapid-table-tournament.service")["LoadCredential"] == [f"{KEYS[:-1]}:{board / HANDED}"]


def test_a_key_that_was_handed_over_is_taken_before_the_one_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Path("/nowhere/ats-1.key")
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    assert key_file(there) == there
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert key_file(there) == there
    (tmp_path / "keys_ats-1.key").write_bytes(b"key")
    assert key_file(there) == tmp_path / "keys_ats-1.key"
    (tmp_path / "keys_nowhere_ats-1.key").write_bytes(b"of a table among several")
    assert key_file(there) == tmp_path / "keys_nowhere_ats-1.key"


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_loaded_once_for_each_start(role: str) -> None:
    """`run` reads its configuration as `check-config` does: a weak board takes seconds to load the firmware."""
    service = unit(f"rapid-table-{role}.service")
    begun = [line for key in ("ExecStartPre", "ExecStart") for line in service.get(key, [])]
    assert len(begun) == 1
    assert " run " in begun[0]


def test_each_user_and_group_of_a_unit_is_made() -> None:
    made = re.findall(r"^[ug] ([\w-]+)", (DEPLOY / "system/sysusers.conf").read_text(), re.MULTILINE)
    wanted = set()
    for service in SERVICES:
        settings = unit(service)
        for key in ("User", "Group", "SupplementaryGroups"):
            wanted |= {name for value in settings.get(key, []) for name in value.split()}
    assert {"rapid-table", "rapid-table-nats", "gpio"} <= wanted <= set(made)


def test_what_reads_a_stick_may() -> None:
    """A stick belongs to the role, and to nobody else; root without capabilities is one of the others."""
    assert "uid=600,gid=600,umask=077" in MOUNT.read_text()
    for service in SERVICES:
        words = [
            word for key, values in unit(service).items() if key == "ExecStart" for word in " ".join(values).split()
        ]
        if any(word.startswith("/media/") for word in words):
            opened = (DEPLOY / f"units/{service}.d/opened.conf").read_text()
            assert re.search("^CapabilityBoundingSet=CAP_DAC_(READ_SEARCH|OVERRIDE)$", opened, re.MULTILINE), service


def test_each_stick_that_is_put_in_is_mounted_and_looked_at() -> None:
    """By a unit that is there: of one made for each stick the first stays, and no second stick is mounted."""
    (rule,) = (DEPLOY / "image/etc/udev/rules.d").glob("*card.rules")
    assert f'SYMLINK+="rapid-table/stick", TAG+="systemd", ENV{{SYSTEMD_WANTS}}+="{STICK}"' in rule.read_text()
    assert "systemd-mount" not in rule.read_text()
    assert "What=/dev/rapid-table/stick\nWhere=/media/rapid-table\n" in MOUNT.read_text()
    assert re.search("^Wants=.* rapid-table-update.service$", MOUNT.read_text(), re.MULTILINE)
    update = unit("rapid-table-update.service")
    assert update["BindsTo"] == update["After"] == [STICK]
    assert "/media/rapid-table/*.rtbundle" in update["ConditionPathExistsGlob"]


@pytest.mark.parametrize("service", [f"rapid-table-{name}.service" for name in (*ROLES, "nats")])
def test_nothing_of_a_tables_begins_on_a_board_that_is_nobodys_yet(service: str) -> None:
    # Seen on a board whose file was refused: the server was started again and again, without its keys.
    (needs,) = unit(service)["ConditionPathExists"]
    assert needs.startswith("/var/lib/rapid-table/board/")


def test_no_user_has_a_name_that_passwd_cannot_hold() -> None:
    """Its fields are parted by colons: systemd-sysusers ends at such a line."""
    assert not re.search(r'"[^"]*:[^"]*"', (DEPLOY / "system/sysusers.conf").read_text())


def test_what_a_unit_may_write_is_made() -> None:
    lines = (DEPLOY / "system/tmpfiles.conf").read_text().splitlines()
    made = {Path(line.split()[1]) for line in lines if line.startswith("d ")}
    for service in SERVICES:
        for place in writable(service):
            above = {place, *place.parents}
            assert above & made or place.parts[1] in ("run", "media", "boot"), f"{service}: {place}"


def test_names_of_ports_are_given_after_their_numbers_are_known() -> None:
    """60-serial.rules finds out an adaptor's serial number: a file that comes before it gives no name."""
    (rules,) = (DEPLOY / "system").glob("*.rules")
    assert int(rules.name.split("-")[0]) > 60
    assert all("ID_" not in line or "SYMLINK" in line for line in rules.read_text().splitlines() if line[0] != "#")


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_started_for_ever_with_growing_pauses_and_watched(role: str) -> None:
    settings = unit(f"rapid-table-{role}.service")
    assert settings["Restart"] == ["always"]
    assert settings["Type"] == ["notify"]
    assert float(settings["WatchdogSec"][0]) > LOOKS * 2
    assert {"RestartSteps", "RestartMaxDelaySec"} <= settings.keys()
    assert "StartLimitIntervalSec=0" in (DEPLOY / "units/rapid-table-.service.d/closed.conf").read_text()


@pytest.mark.outside
@pytest.mark.parametrize("service", [*SERVICES, *OF_AN_IMAGE])
def test_a_unit_is_closed(service: str, tmp_path: Path) -> None:
    """Systemd's own score, from 0 to 10: what it allows beyond need; as an image has it, which opens something more."""
    need("systemd-analyze")
    for units in (DEPLOY / "units", DEPLOY / "image/units"):
        shutil.copytree(units, tmp_path / "etc/systemd/system", dirs_exist_ok=True)
    command = ["systemd-analyze", "security", "--offline=true", f"--root={tmp_path}", service]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    score = re.search(r"Overall exposure level for \S+: ([0-9.]+)", said)
    assert score is not None, said
    assert float(score[1]) <= 2.0, said
