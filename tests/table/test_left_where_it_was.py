"""What a moved board had in its hands and never told is in doubt where it was, once another board comes there."""

import pytest
from table_under_test import Table

from firmware.table.core.pockets import KEPT
from firmware.table.features.boards import ChangeBoard, MeetBoard, ShowPocket
from firmware.table.features.note_doubts import ReportNoteDoubt
from firmware.table.features.notes_credited import CreditNote, PayByTicket

MOVED, NEW, OTHER = "a" * 16, "b" * 16, "c" * 16
LEFT = f"1-{MOVED}-left"


def note(ats: int, number: int, life: str = MOVED) -> CreditNote:
    return CreditNote(ats, life, number, 20_00, "USD")


async def moved(table: Table, last: int) -> None:
    """A board that is terminal 1 and told of one note becomes terminal 2, and shows this number there."""
    await table.tell(note(1, 1), note(2, 1, OTHER), MeetBoard(2, MOVED), ChangeBoard(2, MOVED))
    await table.tell(ShowPocket(2, MOVED, last))


def left(table: Table) -> dict[str, tuple[int, int]]:
    return {name: (one.amount, one.notes) for name, one in table.service.state.note_doubts.items() if one.ats == 1}


@pytest.mark.parametrize("taken", [0, 2 * KEPT], ids=["at once", "when its numbers of then are forgotten"])
def test_a_note_that_a_moved_board_never_told_is_in_doubt_where_it_was(taken: int) -> None:
    # Found by a soak (seed 25): a moved board forgets the note in its hands, and the table took it to tell of that.
    async def story(table: Table) -> None:
        await moved(table, 2)
        await table.tell(*(note(2, 3 + number) for number in range(taken)))
        assert left(table) == {}
        await table.tell(MeetBoard(1, NEW), ChangeBoard(1, NEW))
        assert left(table) == {LEFT: (0, 1)}
        # The acceptor told the new board of it: somebody counts, once.
        await table.tell(ReportNoteDoubt(1, NEW, 1, 0, "why"))
        assert left(table) == {LEFT: (0, 2)}

    Table().run(story)


def test_a_moved_board_that_had_told_all_leaves_no_doubt_where_it_was() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 1), PayByTicket(1, MOVED, 2))
        await moved(table, 2)
        await table.tell(note(2, 3), MeetBoard(1, NEW), ChangeBoard(1, NEW))
        assert left(table) == {}

    Table().run(story)
