"""A board's vitals are of the moment at which it last got on, and of every device that it should have."""

import asyncio
import logging
from pathlib import Path

import pytest
from device_under_test import run

from firmware.boards.own_faults import OwnFaults, PartSeen
from firmware.boards.systemd import Systemd, watched
from firmware.boards.vital_signs import VitalSigns, teller
from firmware.updating.vitals import PartVital, read_vitals
from hal.life import Stage
from sim.virtual_time import VirtualTimeLoop


def signs(faults: OwnFaults) -> VitalSigns:
    parts = (PartSeen("shoe", frozenset()), PartSeen("panel", frozenset({"silent"}), Stage.SUSPECT))
    profile = ("shoe", "panel", "wnd", "touch")
    return VitalSigns("table", profile, lambda: "", lambda: (*parts, *faults.seen()), lambda: "sound", lambda: 7)


def test_each_device_of_the_profile_is_in_them_and_what_is_wrong_with_the_board(tmp_path: Path) -> None:
    faults = OwnFaults()
    faults.hold("sound", "no_sound", "no card")
    teller(signs(faults), tmp_path / "vitals.json")("")
    vitals = read_vitals(tmp_path / "vitals.json")
    assert vitals is not None
    assert vitals.parts == {
        "shoe": PartVital(ready=True),
        "panel": PartVital(ready=False, faults=("silent",)),
        "wnd": PartVital(ready=False),
        "sound": PartVital(ready=True, faults=("no_sound",)),
    }
    assert (vitals.role, vitals.journal, vitals.picture, vitals.software) == ("table", 7, True, "sound")


def test_they_are_written_while_the_board_is_looked_at_and_say_why_it_does_not_get_on(tmp_path: Path) -> None:
    place, why = tmp_path / "vitals.json", "the journal does not take what has happened"

    async def story() -> None:
        task = asyncio.create_task(watched([lambda: why], Systemd({}), teller(signs(OwnFaults()), place)))
        await asyncio.sleep(1)
        vitals = read_vitals(place)
        assert vitals is not None
        assert vitals.why_not == why
        # A loop that is blocked writes nothing: what lies there grows old.
        place.unlink()
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualTimeLoop)
        loop.hold_up(60)
        assert not place.exists()
        task.cancel()

    run(story)


def test_a_place_that_cannot_be_written_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    tell = teller(signs(OwnFaults()), tmp_path / "none/vitals.json")
    tell("")
    tell("")
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    (tmp_path / "none").mkdir()
    tell("")
    assert (tmp_path / "none/vitals.json").exists()


def test_a_desk_writes_none(tmp_path: Path) -> None:
    teller(signs(OwnFaults()), None)("")
    teller(None, tmp_path / "vitals.json")("")
    assert list(tmp_path.iterdir()) == []
