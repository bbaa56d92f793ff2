"""What a feature keeps of its own in the state: by its name, through snapshots, and empty in those of before."""

import msgspec
import pytest

from firmware.table.core.codec import read_state, write_state
from firmware.table.core.kept import keep, kept
from firmware.table.core.state import TableState

NOTHING = TableState.unopened()


def test_a_feature_keeps_numbers_and_words_by_key() -> None:
    state = keep(keep(keep(NOTHING, "rewards", "3", 50_00), "rewards", "4", "none"), "lockers", "3", 7)
    assert kept(state, "rewards") == {"3": 50_00, "4": "none"}
    assert kept(state, "lockers") == {"3": 7}
    assert kept(keep(state, "rewards", "3", 60_00), "rewards") == {"3": 60_00, "4": "none"}
    assert kept(NOTHING, "rewards") == {}


def test_what_is_kept_no_longer_is_gone() -> None:
    state = keep(keep(NOTHING, "rewards", "3", 1), "rewards", "3", None)
    assert kept(state, "rewards") == {}
    assert kept(keep(state, "rewards", "3", None), "rewards") == {}


@pytest.mark.parametrize("value", [0, -(2**62), "", "3"])
def test_a_snapshot_has_it(value: int | str) -> None:
    state = keep(NOTHING, "rewards", "3", value)
    assert read_state(write_state(state)) == state


def test_a_snapshot_of_before_has_none() -> None:
    before = msgspec.json.decode(write_state(NOTHING))
    del before["kept"]
    assert kept(read_state(msgspec.json.encode(before)), "rewards") == {}
