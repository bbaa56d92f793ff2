"""What was told under a number is never new again, however many boards come and go, in a bounded memory."""

import random
from collections import Counter

import pytest
from table_under_test import Table

from firmware.table.core.codec import read_state, write_state
from firmware.table.core.pockets import KEPT_LIVES, MOST_STRANGERS, Life, Told
from firmware.table.features import lives
from firmware.table.features.boards import ChangeBoard, MeetBoard, ShowPocket
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.lives import LifeForgotten, LifeKept, short_of
from firmware.table.features.malfunctions import ClearMalfunction
from firmware.table.features.note_doubts import NoteDoubted, ResolveNoteDoubt
from firmware.table.features.notes_credited import CreditNote

pytestmark = pytest.mark.lab(23)

HOME = "a" * 16


def life(number: int) -> str:
    return f"{number:016x}"


def note(ats: int, of: str, number: int, amount: int = 20_00) -> CreditNote:
    return CreditNote(ats, of, number, amount, "USD", max(number - 1, 0))


def new_of(table: Table) -> Counter[tuple[str, int]]:
    """Return how often each number was taken for a new note, by its life."""
    told = [event for event in table.of(BoughtIn) + table.of(NoteDoubted) if event.life and event.note]
    return Counter((event.life, event.note) for event in told)


async def change(table: Table, ats: int, of: str) -> None:
    await table.tell(MeetBoard(ats, of))
    if table.service.state.pocket(ats).waiting == of:
        await table.tell(ChangeBoard(ats, of))


async def settle(table: Table) -> None:
    """Staff look, find nothing, and put terminals back."""
    state = table.service.state
    await table.tell(*(ResolveNoteDoubt(doubt, 0) for doubt in state.note_doubts))
    await table.tell(*(ClearMalfunction("ats", int(name[4:])) for name in sorted(state.faults)))


def test_a_note_of_a_board_of_long_ago_is_answered_as_it_was() -> None:
    # Only the last four boards of a terminal were known to have told what: a fifth one's repeat was in doubt.
    async def story(table: Table) -> None:
        await table.tell(note(1, HOME, 1))
        for number in range(1, 3 * KEPT_LIVES):
            await change(table, 1, life(number))
            await table.tell(note(1, life(number), 1))
        await settle(table)
        assert table.service.state.pocket(1).lives[HOME].told == {}
        await table.tell(note(1, HOME, 1), *(note(1, life(number), 1) for number in range(1, 3 * KEPT_LIVES)))
        assert not table.service.state.note_doubts
        assert set(new_of(table).values()) == {1}

    Table().run(story)


def test_a_stranger_that_told_of_a_note_long_ago_does_not_have_it_credited_when_it_is_let_in() -> None:
    # After 16 other strangers it was forgotten, and its note, resolved by then, was credited as new.
    async def story(table: Table) -> None:
        await table.tell(note(1, HOME, 1), note(1, life(1), 1))
        for number in range(2, 4 * MOST_STRANGERS):
            await table.tell(note(1, life(number), 1))
            await settle(table)
        assert life(1) not in table.service.state.pocket(1).strangers
        await change(table, 1, life(1))
        await settle(table)
        await table.tell(note(1, life(1), 1))
        assert new_of(table)[life(1), 1] == 1
        assert not table.service.state.note_doubts
        await table.tell(note(1, life(1), 2))
        assert new_of(table)[life(1), 2] == 1
        assert table.service.state.balance(1) == 40_00

    Table().run(story)


def test_of_strangers_without_end_a_bounded_number_is_kept_and_none_is_new_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lives, "MOST_KEPT", 5)

    async def story(table: Table) -> None:
        await table.tell(note(1, HOME, 1))
        for number in range(1, 60):
            await table.tell(note(1, life(number), 1 + number % 7))
            await settle(table)
        pocket = table.service.state.pocket(1)
        assert (len(pocket.strangers), len(pocket.kept), pocket.floor) == (MOST_STRANGERS, 5, 7)
        assert table.of(LifeForgotten)
        await change(table, 1, life(6))  # it told of its note 7, and nothing is known of it any more
        await settle(table)
        await table.tell(ShowPocket(1, life(6), 7), note(1, life(6), 7))
        assert [why for _, why in ((one.amount, one.why) for one in table.service.state.note_doubts.values())] == [
            "number_too_old"
        ]
        await table.tell(note(1, life(6), 8))
        assert new_of(table)[life(6), 8] == 1
        # A board that was never here goes on above all that was forgotten, and that is no fault of it.
        await settle(table)
        await change(table, 1, life(1000))
        await settle(table)
        await table.tell(ShowPocket(1, life(1000), 0))
        assert not table.service.state.note_doubts
        assert not table.service.state.faults
        await table.tell(note(1, life(1000), 8))
        assert new_of(table)[life(1000), 8] == 1

    Table().run(story)


def test_the_last_numbers_of_a_life_are_kept_and_those_before_are_too_old() -> None:
    told = Told("note", 20_00, "USD", "credited")
    assert short_of(Life(9, dict.fromkeys(range(1, 10), told))) == Life(9, dict.fromkeys(range(6, 10), told), 5)
    assert short_of(Life(2, {2: told})) == Life(2, {2: told}, 0)
    assert short_of(Life(100, {1: told})) == Life(100, {}, 100)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_boards_come_and_go_no_number_is_new_twice(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lives, "MOST_KEPT", 6)
    chance = random.Random(seed)
    every = [life(number) for number in range(1, 45)]
    counted: Counter[str] = Counter()

    async def story(table: Table) -> None:
        for _ in range(700):
            ats, of = chance.randint(1, 2), chance.choice(every)
            match chance.randrange(8):
                case 0:
                    await change(table, ats, of)
                case 1:
                    await settle(table)
                case 2 | 3 | 4:
                    counted[of] += 1
                    await table.tell(note(ats, of, counted[of]))
                case 5:
                    await table.tell(ShowPocket(ats, of, counted[of]))
                case _:
                    number = chance.randint(max(counted[of] - 3, 1), max(counted[of], 1))
                    counted[of] = max(counted[of], number)
                    await table.tell(note(ats, of, number))
        again = {told: count for told, count in new_of(table).items() if count > 1}
        assert again == {}
        assert table.of(LifeKept)
        assert read_state(write_state(table.service.state)) == table.service.state

    Table().run(story)
