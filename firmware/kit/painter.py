"""Draws pictures on a surface; of each new one only what differs from the one before."""

from typing import Final

import pygame

from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.scene import Item, Scene

# More differing places than this are drawn as one.
PLACES: Final = 6


class Painter:
    """Paints on one surface."""

    def __init__(self, surface: pygame.Surface, art: Art) -> None:
        self.surface = surface
        self.art = art
        self._nowhere = pygame.Surface((1, 1), depth=32)
        self._shown: frozenset[Item] = frozenset()

    def paint(self, scene: Scene) -> list[Box]:
        """Make the surface show a scene and return where it changed."""
        items = frozenset(scene.items)
        places = joined(list({item.box for item in self._shown ^ items}))
        self._shown = items
        for place in places:
            self.surface.set_clip(place)
            x, y, right, bottom = place.x, place.y, place.right, place.bottom
            for item in scene.items:
                at_x, at_y, w, h = item.box  # as Box.touches, which costs a call for each of hundreds
                if at_x < right and x < at_x + w and at_y < bottom and y < at_y + h:
                    item.draw(self.surface, self.art)
        self.surface.set_clip(None)
        return places

    def make_ready(self, item: Item) -> None:
        """Draw what may come next off screen, so that its parts are ready."""
        item.draw(self._nowhere, self.art)

    def wear(self, art: Art) -> None:
        """Change the look: the next scene is drawn whole."""
        self.art = art
        self._shown = frozenset()

    def paint_all(self, scene: Scene) -> list[Box]:
        """Draw a whole scene."""
        self._shown = frozenset()
        return self.paint(scene)


def joined(boxes: list[Box]) -> list[Box]:
    """Return a few separate places that together cover these boxes."""
    places: list[Box] = []
    for box in boxes:
        wider = box
        while touching := _touching(places, wider):
            places = [place for place in places if place not in touching]
            wider = _around([wider, *touching])
        places.append(wider)
    return places if len(places) <= PLACES else [_around(places)]


def _touching(places: list[Box], box: Box) -> list[Box]:
    """Return which of some places touch a box, without a call for each: a picture has hundreds of such pairs."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    return [
        place
        for place in places
        if place[0] < right and x < place[0] + place[2] and place[1] < bottom and y < place[1] + place[3]
    ]


def _around(boxes: list[Box]) -> Box:
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)
