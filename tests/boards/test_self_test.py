"""A board's self-test: what is wrong is said, what this machine does not tell is unknown, nothing is moved."""

import json
from pathlib import Path

import pytest

from firmware.boards.own_faults import PartSeen
from firmware.boards.picture import picture_of
from firmware.boards.self_test import self_test
from firmware.cli.main import main
from firmware.config import read_board
from firmware.files import NotReadable
from firmware.link.certificate import DAY_S, days_left, why_renew
from hal.clock import wall_s

pytestmark = pytest.mark.lab(89)

ATS = """
role = "ats"
[terminal]
number = 1
pocket = "{folder}/pocket"
[network]
server = "tls://table.local:4222"
device = "ats-1"
certificates = "{folder}/table7"
[devices.ticket_printer]
driver = "drivers.escpos"
port = "{folder}/printer"
"""
TABLE = """
role = "table"
[table]
rulebook = "crown-baccarat"
tickets = false
[journal]
path = "{folder}/journal"
pin_secret = "{folder}/pin"
[devices.shoe]
driver = "drivers.angel_eye"
port = "{folder}/shoe"
"""
TEN_YEARS = 3650


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    assert main(["provision", str(folder / "table7"), "--ats", "1"]) == 0
    return folder


def states(text: str, folder: Path, system: Path, now_s: float | None = None) -> dict[str, str]:
    return {one.name: one.state for one in self_test(read_board(text.format(folder=folder)), system, now_s)}


def test_a_certificate_made_now_is_good_for_ten_years(made: Path) -> None:
    file = made / "table7/ats-1.pem"
    now = wall_s()
    assert days_left(file, now) in (TEN_YEARS - 1, TEN_YEARS)
    assert why_renew(file, now) == ""
    assert why_renew(file, now + (TEN_YEARS - 20) * DAY_S) in ("19 days left", "20 days left")
    assert why_renew(made / "nowhere", now) == ""
    (made / "odd.pem").write_text("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
    for name in ("odd.pem", "table7/ats-1.key", "nowhere"):
        with pytest.raises(NotReadable):
            days_left(made / name, now)


def test_a_certificate_that_ends_soon_is_a_fault(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = read_board(ATS.format(folder=made))
    assert picture_of(board, "Terminal 1", lambda _: None).own_faults.seen() == ()
    later = wall_s() + (TEN_YEARS - 5) * DAY_S
    monkeypatch.setattr("firmware.boards.picture.wall_s", lambda: later)
    seen = picture_of(board, "Terminal 1", lambda _: None).own_faults.seen()
    assert seen == (PartSeen("certificate", frozenset({"certificate_ends"}), why=("4 days left",)),)


def test_a_board_is_tested_and_nothing_is_left(made: Path, tmp_path: Path) -> None:
    (tmp_path / "class/thermal/thermal_zone0").mkdir(parents=True)
    (tmp_path / "class/thermal/thermal_zone0/temp").write_text("51000\n")
    (tmp_path / "class/hwmon/hwmon1").mkdir(parents=True)
    (tmp_path / "class/hwmon/hwmon1/in0_lcrit_alarm").write_text("0\n")
    before = sorted(made.iterdir())
    found = states(ATS, made, tmp_path)
    assert found | {"space": "", "storage": "", "memory": ""} == {
        "storage": "", "space": "", "memory": "", "clock": "good", "temperature": "good", "supply": "good",
        "certificate": "good", "ticket_printer": "failed",
    }  # fmt: skip
    assert sorted(made.iterdir()) == before


def test_what_is_wrong_is_found(made: Path, tmp_path: Path) -> None:
    (tmp_path / "class/thermal/thermal_zone0").mkdir(parents=True)
    (tmp_path / "class/thermal/thermal_zone0/temp").write_text("85000\n")
    (tmp_path / "class/hwmon/hwmon1").mkdir(parents=True)
    (tmp_path / "class/hwmon/hwmon1/in0_lcrit_alarm").write_text("1\n")
    found = states(ATS.replace("/pocket", "/nowhere/pocket").replace("/table7", "/table8"), made, tmp_path, 1.0)
    wrong = ("storage", "clock", "temperature", "supply", "certificate", "ticket_printer")
    assert {name: found[name] for name in wrong} == dict.fromkeys(wrong, "failed")


def test_what_this_machine_does_not_tell_is_unknown(made: Path, tmp_path: Path) -> None:
    (tmp_path / "class/thermal/thermal_zone0").mkdir(parents=True)
    (tmp_path / "class/thermal/thermal_zone0/temp").write_text("warm\n")
    found = states(TABLE, made, tmp_path)
    assert (found["temperature"], found["supply"], found["shoe"]) == ("unknown", "unknown", "unknown")
    assert "certificate" not in found


def test_it_is_said_for_people_and_for_programs(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (made / "ats.toml").write_text(ATS.format(folder=made))
    capsys.readouterr()
    assert main(["self-test", "--config", str(made / "ats.toml"), "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["sound"] is False
    assert {"check", "state", "said"} <= said["checks"][0].keys()
    assert main(["self-test", "--config", str(made / "ats.toml")]) == 1
    assert "ticket_printer: FAILED: absent: " in capsys.readouterr().out
    assert main(["self-test", "--config", str(made / "nowhere.toml")]) == 2
