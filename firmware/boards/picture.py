"""A board's screen with its fingers and its sounds; or none, on a board without one."""

from collections.abc import Callable

from firmware.config import Board
from firmware.screens.pointer import Act
from firmware.screens.scene import Scene
from firmware.screens.settings import ScreenSettings
from firmware.screens.sounds import Sounds
from firmware.screens.stage import Stage
from firmware.screens.window import Window
from hal.touch import TouchScreen

Draw = Callable[[tuple[int, int], int], Scene]


class Picture:
    """What a board shows, where it has a screen."""

    def __init__(self, board: Board, title: str) -> None:
        settings = board.config.screen
        self.there = settings is not None
        self.language = (settings or ScreenSettings()).language
        self.window = Window(settings, title) if settings is not None else None
        self.sounds = Sounds(settings.sound if settings is not None else 0)
        self.stage: Stage | None = None
        self._touch: TouchScreen | None = None
        if "touch" in board.devices:
            self._touch = board.devices["touch"].connect(lambda _: None)

    def changed(self) -> None:
        """Something that is shown has changed."""
        if self.stage is not None:
            self.stage.changed()

    async def run(self, draw: Draw, act: Act, now_ms: Callable[[], int]) -> None:
        """Show it until the window is closed."""
        window = self.window
        assert window is not None
        self.stage = Stage(window.surface, window.present, self._touch, lambda: draw(window.size, now_ms()))
        self.stage.serve(act)
        await self.stage.run(now_ms, window.closed)
