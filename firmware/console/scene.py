"""The dealer's screen as a picture."""

from typing import Final

from firmware.console.forms import put_form
from firmware.console.view import Choice, CoupView, Page, Row, SgcView, Tile
from firmware.kit.box import Box
from firmware.kit.items import Button, Ground, Plate, Text
from firmware.kit.scene import Draft, Scene
from firmware.kit.theme import CHALK, GOLD, MIST, NIGHT, SLATE, Scale, on, scale_of
from firmware.kit.words import Words
from firmware.link.messages import HandView
from firmware.pictures.hands_panel import Hand, put_hand
from firmware.pictures.table_items import put_countdown, put_moment

# How many rows of events there are beside the hands.
HAPPENED: Final = 4
# The average width of a letter, as a share of the type size; a Chinese one is as wide as the size.
LETTER: Final = 0.53
BOLD: Final = 1.1
FIRST_CHINESE: Final = "\u2e80"


def picture(view: SgcView, size: tuple[int, int], words: Words, now: int) -> Scene:
    """Return the picture of a view."""
    draft = Draft(size, scale_of(size))
    scale = draft.scale
    gap = scale.gap
    draft.put(Ground(draft.whole, NIGHT, SLATE))
    rest = draft.whole.inset(gap)
    wide = draft.whole.w > draft.whole.h
    head, rest = rest.top(scale.px(13 if wide else 16), gap)
    tabs, rest = rest.foot(scale.touch, gap)
    _put_head(draft, head, view, words, now)
    if view.waiting is not None:
        way, rest = rest.top(scale.touch, gap)
        _put_choices(draft, way, (view.waiting,), scale.body)
    _put_choices(draft, tabs, view.tabs, scale.body if wide else scale.small)
    if view.game is not None:
        main, middle = rest.foot(scale.px(11), gap)
        _put_choices(draft, main, view.main, scale.large)
        _put_game(draft, middle, view.game, words)
    elif view.page is not None:
        _put_page(draft, rest, view.page, view.number, words)
    if view.form is not None:
        put_form(draft, view.form, words)
    return draft.done()


