"""Soaks in which boards are replaced, swapped, set back and there twice: they hold, and find what is undone."""

from collections.abc import Callable

import pytest

from firmware.table.core.pockets import Life, Money, TerminalPockets, Verdict
from firmware.table.features import boards, notes_credited
from firmware.terminal.pocket_desk import PocketDesk
from hal.note_way import NoteWay
from sim.siege.breaks import given_back_of_before
from sim.soak.changed import CHANGED
from sim.soak.dark import DARK
from sim.soak.run import soak

Break = Callable[[pytest.MonkeyPatch], None]


@pytest.mark.some(6)
@pytest.mark.parametrize("kind", [*CHANGED, *DARK])
def test_a_while_with_changed_boards_holds(kind: str) -> None:
    found = soak(3, 0.1, 2, (kind,))
    assert found.wrong == ()
    assert found.faults[kind] >= 1


def every_board_is_the_same(patch: pytest.MonkeyPatch) -> None:
    """Seen 1: the table answered for one board's numbers from what another had told."""

    def of_any(self: TerminalPockets, _: str) -> Life:
        return next(iter(self.lives.values()), Life())

    patch.setattr(TerminalPockets, "of", of_any)


def what_the_old_board_leaves_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(boards, "put_in_doubt", lambda _turn, _doubted: None)


def a_pocket_trusts_itself(patch: pytest.MonkeyPatch) -> None:
    """Numbers that the table knows already come again, for other notes."""
    patch.setattr(PocketDesk, "_go_on_from", lambda _desk, _last, **_knows: None)


def a_table_that_knows_only_the_last_commands(patch: pytest.MonkeyPatch) -> None:
    """Seen 2: a note asked again after 10,000 other commands was credited twice."""

    def forgetful(_: Life, __: int, ___: Money) -> Verdict:
        return Verdict.NEW  # a repeat within the journal's memory of commands never comes so far

    patch.setattr(notes_credited, "judge", forgetful)


def any_note_that_goes_back_is_the_one_before(patch: pytest.MonkeyPatch) -> None:
    """Seen 5: a note that was credited was called in doubt, because another one was given back."""
    patch.setattr(NoteWay, "given_back", given_back_of_before)


@pytest.mark.some(6)
@pytest.mark.parametrize(
    ("breaks", "kind"),
    [
        (every_board_is_the_same, "board-replaced"),
        (every_board_is_the_same, "boards-swapped"),
        (every_board_is_the_same, "two-boards"),
        (what_the_old_board_leaves_is_forgotten, "board-replaced"),
        (a_pocket_trusts_itself, "pocket-set-back"),
        (any_note_that_goes_back_is_the_one_before, "note-while-dark"),
        (a_table_that_knows_only_the_last_commands, "long-absence"),
    ],
)
def test_what_is_undone_is_found(breaks: Break, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    breaks(monkeypatch)
    assert soak(9, 0.1, 2, (kind,)).wrong
