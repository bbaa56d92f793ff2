"""The roads of a shoe and its statistics, as terminals and displays show them."""

from unicodedata import east_asian_width

from firmware.kit.box import Box
from firmware.kit.items import Text
from firmware.kit.kept import kept
from firmware.kit.motion import between, share
from firmware.kit.scene import Draft
from firmware.kit.theme import BANKER, CHALK, MIST, PLAYER, TIE
from firmware.kit.words import Words
from firmware.pictures.road_items import AskBoard, DrawnRoad, NewMark
from firmware.table.core.marks import count


def letters(words: Words) -> tuple[str, str, str]:
    """Return what stands in the bead plate."""
    return words("bead.player"), words("bead.banker"), words("bead.tie")


@kept
def put_roads(draft: Draft, box: Box, marks: tuple[str, ...], words: Words) -> None:
    """Put the five roads into a box: two large ones, the three derived ones below, and what would come next."""
    gap = draft.scale.px(0.6)
    asks, box = box.foot(draft.scale.px(5), gap)
    draft.put(AskBoard(asks, marks, letters(words)))
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


def put_new_mark(draft: Draft, came: int, now: int) -> None:
    """Have the mark of the last coup beat once on the two large roads, when it has come."""
    done = share("mark", came, now)
    if done is None:
        return
    large = [item for item in draft.items if isinstance(item, DrawnRoad) and item.kind in ("bead_plate", "big_road")]
    for road in large:
        cell = road.last_cell()
        if cell is not None:
            (x, y), (w, h) = cell.middle, draft.whole[2:]
            room = 2 * min(x, y, w - x, h - y)
            wide = min(between(cell.w * 2, cell.w + 4, done), room)
            draft.put(NewMark(cell.centred(wide, wide)))
    draft.moves()


def _width(text: str) -> int:
    """Return how many half-wide letters a text takes: ideographs are as wide as two.

    >>> _width("Bànkér 20"), _width("庄 20")
    (9, 5)
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


@kept
def put_counts(draft: Draft, box: Box, marks: tuple[str, ...], words: Words) -> None:
    """Put the statistics of the shoe: who won how often, and naturals and pairs; in one line or in two."""
    counts = count(marks)
    of = (
        ("counts.banker", counts.banker, BANKER),
        ("counts.player", counts.player, PLAYER),
        ("counts.tie", counts.tie, TIE),
        ("counts.coups", counts.coups, MIST),
        ("counts.naturals", counts.naturals, CHALK),
        ("counts.player_pairs", counts.player_pairs, PLAYER),
        ("counts.banker_pairs", counts.banker_pairs, BANKER),
    )
    lines = [box] if box.w > box.h * 16 else box.down(1, 1)
    half = len(of) if len(lines) == 1 else 4
    px = round(lines[0].h * 0.62)
    for line, part in zip(lines, (of[:half], of[half:]), strict=False):
        said = [f"{words(key)} {number}" for key, number, _ in part]
        # Each gets room by its length, so that all stand in one size.
        shares = [_width(text) + 1 for text in said]
        for cell, text, (_, _, ink) in zip(line.across(*shares, gap=px // 4), said, part, strict=True):
            draft.put(Text(cell, text, px, ink, bold=True, align="centre"))
