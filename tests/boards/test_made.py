"""While a board is put together nothing is collected; afterwards everything is, but for what the board is made of."""

import gc
from contextlib import nullcontext

import pytest

from firmware.boards.garbage import while_it_is_made


@pytest.mark.parametrize("fails", [False, True])
def test_nothing_is_collected_while_a_board_is_made_and_what_it_is_made_of_never(*, fails: bool) -> None:
    frozen = gc.get_freeze_count()
    made: list[list[int]] = []
    with pytest.raises(ZeroDivisionError) if fails else nullcontext(), while_it_is_made():
        assert not gc.isenabled()
        made += [[] for _ in range(1000)]
        assert 1 / (not fails)
    assert gc.isenabled()
    assert gc.get_freeze_count() >= frozen + 1000
    gc.unfreeze()
