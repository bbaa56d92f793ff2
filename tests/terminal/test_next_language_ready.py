"""The next language comes at a touch: what it takes to draw was made ready while nothing happened."""

from collections.abc import Callable, Hashable

import pygame
import pytest
from ats_states import ats_states

from firmware.kit.art import Art
from firmware.kit.painter import Painter
from firmware.kit.theme import scale_of
from firmware.kit.words import language_after, words_of
from firmware.terminal.scene import picture

SIZE = (1280, 800)


class CountedArt(Art):
    """Counts what it draws anew."""

    made = 0

    def once(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        def counted() -> pygame.Surface:
            self.made += 1
            return make()

        return super().once(key, counted)


@pytest.mark.parametrize("state", ["betting", "banker-wins"])
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_little_is_drawn_anew_when_the_language_changes(state: str, language: str) -> None:
    def switched(*, ready: bool) -> int:
        art = CountedArt(least=scale_of(SIZE).least)
        painter = Painter(pygame.Surface(SIZE, depth=32), art)
        words, later = words_of(language), words_of(language_after(language))
        view = ats_states(words)[state]
        scene = picture(view, SIZE, words, 100_000)
        painter.paint(scene)
        for item in scene.soon() if ready else ():
            painter.make_ready(item)
        before = art.made
        # What the view says was put into words by the desk: headline, notices, how the last coup ended.
        painter.paint(picture(view, SIZE, later, 100_000))
        return art.made - before

    assert switched(ready=False) > 20
    assert switched(ready=True) == 0
