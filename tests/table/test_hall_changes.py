"""What changes on the Director's page: only that is told and kept, and each table comes to the same page by it."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from table_under_test import Table

from firmware.table.core.hall_change import BLANK, change_to, changed, marked
from firmware.table.core.hall_page import AT_ONCE, PEOPLE, HallChange, HallPage, HallSeat, HallTable, hall_page
from firmware.table.features.hall_pages import HallShown, ShowHall

TABLES = st.lists(
    st.builds(HallTable, st.integers(1, 5), st.integers(0, 3)), max_size=5, unique_by=lambda one: one.table
)
SEATS = st.lists(
    st.builds(HallSeat, st.integers(0, 2), st.integers(0, 3), st.integers(1, 300), st.sampled_from(("Ada", "Bo"))),
    max_size=300,
    unique_by=lambda one: one.player,
)
PAGES = st.builds(
    lambda name, present, players, tables, seats: marked(
        HallPage("", name, "ready", present=present, players=players, tables=tuple(tables), seats=tuple(seats))
    ),
    st.sampled_from(("", "Cup")), st.booleans(), st.integers(0, 2), TABLES, SEATS,
)  # fmt: skip


def full(page: HallPage) -> HallPage:
    """Return a page with two hundred players at four tables."""
    seats = (
        HallSeat(table, ats, table * 50 + ats - 50, "Anna Magdalena") for table in range(1, 5) for ats in range(1, 51)
    )
    return marked(replace(page, tables=tuple(map(HallTable, range(1, 5))), seats=tuple(seats)))


CUP = full(HallPage("", "Cup", "session"))


@settings(deadline=None)
@given(PAGES, PAGES)
def test_a_table_comes_from_any_page_to_any_other_in_few_steps(shown: HallPage, wanted: HallPage) -> None:
    steps = 0
    while shown.mark != wanted.mark:
        change = change_to(wanted, shown)
        assert msgspec.json.decode(msgspec.json.encode(change), type=HallChange) == change
        assert (change.before, len(change.seats) <= AT_ONCE, len(change.left) <= AT_ONCE) == (shown.mark, True, True)
        shown, steps = changed(shown, change), steps + 1
    assert shown == wanted
    assert steps <= -(-300 // AT_ONCE)


def test_a_coup_at_one_of_four_tables_with_fifty_players_each_is_a_hundred_bytes() -> None:
    after = marked(replace(CUP, tables=(HallTable(1, 1, 5, 50), *CUP.tables[1:])))
    change = change_to(after, CUP)
    assert (change.seats, change.left, change.tables) == ((), (), (HallTable(1, 1, 5, 50),))
    assert len(msgspec.json.encode(change)) < 120


def test_what_is_no_change_of_what_is_shown_is_refused() -> None:
    other = marked(replace(CUP, name="Other"))
    first, second = change_to(CUP), change_to(CUP, changed(BLANK, change_to(CUP)))

    async def story(table: Table) -> None:
        assert (await table.refuse(ShowHall(second))).code == "hall_stale"
        assert (await table.refuse(ShowHall(replace(first, after="0")))).code == "hall_stale"
        # Repeated, as where its answer was lost, it changes nothing more.
        await table.tell(ShowHall(first), ShowHall(first), ShowHall(second))
        assert hall_page(table.service.state) == CUP
        # A tournament that was started anew knows nothing of what is shown, and begins with nothing.
        await table.tell(ShowHall(change_to(other)), ShowHall(change_to(other, changed(BLANK, change_to(other)))))
        assert hall_page(table.service.state) == other
        assert (await table.refuse(ShowHall(second))).code == "hall_stale"
        assert len(table.of(HallShown)) == 4

    Table(ats=2).run(story)


@pytest.mark.parametrize("more", [0, 1])
def test_more_players_than_a_page_holds_are_refused(more: int) -> None:
    people = tuple(HallSeat(0, 0, player, "") for player in range(PEOPLE + more))
    wanted = marked(replace(BLANK, seats=people))

    async def story(table: Table) -> None:
        shown: Any = BLANK
        codes = []
        while shown.mark != wanted.mark:
            change = change_to(wanted, shown)
            shown = changed(shown, change)
            if len(shown.seats) > PEOPLE:
                codes.append((await table.refuse(ShowHall(change))).code)
            else:
                await table.tell(ShowHall(change))
        assert codes == ["beyond_bounds"] * more

    Table(ats=2).run(story)
