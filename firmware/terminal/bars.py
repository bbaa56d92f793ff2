"""The parts around the layout: the headline with its countdown, the tray, the account, the buttons."""

from firmware.kit.box import Box
from firmware.kit.items import Button, Plate, Text
from firmware.kit.scene import Draft
from firmware.kit.theme import AMBER, CHALK, GOLD, MIST, on
from firmware.kit.words import Words, language_after, name_of
from firmware.pictures.table_items import Chip, put_countdown
from firmware.terminal.felt import net_words
from firmware.terminal.view import AtsView

PLAYS = ("undo", "clear", "repeat", "double")


def put_headline(draft: Draft, box: Box, view: AtsView, words: Words, now: int) -> None:
    """Put what is going on, in the rule book's words, and the rest of the wagering period (8.2)."""
    scale = draft.scale
    clock, rest = box.end(scale.px(20), scale.gap)
    draft.put(Plate(rest, view.look, scale.px(1.2)))
    inside = rest.inset(scale.px(1.6), scale.px(0.5))
    says, place = inside.across(62, 38, gap=scale.gap)
    draft.put(Text(says, view.headline, scale.large, on(view.look), bold=True))
    if view.guest.clock and not _is_high(draft):
        above, upper, lower = place.down(1, 1, 1)
        times = " · ".join(part for part in (view.guest.clock, view.guest.seated) if part)
        draft.put(Text(above, times, scale.small, align="right"))
    else:
        upper, lower = place.down(1, 1)
    draft.put(Text(upper, f"{view.place} · {words('terminal', number=view.ats)}", scale.small, align="right"))
    draft.put(Text(lower, words.of_table(view.version), scale.small, align="right"))
    draft.put(Plate(clock, "deep", scale.px(1.2)))
    inside = clock.inset(scale.px(1), scale.px(0.7))
    if view.betting and view.closes_at is not None:
        put_countdown(draft, inside, view.closes_at, view.period, now)
    else:
        draft.put(Text(inside, words("clock.closed"), scale.body, MIST, bold=True, align="centre"))


def _is_high(draft: Draft) -> bool:
    """Whether the picture is higher than wide: then the clock is beside the account, where there is room for it."""
    return draft.whole.h > draft.whole.w


def announces(view: AtsView, now: int) -> bool:
    """Whether there is anything that `put_notices` would put."""
    return bool(view.notices or view.guest.corrected or view.says(now))


def put_notices(draft: Draft, box: Box, view: AtsView, words: Words, now: int) -> None:
    """Put what is announced, or what the player has just been told."""
    scale = draft.scale
    if view.warning and now < view.warn_from:
        draft.wake(view.warn_from)
    if says := view.says(now):
        draft.put(Plate(box, "notice", scale.px(0.8)))
        draft.put(Text(box.inset(scale.px(1), 2), words.of_table(says), scale.body, CHALK, bold=True, align="centre"))
        if view.toast_until > now and not view.busy:
            draft.wake(view.toast_until)
    elif view.guest.corrected:
        draft.put(Plate(box, "notice", scale.px(0.8)))
        draft.put(Text(box.inset(scale.px(1), 2), view.guest.corrected, scale.body, CHALK, bold=True, align="centre"))
    elif view.notices:
        draft.put(Plate(box, "panel", scale.px(0.8)))
        draft.put(Text(box.inset(scale.px(1), 2), " · ".join(view.notices), scale.small, AMBER, align="centre"))


def put_tray(draft: Draft, box: Box, view: AtsView, words: Words) -> None:
    """Put the chips to choose from, and what can be done with those on the layout."""
    scale = draft.scale
    gap = scale.px(0.8)
    draft.put(Plate(box, "panel", scale.px(1.4)))
    inside = box.inset(gap, scale.px(0.6))
    wide = box.w > box.h * 6
    if not wide:
        chips, plays = inside.down(1, 1, gap=gap)
    elif "left" in view.guest.chosen:
        plays, chips = inside.across(42, 58, gap=gap)
    else:
        chips, plays = inside.across(58, 42, gap=gap)
    for cell, value in zip(chips.across(*[1] * len(view.chips), gap=gap), view.chips, strict=True):
        dim = view.open and value > view.balance
        draft.put(Chip(cell, value, words.brief(value), ("chip", str(value)), chosen=value == view.chosen, dim=dim))
    for cell, play in zip(plays.across(*[1] * len(PLAYS), gap=gap), PLAYS, strict=True):
        draft.put(Button(cell, (play,), words(f"play.{play}"), scale.body, on=play in view.may))


def put_account(draft: Draft, box: Box, view: AtsView, words: Words) -> None:
    """Put the active account (6.1): its balance, what is on the layout, and what the last coup brought."""
    # crown 6.1, 4.2, 4.2.2
    scale = draft.scale
    draft.put(Plate(box, "deep", scale.px(1.2)))
    inside = box.inset(scale.px(1.4), scale.px(0.5))
    if view.guest.clock and _is_high(draft):
        inside, time = inside.across(69, 31, gap=scale.gap)
        upper, lower = time.down(38, 62)
        draft.put(Text(upper, view.guest.seated, scale.small, MIST, align="right"))
        draft.put(Text(lower, view.guest.clock, scale.body, CHALK, align="right"))
    if not view.open:
        none = "account.none.waits" if view.waits else "account.none"
        draft.put(Text(inside, view.credit or words(none), scale.body, CHALK, bold=True))
        return
    net = "–" if view.net is None else net_words(view.net, words)
    for cell, (key, says, ink) in zip(
        inside.across(36, 30, 34, gap=scale.gap),
        (
            ("account.balance", words.money(view.balance), CHALK),
            ("account.staked", words.money(view.staked), CHALK),
            ("account.net", net, GOLD if (view.net or 0) > 0 else CHALK),
        ),
        strict=True,
    ):
        upper, lower = cell.down(38, 62)
        label = view.credit if key == "account.balance" and view.credit else words(key)
        if key == "account.net" and view.last_staked:
            label = words("account.net.staked", amount=words.money(view.last_staked))
        draft.put(Text(upper, label, scale.small, MIST))
        draft.put(Text(lower, says, scale.large, ink, bold=True))


def put_buttons(draft: Draft, box: Box, view: AtsView, words: Words) -> None:
    """Put what a player can ask for."""
    scale = draft.scale
    asks = [
        *((("yours", "quiet"),) if view.guest.has_pages else ()),
        ("recall", "quiet"), ("help", "quiet"), ("language", "quiet"),
        ("call", "notice" if view.called else "plain"), ("agree" if "agree" in view.may else "cash-out", "plain"),
    ]  # fmt: skip
    if "left" in view.guest.chosen:
        asks.reverse()
    for cell, (ask, look) in zip(box.across(*[1] * len(asks), gap=scale.px(0.8)), asks, strict=True):
        label = _label(ask, view, words)
        draft.put(Button(cell, (ask,), label, scale.body, "chosen" if ask == view.reads else look, on=ask in view.may))


def _label(ask: str, view: AtsView, words: Words) -> str:
    """Return a button's label. The language button is labelled in the language that it leads to."""
    if ask == "language":
        return name_of(language_after(words.language))
    return words("ask.called") if ask == "call" and view.called else words(f"ask.{ask}")
