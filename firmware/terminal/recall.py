"""The last coups, as players recall them (reading 16)."""

from typing import Final

from firmware.kit.box import Box
from firmware.kit.items import Text
from firmware.kit.scene import Draft
from firmware.kit.theme import CHALK, GOLD, MIST, SIDES
from firmware.kit.words import Words
from firmware.pictures.hands_panel import Hand, put_cards
from firmware.terminal.view import AtsView, Recalled

# The least number of rows, so that a few wagers look well.
ROWS: Final = 7
# How hands and rows share the height.
FEW: Final = (40, 60)
MANY: Final = (27, 73)


def put_recalled(draft: Draft, box: Box, view: AtsView, words: Words, page: int) -> None:
    """Put one coup, the latest first: with cards, wagers, payouts and the balance."""
    if view.recalled:
        _put_coup(draft, box, view.recalled[page], words)
    else:
        draft.put(Text(box, words("recall.none"), draft.scale.large, MIST, align="centre"))


def _put_coup(draft: Draft, box: Box, coup: Recalled, words: Words) -> None:
    scale = draft.scale
    head, rest = box.top(scale.px(6), scale.gap)
    draft.put(Text(head, result_words(coup, words), scale.large, bold=True, align="centre"))
    # A row for each wager, and one for the balance: with many wagers the hands have less room.
    many = len(coup.bets) + 1 > ROWS
    hands, lines = rest.down(*MANY if many else FEW, gap=scale.gap)
    halves = hands.across(1, 1, gap=scale.gap)
    for side, place, hand in (("player", halves[0], coup.player), ("banker", halves[1], coup.banker)):
        name, cards = place.left(round(place.w * 0.3))
        draft.put(Text(name, words(f"side.{side}"), scale.body, SIDES[side], bold=True))
        put_cards(draft, cards, Hand(side, hand, due=False, wins=False))
    rows = lines.down(*[1] * max(ROWS, len(coup.bets) + 1))
    least = min(row.h for row in rows)
    rows = [row.top(least)[0] for row in rows]  # equally high, so that their type has one size
    if not coup.bets:
        draft.put(Text(rows[0], words("recall.no_wagers"), scale.body, MIST, align="centre"))
    for row, bet in zip(rows[:-1], coup.bets, strict=False):
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
    corrected = f" ({words('recall.corrected')})" if coup.corrected else ""
    return f"{words('coup', number=coup.coup)}: {dummy}{ended}{corrected}"
