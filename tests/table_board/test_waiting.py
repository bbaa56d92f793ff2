"""Which table opens at once when it is switched on, and which waits for what other boards remember, or for a word."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from firmware.table.core.head import SignedHead
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.core.waiting import Waiting
from firmware.table.features.opening import word_for
from firmware.table_board.waiting import waiting

KEY = "a" * 64
SIGNED = SignedHead(5, "0" * 64, KEY, "f" * 128)
NETWORK = SimpleNamespace(device="table")


def waits(
    *,
    row: int = 9,
    signed: SignedHead | None = SIGNED,
    network: Any = NETWORK,
    new_key: bool = False,
    unmarked: bool = False,
    **state: Any,
) -> Waiting | None:
    board = SimpleNamespace(config=SimpleNamespace(network=network, journal=SimpleNamespace(witness_wait=20.0)))
    journal = SimpleNamespace(sequence=row, signed=signed, key=KEY, unmarked=unmarked)
    known = replace(TableState(Setup("crown-baccarat", ats=3)), **state)
    table = SimpleNamespace(state=known, now_ms=lambda: 1_000)
    return waiting(board, journal, table, new_key=new_key)  # type: ignore[arg-type]


def test_a_new_table_asks_nothing() -> None:
    assert waits(row=0, signed=None, new_key=True) is None


def test_all_terminals_are_waited_for_that_were_in_service() -> None:
    found = waits(faults=frozenset({"ats 2", "wnd"}))
    assert found is not None
    assert found.expected == ("ats-1", "ats-3")
    assert found.until == 21_000
    assert not found.doubts


def test_a_table_without_other_boards_opens_at_once_where_nothing_is_in_doubt() -> None:
    assert waits(network=None) is None


@pytest.mark.parametrize(
    ("found", "doubts"),
    [
        ({"restore_unseen": True}, ("restored",)),
        ({"signed": None}, ("unsigned",)),
        ({"signed": None, "new_key": True}, ()),  # firmware before this one signed nothing
        ({"signed": replace(SIGNED, key="b" * 64)}, ("other_key",)),
        ({"signed": None, "restore_unseen": True}, ("restored", "unsigned")),
        ({"unmarked": True}, ("no_mark",)),
        ({"row": 0, "signed": None}, ("no_journal",)),  # somebody has deleted it
    ],
)
def test_what_is_in_doubt_is_named(found: dict[str, Any], doubts: tuple[str, ...]) -> None:
    with_boards = waits(**found)
    assert with_boards is not None
    assert with_boards.doubts == doubts
    alone = waits(network=None, **found)
    assert (alone.doubts if alone is not None else ()) == doubts
    assert alone is None or alone.expected == ()


def test_a_table_whose_journal_is_gone_waits_though_it_has_no_other_boards() -> None:
    found = waits(row=0, signed=None, network=None)
    assert found is not None
    assert word_for(found).doubts == ("no_journal", "no_witness")
