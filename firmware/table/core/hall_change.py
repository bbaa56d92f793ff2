"""What changes on the Director's page, and what a page then is: a table hears, and keeps, only what is otherwise.

A page names each player of the tournament; with each coup only one table's line is new.
"""

from typing import Any, Final

from msgspec.structs import replace

from firmware.table.core.hall_page import AT_ONCE, TABLES, HallChange, HallPage, mark_of

BLANK: Final = HallPage("", "", "entry")
# These are sent whole where they differ; of tables and seats, those that do.
_WHOLE: Final = (
    "name", "stage", "director", "present", "round", "session", "sessions", "since", "until", "players", "asks", "acts",
    "grounds",
)  # fmt: skip


def marked(page: HallPage) -> HallPage:
    """Return a page in its order, with the mark of its contents."""
    tables = sorted(page.tables, key=lambda one: one.table)
    seats = sorted(page.seats, key=lambda one: (one.table, one.ats, one.player))
    page = replace(page, tables=tuple(tables), seats=tuple(seats))
    return replace(page, mark=mark_of(page))


def change_to(page: HallPage, before: HallPage = BLANK) -> HallChange:
    """Return what brings one page to another, or nearer to it where too many players are otherwise for one message."""
    heads: dict[str, Any] = {key: getattr(page, key) for key in _WHOLE if getattr(page, key) != getattr(before, key)}
    was_table, was_seat = ({one.table: one for one in before.tables}, {one.player: one for one in before.seats})
    now = {seat.player for seat in page.seats}
    change = HallChange(
        before.mark, "",
        tables=tuple(one for one in page.tables if was_table.get(one.table) != one),
        gone=tuple(sorted(was_table.keys() - {one.table for one in page.tables}))[:TABLES],
        seats=tuple(one for one in page.seats if was_seat.get(one.player) != one)[:AT_ONCE],
        left=tuple(sorted(was_seat.keys() - now))[:AT_ONCE], **heads,
    )  # fmt: skip
    return replace(change, after=changed(before, change).mark)


def changed(before: HallPage, change: HallChange) -> HallPage:
    """Return a page as a change leaves it."""
    heads = {key: getattr(change, key) for key in _WHOLE if getattr(change, key) is not None}
    tables = {one.table: one for one in (*before.tables, *change.tables) if one.table not in change.gone}
    people = {one.player: one for one in (*before.seats, *change.seats) if one.player not in change.left}
    return marked(replace(before, **heads, tables=tuple(tables.values()), seats=tuple(people.values())))
