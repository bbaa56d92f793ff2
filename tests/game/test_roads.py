"""The five roads, against drawings made by hand from their definitions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.game.roads import roads_of

outcomes = st.text("PBT", max_size=120)


def places(cells: tuple[tuple[int, int, str], ...]) -> list[tuple[int, int, str]]:
    return [tuple(cell) for cell in cells]


def test_nothing_yet() -> None:
    roads = roads_of("")
    assert (roads.bead_plate, roads.big_road, roads.big_eye_boy.marks) == ((), (), "")


def test_the_bead_plate_fills_columns_of_six() -> None:
    assert places(roads_of("PBTPBTPP").bead_plate) == [
        (0, 0, "P"), (0, 1, "B"), (0, 2, "T"), (0, 3, "P"), (0, 4, "B"), (0, 5, "T"), (1, 0, "P"), (1, 1, "P"),
    ]  # fmt: skip


def test_ties_add_to_the_cell_before_them_and_early_ones_to_the_first() -> None:
    assert [tuple(cell) for cell in roads_of("TTPTBBTT").big_road] == [(0, 0, "P", 3), (1, 0, "B", 0), (1, 1, "B", 2)]
    assert roads_of("TTT").big_road == ()


def test_a_long_streak_turns_right_in_row_six() -> None:
    big = roads_of("PPPPPPPP" + "B").big_road
    assert [(cell.col, cell.row) for cell in big] == [(0, n) for n in range(6)] + [(1, 5), (2, 5), (1, 0)]


def test_a_streak_turns_right_above_a_tail_and_stays_in_its_row() -> None:
    big = roads_of("P" * 8 + "B" * 7).big_road
    # Player's tail lies in columns 1 and 2 of row six, so Banker turns in row five and goes on to the right.
    assert [(cell.col, cell.row) for cell in big[8:]] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4)]


def test_the_next_streak_begins_beyond_a_tail_that_lies_in_row_one() -> None:
    # Six streaks of many, each turning one row higher, until one turns in row one.
    script = "".join(side * 12 for side in "PBPBPBP")
    big = roads_of(script).big_road
    begins = [big[n * 12] for n in range(7)]
    assert [cell.row for cell in begins] == [0] * 7
    assert [cell.col for cell in begins[:6]] == [0, 1, 2, 3, 4, 5]
    # The sixth finds row two taken below its beginning: it lies in row one from column 5 to 16, and the next beyond.
    assert [(cell.col, cell.row) for cell in big[60:72]] == [(col, 0) for col in range(5, 17)]
    assert begins[6].col == 17


def test_derived_roads_compare_columns() -> None:
    # Columns of the big road, unbent: 2, 3, 3, 1, 2.
    roads = roads_of("PP" + "BBB" + "PPP" + "B" + "PP")
    # Big eye boy (k=1) from column 2 row 2: rows 2 and 3 of the second against a first of 2: red, blue.
    # Third column: row 1 compares 3 with 2, blue; rows 2 and 3 against 3: red, red. Fourth: 3 with 3, red.
    # Fifth: row 1 compares 1 with 3: blue; row 2 against 1: blue.
    assert roads.big_eye_boy.marks == "RB" + "BRR" + "R" + "BB"
    # Small road (k=2) from column 3 row 2: against 2: red, blue. Fourth: row 1 compares 3 with 2: blue.
    # Fifth: row 1 compares 1 with 3: blue; row 2 against 3: red.
    assert roads.small_road.marks == "RB" + "B" + "BR"
    # Cockroach pig (k=3) from column 4 row 2 (there is none) or column 5 row 1: 1 with 2: blue; row 2 against 3: red.
    assert roads.cockroach_pig.marks == "BR"


def test_well_past_the_end_of_the_compared_column_is_red_again() -> None:
    assert roads_of("P" + "BBBB").big_eye_boy.marks == "BRR"


def test_derived_roads_are_laid_out_like_the_big_road() -> None:
    road = roads_of("PP" + "BBB" + "PPP" + "B" + "PP").big_eye_boy
    assert places(road.cells) == [
        (0, 0, "R"), (1, 0, "B"), (1, 1, "B"), (2, 0, "R"), (2, 1, "R"), (2, 2, "R"), (3, 0, "B"), (3, 1, "B"),
    ]  # fmt: skip


@given(outcomes)
def test_no_two_entries_share_a_cell(script: str) -> None:
    roads = roads_of(script)
    for cells in (roads.big_road, *(road.cells for road in roads[2:])):
        taken = [(cell[0], cell[1]) for cell in cells]
        assert len(taken) == len(set(taken))
        assert all(0 <= row < 6 for _, row in taken)
    assert sum(cell.ties for cell in roads.big_road) == (script.count("T") if roads.big_road else 0)
    assert len(roads.big_road) == len(script) - script.count("T")


@given(outcomes)
def test_a_road_only_grows(script: str) -> None:
    before, after = roads_of(script), roads_of(script + "P")
    assert after.big_eye_boy.marks.startswith(before.big_eye_boy.marks)
    assert places(after.bead_plate)[: len(script)] == places(before.bead_plate)


def test_other_letters_are_refused() -> None:
    with pytest.raises(ValueError, match="outcome 3 is 'X'"):
        roads_of("PBX")
