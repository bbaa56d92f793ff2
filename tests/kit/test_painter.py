"""Pictures on a surface: only what differs is drawn, nothing while nothing changes, on a screen that hangs any way."""

import pygame
import pytest
from every_screen import Shown

from drivers.touch.events import touch_of
from drivers.touch.mapping import Mapping
from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.items import Button, Ground, Plate, Text
from firmware.kit.painter import Painter
from firmware.kit.pointer import Pointer
from firmware.kit.scene import Action, Scene
from firmware.kit.settings import ScreenSettings
from firmware.kit.stage import LiveScene
from firmware.kit.theme import CHALK, NIGHT, SLATE
from firmware.kit.window import Window
from hal.touch import Motion, Touched

SIZE = (400, 300)
GROUND = Ground(Box(0, 0, *SIZE), NIGHT, SLATE)


def shot(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def painter(size: tuple[int, int] = SIZE) -> Painter:
    return Painter(pygame.Surface(size, depth=32), Art())


def test_only_what_differs_is_drawn() -> None:
    one = Text(Box(10, 10, 100, 30), "one", 20)
    other = Text(Box(200, 200, 100, 30), "other", 20)
    canvas = painter()
    assert canvas.paint(Scene((GROUND, one, other))) == [Box(0, 0, *SIZE)]
    assert canvas.paint(Scene((GROUND, one, other))) == []
    assert canvas.paint(Scene((GROUND, Text(one.box, "two", 20), other))) == [one.box]
    assert canvas.paint(Scene((GROUND, other))) == [one.box]


CHANGES = [("betting", "placed"), ("placed", "cash-out"), ("info-bets", "banker-wins")]


@pytest.mark.parametrize(("before", "after"), CHANGES)
def test_a_picture_that_was_changed_is_as_one_that_was_drawn_anew(before: str, after: str) -> None:
    size = (1280, 800)
    first, second = (Shown("ats", state, "en").scene(size) for state in (before, after))
    changed, anew = painter(size), painter(size)
    changed.paint(first)
    changed.paint(second)
    anew.paint(second)
    assert shot(changed.surface) == shot(anew.surface)


def test_many_small_changes_are_drawn_as_few() -> None:
    boxes = [Box(x * 40, y * 40, 20, 20) for x in range(10) for y in range(7)]
    canvas = painter()
    canvas.paint(Scene((GROUND,)))
    places = canvas.paint(Scene((GROUND, *(Plate(box) for box in boxes))))
    assert len(places) == 1
    assert all(places[0].touches(box) for box in boxes)


def test_what_is_kept_drawn_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.kit.art.KEPT", 100_000)
    art = Art()
    for number in range(200):
        art.text(f"number {number}", 20, CHALK, bold=False)
    assert art.kept() <= 100_000


def test_what_is_used_again_and_again_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.kit.art.KEPT", 100_000)
    art, made = Art(), []

    def cloth() -> pygame.Surface:
        made.append(1)
        return pygame.Surface((100, 100), depth=32)

    for number in range(200):
        art.once("cloth", cloth)
        art.text(f"number {number}", 20, CHALK, bold=False)
    assert made == [1]


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_screen_may_hang_any_way(rotation: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(ScreenSettings(size=(640, 480), rotation=rotation), "test")  # type: ignore[arg-type]
    screen = pygame.display.get_surface()
    assert screen is not None
    assert window.size == (640, 480)
    assert screen.get_size() == ((480, 640) if rotation in (90, 270) else (640, 480))
    window.surface.fill((0, 0, 0))
    spot = Box(100, 50, 20, 10)
    window.surface.fill((255, 0, 0), spot)
    window.present([Box(0, 0, 640, 480)])
    found = [(x, y) for x in range(screen.get_width()) for y in range(screen.get_height()) if screen.get_at((x, y))[0]]
    assert len(found) == 200
    # Whoever touches the red spot touches the place on the picture where it was drawn.
    x, y = found[len(found) // 2]
    finger = pygame.event.Event(
        pygame.FINGERDOWN, x=(x + 0.5) / screen.get_width(), y=(y + 0.5) / screen.get_height(), finger_id=0
    )
    touch = touch_of(finger, window.size, Mapping(rotation=rotation))  # type: ignore[arg-type]
    assert touch is not None
    assert spot.holds(touch.x, touch.y)
    pygame.display.quit()


def test_a_screen_that_shows_something_else_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(ScreenSettings(size=(640, 480)), "test")
    window.surface.fill((9, 9, 9))
    window.present([Box(0, 0, 640, 480)])
    assert window.holds()
    assert window.holds()
    window.surface.set_at((5, 5), (200, 0, 0))
    assert not window.holds()
    window.blank()
    assert window.surface.get_at((5, 5))[:3] == (0, 0, 0)
    assert not window.closed()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert window.closed()
    pygame.display.quit()


class Fingers:
    def __init__(self) -> None:
        self.next: list[Touched] = []

    def touches(self) -> list[Touched]:
        now, self.next = self.next, []
        return now


def test_nothing_is_drawn_while_nothing_changes_and_all_while_something_moves() -> None:
    drawn: list[int] = []
    state = {"moving": True, "wake": None, "text": "a"}

    def picture() -> Scene:
        drawn.append(1)
        text = Text(Box(10, 10, 80, 30), f"{state['text']}", 20)
        return Scene((GROUND, text), wake_at=state["wake"], moving=bool(state["moving"]))  # type: ignore[arg-type]

    shown: list[list[Box]] = []
    stage = LiveScene(painter(), shown.append, None, picture, *[lambda: 0.0] * 2)
    for now in range(5):
        stage.look(now)
    assert (len(drawn), len(shown)) == (5, 1)  # it looks each time, and presents what differs
    state["moving"] = False
    stage.look(5)
    for now in range(6, 100):
        stage.look(now)
    assert len(drawn) == 6
    state["wake"], state["text"] = 200, "b"
    stage.changed()
    stage.look(100)
    stage.look(199)
    assert len(drawn) == 7
    stage.look(200)
    assert len(drawn) == 8
    stage.whole()
    assert shown[-1] == [Box(0, 0, *SIZE)]


def test_a_finger_lights_what_it_touches_in_the_same_look() -> None:
    fingers = Fingers()
    acted: list[Action] = []
    button = Button(Box(50, 50, 100, 60), ("go",), "Go", 20)
    surface = pygame.Surface(SIZE, depth=32)
    canvas = Painter(surface, Art())
    stage = LiveScene(canvas, lambda _: None, fingers, lambda: Scene((GROUND, button)), *[lambda: 0.0] * 2)
    stage.serve(acted.append)
    stage.look(0)
    before = surface.get_at((55, 80))
    fingers.next = [Touched(Motion.DOWN, 60, 60)]
    stage.look(1)
    assert surface.get_at((55, 80)) != before
    assert acted == []
    fingers.next = [Touched(Motion.UP, 70, 70)]
    stage.look(2)
    assert surface.get_at((55, 80)) == before
    assert acted == [("go",)]


def test_a_finger_that_slides_off_means_nothing_unless_it_draws_a_chip() -> None:
    acted: list[Action] = []
    pointer = Pointer(acted.append)
    go = Button(Box(0, 0, 50, 50), ("go",), "Go", 20)
    chip = Button(Box(100, 0, 50, 50), ("chip", "5"), "5", 20)
    bet = Button(Box(200, 0, 50, 50), ("bet", "tie"), "Tie", 20)
    scene = Scene((go, chip, bet))

    def finger(down: int, up: int, number: int = 0) -> None:
        pointer.touched(Touched(Motion.DOWN, down, 10, number), scene)
        pointer.touched(Touched(Motion.MOVE, (down + up) // 2, 10, number), scene)
        pointer.touched(Touched(Motion.UP, up, 10, number), scene)

    finger(10, 220)
    finger(10, 300)
    assert acted == []
    finger(110, 300)
    finger(220, 300)
    assert acted == []  # nor has a chip been chosen, nor a wager made
    finger(110, 220)
    assert acted == [("chip", "5"), ("bet", "tie")]
    # Two fingers at once are two.
    acted.clear()
    pointer.touched(Touched(Motion.DOWN, 10, 10, 1), scene)
    finger(220, 220, 2)
    pointer.touched(Touched(Motion.UP, 12, 10, 1), scene)
    assert acted == [("bet", "tie"), ("go",)]


def test_what_stands_behind_a_veil_cannot_be_touched() -> None:
    behind = Button(Box(0, 0, 50, 50), ("behind",), "A", 20)
    front = Button(Box(100, 0, 50, 50), ("front",), "B", 20)
    scene = Scene((behind, front), above=1)
    assert scene.touched(10, 10) is None
    assert scene.touched(110, 10) is front
    assert Scene((Button(Box(0, 0, 9, 9), ("a",), "A", 9, on=False),)).touched(1, 1) is None


def test_a_range_is_not_broken_at_its_dash() -> None:
    art = Art()
    _, lines = art.fitted("Player and Banker: $5 – $5,000", 20, bold=False, room=(200, 80))
    assert len(lines) > 1
    assert all(("$5 –" in line) == ("– $5,000" in line) for line in lines)
