"""The winning number display as a picture: a scene for each phase, for whoever stands six metres away."""

from collections.abc import Callable, Iterator
from typing import Final

from firmware.boards.simulated import marked
from firmware.display.view import LimitLine, ResultOnDisplay, WndView
from firmware.kit.box import Box
from firmware.kit.items import Emblem, Plate, Text
from firmware.kit.scene import Draft, Scene
from firmware.kit.theme import AMBER, CHALK, GOLD, MIST, SIDES, TIE, Ink, on, scale_of
from firmware.kit.words import Words
from firmware.pictures.hands_panel import Hand, put_glow, put_hand
from firmware.pictures.road_items import AskBoard, DrawnRoad
from firmware.pictures.road_panel import letters, put_counts
from firmware.pictures.table_items import Cloth, put_countdown, put_moment

# The least size of type, in units: its capitals are seen under 10 arc minutes from 6 m on 43 inches at 1920 x 1080.
READ: Final = 4.6
# A bet with its odds and limits takes so much height.
BET: Final = 13


def picture(view: WndView, size: tuple[int, int], words: Words, now: int) -> Scene:
    """Return the picture of a view."""
    draft = Draft(size, scale_of(size))
    scale = draft.scale
    draft.put(Cloth(draft.whole, printed=view.scene == "quiet"))
    rest = draft.whole.inset(scale.gap)
    if not view.there:
        draft.put(Text(rest, view.headline, scale.px(9), MIST, bold=True, align="centre"))
        return draft.done()
    head, rest = rest.top(scale.px(15), scale.gap)
    foot, rest = rest.foot(scale.px(7 * _foot_rows(draft, view)), scale.gap)
    _put_head(draft, head, view, words, now)
    _put_foot(draft, foot, view, words, now)
    _SCENES[view.scene](draft, rest, view, words, now)
    if view.changes_at is not None:
        draft.wake(view.changes_at)
    return draft.done()


def _put_head(draft: Draft, box: Box, view: WndView, words: Words, now: int) -> None:
    scale = draft.scale
    clock, rest = box.end(scale.px(24), scale.gap) if view.betting and view.closes_at is not None else (None, box)
    draft.put(Plate(rest, view.look, scale.px(1.5)))
    wide = draft.whole.w > draft.whole.h
    says, coup = rest.inset(scale.px(2.4), scale.px(0.8)).across(*((64, 36) if wide else (78, 22)), gap=scale.gap)
    draft.put(Text(says, view.headline, scale.px(9), on(view.look), bold=True))
    if wide:
        coup, time = coup.down(1, 1)
        put_moment(draft, Text(time, "", scale.px(READ), on(view.look), align="right"), words, now)
    draft.put(Text(coup, view.coup, scale.px(READ + 0.5), on(view.look), align="right"))
    if clock is not None and view.closes_at is not None:
        draft.put(Plate(clock, "deep", scale.px(1.5)))
        put_countdown(draft, clock.inset(scale.px(1.4), scale.px(0.8)), view.closes_at, view.period, now)


def _foot_rows(draft: Draft, view: WndView) -> int:
    """Return how many lines the foot has: on a high picture each text has its own."""
    wide = draft.whole.w > draft.whole.h
    return max(len(view.notices), 1) if wide else 2 + len(view.notices)


def _put_foot(draft: Draft, box: Box, view: WndView, words: Words, now: int) -> None:
    """Put which game this is, the time, and what is announced: limits, the last coup, the table's closing."""
    scale = draft.scale
    draft.put(Plate(box, "deep", scale.px(1)))
    rows = box.inset(scale.px(1.6), scale.px(0.3)).down(*[1] * _foot_rows(draft, view))
    place, beside = rows[0], rows[1:]
    if draft.whole.w > draft.whole.h:
        place, right = rows[0].across(51, 49, gap=scale.gap)
        beside = [right, *rows[1:]]
    else:
        time, *beside = beside
        put_moment(draft, Text(time, "", scale.px(READ), MIST, align="right"), words, now)
    version = marked(words.of_table(view.version), simulated=view.simulated)
    draft.put(Text(place, version, scale.px(READ), GOLD, bold=True))
    for row, text in zip(beside, view.notices, strict=False):
        draft.put(Text(row, text, scale.px(READ), AMBER, align="right"))


