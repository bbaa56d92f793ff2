"""Attempts are counted in two copies: what a power cut or a bad block leaves is a count, or the safe default."""

import json
import zlib
from pathlib import Path

import pytest
import slot
from slot import PLACES, SIZE, State, decoded, encoded, newest, read_state, write_state


@pytest.fixture
def card(tmp_path: Path) -> Path:
    (tmp_path / "card-state").write_bytes(b"\0" * (PLACES[1] + SIZE))
    (tmp_path / "name").write_text("a\n")
    (tmp_path / "version").write_text("0.2.0\n")
    return tmp_path


def say(card: Path, word: str) -> int:
    return slot.main([word], card, card / "name", card / "version")


def test_a_copy_says_what_was_written() -> None:
    state = State("b", 1, 2, good_a=True, good_b=False, seq=0x1F)
    assert decoded(encoded(state)) == state


def test_a_copy_is_an_environment_of_u_boot() -> None:
    """`env import -c` takes it: the sum of what follows, then names and values, each ended by a zero byte."""
    copy = encoded(State(seq=10))
    assert len(copy) == 512
    assert int.from_bytes(copy[:4], "little") == zlib.crc32(copy[4:])
    assert copy[4:].startswith(b"first=a\0good_a=0\0good_b=0\0left_a=3\0left_b=3\0seq=a\0\0")


@pytest.mark.parametrize("damage", [0, 5, 511])
def test_a_damaged_copy_counts_for_nothing(damage: int) -> None:
    copy = bytearray(encoded(State(seq=3)))
    copy[damage] ^= 1
    assert decoded(bytes(copy)) is None
    other = encoded(State("b", seq=2))
    # The other one holds, and the damaged one is written next.
    assert newest((bytes(copy), other)) == (State("b", seq=2), 0)
    assert newest((other, bytes(copy))) == (State("b", seq=2), 1)


def test_two_damaged_copies_are_the_safe_default() -> None:
    assert newest((b"", b"")) == (State("a", 3, 3), 0)


@pytest.mark.parametrize("lacks", ["first", "left_a", "seq"])
def test_a_copy_that_lacks_something_counts_for_nothing(lacks: str) -> None:
    body = encoded(State())[4:].replace(f"{lacks}=".encode(), f"{lacks}:".encode())
    assert decoded(zlib.crc32(body).to_bytes(4, "little") + body) is None


def test_the_older_copy_is_overwritten(card: Path) -> None:
    place = card / "card-state"
    write_state(place, State(seq=4), 0)
    write_state(place, State("b", seq=5), 1)
    assert read_state(place) == (State("b", seq=5), 0)
    assert say(card, "good") == 0
    assert read_state(place) == (State("a", 3, 3, good_a=True, seq=6), 1)
    # A cut while it was written leaves the count of before.
    contents = bytearray(place.read_bytes())
    contents[20] ^= 1
    place.write_bytes(contents)
    assert read_state(place) == (State("b", seq=5), 0)


def test_a_slot_that_is_healthy_has_its_attempts_again_and_is_first(card: Path) -> None:
    write_state(card / "card-state", State("b", 2, 0, seq=9), 0)
    assert say(card, "good") == 0
    assert read_state(card / "card-state")[0] == State("a", 3, 0, good_a=True, seq=10)


def test_the_other_slot_is_tried_next(card: Path) -> None:
    write_state(card / "card-state", State("a", 3, 0, good_a=True, good_b=True, seq=1), 0)
    assert say(card, "activate") == 0
    assert read_state(card / "card-state")[0] == State("b", 3, 3, good_a=True, good_b=False, seq=2)


def test_what_is_about_to_be_overwritten_is_started_no_more(card: Path) -> None:
    write_state(card / "card-state", State("a", 3, 3, good_a=True, good_b=True, seq=1), 0)
    assert say(card, "clear") == 0
    assert read_state(card / "card-state")[0] == State("a", 3, 0, good_a=True, good_b=False, seq=2)


def test_it_says_how_the_slots_stand(card: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """firmware/updating reads this."""
    write_state(card / "card-state", State("a", 2, 1, good_b=True, seq=1), 0)
    assert say(card, "status") == 0
    parts = {slot: {part: f"{card}/card-{part}-{slot}" for part in ("boot", "root")} for slot in "ab"}
    assert json.loads(capsys.readouterr().out) == {
        "booted": "a",
        "other": "b",
        "slots": {
            "a": {"parts": parts["a"], "good": False, "left": 2, "version": "0.2.0"},
            "b": {"parts": parts["b"], "good": True, "left": 1, "version": ""},
        },
    }


def test_what_cannot_be_done_is_said(card: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert say(card, "well") == 2
    (card / "card-state").unlink()
    assert say(card, "good") == 1
    assert "card-state" in capsys.readouterr().err