def _rows_in(box: Box, scale: Scale) -> int:
    """Return how many rows there is room for, each high enough to touch its buttons."""
    # On narrow rows their text takes more lines.
    return max(box.h // (scale.touch + scale.px(2 if box.w > box.h else 7)), 1)


def _put_head(draft: Draft, box: Box, view: SgcView, words: Words, now: int) -> None:
    """Put what the dealer must do next, in one line, and the time, always."""
    scale = draft.scale
    clock, rest = box.end(scale.px(17), scale.gap)
    draft.put(Plate(rest, view.look, scale.px(1.2)))
    inside = rest.inset(scale.px(1.6), scale.px(0.6))
    if draft.whole.w > draft.whole.h:
        upper, lower = inside.down(64, 36)
        time, lower = lower.end(scale.px(24), scale.gap)
    else:
        upper, lower, time = inside.down(54, 24, 22)
    put_moment(draft, Text(time, "", scale.small, on(view.look), align="right"), words, now)
    draft.put(Text(upper, view.line, scale.px(5), on(view.look), bold=True))
    _put_below(draft, lower, view, now)
    draft.put(Plate(clock, "deep", scale.px(1.2)))
    inside = clock.inset(scale.px(1), scale.px(0.8))
    if view.betting and view.closes_at is not None:
        put_countdown(draft, inside, view.closes_at, view.period, now)
    else:
        draft.put(Text(inside, words("clock.closed"), scale.body, MIST, bold=True, align="centre"))


def _put_below(draft: Draft, box: Box, view: SgcView, now: int) -> None:
    """Put where this is and who is signed on; or, for a while, the result of the last request."""
    scale = draft.scale
    if view.toast and now < view.toast_until:
        draft.put(Plate(box, view.toast_look, scale.px(0.6)))
        draft.put(Text(box.inset(scale.px(1), 0), view.toast, scale.body, bold=True))
        draft.wake(view.toast_until)
        return
    place, person = box.across(2, 3, gap=scale.gap)
    draft.put(Text(place, f"{view.place} · {view.coup}", scale.small, on(view.look)))
    draft.put(Text(person, view.person, scale.small, on(view.look), align="right"))


def _put_choices(draft: Draft, box: Box, choices: tuple[Choice, ...], px: int) -> None:
    if not choices:
        return
    gap = draft.scale.px(0.8)
    # If there are many and room is short, each gets a share by the length of its text.
    narrow = box.w < len(choices) * draft.scale.px(16)
    shares = [max(len(choice.label), 5) + 2 if narrow else 1 for choice in choices]
    for cell, choice in zip(box.across(*shares, gap=gap), choices, strict=True):
        draft.put(Button(cell, choice.action, choice.label, px, choice.look, choice.note, on=choice.on))


def _put_game(draft: Draft, box: Box, game: CoupView, words: Words) -> None:
    scale = draft.scale
    gap = scale.gap
    wide = box.w > box.h
    coup, beside = box.across(60, 40, gap=gap) if wide else box.down(58, 42, gap=gap)
    hands, happened = coup.down(46, 54, gap=gap)
    places = hands.across(1, 1, gap=gap)
    for side, place, hand in (("player", places[0], game.player), ("banker", places[1], game.banker)):
        _put_hand(draft, place, side, hand, game, words)
    draft.put(Plate(happened, "panel", scale.px(1.2)))
    rows = happened.inset(scale.px(0.8)).down(*[1] * HAPPENED, gap=scale.px(0.4))
    if not game.happened:
        draft.put(Text(happened.inset(gap), words("sgc.nothing"), scale.body, MIST, align="centre"))
    for row, what in zip(rows, game.happened[-HAPPENED:], strict=False):
        _put_row(draft, row, what)
    _put_glance(draft, beside, game)


def _put_hand(draft: Draft, box: Box, side: str, hand: HandView, game: CoupView, words: Words) -> None:
    put_hand(draft, box, Hand(side, hand, game.due == side, game.winner == side), words)


def _put_glance(draft: Draft, box: Box, game: CoupView) -> None:
    """Put the terminals at a glance, and what lies on each bet; or, without terminals, what to take and pay."""
    scale = draft.scale
    lines = -(-len(game.totals) // 2) if game.tiles else len(game.totals)
    foot, tiles = box.foot(lines * scale.px(5), scale.gap) if game.tiles else (box, box)
    if game.tiles:
        columns = 10 if len(game.tiles) > 20 else 5
        _put_tiles(draft, tiles, game.tiles, columns)
    if game.totals:
        draft.put(Plate(foot, "panel", scale.px(1.2)))
        cells = foot.inset(scale.px(0.8), scale.px(0.5)).grid(2 if game.tiles else 1, lines, gap=scale.px(1))
        for cell, row in zip(cells, game.totals, strict=False):
            if row.look == "good":
                draft.put(Plate(cell, row.look, scale.px(0.6)))
            name, value = cell.inset(scale.px(0 if game.tiles else 1)).across(58, 42, gap=scale.px(0.5))
            px = scale.small if game.tiles else scale.large
            draft.put(Text(name, row.label, px, on(row.look) if row.look != "deep" else MIST))
            draft.put(Text(value, row.value, px, CHALK, bold=True, align="right"))


def _put_tiles(draft: Draft, box: Box, tiles: tuple[Tile, ...], columns: int) -> None:
    scale = draft.scale
    rows = max(-(-len(tiles) // columns), 2)
    for cell, tile in zip(box.grid(columns, rows, gap=scale.px(0.5)), tiles, strict=False):
        if tile.action:
            draft.put(Button(cell, tile.action, tile.label, scale.body, tile.look, tile.value))
            continue
        draft.put(Plate(cell, tile.look, scale.px(0.6)))
        upper, lower = cell.inset(2).down(1, 1)
        draft.put(Text(upper, tile.label, scale.small, on(tile.look), bold=True, align="centre"))
        if tile.value:
            draft.put(Text(lower, tile.value, scale.small, on(tile.look), align="centre"))


def _put_page(draft: Draft, box: Box, page: Page, number: int, words: Words) -> None:
    scale = draft.scale
    head, rest = box.top(scale.touch, scale.px(0.8))
    title, turn = head.across(50, 50, gap=scale.gap)
    draft.put(Text(title, page.title, scale.large, GOLD, bold=True))
    if page.tiles:
        _put_tiles(draft, rest, page.tiles, 10 if rest.w > rest.h else 5)
        return
    room = _rows_in(rest, scale)
    pages = max(-(-len(page.rows) // room), 1)
    number = min(number, pages - 1)
    if pages > 1:
        _put_turning(draft, turn, number, pages, words)
    shown = page.rows[number * room : (number + 1) * room]
    for cell, row in zip(rest.down(*[1] * room, gap=scale.px(0.6)), shown, strict=False):
        _put_row(draft, cell, row)


def _put_turning(draft: Draft, box: Box, number: int, pages: int, words: Words) -> None:
    """Put what turns the pages."""
    scale = draft.scale
    place, earlier, later = box.across(1, 1, 1, gap=scale.px(0.8))
    draft.put(Text(place, words("sgc.page", page=number + 1, pages=pages), scale.small, MIST, align="right"))
    draft.put(Button(earlier, ("turn", str(number - 1)), words("page.previous"), scale.body, on=number > 0))
    draft.put(Button(later, ("turn", str(number + 1)), words("page.next"), scale.body, on=number + 1 < pages))


def _put_row(draft: Draft, box: Box, row: Row) -> None:
    scale = draft.scale
    draft.put(Plate(box, row.look, scale.px(0.8)))
    inside = box.inset(scale.px(1.2), scale.px(0.2))
    for choice in reversed(row.choices):
        cell, inside = inside.end(scale.px(17), scale.px(0.8))
        draft.put(Button(cell, choice.action, choice.label, scale.body, choice.look, choice.note, on=choice.on))
    says, value = inside.across(66, 34, gap=scale.px(0.8)) if row.value else (inside, None)
    if value is not None:
        draft.put(Text(value, row.value, scale.body, CHALK, bold=True, align="right"))
    if not row.detail:
        draft.put(Text(says, row.label, scale.body, on(row.look), bold=True))
        return
    upper, lower = _two_lines(says, row, scale)
    draft.put(Text(upper, row.label, scale.body, on(row.look), bold=True))
    draft.put(Text(lower, row.detail, scale.small, MIST if row.look == "deep" else on(row.look)))


def _two_lines(box: Box, row: Row, scale: Scale) -> tuple[Box, Box]:
    """Return the places of a label and its further line: together in the middle, if each takes one line."""
    high = scale.px(8.4)
    if box.h < high:
        upper, lower = box.down(52, 48)
    elif max(_wide(row.detail) * scale.small, _wide(row.label) * scale.body * BOLD) <= box.w:
        upper, lower = box.centred(box.w, high).down(54, 46)
    else:
        upper, lower = box.down(36, 64)
    return upper, lower


def _wide(text: str) -> float:
    """Return roughly how wide a text is, as a multiple of its type size."""
    return sum(1 if letter >= FIRST_CHINESE else LETTER for letter in text)
