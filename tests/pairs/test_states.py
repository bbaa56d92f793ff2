"""The pure controller, searched from every instant of a coup: every fact and every wish in every state."""

import pytest
from game_states import Search, roots_of

from firmware.books import load_book

# One of each house: what the controller goes by is the same in all books of a house.
HOUSES = {
    "crown-baccarat": ("crown-traditional",),
    "mbs-baccarat": ("mbs-rapid-no-commission", "mbs-no-commission"),
    "rws-non-commission": (),
}
MOST = 4_000


@pytest.mark.parametrize("book", HOUSES)
def test_every_step_in_every_state_keeps_what_must_always_hold(book: str) -> None:
    found = Search(book).run(roots_of(book), depth=2, most=MOST)
    assert found.states >= MOST
    assert found.by_depth[0] <= len(roots_of(book))
    assert 0 < found.refused < found.steps


@pytest.mark.parametrize("book", HOUSES)
def test_the_controller_goes_by_the_same_in_all_books_of_a_house(book: str) -> None:
    one = load_book(book)
    for other in map(load_book, HOUSES[book]):
        assert (one.irregularities, one.burn_first, one.table_of_play) == (
            other.irregularities, other.burn_first, other.table_of_play
        )  # fmt: skip
