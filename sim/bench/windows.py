"""The bench in native windows: each screen in its own, worked by mouse."""

from typing import Final

import pygame

from hal.touch import Motion
from sim.bench.bench import Bench

LOOK_S: Final = 1 / 60
# So far apart, in pixels, that the title of each can be seen.
APART: Final = 48
MOTIONS: Final = {
    pygame.MOUSEBUTTONDOWN: Motion.DOWN,
    pygame.MOUSEMOTION: Motion.MOVE,
    pygame.MOUSEBUTTONUP: Motion.UP,
}


class Windows:
    """The windows of a bench."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        pygame.display.init()
        self._windows = {
            name: pygame.Window(f"Rapid Table: {name}", seen.off.size, (APART * (place + 1), APART * (place + 1)))
            for place, (name, seen) in enumerate(bench.screens.items())
        }
        self._drawn: dict[str, int] = {}

    async def run(self) -> None:
        """Show them until one is closed."""
        while self._look():
            await self._bench.loop.rest(LOOK_S)
        for window in self._windows.values():
            window.destroy()

    def _look(self) -> bool:
        """Hear the mouse, and show what is new; false when a window was closed."""
        for event in pygame.event.get():
            if event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
                return False
            if event.type in MOTIONS and (event.type != pygame.MOUSEMOTION or event.buttons[0]):
                name = next(name for name, window in self._windows.items() if window is event.window)
                self._bench.touch(name, MOTIONS[event.type].value, *event.pos)
        for name, window in self._windows.items():
            seen = self._bench.screens[name]
            if self._drawn.get(name) != seen.off.drawn:
                self._drawn[name] = seen.off.drawn
                window.get_surface().blit(seen.off.surface, (0, 0))
                window.flip()
        return True
