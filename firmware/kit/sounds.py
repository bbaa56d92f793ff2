"""Short tones, made when the board starts, at the configured volume; silent by default."""

from array import array
from collections.abc import Mapping
from math import pi, sin
from typing import Final

import pygame

from firmware.kit.house_theme import FIRST, Tones, theme_of

RATE: Final = 22_050
LOUDEST: Final = 12_000
ALWAYS_HEARD: Final = "door"
# How loud a terminal's door alarm is at least: it cannot be turned off.
LEAST_ALARM: Final = 0.3


def samples(tones: Tones) -> "array[int]":
    """Return a sound as samples; each tone fades, so that none ends with a click."""
    wave = array("h")
    for pitch, seconds in tones:
        count = round(RATE * seconds)
        wave.extend(round(LOUDEST * (1 - place / count) * sin(2 * pi * pitch * place / RATE)) for place in range(count))
    return wave


class Sounds:
    """The sounds of one board, made with the first that is played, or before. `least`: the alarm's volume at least.

    `why_silent`: why there is no sound although it is wanted; known once they are made.
    """

    def __init__(self, volume: float, least: float = 0, theme: str = FIRST) -> None:
        self._made: dict[str, pygame.mixer.Sound] | None = None
        self._volume = volume
        self._least = least
        self._theme = theme
        self._share = 1.0
        self.why_silent = ""

    @property
    def loud(self) -> bool:
        """Whether there are sounds other than the alarm."""
        return self._volume > 0

    def make(self) -> Mapping[str, pygame.mixer.Sound]:
        """Make them; a board does so after its first picture, which does not wait."""
        if self._made is None:
            self._made = {}
            if self._volume or self._least:
                try:
                    pygame.mixer.init(frequency=RATE, size=-16, channels=1, buffer=256)
                except pygame.error as error:
                    self.why_silent = str(error)
                else:
                    self._made = {
                        name: pygame.mixer.Sound(buffer=samples(tones).tobytes())
                        for name, tones in theme_of(self._theme).sounds.items()
                    }
                    self.turn(self._share)
        return self._made

    def turn(self, share: float) -> None:
        """Set all to this share of the house's volume; the alarm never falls below its least."""
        self._share = share
        volume = self._volume * share
        for name, sound in (self._made or {}).items():
            sound.set_volume(max(volume, self._least) if name == ALWAYS_HEARD else volume)

    def volume(self, name: str) -> float:
        """Return how loud a sound is played, from 0 to 1."""
        sound = self.make().get(name)
        return 0 if sound is None else sound.get_volume()

    def play(self, name: str) -> None:
        """Play a sound; an unknown one is silence."""
        sound = self.make().get(name)
        if sound is not None:
            sound.play()
