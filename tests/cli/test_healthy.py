"""`rapid-table healthy`: it alone marks a slot good, and only a healthy one."""

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from firmware.cli.healthy import NO_LONGER, HealthWatch
from firmware.cli.main import main
from firmware.updating.outcome import UpdateOutcome, read_outcome, write_outcome
from firmware.updating.vitals import PartVital, Vitals, write_vitals
from firmware.version import VERSION
from hal.clock import since_start_s

WELL = Vitals("table", "0.5.0", 0.0, journal=1, picture=True, software="sound", parts={"shoe": PartVital(ready=True)})


@pytest.fixture
def board(tmp_path: Path) -> Path:
    slot = tmp_path / "slot"
    slot.write_text(f"#!/bin/sh\necho $1 >> {tmp_path}/asked\n")
    slot.chmod(0o755)
    return tmp_path


def healthy(board: Path, vitals: Vitals | None) -> int:
    if vitals is not None:
        write_vitals(board / "vitals.json", replace(vitals, at_s=since_start_s()))
    given = ["--vitals", str(board / "vitals.json"), "--folder", str(board / "update"), "--slot", str(board / "slot")]
    return main(["healthy", "--within", "0", *given])


def asked(board: Path) -> str:
    return (board / "asked").read_text() if (board / "asked").exists() else ""


@pytest.mark.outside
def test_a_healthy_slot_is_marked_good_and_the_floor_rises(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert healthy(board, WELL) == 0
    assert asked(board) == "good\n"
    assert (board / "update/floor").read_text() == "0.5.0\n"
    assert read_outcome(board / "update") == UpdateOutcome("healthy", "0.5.0")
    assert "no older version" in capsys.readouterr().out
    assert healthy(board, replace(WELL, version="0.4.0")) == 0
    assert (board / "update/floor").read_text() == "0.5.0\n"


@pytest.mark.parametrize("vitals", [None, replace(WELL, picture=False), replace(WELL, software="wrong")])
def test_one_that_is_not_is_not_marked_and_says_why_to_the_next(
    board: Path, vitals: Vitals | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert healthy(board, vitals) == 1
    assert asked(board) == ""
    assert not (board / "update/floor").exists()
    left = read_outcome(board / "update")
    assert left is not None
    assert (left.stage, left.version) == ("unhealthy", VERSION if vitals is None else "0.5.0")
    assert left.why
    assert "not healthy within 0 s" in capsys.readouterr().err


@pytest.mark.outside
@pytest.mark.parametrize(
    "left", [UpdateOutcome("tried", "0.6.0"), UpdateOutcome("unhealthy", "0.6.0", ("no picture",))]
)
def test_why_another_version_was_given_up_stays_for_people_to_read(board: Path, left: UpdateOutcome) -> None:
    """The version that is back is healthy a moment later: nobody would have seen it."""
    write_outcome(board / "update", left)
    assert healthy(board, WELL) == 0
    assert asked(board) == "good\n"
    assert read_outcome(board / "update") == left
    write_outcome(board / "update", UpdateOutcome("tried", "0.5.0"))
    assert healthy(board, WELL) == 0
    assert read_outcome(board / "update") == UpdateOutcome("healthy", "0.5.0")


@pytest.mark.outside
def test_a_newer_version_that_no_longer_starts_is_told_by_the_older_one_that_took_over(board: Path) -> None:
    """It was healthy once, and its slot used up its attempts later: nobody would have known that an older one runs."""
    assert healthy(board, replace(WELL, version="0.6.0")) == 0
    assert healthy(board, WELL) == 0
    left = UpdateOutcome("unhealthy", "0.6.0", (NO_LONGER,))
    assert read_outcome(board / "update") == left
    # It stays at each start of the older one, and ends with the newer one's return.
    assert healthy(board, WELL) == 0
    assert read_outcome(board / "update") == left
    assert healthy(board, replace(WELL, version="0.6.0")) == 0
    assert read_outcome(board / "update") == UpdateOutcome("healthy", "0.6.0")


@pytest.mark.outside
def test_faults_are_held_against_those_of_the_version_before(board: Path) -> None:
    (board / "update").mkdir()
    (board / "update/before.json").write_bytes(msgspec.json.encode(replace(WELL, version="0.4.0")))
    assert healthy(board, replace(WELL, parts={"shoe": PartVital(ready=False, faults=("silent",))})) == 1
    assert asked(board) == ""


@pytest.mark.outside
def test_a_slot_that_cannot_be_marked_is_no_success(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (board / "slot").write_text("#!/bin/sh\necho the card is read-only >&2\nexit 1\n")
    assert healthy(board, WELL) == 1
    assert "the card is read-only" in capsys.readouterr().err
    assert not (board / "update").exists()


def test_it_looks_until_it_is_healthy_and_no_longer_than_it_may(tmp_path: Path) -> None:
    now, place = 10.0, tmp_path / "vitals.json"

    def pause(seconds: float) -> None:
        nonlocal now
        now += seconds
        if now == 40:
            write_vitals(place, replace(WELL, at_s=now))

    watch = HealthWatch(place, None, needs_proof=False, now=lambda: now, pause=pause)
    assert watch.wait(120) == ()
    assert now == 40
    place.unlink()
    assert watch.wait(120) == ("the board's process says nothing",)
    assert now == 160


def test_a_folder_that_cannot_be_written_is_said(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (board / "update").write_text("")
    assert healthy(board, None) == 1
    assert "update: cannot be written" in capsys.readouterr().err


def test_an_outcome_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    assert read_outcome(tmp_path) is None
    (tmp_path / "outcome.json").write_text(json.dumps({"stage": "unknown"}))
    assert read_outcome(tmp_path) is None
