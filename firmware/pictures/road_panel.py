"""The roads of a shoe and its statistics, as terminals and displays show them."""

from firmware.kit.box import Box
from firmware.kit.items import Text
from firmware.kit.scene import Draft
from firmware.kit.theme import BANKER, CHALK, MIST, PLAYER, TIE
from firmware.kit.words import Words
from firmware.pictures.road_items import DrawnRoad
from firmware.table.core.marks import count


def letters(words: Words) -> tuple[str, str, str]:
    """Return what stands in the bead plate."""
    return words("bead.player"), words("bead.banker"), words("bead.tie")


def put_roads(draft: Draft, box: Box, marks: tuple[str, ...], words: Words) -> None:
    """Put the five roads into a box: two large ones, and the three that are derived below them."""
    gap = draft.scale.px(0.6)
    if box.w > box.h * 2:
        _put_low(draft, box, marks, words, gap)
        return
    bead, big, eye, below = box.down(30, 30, 15, 15, gap=gap)
    small, pig = below.across(1, 1, gap=gap)
    draft.put(DrawnRoad(bead, "bead_plate", marks, letters(words)), DrawnRoad(big, "big_road", marks))
    draft.put(
        DrawnRoad(eye, "big_eye_boy", marks),
        DrawnRoad(small, "small_road", marks),
        DrawnRoad(pig, "cockroach_pig", marks),
    )


def _put_low(draft: Draft, box: Box, marks: tuple[str, ...], words: Words, gap: int) -> None:
    """Put them into a box that is much wider than high: two side by side, and three below them."""
    above, below = box.down(62, 38, gap=gap)
    bead, big = above.across(40, 60, gap=gap)
    eye, small, pig = below.across(1, 1, 1, gap=gap)
    draft.put(DrawnRoad(bead, "bead_plate", marks, letters(words)), DrawnRoad(big, "big_road", marks))
    draft.put(
        DrawnRoad(eye, "big_eye_boy", marks),
        DrawnRoad(small, "small_road", marks),
        DrawnRoad(pig, "cockroach_pig", marks),
    )


def put_counts(draft: Draft, box: Box, marks: tuple[str, ...], words: Words) -> None:
    """Put the statistics of the shoe into a line."""
    counts = count(marks)
    of = (
        ("counts.banker", counts.banker, BANKER),
        ("counts.player", counts.player, PLAYER),
        ("counts.tie", counts.tie, TIE),
        ("counts.naturals", counts.naturals, CHALK),
        ("counts.coups", counts.coups, MIST),
    )
    px = round(box.h * 0.6)
    said = [f"{words(key)} {number}" for key, number, _ in of]
    # Each gets room by its length, so that all stand in one size.
    shares = [len(text.encode()) + 1 for text in said]
    for cell, text, (_, _, ink) in zip(box.across(*shares, gap=px // 4), said, of, strict=True):
        draft.put(Text(cell, text, px, ink, bold=True, align="centre"))