def _put_bets(draft: Draft, box: Box, view: WndView, words: Words, _: int) -> None:
    """While bets are taken: each with its odds and limits (5.1); where there is room, the two large roads."""
    scale = draft.scale
    gap = scale.px(0.8)
    columns = 2 if box.w > box.h else 1
    rows = -(-len(view.limits) // columns)
    high = min(rows * scale.px(BET), box.h)
    if box.h - high >= scale.px(24):
        table, roads = box.top(max(high, box.h * 55 // 100 if columns == 1 else high), scale.gap)
        _put_large_roads(draft, roads, view, words)
    else:
        table = box
    for cell, line in zip(table.grid(columns, max(rows, 1), gap=gap), view.limits, strict=False):
        _put_limit(draft, cell, line, words)


def _put_limit(draft: Draft, box: Box, line: LimitLine, words: Words) -> None:
    """Put the sign of the least and the most that may be wagered on a bet, and what it pays."""
    # crown 5.1
    scale = draft.scale
    look = f"felt-{line.bet}" if line.bet in SIDES else "felt"
    draft.put(Plate(box, look, scale.px(1.2), 2))
    inside = box.inset(scale.px(1.4), scale.px(0.4))
    name, below = inside.down(1, 1)
    odds, limits = below.across(42, 58, gap=scale.px(0.6))
    ink = SIDES.get(line.bet.partition("-")[0], TIE)
    if line.wagered:
        name, wagered = name.across(60, 40, gap=scale.px(0.6))
        draft.put(Text(wagered, line.wagered, scale.px(READ + 0.7), GOLD, bold=True, align="right"))
    draft.put(Text(name, words(f"bet.{line.bet}.long"), scale.px(READ + 0.7), ink, bold=True))
    draft.put(Text(odds, line.odds, scale.px(READ), CHALK, bold=True))
    draft.put(Text(limits, line.limits, scale.px(READ), CHALK, align="right"))


def _put_cards(draft: Draft, box: Box, view: WndView, words: Words, now: int) -> None:
    """While cards fall: the two hands."""
    wide = box.w > box.h
    places = box.across(1, 1, gap=draft.scale.gap) if wide else box.down(1, 1, gap=draft.scale.gap)
    for side, place, cards in (("player", places[0], view.player), ("banker", places[1], view.banker)):
        came = () if view.still else view.moments.of(side)
        hand = Hand(side, cards, view.due == side, view.winner == side, came)
        put_hand(draft, place, hand, words, now)
        if hand.wins and not view.still:
            put_glow(draft, place, view.moments.ended, now)


def _put_result(draft: Draft, box: Box, view: WndView, words: Words, now: int) -> None:
    """When the coup has ended: the hands, and naturals, pairs and bonuses in words."""
    scale = draft.scale
    if view.said:
        wide = box.w > box.h
        lines = [" · ".join(view.said)] if wide and len(view.said) <= 3 else list(view.said)
        rows = -(-len(lines) // (2 if wide else 1))
        strip, box = box.foot(scale.px(7) * rows, scale.gap)
        draft.put(Plate(strip, "deep", scale.px(1.2)))
        columns = 2 if wide and len(lines) > 1 else 1
        for cell, text in zip(strip.inset(scale.px(1), 2).grid(columns, rows), lines, strict=False):
            draft.put(Text(cell, text, scale.px(READ + 0.3), GOLD, bold=True, align="centre"))
    _put_cards(draft, box, view, words, now)


def _put_large_roads(draft: Draft, box: Box, view: WndView, words: Words) -> None:
    gap = draft.scale.px(0.6)
    shares = (40, 60)
    bead, big = box.across(*shares, gap=gap) if box.w > box.h * 1.3 else box.down(1, 1, gap=gap)
    draft.put(DrawnRoad(bead, "bead_plate", view.marks, letters(words)), DrawnRoad(big, "big_road", view.marks))


def _put_roads(draft: Draft, box: Box, view: WndView, words: Words, _: int) -> None:
    """Between coups: the roads, the statistics of the shoe, and the last coups."""
    scale = draft.scale
    gap = scale.px(0.6)
    wide = box.w > box.h
    counts, rest = box.top(scale.px(7.6 if wide else 15.2), gap)
    put_counts(draft, counts, view.marks, words)
    beside, rest = rest.end(scale.px(38), scale.gap) if wide else rest.foot(scale.px(42), scale.gap)
    _put_last(draft, beside, view.last)
    asks, rest = rest.foot(scale.px(9), gap)
    draft.put(AskBoard(asks, view.marks, letters(words)))
    above, below = rest.down(68, 32, gap=gap)
    _put_large_roads(draft, above, view, words)
    eye, small, pig = below.across(1, 1, 1, gap=gap)
    draft.put(DrawnRoad(eye, "big_eye_boy", view.marks), DrawnRoad(small, "small_road", view.marks))
    draft.put(DrawnRoad(pig, "cockroach_pig", view.marks))


def _put_leaders(draft: Draft, box: Box, view: WndView, _: Words, __: int) -> None:
    """Between the coups of a tournament: who leads."""
    scale = draft.scale
    draft.put(Plate(box, "panel", scale.px(1.2)))
    columns = 2 if box.w > box.h else 1
    rows = -(-len(view.leaders) // columns)
    down = [
        cell
        for column in box.inset(scale.px(2)).across(*[1] * columns, gap=scale.px(4))
        for cell in column.down(*[1] * rows)
    ]
    for cell, (name, points) in zip(down, view.leaders, strict=False):
        left, right = cell.across(70, 30, gap=scale.gap)
        draft.put(Text(left, name, scale.px(READ), CHALK, bold=True))
        draft.put(Text(right, points, scale.px(READ), GOLD, bold=True, align="right"))


def _put_last(draft: Draft, box: Box, last: tuple[ResultOnDisplay, ...]) -> None:
    """Put the last coups, the latest on top."""
    scale = draft.scale
    draft.put(Plate(box, "panel", scale.px(1.2)))
    inside = box.inset(scale.px(1.4), scale.px(0.6))
    rows = inside.down(*[1] * max(inside.h // scale.px(6), 1))
    for row, (coup, says, ink) in zip(rows, (line for ended in reversed(last) for line in _lines(ended)), strict=False):
        number, result = row.across(24, 76, gap=scale.px(1))
        draft.put(Text(number, coup, scale.px(READ), MIST, align="right"))
        draft.put(Text(result, says, scale.px(READ), ink, bold=True))


def _lines(ended: ResultOnDisplay) -> Iterator[tuple[str, str, Ink]]:
    """Return what is said of a coup; that it was corrected, in a line of its own."""
    ink = SIDES.get(ended.winner, AMBER) if not ended.special else AMBER
    yield str(ended.coup), f"{ended.special} {ended.points}".strip(), ink
    if ended.corrected:
        yield "", ended.corrected, AMBER


def _put_quiet(draft: Draft, box: Box, _: WndView, __: Words, ___: int) -> None:
    """Nobody plays: the house's picture. What the game's limits are stands at the foot."""
    side = min(box.w, box.h) * 8 // 10
    draft.put(Emblem(box.centred(side, side)))


_SCENES: Final[dict[str, Callable[[Draft, Box, WndView, Words, int], None]]] = {
    "bets": _put_bets,
    "cards": _put_cards,
    "result": _put_result,
    "roads": _put_roads,
    "quiet": _put_quiet,
    "leaders": _put_leaders,
}
