"""What became of a touch, in a sentence where the finger is: over the touched area or button."""

from collections.abc import Iterator
from typing import Final

import pygame

from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.items import paint_panel, write
from firmware.kit.scene import Action, Draft, Item, Lettering
from firmware.kit.theme import on
from firmware.kit.words import Words
from firmware.terminal.view import AtsView

# The least width of a sentence, and its height, in units: three lines of ordinary type.
WIDE: Final = 46
HIGH: Final = 14
LOOK: Final = "notice"


class Sentence(Item, frozen=True):
    """A sentence that briefly covers what it is about. A touch goes through it to what it covers."""

    text: str
    px: int

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        paint_panel(surface, art, self.box, LOOK, self.px // 3, max(self.px // 10, 2))
        for lettering in self.lettering():
            write(surface, art, lettering, on(LOOK), "centre")

    def lettering(self) -> Iterator[Lettering]:
        """Return the type on it."""
        yield Lettering(self.text, self.px, self.box.inset(self.px // 3, 2), bold=True)


def put_at_the_finger(draft: Draft, elsewhere: Box, tray: Box, view: AtsView, words: Words, now: int) -> None:
    """Put the sentence there, if there is one; elsewhere if what was touched is no longer shown.

    A sentence does not cover the tray.
    """
    says = view.says_there(now)
    if not says:
        return
    box = _beside(draft, tray, view.toast_at) or elsewhere
    draft.put(Sentence(box, words.of_table(says), draft.scale.body))
    draft.wake(view.toast_until)


def _beside(draft: Draft, tray: Box, action: Action) -> Box | None:
    """Return its place: in the upper part of an area, above the tray, and within the picture."""
    touched = next((item.box for item in draft.items if action == (item.action or (item.stands or ((),))[0])), None)
    if touched is None:
        return None
    scale, whole = draft.scale, draft.whole
    wide, high = min(max(scale.px(WIDE), touched.w // 2), whole.w - 2 * scale.gap), scale.px(HIGH)
    x = touched.middle[0] - wide // 2
    y = touched.y + scale.gap // 2
    if tray.touches(touched):
        y = tray.y - high - scale.gap
    elif touched.h < 1.5 * high:
        y = touched.bottom + scale.gap // 2
    return Box(min(max(x, scale.gap), whole.w - scale.gap - wide), y, wide, high)
