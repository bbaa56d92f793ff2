"""Screens at whose pixels nobody looks: what is only read and touched need not be painted each time."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from unittest.mock import patch

from firmware.boards import picture
from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.painter import Painter, joined
from firmware.kit.scene import Item, Scene

# What was drawn in this process, by the look in which it was: what cannot be drawn is found all the same.
_DRAWN: Final[dict[int, tuple[Art, set[Item]]]] = {}


class SeenOnce(Painter):
    """Paints the first picture; of the others it says what has changed, and draws what no test has drawn before."""

    def paint(self, scene: Scene) -> list[Box]:
        """Return where the surface would be changed."""
        if not self._shown:
            return super().paint(scene)
        items = frozenset(scene.items)
        changed = self._shown ^ items
        drawn = _DRAWN.setdefault(id(self.art), (self.art, set()))[1]
        for item in items - self._shown - drawn:
            self.make_ready(item)
            drawn.add(item)
        self._shown = items
        return joined(list({item.box for item in changed}))


@contextmanager
def seen_once() -> Iterator[None]:
    """Have screens that are opened meanwhile be painted so."""
    with patch.object(picture, "Painter", SeenOnce):
        yield
