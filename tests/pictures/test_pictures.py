"""Each state of each screen looks as it did when somebody looked at it last: tests/pictures/kept."""

from itertools import combinations

import pygame
import pytest
from ats_states import ats_states
from every_screen import STATES, Shown
from msgspec.structs import replace
from PIL import Image
from reference import (
    CLEAR,
    KEPT,
    MADE,
    MEANT,
    OF_A_PATCH,
    PATCH,
    SHADE,
    Picture,
    art_of,
    differs,
    differs_in_small,
    every_picture,
    in_greenwich,
    packed,
)  # fmt: skip

from firmware.kit.house_theme import FIRST
from firmware.kit.painter import Painter
from firmware.kit.words import words_of
from firmware.terminal.scene import picture as picture_of


@pytest.mark.some(5)
@pytest.mark.parametrize("picture", every_picture(), ids=lambda picture: picture.name)
def test_it_looks_as_it_did(picture: Picture) -> None:
    in_greenwich()
    made = picture.draw()
    kept = KEPT / picture.name
    if kept.exists() and not differs(made, Image.open(kept)):
        return
    MADE.mkdir(parents=True, exist_ok=True)
    made.save(MADE / picture.name)
    pytest.fail(
        f"{MADE / picture.name} is not what {kept.name} shows: look at both; if the new one is right, "
        "`make pictures` keeps it"
    )


def test_no_picture_is_kept_of_what_is_not_there() -> None:
    assert {path.name for path in KEPT.glob("*.png")} == {picture.name for picture in every_picture()}


def test_a_picture_that_differs_is_found() -> None:
    picture = every_picture()[0]
    kept = Image.open(KEPT / picture.name).convert("RGB")
    assert not differs(kept, kept)
    other = kept.copy()
    for x in range(12):
        for y in range(6):
            other.putpixel((200 + x, 200 + y), (255, 0, 255))
    assert differs(other, kept)
    assert differs(kept.resize((100, 100)), kept)


@pytest.mark.parametrize("screen", ["ats", "wnd"])
def test_a_wrong_state_is_found(screen: str) -> None:
    # Each state of what players look at differs from every other that is kept, as pictures are compared.
    in_greenwich()
    pictures = [Picture(Shown(screen, state, "en"), MEANT[screen]) for state in STATES[screen]]
    drawn = [picture.draw() for picture in pictures]
    kept = [Image.open(KEPT / picture.name).convert("RGB") for picture in pictures]
    small = [(one.reduce(PATCH), other.reduce(PATCH)) for one, other in zip(drawn, kept, strict=True)]
    alike = [
        (pictures[one].name, pictures[other].name)
        for one, other in combinations(range(len(pictures)), 2)
        if not differs_in_small(small[one][0], small[other][1]) and not differs(drawn[one], kept[other])
    ]
    assert not alike


def test_what_differs_in_small_differs() -> None:
    # As much of a patch as may differ, by all that it can; the rest by as much as counts for nothing.
    size = (PATCH, PATCH)
    black, most = Image.new("RGB", size), int(PATCH * PATCH * OF_A_PATCH)
    other = Image.new("RGB", size, (0, SHADE, 0))
    for place in range(most):
        other.putpixel((place % PATCH, place // PATCH), (0, 255, 0))
    small = black.reduce(PATCH)
    assert not differs_in_small(other.reduce(PATCH), small)
    assert not differs_in_small(small, small)
    assert differs_in_small(Image.new("RGB", (1, 1), (0, int(CLEAR) + 1, 0)), small)
    assert differs(Image.new("RGB", size, (0, int(CLEAR) + 1, 0)), black)


def test_an_amount_that_changed_is_found() -> None:
    words = words_of("en")
    view, size = ats_states(words)["placed"], MEANT["ats"]
    pictures = []
    for balance in (1240_00, 1250_00):
        surface = pygame.Surface(size, depth=32)
        scene = picture_of(replace(view, balance=balance), size, words, 100_000)
        Painter(surface, art_of(FIRST, size)).paint(scene)
        pictures.append(Image.frombytes("RGB", size, pygame.image.tobytes(surface, "RGB")))
    assert differs(pictures[0], packed(pictures[1]))
    assert not differs(pictures[0], packed(pictures[0]))
