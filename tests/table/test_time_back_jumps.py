"""Time went wrongly forward several times before it was turned back: what came in between lies where it was."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from staffed_table import DEALER
from timed_board import DAY, TODAY, Board, in_today

from firmware.table.features.clock import MOST_JUMPS, Jump, jumps
from firmware.table.features.staff import EnrolStaff
from firmware.table.features.time_back import TimeTurnedBack, carried_over

pytestmark = pytest.mark.lab(68)
MINUTE = 60_000
RUNS = st.integers(1, 12 * 60 * MINUTE)
# Longer than all runs together: a jump that leads beyond the right time is known to have been wrong.
WRONG = st.integers(10 * DAY, 40 * DAY)


def lived(pieces: list[tuple[int, int]]) -> tuple[TimeTurnedBack, list[Jump], list[tuple[int, int]]]:
    """Return how it was turned back, the jumps, and moments by the right time and by the table's."""
    right = table = TODAY
    known, moments = [], [(right, table)]
    for run, wrong in pieces:
        known.append(Jump(table, table + wrong))
        table += wrong
        moments.append((right, table))
        right, table = right + run, table + run
        moments.append((right, table))
    return TimeTurnedBack(table, right), known, moments


@given(st.lists(st.tuples(RUNS, WRONG), min_size=1, max_size=6))
def test_after_any_number_of_wrong_jumps_each_moment_lies_where_it_was(pieces: list[tuple[int, int]]) -> None:
    event, known, moments = lived(pieces)
    back = carried_over(event, known)
    assert [back(table) for _, table in moments] == [right for right, _ in moments]
    # What was to come is as far ahead as it was; what was before is untouched.
    assert back(event.before + DAY) == event.after + DAY
    assert back(TODAY - DAY) == TODAY - DAY


@given(
    st.lists(st.tuples(RUNS, st.integers(0, 40 * DAY)), min_size=1, max_size=8),
    st.integers(0, 200 * DAY),
    st.lists(st.integers(-DAY, 400 * DAY), min_size=2, max_size=6),
)
def test_whatever_was_wrong_nothing_changes_its_order_or_lies_in_the_future(
    pieces: list[tuple[int, int]], by: int, at: list[int]
) -> None:
    """The table was off at night, too: not all of what its time went forward was wrong, or it went so unseen."""
    event, known, moments = lived(pieces)
    event = TimeTurnedBack(event.before, max(event.before - by, TODAY))
    back = carried_over(event, known)
    assert back(event.before) == event.after
    assert max(back(table) for _, table in moments) <= event.after
    asked = sorted(TODAY + one for one in at)
    assert [back(one) for one in asked] == sorted(back(one) for one in asked)
    assert all(back(one) <= one for one in asked)


def test_a_night_in_the_wrong_future_was_a_night() -> None:
    wrong, night = Jump(TODAY, TODAY + 300 * DAY), Jump(TODAY + 301 * DAY, TODAY + 301 * DAY + DAY // 2)
    now = TODAY + 302 * DAY
    back = carried_over(TimeTurnedBack(now, now - 300 * DAY), [wrong, night])
    assert back(TODAY + 300 * DAY) == TODAY
    assert back(night.before) == TODAY + DAY
    assert back(night.after) == TODAY + DAY + DAY // 2


def test_two_starts_with_a_wrong_clock_and_then_the_right_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(tmp_path, monkeypatch)

    async def enrols(board: Board, number: str) -> None:
        await board.watch.look()
        await board.tell(EnrolStaff(number, f"late {number}", DEALER, "hash"))

    async def first(board: Board) -> None:
        await enrols(board, "7")

    async def second(board: Board) -> None:
        await enrols(board, "8")
        assert [round((one.after - one.before) / DAY) for one in jumps(board.service.state)] == [20, 25]
        board.wrong_by = 0
        await board.watch.look()
        await board.turn_back()
        state, now = board.service.state, board.service.now_ms()
        assert now == pytest.approx(TODAY, abs=MINUTE)
        for number in ("7", "8"):
            assert state.staff[number].enrolled_at == pytest.approx(TODAY, abs=MINUTE)
        assert not jumps(state)

    board.on(in_today)
    board.wrong_by = 20 * DAY
    board.on(first)
    board.wrong_by = 45 * DAY
    board.on(second)


def test_of_very_many_jumps_the_largest_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(tmp_path, monkeypatch)

    async def starts(board: Board) -> None:
        await board.watch.look()

    async def last(board: Board) -> None:
        await board.watch.look()
        known = [one.after - one.before for one in jumps(board.service.state)]
        assert len(known) == MOST_JUMPS
        assert max(known) == pytest.approx(20 * DAY, abs=MINUTE)

    board.on(in_today)
    board.wrong_by = 20 * DAY
    for _ in range(MOST_JUMPS + 3):
        board.on(starts)
        board.wrong_by += 60 * MINUTE
    board.on(last)
