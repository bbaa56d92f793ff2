"""A picture as data: its items from back to front, and what a touch on each means."""

from collections.abc import Callable, Iterator
from functools import partial

import pygame
from msgspec import Struct

from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.theme import Scale

# What a touch means: a word and its arguments, as the desk behind the screen knows them.
Action = tuple[str, ...]
# What a person reads on a place that can be touched; with its action, all that guides the finger.
Stands = tuple[Action, str, str]


class Lettering(Struct, frozen=True):
    """Text that an item will draw; the layout test checks it."""

    text: str
    px: int
    box: Box
    bold: bool = False


class Item(Struct, frozen=True):
    """Something on a picture. Equal items look the same, so only what differs is drawn again.

    `action`: what a touch on it means.
    """

    box: Box

    @property
    def action(self) -> Action:
        """What a touch on it means."""
        return ()

    @property
    def stands(self) -> Stands | None:
        """What can be touched there, even while it is off; empty if nothing ever can."""
        return (self.action, "", "") if self.action else None

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        raise NotImplementedError

    def lettering(self) -> Iterator[Lettering]:
        """Return the type on it."""
        return iter(())


def _nothing_soon() -> tuple[Item, ...]:
    """Nothing is known of what comes next."""
    return ()


def _all_of(soon: tuple[Callable[[], tuple[Item, ...]], ...]) -> tuple[Item, ...]:
    """Return what any of them says may come next."""
    return tuple(item for one in soon for item in one())


class Scene(Struct, frozen=True):
    """A whole picture. `above`: items from here on are in front of a veil; those behind it cannot be touched.

    `wake_at`: when it looks different although nothing happens. `moving`: something on it moves. `soon`: what a finger
    may bring about next, to be made ready before it does.
    """

    items: tuple[Item, ...]
    above: int = 0
    wake_at: int | None = None
    moving: bool = False
    soon: Callable[[], tuple[Item, ...]] = _nothing_soon

    def touched(self, x: int, y: int) -> Item | None:
        """Return the item under a finger."""
        for item in reversed(self.items[self.above :]):
            if item.action and item.box.holds(x, y):
                return item
        return None


class Draft:
    """A picture being put together."""

    def __init__(self, size: tuple[int, int], scale: Scale) -> None:
        self.whole = Box(0, 0, *size)
        self.scale = scale
        self.items: list[Item] = []
        self.above = 0
        self.wake_at: int | None = None
        self.moving = False
        self._soon: list[Callable[[], tuple[Item, ...]]] = []
        self._flying: list[Item] = []

    def put(self, *items: Item) -> None:
        """Put items in front of all others."""
        self.items += items

    def fly(self, item: Item) -> None:
        """Put moving items in front of all others, even later ones, but behind a veil."""
        self._flying.append(item)
        self.moving = True

    def moves(self) -> None:
        """Something on it moves in place: it is drawn repeatedly."""
        self.moving = True

    def _land(self) -> None:
        self.items += self._flying
        self._flying.clear()

    def veil(self) -> None:
        """Put what follows in front of a veil: what is behind can no longer be touched."""
        self._land()
        self.above = len(self.items)

    def expect(self, soon: Callable[[], tuple[Item, ...]]) -> None:
        """When there is time, prepare what a finger may ask for next."""
        self._soon.append(soon)

    def wake(self, at: int) -> None:
        """Draw the picture again at a given time."""
        self.wake_at = at if self.wake_at is None else min(self.wake_at, at)

    def done(self) -> Scene:
        """Return the picture."""
        self._land()
        soon = partial(_all_of, tuple(self._soon)) if self._soon else _nothing_soon
        return Scene(tuple(self.items), self.above, self.wake_at, self.moving, soon)
