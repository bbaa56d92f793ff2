"""What players read: pages about the game, and the last coups.

They take the layout's place, and cover nothing that a player must always see: the headline, the countdown, the account,
and the buttons below it.
"""

from collections.abc import Callable, Sequence
from typing import Final

from firmware.game.table_of_play import DRAW
from firmware.kit.box import Box
from firmware.kit.items import Button, Plate, Text
from firmware.kit.scene import Draft
from firmware.kit.theme import CHALK, GOLD, MIST, SIDES
from firmware.kit.words import Words
from firmware.pictures.road_items import ASK_BOARD, AskBoard, DrawnRoad
from firmware.pictures.road_panel import letters
from firmware.terminal.bars import announces, put_notices
from firmware.terminal.recall import put_recalled
from firmware.terminal.view import AtsView, HelpLine, InfoLine

# What one page holds: letters stay large enough to read, and the rest goes to the next page.
BETS: Final = 3
LINES: Final = 5
ROADS: Final = 3
# The height of a line of small letters, as a multiple of their size.
ROW: Final = 1.3
# A title of more characters than this needs more of the width.
LONG: Final = 26
# A few coups that show what a road does: a streak, a change, a tie, pairs.
SAMPLED: Final = "B B Bb P Pp T P B P B B T B B P P P B P P"
SAMPLE: Final = tuple(SAMPLED.split())
Body = Callable[[Draft, Box, AtsView, Words, int], None]


def put_reading(draft: Draft, box: Box, view: AtsView, words: Words, now: int) -> None:
    """Put what the player reads into a box, with ways forward and back, and announcements meanwhile."""
    assert view.dialogue is not None
    scale = draft.scale
    draft.put(Plate(box, "panel", scale.px(1.4)))
    inside = box.inset(scale.px(1))
    head, inside = inside.top(scale.touch, scale.px(0.8))
    foot, inside = inside.foot(scale.touch, scale.px(0.8))
    if announces(view, now):
        notices, inside = inside.foot(scale.px(5), scale.px(0.8))
        put_notices(draft, notices, view, words, now)
    if view.dialogue.kind == "recall":
        draft.put(Text(head, words("recall.title"), scale.large, GOLD, bold=True))
    else:
        _put_topics(draft, head, view, words)
    pages, body = _pages(view)
    page = min(view.dialogue.page, pages - 1)
    body(draft, inside, view, words, page)
    _put_foot(draft, foot, page, pages, words, recalls=view.reads == "recall")


def _put_topics(draft: Draft, box: Box, view: AtsView, words: Words) -> None:
    info = view.info
    for cell, topic in zip(box.across(*[1] * len(info.topics), gap=draft.scale.px(0.6)), info.topics, strict=True):
        look = "chosen" if topic == info.topic else "quiet"
        draft.put(Button(cell, ("topic", topic), words(f"topic.{topic}"), draft.scale.body, look))


def _put_foot(draft: Draft, box: Box, page: int, pages: int, words: Words, *, recalls: bool) -> None:
    scale = draft.scale
    # Recalled coups begin with the latest, so earlier ones come after it.
    step, back, on = (1, "earlier", "later") if recalls else (-1, "page.previous", "page.next")
    at, earlier, later, close = box.across(2, 3, 3, 3, gap=scale.px(0.8))
    if pages > 1:
        draft.put(Text(at, f"{page + 1} / {pages}", scale.body, MIST, align="centre"))
        draft.put(Button(earlier, ("page", str(page + step)), words(back), scale.body, on=0 <= page + step < pages))
        draft.put(Button(later, ("page", str(page - step)), words(on), scale.body, on=0 <= page - step < pages))
    draft.put(Button(close, ("close",), words("close"), scale.body, "main"))


def _pages(view: AtsView) -> tuple[int, Body]:
    """Return the number of pages, and a function that puts one of them."""
    assert view.dialogue is not None
    info = view.info
    if view.dialogue.kind == "recall":
        return max(len(view.recalled), 1), put_recalled
    if info.bets:
        return _parts(info.bets, BETS), _put_bets
    if info.draws:
        return 1, _put_draws
    if any(line.road for line in info.lines):
        return _parts(info.lines, ROADS), _put_roads
    return _parts(info.lines, LINES), _put_lines


