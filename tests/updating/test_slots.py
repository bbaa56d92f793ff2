"""The slots of a card, by the program that the image brings; and the floor of versions."""

from pathlib import Path

import pytest

from firmware.updating.floor import floor_of, order, raise_floor
from firmware.updating.slots import OneSlot, SlotError, Slots, SlotStatus
from firmware.updating.vitals import Vitals, place_of, read_vitals, write_vitals

STATUS = '{"booted":"a","other":"b","slots":{"a":{"good":true,"left":3},"b":{"parts":{"root":"/dev/x"}}}}'


def program(folder: Path, text: str) -> Slots:
    file = folder / "slot"
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return Slots(file)


@pytest.mark.outside
def test_what_the_program_is_asked(tmp_path: Path) -> None:
    slots = program(tmp_path, f"echo $1 >> {tmp_path}/asked\necho '{STATUS}'")
    assert slots.there
    one, other = OneSlot(good=True, left=3), OneSlot({"root": "/dev/x"})
    assert slots.status() == SlotStatus("a", "b", {"a": one, "b": other})
    slots.good()
    slots.activate()
    assert (tmp_path / "asked").read_text() == "status\ngood\nactivate\n"


@pytest.mark.outside
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("echo no card >&2; exit 3", "status: no card"),
        ("exit 3", "ends with 3"),
        ("echo '{}'", "missing required field"),
        (f'echo \'{STATUS}\' | sed s/\\"other\\":\\"b\\"/\\"other\\":\\"c\\"/', "names a slot that there is not"),
        (f'echo \'{STATUS}\' | sed s/\\"other\\":\\"b\\"/\\"other\\":\\"a\\"/', "names a slot that there is not"),
    ],
)
def test_a_program_that_fails_says_why(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(SlotError, match=says):
        program(tmp_path, text).status()


@pytest.mark.outside
def test_a_board_without_slots(tmp_path: Path) -> None:
    slots = Slots(tmp_path / "slot")
    assert not slots.there
    with pytest.raises(SlotError, match="good"):
        slots.good()


def test_the_floor_rises_and_never_falls(tmp_path: Path) -> None:
    assert floor_of(tmp_path) == ""
    assert raise_floor(tmp_path, "0.9.9")
    assert raise_floor(tmp_path, "0.10.0")
    assert not raise_floor(tmp_path, "0.10.0")
    assert not raise_floor(tmp_path, "0.9.12")
    assert floor_of(tmp_path) == "0.10.0"


@pytest.mark.parametrize("text", ["", "0.4", "v0.4.0", "0.4.0-dirty", "٠.٤.٠"])
def test_what_is_no_version(text: str) -> None:
    with pytest.raises(ValueError, match="is no version"):
        order(text)


@pytest.mark.parametrize("text", [b"\xff", b"0" * 70, b"newest"])
def test_a_floor_that_cannot_be_read_is_no_floor_at_zero(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "floor").write_bytes(text)
    with pytest.raises(ValueError, match=r"floor: cannot be read|is no version"):
        floor_of(tmp_path)


def test_vitals_are_read_as_they_were_written_and_by_others(tmp_path: Path) -> None:
    place = place_of({"RUNTIME_DIRECTORY": f"{tmp_path}:/run/other"})
    assert place == tmp_path / "vitals.json"
    assert read_vitals(place) is None
    vitals = Vitals("wnd", "0.5.0", 3.5, picture=True)
    write_vitals(place, vitals)
    assert read_vitals(place) == vitals
    assert place.stat().st_mode & 0o777 == 0o644
    place.write_text("{")
    assert read_vitals(place) is None


def test_a_desk_has_no_place_for_them() -> None:
    assert place_of({}) is None
