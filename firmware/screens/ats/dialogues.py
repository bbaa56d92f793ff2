"""What stands in front of the player's layout: help, coups recalled, cashing out."""

from collections.abc import Callable
from typing import Final

from firmware.screens.ats.view import AtsView, HelpLine, Recalled
from firmware.screens.box import Box
from firmware.screens.dialogue import Choice, put_frame
from firmware.screens.hands_panel import put_cards
from firmware.screens.items import Panel, Text
from firmware.screens.scene import Draft
from firmware.screens.theme import CHALK, GOLD, MIST, SIDES
from firmware.screens.words import Words

HELP_ROWS: Final = 3


def put_dialogue(draft: Draft, view: AtsView, words: Words) -> None:
    """Put the dialogue that is open."""
    assert view.dialogue is not None
    _DIALOGUES[view.dialogue.kind](draft, view, words)


def _cash_out(draft: Draft, view: AtsView, words: Words) -> None:
    choices: tuple[Choice, ...] = (
        (("close",), words("no"), "plain"),
        (("pay",), words("cash-out.yes", amount=words.money(view.balance)), "main"),
    )
    inside = put_frame(draft, words("cash-out.title"), (0.62, 0.5), choices)
    text = words("cash-out.text", amount=words.money(view.balance))
    draft.put(Text(inside, text, draft.scale.large, align="centre"))


def _paying(draft: Draft, view: AtsView, words: Words) -> None:
    """A ticket is being printed; or how that ended, with a way back."""
    assert view.dialogue is not None
    ended = view.dialogue.page
    choices: tuple[Choice, ...] = ((("close",), words("ok"), "main"),) if ended else ()
    inside = put_frame(draft, words("cash-out.title"), (0.62, 0.46), choices)
    draft.put(Text(inside, view.dialogue.text, draft.scale.large, align="centre"))


def _pages(draft: Draft, view: AtsView, words: Words, title: str, pages: int) -> tuple[Box, int]:
    assert view.dialogue is not None
    page = min(view.dialogue.page, pages - 1)
    choices: tuple[Choice, ...] = (
        (("page", str(page - 1)) if page > 0 else (), words("earlier"), "plain"),
        (("page", str(page + 1)) if page + 1 < pages else (), words("later"), "plain"),
        (("close",), words("close"), "main"),
    )
    return put_frame(draft, title, (0.86, 0.92), choices), page


def _help(draft: Draft, view: AtsView, words: Words) -> None:
    pages = max(-(-len(view.help) // HELP_ROWS), 1)
    inside, page = _pages(draft, view, words, words("help.title"), pages)
    shown = view.help[page * HELP_ROWS : (page + 1) * HELP_ROWS]
    for box, line in zip(inside.down(*[1] * HELP_ROWS, gap=draft.scale.gap), shown, strict=False):
        _help_row(draft, box, line, words)


def _help_row(draft: Draft, box: Box, line: HelpLine, words: Words) -> None:
    scale = draft.scale
    draft.put(Panel(box, "deep", scale.px(1)))
    says, odds = box.inset(scale.px(1.2)).across(60, 40, gap=scale.px(2))
    title, rules = says.top(scale.px(5), 2)
    ink = SIDES.get(line.bet.partition("-")[0], GOLD)
    draft.put(Text(title, words(f"bet.{line.bet}.long"), scale.large, ink, bold=True))
    draft.put(Text(rules, line.rules, scale.body))
    columns = 2 if len(line.odds) > 4 else 1
    cells = odds.grid(columns, -(-len(line.odds) // columns))
    for cell, text in zip(cells, line.odds, strict=False):
        draft.put(Text(cell, text, scale.small, CHALK, align="right"))


def _recall(draft: Draft, view: AtsView, words: Words) -> None:
    """The last coups (reading 16): one to a page, the latest first, with cards, wagers, payouts and the balance."""
    pages = max(len(view.recalled), 1)
    title = words("recall.title")
    inside, page = _pages(draft, view, words, title, pages)
    if not view.recalled:
        draft.put(Text(inside, words("recall.none"), draft.scale.large, MIST, align="centre"))
        return
    _recall_page(draft, inside, view.recalled[page], words)


def _recall_page(draft: Draft, box: Box, coup: Recalled, words: Words) -> None:
    scale = draft.scale
    head, rest = box.top(scale.px(6), scale.gap)
    draft.put(Text(head, result_words(coup, words), scale.large, bold=True, align="centre"))
    hands, lines = rest.down(40, 60, gap=scale.gap)
    halves = hands.across(1, 1, gap=scale.gap)
    for side, place, hand in (("player", halves[0], coup.player), ("banker", halves[1], coup.banker)):
        name, cards = place.left(round(place.w * 0.3))
        draft.put(Text(name, words(f"side.{side}"), scale.body, SIDES[side], bold=True))
        put_cards(draft, cards, hand.cards, due=False)
    rows = lines.down(*[1] * 7)
    if not coup.bets:
        draft.put(Text(rows[0], words("recall.no_wagers"), scale.body, MIST, align="centre"))
    for row, bet in zip(rows, coup.bets, strict=False):
        name, stake, paid = row.across(40, 30, 30, gap=scale.gap)
        draft.put(Text(name, words(f"bet.{bet.name}.long"), scale.body))
        draft.put(Text(stake, words("recall.stake", amount=words.money(bet.stake)), scale.body, MIST, align="right"))
        ink = GOLD if bet.returned > bet.stake else MIST
        draft.put(
            Text(paid, words("recall.returned", amount=words.money(bet.returned)), scale.body, ink, align="right")
        )
    if coup.balance is not None:
        text = words("recall.balance", amount=words.money(coup.balance))
        draft.put(Text(rows[-1], text, scale.body, CHALK, bold=True, align="right"))


def result_words(coup: Recalled, words: Words) -> str:
    """Return how a coup ended."""
    totals = {"player": coup.player.total, "banker": coup.banker.total}
    ended = words(f"result.{coup.winner}", **totals) if coup.winner != "void" else words("result.void")
    dummy = words("result.dummy") if coup.dummy else ""
    return f"{words('coup', number=coup.coup)}: {dummy}{ended}"


_DIALOGUES: Final[dict[str, Callable[[Draft, AtsView, Words], None]]] = {
    "cash-out": _cash_out,
    "paying": _paying,
    "help": _help,
    "recall": _recall,
}
