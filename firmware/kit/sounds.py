"""What is heard: short tones, made when the board starts, as loud as its configuration says; none at all by default."""

from array import array
from collections.abc import Mapping
from math import pi, sin
from typing import Final

import pygame

from firmware.kit.house_theme import FIRST, Tones, theme_of

RATE: Final = 22_050
LOUDEST: Final = 12_000
ALWAYS_HEARD: Final = "door"
# How loud a terminal sounds the alarm of its doors, however quiet it is otherwise: it cannot be turned off.
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

    `why_silent`: why there is none, though wanted; known once they are made.
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
        """Whether there are sounds beside the alarm."""
        return self._volume > 0

    def make(self) -> Mapping[str, pygame.mixer.Sound]:
        """Have them made: a board does so once its first picture is shown, which does not wait for them."""
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
        """Make all as loud as this share of what the house has them; the alarm never below its least."""
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
