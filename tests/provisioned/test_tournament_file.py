"""The board file of a tournament's machine: a certificate and a key of each table, its configuration and conditions."""

import json
import shutil
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.private import key_file
from firmware.provisioned.take_in import Me, take_in
from firmware.tournament_board.settings import load_tournament
from hal.clock import wall_s

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "tournament-1"
TABLES = [f"table{number}" for number in (1, 2, 3, 4)]


@pytest.fixture(scope="module")
def provisioned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    for table in TABLES:
        assert main(["provision", "table", str(folder / table), "--ats", "0", "--host", f"{table}.local"]) == 0
        assert main(["provision", str(folder / table), "--add", NAME]) == 0
    return folder


@pytest.fixture
def house(provisioned: Path, tmp_path: Path) -> Path:
    house = shutil.copytree(provisioned, tmp_path / "house")
    shutil.copy(DEPLOY / "tournament.toml", tmp_path)
    shutil.copytree(DEPLOY / "tournaments", tmp_path / "tournaments")
    return house


def made(house: Path) -> int:
    config = house.parent / "tournament.toml"
    words = ["--from", str(house), "--config", str(config), "--out", str(house.parent / "stick")]
    return main(["provision", "board", NAME, *words])


def test_a_machine_that_takes_it_in_reaches_each_table_with_its_own_key(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert made(house) == 0
    assert "warning" not in capsys.readouterr().out
    (data := tmp_path / "data").mkdir()
    taken = take_in([tmp_path / "stick"], data, Me("tournament", "", round(wall_s())))
    assert taken == f"taken in: {NAME} of {', '.join(TABLES)}"
    setup = load_tournament(data / "board/tournament.toml")
    # Its unit is handed the files of one folder, each under its name and `keys_`.
    handed = tmp_path / "handed"
    handed.mkdir()
    for key in (data / "board/keys").iterdir():
        assert key.stat().st_mode & 0o777 == 0o600
        (handed / f"keys_{key.name}").write_bytes(key.read_bytes())
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(handed))
    for number, network in setup.tables.items():
        folder = Path(network.certificates)
        assert folder == Path("/var/lib/rapid-table/board", f"table{number}")
        for name in ("authority.pem", f"{NAME}.pem"):
            assert (data / "board" / folder.name / name).read_bytes() == (house / folder.name / name).read_bytes()
        assert key_file(folder / f"{NAME}.key").read_bytes() == (house / folder.name / f"{NAME}.key").read_bytes()


def test_no_authority_and_no_other_boards_key_is_in_it(house: Path) -> None:
    assert made(house) == 0
    names = json.loads((house.parent / f"stick/{NAME}.board").read_bytes())["board"]["files"].keys()
    wanted = {f"{table}/{name}.pem" for table in TABLES for name in ("authority", NAME)}
    wanted |= {f"keys/{table}_{NAME}.key" for table in TABLES}
    assert names == wanted | {"tournament.toml", "tournaments/spring-cup.toml"}


@pytest.mark.parametrize(
    ("was", "other", "says"),
    [
        ('"tournament-1"', '"tournament-2"', "tables.1.device: is tournament-2, and the file is for tournament-1"),
        ("board/table2", "table2", "tables.2.certificates: is /var/lib/rapid-table/table2; the board file brings"),
        ("board/table3", "board/table9", "table9"),
        (
            "tournaments/spring",
            "PLACE/tournaments/spring",
            "tournament.conditions: PLACE/tournaments/spring-cup.toml comes",
        ),
        ("tournaments/spring", "tournaments/autumn", "autumn-cup.toml"),
    ],
)
def test_what_would_not_reach_its_tables_is_said(
    was: str, other: str, says: str, house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = house.parent / "tournament.toml"
    config.write_text(config.read_text().replace(was, other.replace("PLACE", str(house.parent))))
    capsys.readouterr()
    assert made(house) == 2
    err = capsys.readouterr().err
    assert says.replace("PLACE", str(house.parent)) in err
    assert err.count("\n") == 1
    assert not (house.parent / "stick").exists()


def test_a_table_that_does_not_know_the_tournament_is_said(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["provision", str(house / "table3"), "--revoke", NAME]) == 0
    assert made(house) == 2
    assert f"{NAME}: there is no such board in {house / 'table3'}" in capsys.readouterr().err


def test_a_server_that_its_certificate_does_not_name_is_warned_of(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = house.parent / "tournament.toml"
    config.write_text(config.read_text().replace("table4.local", "10.0.7.4"))
    assert made(house) == 0
    assert "warning: tables.4.server: 10.0.7.4 is not in the server's certificate" in capsys.readouterr().out
