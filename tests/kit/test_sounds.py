"""Sounds: tones that fade, as loud as configured, and none at all where none is wanted."""

import pygame
import pytest

from firmware.kit.sounds import LOUDEST, RATE, SOUNDS, Sounds, samples


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
        assert not pygame.mixer.get_busy()
        sounds.play("none such")
        assert not pygame.mixer.get_busy()
        sounds.play("open")
        assert pygame.mixer.get_busy()
    finally:
        pygame.mixer.quit()


def test_a_board_without_a_sound_card_is_silent_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    sounds = Sounds(0.5)
    assert sounds.why_silent
    sounds.play("open")
    assert pygame.mixer.get_init() is None


def test_a_silent_board_opens_no_device() -> None:
    sounds = Sounds(0)
    sounds.play("open")
    assert sounds.why_silent == ""
    assert pygame.mixer.get_init() is None
