"""A trial waits for what a board shows or says, and gives a busy machine its time."""

from collections.abc import Callable
from pathlib import Path

import pytest
from image.trial.machine import AT_MOST, FAIR, Machine, is_over
from image.trial.pictures import TIME
from PIL import Image


@pytest.mark.parametrize(
    ("waited", "used", "over"),
    [
        # A board with a machine of its own has had its 100 s.
        (99, 99, False),
        (101, 90, True),
        # One that had a tenth of a processor is given more of the clock, until it had what is fair.
        (101, 10, False),
        (399, 49, False),
        (399, 51, True),
        # One that does nothing is not waited for for ever.
        (401, 1, True),
    ],
)
def test_patience_is_a_boards_own_time(waited: float, used: float, *, over: bool) -> None:
    assert (FAIR, AT_MOST) == (0.5, 4)
    assert is_over(100, waited, used) is over


class Shown(Machine):
    """A board whose screen shows these pictures, one at each look."""

    def __init__(self, folder: Path, *pictures: Image.Image) -> None:
        self.folder, self.left = folder, list(pictures)

    def screen(self, file: Path) -> Path:
        self.left.pop(0).save(file)
        return file

    def wait(self, come: Callable[[], object], seconds: float, what: str) -> float:
        assert (seconds, what) == (60, "a picture that stands still")
        while not come():
            pass
        return 0


def test_a_picture_stands_still_once_two_looks_are_the_same(tmp_path: Path) -> None:
    black = Image.new("RGB", (1280, 800), "black")
    moved, clock = black.copy(), black.copy()
    moved.paste("white", (600, 400, 610, 410))
    clock.paste("white", TIME)
    board = Shown(tmp_path, black, moved, black, clock, moved)
    # The time of day goes on by itself.
    assert board.still(tmp_path / "screen.ppm").getpixel((605, 405)) == (0, 0, 0)
    assert board.left == [moved]
