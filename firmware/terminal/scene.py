"""The player's screen as a picture: its parts on wide and on high screens, and the table's present stage."""

from functools import partial
from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware.kit.box import Box
from firmware.kit.items import Plate, Text
from firmware.kit.motion import between, share
from firmware.kit.scene import Draft, Item, Scene
from firmware.kit.theme import GOLD, on, scale_of
from firmware.kit.words import Words, language_after, words_of
from firmware.pictures.hands_panel import Hand, put_glow, put_hand
from firmware.pictures.road_panel import put_counts, put_new_mark, put_roads
from firmware.pictures.table_items import LAST_S, Chip, Cloth, FeltFrame
from firmware.terminal.at_the_finger import put_at_the_finger
from firmware.terminal.bars import announces, put_account, put_buttons, put_headline, put_notices, put_tray
from firmware.terminal.dialogues import put_dialogue
from firmware.terminal.felt import FLYING, chips_soon, put_layout
from firmware.terminal.guest_pages import put_check, put_choices
from firmware.terminal.information_pages import put_reading
from firmware.terminal.settling import put_settling
from firmware.terminal.view import AtsView

# How the table is divided: the hands, remarks on the coup, the layout.
SHARES: Final = {"cards": (58, 0, 42), "result": (50, 9, 41)}


class Places(NamedTuple):
    """Where the parts stand."""

    headline: Box
    table: Box
    beside: Box | None
    notices: Box
    tray: Box
    account: Box
    buttons: Box

    def mirrored(self, wide: int) -> "Places":
        """Return the places for a left-handed guest: what was on the right is on the left."""

        def of(box: Box) -> Box:
            return Box(wide - box.right, *box[1:])

        return Places(
            of(self.headline), of(self.table), None if self.beside is None else of(self.beside),
            of(self.notices), of(self.tray), of(self.account), of(self.buttons),
        )  # fmt: skip


def places(draft: Draft, *, roads: bool = True) -> Places:
    """Return the places of the parts in this picture; without roads the table has their room."""
    return (_wide if draft.whole.w > draft.whole.h else _high)(draft, roads=roads)


def _wide(draft: Draft, *, roads: bool) -> Places:
    scale = draft.scale
    gap, touch = scale.gap, scale.touch
    rest = draft.whole.inset(gap)
    headline, rest = rest.top(touch, gap)
    foot, rest = rest.foot(touch, gap)
    tray, rest = rest.foot(scale.px(11), gap)
    account, buttons = foot.across(44, 56, gap=gap)
    if not roads:
        notices, table = rest.foot(scale.px(5), scale.px(0.6))
        return Places(headline, table, None, notices, tray, account, buttons)
    table, beside = rest.across(75.3, 24.7, gap=gap)
    notices, beside = beside.foot(scale.px(10), scale.px(0.6))
    return Places(headline, table, beside, notices, tray, account, buttons)


def _high(draft: Draft, *, roads: bool) -> Places:
    scale = draft.scale
    gap, touch = scale.gap, scale.touch
    rest = draft.whole.inset(gap)
    headline, rest = rest.top(scale.px(11), gap)
    buttons, rest = rest.foot(touch, gap)
    account, rest = rest.foot(touch, gap)
    tray, rest = rest.foot(touch * 2 + scale.px(2.4), gap)
    notices, rest = rest.foot(scale.px(5), gap)
    if not roads:
        return Places(headline, rest, None, notices, tray, account, buttons)
    table, beside = rest.down(66, 34, gap=gap)
    return Places(headline, table, beside, notices, tray, account, buttons)


def laid_out(view: AtsView, size: tuple[int, int]) -> tuple[Draft, Places]:
    """Return an empty picture, and the places of its parts as the guest has chosen."""
    chosen = view.guest.chosen
    draft = Draft(size, scale_of(size, large="large" in chosen))
    where = places(draft, roads="large" not in chosen)
    return draft, where.mirrored(draft.whole.w) if "left" in chosen else where


def picture(view: AtsView, size: tuple[int, int], words: Words, now: int) -> Scene:
    """Return the picture of a view."""
    draft, where = laid_out(view, size)
    if view.guest.changes_at is not None:
        draft.wake(view.guest.changes_at)
    draft.put(Cloth(draft.whole))
    put_headline(draft, where.headline, view, words, now)
    if view.reads:
        _READ.get(view.reads, put_reading)(draft, _middle(draft, where), view, words, now)
    else:
        _put_table(draft, where, view, words, now)
    put_account(draft, where.account, view, words)
    put_buttons(draft, where.buttons, view, words)
    put_at_the_finger(draft, where.notices, where.tray, view, words, now)
    if view.dialogue is not None and not view.reads:
        put_dialogue(draft, view, words)
    else:
        _put_flights(draft, view, now)
        draft.expect(partial(_in_next_language, frozenset(draft.items), view, size, words, now))
    return draft.done()


def _in_next_language(
    shown: frozenset[Item], view: AtsView, size: tuple[int, int], words: Words, now: int
) -> tuple[Item, ...]:
    """Return what a touch of the language's button would bring; what the view itself says stays as it is."""
    later = replace(words_of(language_after(words.language)), currency=words.currency, zone=words.zone)
    return tuple(item for item in picture(view, size, later, now).items if item not in shown)


_READ: Final = {"yours": put_choices, "check": put_check}


def _middle(draft: Draft, where: Places) -> Box:
    """Return the room between the headline with its countdown and the account with the buttons."""
    gap = draft.scale.gap
    top, bottom = where.headline.bottom + gap, min(where.account.y, where.buttons.y) - gap
    return Box(gap, top, draft.whole.w - 2 * gap, bottom - top)


