"""A board's picture is the host's but for what may be another."""

from pathlib import Path

from image.trial.at_the_console import one_coup
from image.trial.pictures import MAY_DIFFER, TIME, UNUSUAL, Step
from PIL import Image


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
