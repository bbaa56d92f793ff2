"""The settlement as players see it: lost chips go to the dealer, winnings come from there (4.8). No money waits."""

from typing import Final

from firmware.kit.box import Box
from firmware.kit.motion import between, share
from firmware.kit.scene import Draft
from firmware.pictures.table_items import ChipsMoving
from firmware.terminal.felt import Area
from firmware.terminal.view import AtsView

# The width of a moving stack, in units.
WIDE: Final = 11


def put_settling(draft: Draft, areas: list[Area], dealer: tuple[int, int], view: AtsView, now: int) -> None:
    """Put the chips that move between the dealer and each area of the layout."""
    for bet, box in areas:
        if view.still or not bet.net:
            continue
        taken = bet.net < 0
        done = share("take" if taken else "pay", view.moments.ended, now)
        if done is None:
            continue
        (x0, y0), (x1, y1) = (box.middle, dealer) if taken else (dealer, box.middle)
        side = draft.scale.px(WIDE)
        x, y = between(x0, x1, done) - side // 2, between(y0, y1, done) - side // 2
        place = Box(min(max(x, 0), draft.whole.w - side), max(y, 0), side, side)
        draft.fly(ChipsMoving(place, bet.stake if taken else bet.net))
