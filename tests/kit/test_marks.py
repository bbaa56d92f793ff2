"""Calibration: three marks are touched on a panel that lies askew; from then on touches are where people see them."""

from pathlib import Path

import pygame
import pytest

from drivers.touch import events
from drivers.touch.mapping import Mapping, calibrate
from firmware.cli.main import main
from firmware.kit.marks import MARKS, touched_marks
from firmware.kit.settings import ScreenSettings

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
SIZE = (640, 480)


class Askew:
    """A panel that is mirrored, a little small, and shifted; somebody touches each mark in its middle."""

    def __init__(self, rotation: int) -> None:
        self.rotation = rotation
        self.left = list(MARKS)

    def panel(self, mark: tuple[float, float]) -> tuple[float, float]:
        x, y = mark
        sx, sy = {0: (x, y), 90: (1 - y, x), 180: (1 - x, 1 - y), 270: (y, 1 - x)}[self.rotation]
        return 0.95 - 0.9 * sx, 0.02 + 0.93 * sy

    def places(self) -> list[tuple[float, float]]:
        return [self.panel(self.left.pop(0))] if self.left else []


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_touches_are_where_people_see_them(rotation: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    askew = Askew(rotation)
    found = touched_marks(ScreenSettings(size=SIZE, rotation=rotation), askew)  # type: ignore[arg-type]
    assert found is not None
    mapping = Mapping(rotation, calibrate(*found))  # type: ignore[arg-type]
    for x, y in ((0.2, 0.3), (0.75, 0.6), (0.5, 0.95)):
        px, py = mapping.place(askew.panel((x, y)), SIZE)
        assert abs(px - x * SIZE[0]) <= 1
        assert abs(py - y * SIZE[1]) <= 1
    pygame.display.quit()


def profile(folder: Path) -> Path:
    path = folder / "ats.toml"
    path.write_text((DEPLOY / "ats.toml").read_text().replace("diagonal = 10.1", "size = [640, 480]\ndiagonal = 10.1"))
    return path


def test_the_command_prints_what_the_profile_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    marks = list(MARKS)
    monkeypatch.setattr(events.PlainPygame, "places", lambda _: [marks.pop(0)])
    assert main(["calibrate", "--config", str(profile(tmp_path))]) == 0
    # Each mark was touched where it stands.
    assert capsys.readouterr().out.startswith("calibration = { a = 1.00000, b = 0.00000, c = 0.00000, d = ")
    monkeypatch.setattr(events.PlainPygame, "places", lambda _: [(0.5, 0.5)])
    assert main(["calibrate", "--config", str(profile(tmp_path))]) == 1
    assert "lie on one line" in capsys.readouterr().err
    monkeypatch.setattr(events.PlainPygame, "places", lambda _: [])
    monkeypatch.setattr("firmware.kit.window.Window.closed", lambda _: True)
    assert main(["calibrate", "--config", str(profile(tmp_path))]) == 1
    assert main(["calibrate", "--config", str(DEPLOY / "wnd.toml")]) == 2
    pygame.display.quit()


def test_the_panel_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, x=0.25, y=0.75, finger_id=1, touch_id=0, dx=0, dy=0))
    assert events.PlainPygame().places() == [(0.25, 0.75)]
    pygame.display.quit()
