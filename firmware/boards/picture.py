"""A board's screen, with touches and sounds; or none, on a board without one."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from firmware.boards.certificate_watch import look
from firmware.boards.own_faults import OwnFaults
from firmware.boards.running import Say
from firmware.config import Board
from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.finger_files import FingerFiles
from firmware.kit.pace import FrameClock, WokenClock, loop_s
from firmware.kit.painter import Painter
from firmware.kit.pointer import Act
from firmware.kit.scene import Scene
from firmware.kit.settings import ScreenSettings
from firmware.kit.sounds import LEAST_ALARM, Sounds
from firmware.kit.stage import LiveScene
from firmware.kit.theme import scale_of
from firmware.kit.window import Window
from hal.clock import wall_s, worked_s
from hal.touch import TouchScreen

if TYPE_CHECKING:
    import pygame

Draw = Callable[[tuple[int, int], int], Scene]


def _quiet(_: str) -> None:
    """Say nothing."""


class Canvas(Protocol):
    """What a picture is drawn on."""

    @property
    def surface(self) -> "pygame.Surface":
        """What is drawn on."""
        ...

    @property
    def size(self) -> tuple[int, int]:
        """Of the picture, in pixels."""
        ...

    @property
    def theme(self) -> str:
        """Its look."""
        ...

    @property
    def moves(self) -> bool:
        """Whether cards and chips move on it."""
        ...

    @property
    def fingers(self) -> FingerFiles | None:
        """What reports touches, on a board's own screen."""
        ...

    def present(self, places: list[Box]) -> None:
        """Show what was drawn in these places."""
        ...

    def closed(self) -> bool:
        """Whether somebody closed it."""
        ...


class Picture:
    """What a board shows, if it has a screen, and touches of it.

    `worked`: the processor time spent for this board; by default the loop's time, which is virtual in a simulation.
    """

    def __init__(
        self,
        canvas: Canvas | None,
        touch: TouchScreen | None,
        sounds: Sounds,
        language: str,
        say: Say = _quiet,
        worked: Callable[[], float] = loop_s,
    ) -> None:
        self.canvas = canvas
        self.sounds = sounds
        self.language = language
        self.stage: LiveScene | None = None
        fingers = canvas.fingers if canvas is not None else None
        # Nobody touches a screen without a panel.
        self.frames = WokenClock() if fingers is not None and (touch is None or fingers.found) else FrameClock()
        self._fingers = fingers
        self._touch = touch
        self._say = say
        self._worked = worked
        self._there = False
        self._painter: Painter | None = None
        self._worn = ""
        self.own_faults = OwnFaults()

    @property
    def moves(self) -> bool:
        """Whether what it shows moves."""
        return self.canvas is not None and self.canvas.moves

    def _art(self, canvas: Canvas) -> Art:
        return Art(self._worn or canvas.theme, scale_of(canvas.size).least)

    def wear(self, theme: str) -> None:
        """Use another theme from now on; "" is the house's own."""
        if theme == self._worn:
            return
        self._worn = theme
        if self._painter is not None and self.canvas is not None:
            self._painter.wear(self._art(self.canvas))
            self.changed()

    def changed(self) -> None:
        """Note that something that is shown has changed."""
        if self.stage is not None:
            self.stage.changed()

    async def run(self, draw: Draw, act: Act, now_ms: Callable[[], int]) -> None:
        """Show it until it is closed."""
        canvas = self.canvas
        assert canvas is not None
        painter = self._painter = Painter(canvas.surface, self._art(canvas))
        self.stage = LiveScene(
            painter,
            canvas.present,
            self._touch,
            lambda: draw(canvas.size, now_ms()),
            worked=self._worked,
        )
        self.stage.serve(act)
        self.stage.look(now_ms())
        self.why_dark()
        self.sounds.make()
        self.own_faults.hold("sound", "no_sound", self.sounds.why_silent)
        if self._fingers is not None:
            self._fingers.begin(self.frames.wake)
        try:
            await self.stage.run(now_ms, canvas.closed, self.frames)
        finally:
            if self._fingers is not None:
                self._fingers.close()

    def why_dark(self) -> str:
        """Return why nothing is shown where something should be. The first picture is logged once it is there."""
        canvas = self.canvas
        if canvas is None or self._there:
            return ""
        if self.stage is None or _is_blank(canvas.surface):
            return "there is no picture on the screen yet"
        self._there = True
        self._say(f"first picture, {canvas.size[0]} x {canvas.size[1]}")
        return ""


def _is_blank(surface: "pygame.Surface") -> bool:
    """Whether a surface has one colour all over, which means that nothing was drawn on it."""
    raw = surface.get_view("0").raw
    pixel = surface.get_bytesize()
    return raw == raw[:pixel] * (len(raw) // pixel)


def picture_of(board: Board, title: str, say: Say) -> Picture:
    """Open the screen of a board, as its configuration says."""
    settings = board.config.screen
    touch = board.devices["touch"].touch_screen() if "touch" in board.devices else None
    canvas = Window(settings, title) if settings is not None else None
    shown = settings or ScreenSettings()
    least = LEAST_ALARM if settings is not None and board.config.terminal is not None else 0
    picture = Picture(canvas, touch, Sounds(shown.sound, least, shown.theme), shown.language, say, worked_s)
    network = board.config.network
    if network is not None:
        look(network, picture.own_faults, wall_s())
    return picture
