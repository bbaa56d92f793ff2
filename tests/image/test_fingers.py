"""What a trial in QEMU touches and expects to see is worked out by the console itself."""

import itertools
import tomllib
from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor
from image.recipe import DEPLOY
from image.trial.fingers import (
    BESIDE,
    MAY_DIFFER,
    PERIOD_S,
    TIME,
    UNUSUAL,
    Step,
    differs,
    on_real_lines,
    one_coup,
    opened_again,
    restart_allowed,
)
from image.trial.table import DEALT, held, within
from PIL import Image


def test_a_coup_is_touched_and_dealt(tmp_path: Path) -> None:
    steps = one_coup(tmp_path)
    assert [step.shoe for step in steps if step.shoe] == [
        "burn 5H", "card 7S player 1", "card 6H banker 1", "card KD player 2", "card KC banker 2",
    ]  # fmt: skip
    touches = [step.touch for step in steps if step.touch]
    assert len(touches) > 20
    assert all(0 < x < 1 and 0 < y < 1 for x, y in touches)
    # Each step begins with what the one before led to, and the last shows something else than the first.
    pairs = list(itertools.pairwise(steps))
    assert all(one.picture == other.before for one, other in pairs if one.aside == other.aside)
    assert [one.aside != other.aside for one, other in pairs].count(True) == 1
    assert differs(steps[0].before, steps[-1].picture) > 0.05


def test_its_screens_say_of_devices_what_an_images_do(tmp_path: Path) -> None:
    said: list[str] = []

    async def story(floor: Floor) -> None:
        await floor.player(1, "help", "close")
        for seen in (floor.table.sgc, floor.table.seats[1].seen):
            assert seen is not None
            assert seen.stage is not None
            said.append(" ".join(what.text for item in seen.stage.scene.items for what in item.lettering()))

    on_a_floor(tmp_path, story, ats=1)
    assert [text.count("SIMULATED") for text in said] == [1, 1]
    said.clear()
    with on_real_lines():
        on_a_floor(tmp_path, story, ats=1)
    assert [text.count("SIMULATED") for text in said] == [0, 0]


def test_a_restart_is_allowed_by_touch(tmp_path: Path) -> None:
    whole = restart_allowed(tmp_path, "0.9.9", nobody=True)
    again = restart_allowed(tmp_path, "0.9.9", nobody=False)
    # Where somebody has signed on, and looks at the devices, three touches are left.
    assert len(whole) > 20
    assert [step.touch for step in whole[-3:]] == [step.touch for step in again]
    assert {step.may_differ for step in again} == {BESIDE}
    assert all(step.touch for step in whole)
    # The shoe, the sign, the update and service stand above the technician's row.
    assert again[0].touch is not None
    assert again[0].touch[1] == pytest.approx(0.82, abs=0.01)
    # What is typed is held closely, or a finger that met nothing is taken for one that did.
    assert [step.may_differ for step in whole[-4:]] == [BESIDE] * 4
    assert {step.may_differ for step in whole[:-4]} == {MAY_DIFFER}


def test_a_table_that_was_started_again_is_opened_before_anything_else_is_touched(tmp_path: Path) -> None:
    steps = opened_again(tmp_path)
    # A restart has ended each sign-on: number and PIN, the word and its yes, and the page of the devices.
    assert len(steps) == 1 + len("700+") + len("4711+") + 2 + 1
    assert all(step.touch for step in steps)
    # Why a version was given up stands among the devices.
    assert differs(steps[-1].picture, opened_again(tmp_path, given_up="9.9.9")[-1].picture) > MAY_DIFFER
    # A table that moved money before is opened in the same places.
    assert [step.touch for step in opened_again(tmp_path, ats=1)] == [step.touch for step in steps]


def test_a_step_is_taken_when_what_it_changes_is_to_be_seen() -> None:
    before = Image.new("RGB", (100, 100), "black")
    after = before.copy()
    after.paste("white", (10, 10, 14, 14))
    step = Step(before, after, (0.1, 0.1), may_differ=0.02)
    assert step.is_taken(after)
    # A digit that was typed is few points of a screen: what was there before is not what comes of it.
    assert not step.is_taken(before)
    # A clock somewhere else may show another time.
    clock = after.copy()
    clock.paste("white", (80, 80, 90, 90))
    assert step.is_taken(clock)
    assert not step.is_taken(Image.new("RGB", (100, 100), "white"))
    assert not step.is_taken(Image.new("RGB", (50, 50)))


def test_no_clock_of_the_table_ends_betting_before_the_finger() -> None:
    board = tomllib.loads((DEPLOY / "image/trial/table.toml").read_text())
    assert board["table"]["period"] == PERIOD_S >= 300


def test_a_screen_that_is_another_is_told_by_how_much_and_where() -> None:
    before = Image.new("RGB", (100, 100), "black")
    after = before.copy()
    after.paste("white", (10, 10, 14, 14))
    shown = after.copy()
    shown.paste("white", (80, 80, 90, 90))
    said = Step(before, after, (0.1, 0.1)).told(shown)
    assert said == (
        "1.00% of the points are others (0.10% may be), within (80, 80, 90, 90); from before the step 1.16% are"
    )


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


def test_what_is_unusual_in_a_coup_may_be_said_and_nothing_else(tmp_path: Path) -> None:
    last = one_coup(tmp_path)[-1]
    assert last.aside == (TIME, UNUSUAL)
    shown = last.picture.copy()
    shown.paste("white", (UNUSUAL[0] + 5, UNUSUAL[1] + 5, UNUSUAL[2] - 5, UNUSUAL[1] + 120))
    assert last.is_taken(shown)
    shown.paste("white", (UNUSUAL[0], 20, UNUSUAL[2], 70))
    assert not last.is_taken(shown)


def test_the_time_of_day_may_be_another_and_nothing_beside_it(tmp_path: Path) -> None:
    step = one_coup(tmp_path)[0]
    assert step.aside == (TIME,)
    assert step.may_differ == MAY_DIFFER
    shown = step.picture.copy()
    shown.paste("white", TIME)
    assert step.is_taken(shown)
    shown.paste("white", (TIME[0] - 60, TIME[1], TIME[0], TIME[3]))
    assert not step.is_taken(shown)


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
