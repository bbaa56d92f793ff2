"""The pages on which a guest chooses look, sound and limits of their own; and the reality check."""

from collections.abc import Callable, Iterator
from typing import Final

from firmware.kit.box import Box
from firmware.kit.dialogue import Choice, put_frame
from firmware.kit.items import Button, Plate, Text
from firmware.kit.scene import Action, Draft
from firmware.kit.theme import AMBER, CHALK, GOLD, MIST
from firmware.kit.words import Words
from firmware.terminal.bars import announces, put_notices
from firmware.terminal.felt import net_words
from firmware.terminal.guest import LOUDEST, SWITCHES
from firmware.terminal.guest_desk import duration
from firmware.terminal.view import AtsView

ROWS: Final = 4


def put_choices(draft: Draft, box: Box, view: AtsView, words: Words, now: int) -> None:
    """Put a page of choices, with a way to the other one, and out."""
    assert view.dialogue is not None
    topics = view.guest.topics
    topic = view.dialogue.topic if view.dialogue.topic in topics else topics[0]
    head, body, foot = _frame(draft, box, view, words, now)
    cells = head.across(*[1] * len(topics), gap=draft.scale.px(0.6))
    for cell, one in zip(cells, topics, strict=True):
        look = "chosen" if one == topic else "quiet"
        draft.put(Button(cell, ("own-page", one), words(f"yours.{one}"), draft.scale.body, look))
    rows = list(_PAGES[topic](view, words))
    for cell, row in zip(body.down(*[1] * ROWS, gap=draft.scale.px(0.6)), rows, strict=False):
        _put_row(draft, cell, *row)
    ends, close = foot.across(8, 3, gap=draft.scale.px(0.8))
    draft.put(Text(ends, words("yours.ends"), draft.scale.small, MIST))
    draft.put(Button(close, ("close",), words("close"), draft.scale.body, "main"))


def _frame(draft: Draft, box: Box, view: AtsView, words: Words, now: int) -> tuple[Box, Box, Box]:
    scale = draft.scale
    draft.put(Plate(box, "panel", scale.px(1.4)))
    inside = box.inset(scale.px(1))
    head, inside = inside.top(scale.touch, scale.px(0.8))
    foot, inside = inside.foot(scale.touch, scale.px(0.8))
    if announces(view, now):
        notices, inside = inside.foot(scale.px(5), scale.px(0.8))
        put_notices(draft, notices, view, words, now)
    return head, inside, foot


Row = tuple[str, str, tuple[Choice, ...], tuple[bool, ...]]


def _access(view: AtsView, words: Words) -> Iterator[Row]:
    guest = view.guest
    for name in SWITCHES:
        if name in guest.gives:
            is_on = name in guest.chosen
            does: Action = ("switch", name)
            choice = (does, words("switch.on" if is_on else "switch.off"), "chosen" if is_on else "plain")
            yield words(f"yours.{name}"), words(f"yours.{name}.text"), (choice,), (True,)
    if "volume" in guest.gives:
        choices = tuple(
            (("volume", str(one)), words(f"volume.{one}"), "chosen" if one == guest.volume else "plain")
            for one in range(LOUDEST + 1)
        )
        yield words("yours.volume"), words("yours.volume.text"), choices, (True,) * len(choices)


def _safer(view: AtsView, words: Words) -> Iterator[Row]:
    for limit in view.guest.limits:
        choices = tuple(
            (("own", limit.kind, str(value)), value_words(limit.kind, value, words), "plain") for value in limit.choices
        )
        yield words(f"own.{limit.kind}"), limit.stands, choices, limit.on
    if view.guest.help_line:
        yield words("own.help"), view.guest.help_line, (), ()


_PAGES: Final[dict[str, Callable[[AtsView, Words], Iterator[Row]]]] = {"access": _access, "safer": _safer}


def value_words(kind: str, value: int, words: Words) -> str:
    """Return the value of a guest's own limit."""
    return words.money(value) if kind == "loss" else duration(value, words)


def _put_row(draft: Draft, box: Box, title: str, text: str, choices: tuple[Choice, ...], on: tuple[bool, ...]) -> None:
    scale = draft.scale
    draft.put(Plate(box, "deep", scale.px(0.8)))
    inside = box.inset(scale.px(1), scale.px(0.4))
    share = 0 if not choices else 20 if len(choices) == 1 else 62
    says, touched = inside.across(100 - share, share, gap=scale.gap) if share else (inside, inside)
    upper, lower = says.down(45, 55)
    draft.put(Text(upper, title, scale.body, GOLD, bold=True))
    draft.put(Text(lower, text, scale.small, CHALK))
    if not choices:
        return
    high = max(min(touched.h, scale.touch), 1)
    middle = Box(touched.x, touched.y + (touched.h - high) // 2, touched.w, high)
    cells = middle.across(*[1] * len(choices), gap=scale.px(0.5))
    for cell, (does, label, look), is_on in zip(cells, choices, on, strict=True):
        draft.put(Button(cell, does, label, scale.body, look, on=is_on))


def put_check(draft: Draft, box: Box, view: AtsView, words: Words, now: int) -> None:
    """Put the reality check in the layout's place, so that it covers no alarm, no account and no way to the money."""
    check = view.guest.check
    assert check is not None
    scale = draft.scale
    head, body, foot = _frame(draft, box, view, words, now)
    draft.put(Text(head, words("check.title", time=duration(check.minutes, words)), scale.large, GOLD, bold=True))
    came_to = net_words(check.gained - check.lost, words) if check.staked else words.money(0)
    figures = (
        ("check.staked", words.money(check.staked)),
        ("check.gained", words.money(check.gained)),
        ("check.lost", words.money(check.lost)),
        ("check.net", came_to),
    )
    rows = body.down(3, 2, gap=scale.px(0.8))
    for cell, (key, says) in zip(rows[0].across(*[1] * len(figures), gap=scale.px(0.8)), figures, strict=True):
        draft.put(Plate(cell, "deep", scale.px(0.8)))
        label, amount = cell.inset(scale.px(1)).down(38, 62)
        draft.put(Text(label, words(key), scale.body, MIST, align="centre"))
        draft.put(Text(amount, says, scale.large, CHALK, bold=True, align="centre"))
    text = " ".join(part for part in (words("check.text"), view.guest.help_line) if part)
    draft.put(Text(rows[1], text, scale.body, align="centre"))
    cells = foot.across(1, 1, 1, gap=scale.px(0.8))
    if view.guest.limits:
        draft.put(Button(cells[1], ("own-page", "safer"), words("yours.safer"), scale.body))
    draft.put(Button(cells[2], ("checked",), words("check.go"), scale.body, "main"))


def put_own(draft: Draft, view: AtsView, words: Words) -> None:
    """Ask once before a limit is set, as it can only be lowered until the guest leaves."""
    assert view.dialogue is not None
    kind, _, value = view.dialogue.topic.partition(" ")
    does: Action = ("own-yes", kind, value)
    choices: tuple[Choice, ...] = ((("own-page", "safer"), words("no"), "plain"), (does, words("own.yes"), "main"))
    inside = put_frame(draft, words(f"own.{kind}"), (0.7, 0.54), choices)
    text = words(f"own.{kind}.ask", value=value_words(kind, int(value), words))
    over = next((limit.over_with(int(value)) for limit in view.guest.limits if limit.kind == kind), "")
    if over:
        said, inside = inside.down(1, 1, gap=draft.scale.gap)
        draft.put(Text(said, over, draft.scale.large, AMBER, bold=True, align="centre"))
    draft.put(Text(inside, text, draft.scale.large, align="centre"))
