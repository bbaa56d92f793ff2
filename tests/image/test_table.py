"""A trial of a table is tried again where the machine was too busy, and holds what the journal says."""

import pytest
from image.trial.table import DEALT, held, within


def test_a_board_that_never_comes_up_fails_however_often_it_is_tried(capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = ["the first", "the second", "the third"]

    def boot() -> dict[str, object]:
        raise AssertionError(outcomes.pop(0))

    with pytest.raises(AssertionError, match="the second"):
        within(2, boot)
    assert outcomes == ["the third"]
    assert capsys.readouterr().out == "image-test: the first; it is tried once more\n"


def test_a_board_that_comes_up_is_started_once() -> None:
    figures: list[dict[str, object]] = [{"results": 1}, {"results": 2}]
    assert within(2, lambda: figures.pop(0)) == {"results": 1}
    assert len(figures) == 1


def test_the_journal_has_the_coup_that_was_dealt_and_nothing_unusual_but_a_late_sign() -> None:
    coup: list[dict[str, object]] = [{"notation": DEALT}]
    sign: dict[str, object] = {"kind": "wnd_mismatch"}
    assert held(coup, []) == {"results": 1, "late_signs": 0}
    assert held(coup, [sign]) == {"results": 1, "late_signs": 1}
    with pytest.raises(AssertionError, match="face_up"):
        held(coup, [sign, {"kind": "face_up"}])
    with pytest.raises(AssertionError, match="B9"):
        held([{"notation": "P 7S KD | B 9H KC = B9"}], [])
    with pytest.raises(AssertionError, match="0 results"):
        held([], [])