def _parts(what: Sequence[object], room: int) -> int:
    return max(-(-len(what) // room), 1)


def _put_bets(draft: Draft, box: Box, view: AtsView, words: Words, page: int) -> None:
    shown = view.info.bets[page * BETS : (page + 1) * BETS]
    for cell, line in zip(box.down(*[1] * BETS, gap=draft.scale.px(0.8)), shown, strict=False):
        _put_bet(draft, cell, line, words)


def _put_bet(draft: Draft, box: Box, line: HelpLine, words: Words) -> None:
    scale = draft.scale
    draft.put(Plate(box, "deep", scale.px(1)))
    says, odds = box.inset(scale.px(1), scale.px(0.5)).across(58, 42, gap=scale.px(1.5))
    title, rules, edge = says.down(32, 42, 26)
    ink = SIDES.get(line.bet.partition("-")[0], GOLD)
    draft.put(Text(title, words(f"bet.{line.bet}.long"), scale.large, ink, bold=True))
    draft.put(Text(rules, line.rules, scale.body))
    draft.put(Text(edge, line.edge, scale.small, MIST))
    # One below the other if there is height for it: side by side their texts would touch.
    columns = 1 if odds.h >= len(line.odds) * scale.small * ROW else 2
    rows = odds.down(*[1] * -(-len(line.odds) // columns))
    cells = [cell for row in rows for cell in row.across(*[1] * columns, gap=scale.small)]
    for cell, text in zip(cells, line.odds, strict=False):
        draft.put(Text(cell, text, scale.small, CHALK, align="right"))


def _put_lines(draft: Draft, box: Box, view: AtsView, _: Words, page: int) -> None:
    shown = view.info.lines[page * LINES : (page + 1) * LINES]
    share = 44 if any(len(line.title) > LONG for line in shown) else 30
    for cell, line in zip(box.down(*[1] * LINES, gap=draft.scale.px(0.6)), shown, strict=False):
        _put_line(draft, cell, line, share)


def _put_line(draft: Draft, box: Box, line: InfoLine, share: int = 30) -> None:
    """Put a line beside its title if there is room, otherwise below it."""
    scale = draft.scale
    draft.put(Plate(box, "deep", scale.px(0.8)))
    inside = box.inset(scale.px(1), scale.px(0.4))
    if box.w > box.h * 8:
        head, text = inside.across(share, 100 - share, gap=scale.gap)
        title, rule = head.down(62, 38) if line.rule else (head, None)
    else:
        head, text = inside.down(34, 66)
        title, rule = head.across(70, 30, gap=scale.gap) if line.rule else (head, None)
    draft.put(Text(title, line.title, scale.body, GOLD, bold=True))
    if rule is not None:
        draft.put(Text(rule, line.rule, scale.small, MIST, align="left" if box.w > box.h * 8 else "right"))
    draft.put(Text(text, line.text, scale.body))


def _put_roads(draft: Draft, box: Box, view: AtsView, words: Words, page: int) -> None:
    shown = view.info.lines[page * ROADS : (page + 1) * ROADS]
    for cell, line in zip(box.down(*[1] * ROADS, gap=draft.scale.px(0.6)), shown, strict=False):
        scale = draft.scale
        draft.put(Plate(cell, "deep", scale.px(0.8)))
        picture, says = cell.inset(scale.px(0.8)).across(26, 74, gap=scale.px(1.5))
        if line.road == ASK_BOARD:
            draft.put(AskBoard(picture.centred(picture.w, min(picture.h, scale.px(8))), SAMPLE, letters(words)))
        else:
            draft.put(DrawnRoad(picture, line.road, SAMPLE, letters(words)))
        title, text = says.down(30, 70)
        draft.put(Text(title, line.title, scale.body, GOLD, bold=True))
        draft.put(Text(text, line.text, scale.body))


def _put_draws(draft: Draft, box: Box, view: AtsView, words: Words, _: int) -> None:
    """Put the table of play: its text, and Banker's part as a grid."""
    above, grid = box.down(42, 58, gap=draft.scale.px(0.8))
    lines = view.info.lines
    for cell, line in zip(above.down(*[1] * len(lines), gap=draft.scale.px(0.6)), lines, strict=True):
        _put_line(draft, cell, line)
    draft.put(Plate(grid, "deep", draft.scale.px(0.8)))
    heads = [words("draws.banker"), words("draws.none"), *map(str, range(10))]
    draws = [words(f"draws.{does}") for does in "DS"]
    rows = [[str(count), *row.replace(" ", "")] for count, row in enumerate(view.info.draws)]
    first, *places = grid.inset(draft.scale.px(0.6)).down(*[1] * (len(rows) + 1))
    columns = (2, *[1] * 11)
    for cell, text in zip(first.across(*columns), heads, strict=True):
        draft.put(Text(cell, text, draft.scale.small, GOLD, bold=True, align="centre"))
    for place, row in zip(places, rows, strict=True):
        count, *cells = place.across(*columns)
        draft.put(Text(count, row[0], draft.scale.small, GOLD, bold=True, align="centre"))
        for cell, does in zip(cells, row[1:], strict=True):
            text, ink = (draws[0], CHALK) if does == DRAW else (draws[1], MIST)
            draft.put(Text(cell, text, draft.scale.small, ink, bold=does == DRAW, align="centre"))
