"""Sounds: tones that fade, as loud as configured, and none at all where none is wanted."""

import pygame
import pytest

from firmware.kit.house_theme import FIRST, theme_of
from firmware.kit.sounds import LEAST_ALARM, LOUDEST, RATE, Sounds, samples

pytestmark = pytest.mark.lab(28, 33)

SOUNDS = theme_of(FIRST).sounds


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_as_long_as_its_tones_and_ends_softly(name: str) -> None:
    wave = samples(SOUNDS[name])
    assert len(wave) == sum(round(RATE * seconds) for _, seconds in SOUNDS[name])
    assert max(wave) <= LOUDEST
    assert abs(wave[-1]) < LOUDEST // 20


def test_sounds_are_played_at_their_volume(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds(0.5)
    try:
        sounds.play("none such")
        assert not pygame.mixer.get_busy()
        sounds.play("open")
        assert pygame.mixer.get_busy()
    finally:
        pygame.mixer.quit()


def test_a_board_without_a_sound_card_is_silent_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    sounds = Sounds(0.5)
    sounds.make()
    assert sounds.why_silent
    sounds.play("open")
    assert pygame.mixer.get_init() is None


def test_an_alarm_of_doors_is_heard_at_a_terminal_that_is_turned_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds(0, LEAST_ALARM)
    try:
        assert sounds.volume("door") == pytest.approx(LEAST_ALARM, abs=0.01)
        assert sounds.volume("touch") == 0
        assert Sounds(0.8, LEAST_ALARM).volume("door") == pytest.approx(0.8, abs=0.01)
    finally:
        pygame.mixer.quit()
    # It lasts for a second and a half at least.
    assert sum(seconds for _, seconds in SOUNDS["door"]) >= 1.5


@pytest.mark.parametrize(("volume", "heard"), [(0, 0.0), (1, 0.2), (2, 0.4), (3, 0.6)])
def test_a_guest_turns_the_sounds_and_never_the_alarm_below_its_least(
    monkeypatch: pytest.MonkeyPatch, volume: int, heard: float
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds(0.6, LEAST_ALARM)
    try:
        sounds.turn(volume / 3)
        assert sounds.volume("chip") == pytest.approx(heard, abs=0.01)
        assert sounds.volume("door") == pytest.approx(max(heard, LEAST_ALARM), abs=0.01)
    finally:
        pygame.mixer.quit()


def test_a_silent_board_opens_no_device() -> None:
    sounds = Sounds(0)
    sounds.play("open")
    sounds.make()
    assert sounds.why_silent == ""
    assert pygame.mixer.get_init() is None