def _put_table(draft: Draft, where: Places, view: AtsView, words: Words, now: int) -> None:
    """Put the table: the layout alone while bets are taken, with the hands above it while cards fall."""
    if view.stage == "bets":
        found = put_layout(draft, where.table, view, words)
        if view.betting:
            draft.expect(partial(chips_soon, draft.whole[2:], found, view.chosen, words))
        _put_last_seconds(draft, where.table, view, now)
    else:
        hands, said, layout = _divided(draft, where.table, view)
        _put_hands(draft, hands, view, words, now)
        if said is not None:
            _put_said(draft, said, view)
        areas = put_layout(draft, layout, view, words)
        put_settling(draft, areas, (where.table.middle[0], where.table.y), view, now)
    if where.beside is not None:
        _put_beside(draft, where.beside, view, words, now)
    elif view.stage == "bets" and view.last and not announces(view, now):
        _put_last(draft, where.notices, view)
    put_notices(draft, where.notices, view, words, now)
    put_tray(draft, where.tray, view, words)


def _divided(draft: Draft, box: Box, view: AtsView) -> tuple[Box, Box | None, Box]:
    gap = draft.scale.px(0.8)
    hands, said, layout = SHARES[view.stage]
    if "large" in view.guest.chosen and draft.whole.w > draft.whole.h:
        # There is more width than height, and large things need height.
        beside, lower = box.across(55, 45, gap=gap)
        if not said or not view.said:
            return beside, None, lower
        upper, middle = beside.down(hands + layout, said, gap=gap)
        return upper, middle, lower
    if not said or not view.said:
        upper, lower = box.down(hands + said, layout, gap=gap)
        return upper, None, lower
    upper, middle, lower = box.down(hands, said, layout, gap=gap)
    return upper, middle, lower


def _put_hands(draft: Draft, box: Box, view: AtsView, words: Words, now: int) -> None:
    places_of = dict(zip(("player", "banker"), box.across(1, 1, gap=draft.scale.px(0.8)), strict=True))
    for side, cards in (("player", view.player), ("banker", view.banker)):
        came = () if view.still else view.moments.of(side)
        hand = Hand(side, cards, view.due == side, view.winner == side, came)
        put_hand(draft, places_of[side], hand, words, now)
        if hand.wins and not view.still:
            put_glow(draft, places_of[side], view.moments.ended, now)


def _put_said(draft: Draft, box: Box, view: AtsView) -> None:
    """Put naturals, pairs and bonuses of the coup beside its winner."""
    scale = draft.scale
    draft.put(Plate(box, "deep", scale.px(1)))
    inside = box.inset(scale.px(1), 1)
    draft.put(Text(inside, " · ".join(view.said), scale.body, GOLD, bold=True, align="centre"))


def _put_beside(draft: Draft, box: Box, view: AtsView, words: Words, now: int) -> None:
    """Put the roads with their statistics; above them, while bets are taken, how the last coup ended."""
    scale = draft.scale
    if view.stage == "bets" and view.last:
        strip, box = box.top(scale.px(9.2), scale.px(0.8))
        _put_last(draft, strip, view)
    counts, roads = box.top(scale.px(7.4), scale.px(0.6))
    put_counts(draft, counts, view.marks, words)
    put_roads(draft, roads, view.marks, words)
    if not view.still:
        put_new_mark(draft, view.moments.ended, now)


def _put_last(draft: Draft, box: Box, view: AtsView) -> None:
    """Put how the last coup ended, and its cards."""
    scale, ink = draft.scale, on(view.last_look)
    draft.put(Plate(box, view.last_look, scale.px(0.8)))
    inside = box.inset(scale.px(0.8), 2)
    ended, cards = inside.down(1, 1) if box.w < box.h * 8 else inside.across(1, 1, gap=scale.gap)
    draft.put(Text(ended, view.last, scale.body, ink, bold=True, align="centre"))
    draft.put(Text(cards, view.last_cards, scale.body, ink, align="centre"))


def _put_last_seconds(draft: Draft, box: Box, view: AtsView, now: int) -> None:
    """Frame the felt in the last seconds, more strongly with each of them."""
    if not view.betting or view.closes_at is None:
        return
    left = max(-(-(view.closes_at - now) // 1000), 0)
    if left <= LAST_S:
        width = draft.scale.px(0.2) * (LAST_S + 1 - left) + 1
        began = view.closes_at - left * 1000
        if not view.still and (done := share("count", began, now)) is not None:
            # The frame beats with each second.
            width = between(width * 2, width, done)
            draft.moves()
        draft.put(FeltFrame(box.inset(-draft.scale.gap // 2), width))


def _put_flights(draft: Draft, view: AtsView, now: int) -> None:
    """Put chips that move from the tray to where they were put (4.2.1)."""
    under_way = [] if view.still else [(flight, share("chip", flight.began, now)) for flight in view.flights]
    if all(done is None for _, done in under_way):
        return
    where = {item.action: item.box for item in draft.items if item.action}
    for flight, done in under_way:
        if done is None or flight.start not in where or flight.end not in where:
            continue
        (x0, y0), (x1, y1) = where[flight.start].middle, where[flight.end].middle
        width = draft.scale.px(FLYING)
        box = Box(between(x0, x1, done) - width // 2, between(y0, y1, done) - width // 2, width, width)
        draft.fly(Chip(box, flight.value, ""))
