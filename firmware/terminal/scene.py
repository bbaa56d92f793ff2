"""The player's screen as a picture: the layout of its parts on wide and on high screens."""

from typing import Final, NamedTuple

from firmware.kit.box import Box
from firmware.kit.items import Ground
from firmware.kit.scene import Draft, Scene
from firmware.kit.theme import FELT_DEEP, NIGHT, scale_of
from firmware.kit.words import Words
from firmware.pictures.hands_panel import Hand, put_hand
from firmware.pictures.road_panel import put_counts, put_roads
from firmware.pictures.table_items import Chip
from firmware.terminal.bars import put_account, put_buttons, put_headline, put_notices, put_tray
from firmware.terminal.dialogues import put_dialogue
from firmware.terminal.felt import put_layout
from firmware.terminal.information_pages import put_reading
from firmware.terminal.view import AtsView

# How long a chip takes from the tray to the layout, and how often that is drawn.
FLIGHT_MS: Final = 180


class Places(NamedTuple):
    """Where the parts stand."""

    headline: Box
    hands: Box
    layout: Box
    counts: Box
    roads: Box
    notices: Box
    tray: Box
    account: Box
    buttons: Box


def places(draft: Draft) -> Places:
    """Return where the parts stand on this picture."""
    return _wide(draft) if draft.whole.w > draft.whole.h else _high(draft)


def _wide(draft: Draft) -> Places:
    scale = draft.scale
    gap, touch = scale.gap, scale.touch
    rest = draft.whole.inset(gap)
    headline, rest = rest.top(touch, gap)
    foot, rest = rest.foot(touch, gap)
    tray, rest = rest.foot(scale.px(11), gap)
    account, buttons = foot.across(44, 56, gap=gap)
    table, beside = rest.across(66, 34, gap=gap)
    hands, layout = table.down(37, 63, gap=gap)
    notices, beside = beside.foot(scale.px(6), scale.px(0.6))
    counts, roads = beside.top(scale.px(4), scale.px(0.6))
    return Places(headline, hands, layout, counts, roads, notices, tray, account, buttons)


def _high(draft: Draft) -> Places:
    scale = draft.scale
    gap, touch = scale.gap, scale.touch
    rest = draft.whole.inset(gap)
    headline, rest = rest.top(scale.px(11), gap)
    buttons, rest = rest.foot(touch, gap)
    account, rest = rest.foot(touch, gap)
    tray, rest = rest.foot(touch * 2 + scale.px(2.4), gap)
    notices, rest = rest.foot(scale.px(5), gap)
    roads, hands, layout = rest.down(33, 25, 42, gap=gap)
    counts, roads = roads.top(scale.px(4), scale.px(0.6))
    return Places(headline, hands, layout, counts, roads, notices, tray, account, buttons)


def picture(view: AtsView, size: tuple[int, int], words: Words, now: int) -> Scene:
    """Return the picture of a view."""
    draft = Draft(size, scale_of(size))
    draft.put(Ground(draft.whole, NIGHT, FELT_DEEP))
    where = places(draft)
    put_headline(draft, where.headline, view, words, now)
    if view.reads:
        put_reading(draft, _middle(draft, where), view, words, now)
    else:
        _put_table(draft, where, view, words, now)
    put_account(draft, where.account, view, words)
    put_buttons(draft, where.buttons, view, words)
    if view.dialogue is not None and not view.reads:
        put_dialogue(draft, view, words)
    else:
        _put_flights(draft, view, now)
    return draft.done()


def _middle(draft: Draft, where: Places) -> Box:
    """Return all the room between the headline with its countdown and the account with the buttons."""
    gap = draft.scale.gap
    top, bottom = where.headline.bottom + gap, min(where.account.y, where.buttons.y) - gap
    return Box(gap, top, draft.whole.w - 2 * gap, bottom - top)


def _put_table(draft: Draft, where: Places, view: AtsView, words: Words, now: int) -> None:
    _put_hands(draft, where.hands, view, words)
    put_layout(draft, where.layout, view, words)
    put_counts(draft, where.counts, view.marks, words)
    put_roads(draft, where.roads, view.marks, words)
    put_notices(draft, where.notices, view, words, now)
    put_tray(draft, where.tray, view, words)


def _put_hands(draft: Draft, box: Box, view: AtsView, words: Words) -> None:
    of_player, of_banker = box.across(1, 1, gap=draft.scale.gap)
    for side, place, hand in (("player", of_player, view.player), ("banker", of_banker, view.banker)):
        put_hand(draft, place, Hand(side, hand, view.due == side, view.winner == side), words)


def _put_flights(draft: Draft, view: AtsView, now: int) -> None:
    """Chips that move from the tray to where they were put (4.2.1)."""
    where = {item.action: item.box for item in draft.items if item.action}
    for flight in view.flights:
        share = (now - flight.began) / FLIGHT_MS
        if not 0 <= share < 1 or flight.start not in where or flight.end not in where:
            continue
        draft.moves()
        eased = 1 - (1 - share) ** 2
        (x0, y0), (x1, y1) = where[flight.start].middle, where[flight.end].middle
        x, y = round(x0 + (x1 - x0) * eased), round(y0 + (y1 - y0) * eased)
        width = draft.scale.px(7)
        draft.put(Chip(Box(x - width // 2, y - width // 2, width, width), flight.value, ""))
