"""The layout: an area for each bet that is offered, and for no other (2.1)."""

from firmware.kit.box import Box
from firmware.kit.items import Align, Plate, Text, Touchable
from firmware.kit.scene import Draft
from firmware.kit.theme import CHALK, GOLD, MIST, SIDES, TIE
from firmware.kit.words import Words
from firmware.pictures.table_items import ChipStack
from firmware.terminal.view import AtsView, BetView

# The three columns of Diagram A: the Player's bets, the Tie and what belongs to neither hand, the Banker's.
COLUMNS = ("player", "", "banker")
MAIN = ("player", "tie", "banker")


def column_of(bet: str) -> str:
    """Return the column that a bet stands in."""
    side = bet.partition("-")[0]
    return side if side in COLUMNS else ""


def put_layout(draft: Draft, box: Box, view: AtsView, words: Words) -> None:
    """Put the layout into a box."""
    gap = draft.scale.px(0.8)
    sides = [bet for bet in view.bets if bet.name not in MAIN]
    main = {bet.name: bet for bet in view.bets if bet.name in MAIN}
    columns = box.across(13, 8, 13, gap=gap)
    for name, column, area in zip(COLUMNS, MAIN, columns, strict=True):
        beside = [bet for bet in sides if column_of(bet.name) == name]
        upper, lower = area.down(44, 56, gap=gap) if beside else (area, area)
        for place, bet in zip(upper.across(*[1] * max(len(beside), 1), gap=gap), beside, strict=False):
            put_bet(draft, place, bet, words)
        if column in main:
            put_bet(draft, lower, main[column], words)


def put_bet(draft: Draft, box: Box, bet: BetView, words: Words) -> None:
    """Put one area: what it is called, what it pays, its limits, and what lies on it."""
    # crown 5.2, 4.8.1, 4.8.2
    scale = draft.scale
    wins = bet.result == "win"
    draft.put(Plate(box, "felt-wins" if wins else "felt", scale.px(1.2), 3 if wins else 1))
    draft.put(Touchable(box, ("bet", bet.name), quick=True))
    wide = box.w > box.h * 1.5
    inside = box.inset(scale.px(1.2) if wide else scale.px(0.6))
    taken = bool(bet.shown or bet.net is not None)
    says, lies = inside.across(55, 45, gap=scale.px(0.4)) if wide else inside.down(55, 45, gap=scale.px(0.3))
    if not wide and not taken:
        says = inside
    ink = SIDES.get(bet.name.partition("-")[0], TIE)
    align: Align = "left" if wide else "centre"
    # Where there is little room, chips lie on the limits.
    rows = says.down(44, 29, 27) if wide or not taken else says.down(58, 42)
    size = scale.large if bet.name in MAIN else scale.body
    lines = (
        (words(f"bet.{bet.name}"), size, ink, True),
        (bet.odds, scale.body, CHALK, False),
        (f"{words.money(bet.least)} – {words.money(bet.most)}", scale.small, MIST, False),
    )
    for row, (text, px, colour, bold) in zip(rows, lines, strict=False):
        draft.put(Text(row, text, px, colour, bold=bold, align=align))
    if bet.shown:
        draft.put(ChipStack(lies, bet.shown, words.money(bet.shown), pending=bet.asked is not None))
    elif bet.net is not None:
        ink = GOLD if bet.net > 0 else CHALK
        draft.put(Text(lies, net_words(bet.net, words), scale.large, ink, bold=True, align="centre"))


def net_words(net: int, words: Words) -> str:
    """Return what wagers came to, in a word or with its sign: a stake that comes back is nothing won."""
    return words("net.returned") if not net else f"+{words.money(net)}" if net > 0 else words.money(net)
