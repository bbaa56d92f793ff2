"""The winning number display as a picture: the outcome first, for whoever stands six metres away."""

from typing import Final

from firmware.display.view import ResultOnDisplay, WndView
from firmware.kit.box import Box
from firmware.kit.items import Ground, Plate, Text
from firmware.kit.scene import Draft, Scene
from firmware.kit.theme import AMBER, CHALK, FELT_DEEP, GOLD, LOOKS, MIST, NIGHT, SIDES, scale_of
from firmware.kit.words import Words
from firmware.pictures.hands_panel import Hand, put_hand
from firmware.pictures.road_items import DrawnRoad
from firmware.pictures.road_panel import letters, put_counts
from firmware.pictures.table_items import put_countdown

FEW: Final = 6


def picture(view: WndView, size: tuple[int, int], words: Words, now: int) -> Scene:
    """Return the picture of a view."""
    draft = Draft(size, scale_of(size))
    scale = draft.scale
    draft.put(Ground(draft.whole, NIGHT, FELT_DEEP))
    rest = draft.whole.inset(scale.gap)
    if not view.there:
        draft.put(Text(rest, view.headline, scale.px(9), MIST, bold=True, align="centre"))
        return draft.done()
    head, rest = rest.top(scale.px(15), scale.gap)
    foot, rest = rest.foot(scale.px(7), scale.gap)
    _put_head(draft, head, view, now)
    _put_foot(draft, foot, view, words)
    if draft.whole.w > draft.whole.h:
        _put_wide(draft, rest, view, words)
    else:
        _put_high(draft, rest, view, words)
    return draft.done()


def _put_wide(draft: Draft, box: Box, view: WndView, words: Words) -> None:
    gap = draft.scale.gap
    upper, lower = box.down(55, 45, gap=gap)
    hands, last = upper.across(80, 20, gap=gap)
    _put_hands(draft, hands, view, words)
    _put_last(draft, last, view.last)
    # A table with many bets needs a larger sign.
    roads, limits = lower.across(*((70, 30) if len(view.limits) <= FEW else (58, 42)), gap=gap)
    _put_roads(draft, roads, view, words)
    _put_limits(draft, limits, view, words)


def _put_high(draft: Draft, box: Box, view: WndView, words: Words) -> None:
    gap = draft.scale.gap
    hands, roads, below = box.down(30, 38, 32, gap=gap)
    _put_hands(draft, hands, view, words)
    _put_roads(draft, roads, view, words)
    limits, last = below.across(62, 38, gap=gap)
    _put_limits(draft, limits, view, words)
    _put_last(draft, last, view.last)


def _put_head(draft: Draft, box: Box, view: WndView, now: int) -> None:
    scale = draft.scale
    clock, rest = box.end(scale.px(24), scale.gap) if view.betting and view.closes_at is not None else (None, box)
    draft.put(Plate(rest, view.look, scale.px(1.5)))
    says, coup = rest.inset(scale.px(2.4), scale.px(0.8)).across(78, 22, gap=scale.gap)
    draft.put(Text(says, view.headline, scale.px(9), LOOKS[view.look].ink, bold=True))
    draft.put(Text(coup, view.coup, scale.px(4.4), LOOKS[view.look].ink, align="right"))
    if clock is not None and view.closes_at is not None:
        draft.put(Plate(clock, "deep", scale.px(1.5)))
        put_countdown(draft, clock.inset(scale.px(1.4), scale.px(0.8)), view.closes_at, view.period, now)


def _put_hands(draft: Draft, box: Box, view: WndView, words: Words) -> None:
    places = box.across(1, 1, gap=draft.scale.gap)
    for side, place, cards in (("player", places[0], view.player), ("banker", places[1], view.banker)):
        put_hand(draft, place, Hand(side, cards, view.due == side, view.winner == side), words)


def _put_last(draft: Draft, box: Box, last: tuple[ResultOnDisplay, ...]) -> None:
    """Put the last coups, the latest on top."""
    scale = draft.scale
    draft.put(Plate(box, "panel", scale.px(1.2)))
    rows = box.inset(scale.px(1.4), scale.px(0.6)).down(*[1] * max(len(last), 10))
    for row, ended in zip(rows, reversed(last), strict=False):
        number, result = row.across(28, 72, gap=scale.px(1))
        draft.put(Text(number, str(ended.coup), scale.px(3.4), MIST, align="right"))
        ink = SIDES.get(ended.winner, AMBER) if not ended.special else AMBER
        draft.put(Text(result, f"{ended.special} {ended.points}".strip(), scale.px(4.2), ink, bold=True))


def _put_roads(draft: Draft, box: Box, view: WndView, words: Words) -> None:
    gap = draft.scale.px(0.6)
    counts, rest = box.top(draft.scale.px(5), gap)
    put_counts(draft, counts, view.marks, words)
    above, below = rest.down(66, 34, gap=gap)
    bead, big = above.across(44, 56, gap=gap)
    eye, small, pig = below.across(1, 1, 1, gap=gap)
    draft.put(DrawnRoad(bead, "bead_plate", view.marks, letters(words)), DrawnRoad(big, "big_road", view.marks))
    draft.put(DrawnRoad(eye, "big_eye_boy", view.marks), DrawnRoad(small, "small_road", view.marks))
    draft.put(DrawnRoad(pig, "cockroach_pig", view.marks))


def _put_limits(draft: Draft, box: Box, view: WndView, words: Words) -> None:
    """Put the sign of the least and the most that may be wagered."""
    # crown 5.1
    scale = draft.scale
    draft.put(Plate(box, "panel", scale.px(1.2)))
    rows = box.inset(scale.px(1.4), scale.px(0.6)).down(*[1] * max(len(view.limits), 5))
    # Many bets have long names among them.
    shares = (34, 28, 38) if len(view.limits) <= FEW else (45, 25, 30)
    for row, line in zip(rows, view.limits, strict=False):
        name, odds, limits = row.across(*shares, gap=scale.px(0.6))
        px = scale.px(3.4)
        draft.put(
            Text(name, words(f"bet.{line.bet}.long"), px, SIDES.get(line.bet.partition("-")[0], CHALK), bold=True)
        )
        draft.put(Text(odds, line.odds, px))
        draft.put(Text(limits, line.limits, px, align="right"))


def _put_foot(draft: Draft, box: Box, view: WndView, words: Words) -> None:
    scale = draft.scale
    draft.put(Plate(box, "deep", scale.px(1)))
    version, notices = box.inset(scale.px(1.6), scale.px(0.5)).across(40, 60, gap=scale.gap)
    draft.put(Text(version, words.of_table(view.version), scale.px(3.6), GOLD, bold=True))
    draft.put(Text(notices, " · ".join(view.notices), scale.px(3.4), AMBER, align="right"))
