"""The layout: an area for each bet on offer, and for no other (2.1); larger while bets are taken."""

from math import hypot
from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware.kit.box import Box
from firmware.kit.items import Align, Plate, Text, Touchable
from firmware.kit.kept import kept
from firmware.kit.scene import Draft, Item
from firmware.kit.theme import CHALK, GOLD, MIST, SIDES, TIE, Ink, scale_of
from firmware.kit.words import Words
from firmware.pictures.table_items import Chip, ChipStack
from firmware.terminal.view import AtsView, BetView

# The three columns of Diagram A: the Player's bets, the Tie and what belongs to neither hand, the Banker's.
COLUMNS: Final = ("player", "", "banker")
MAIN: Final = ("player", "tie", "banker")
# The width of a moving chip, in units.
FLYING: Final = 7
# The least side of an area while bets are taken, as a share of the screen's diagonal: 22 mm at 10.1 inches.
AREA: Final = 22 / (10.1 * 25.4)


class Area(NamedTuple):
    """Where a bet is placed."""

    bet: BetView
    box: Box


def column_of(bet: str) -> str:
    """Return the column of a bet."""
    side = bet.partition("-")[0]
    return side if side in COLUMNS else ""


def put_layout(draft: Draft, box: Box, view: AtsView, words: Words) -> list[Area]:
    """Put the layout into a box, and return where each bet is."""
    found = areas(draft, box, view.bets)
    for area in found:
        if view.stage == "bets":
            put_bet(draft, area, words)
        else:
            put_lying(draft, area, words)
    return found


def areas(draft: Draft, box: Box, bets: tuple[BetView, ...]) -> list[Area]:
    """Divide the layout: Player's bets on one side, Banker's on the other, the Tie between them."""
    sides = {name: [bet for bet in bets if bet.name not in MAIN and column_of(bet.name) == name] for name in COLUMNS}
    main = {bet.name: bet for bet in bets if bet.name in MAIN}
    if not main:
        return []  # the table has not yet said what it offers
    gap = draft.scale.px(0.8)
    if max(map(len, sides.values())) <= 1:
        return _columns(box, sides, main, gap)
    least = AREA * hypot(draft.whole.w, draft.whole.h)
    return _rows(box, sides, main, gap, int((box.w + gap) / (least + gap)))


def _columns(box: Box, sides: dict[str, list[BetView]], main: dict[str, BetView], gap: int) -> list[Area]:
    """Place at most one side bet above each of the main ones."""
    found = []
    for name, column, area in zip(COLUMNS, MAIN, box.across(13, 9, 13, gap=gap), strict=True):
        upper, lower = area.down(38, 62, gap=gap) if sides[name] else (area, area)
        found += [Area(bet, upper) for bet in sides[name]]
        found.append(Area(main[column], lower))
    return found


def _rows(box: Box, sides: dict[str, list[BetView]], main: dict[str, BetView], gap: int, most: int) -> list[Area]:
    """Place side bets in a row above the main ones; if the row would be too long, the rest go beside the Tie."""
    of_player, neither, of_banker = sides.values()
    if sum(map(len, sides.values())) <= most:
        upper, lower = box.down(38, 62, gap=gap)
        row = [*of_player, *neither, *of_banker]
        found = [Area(bet, cell) for bet, cell in zip(row, upper.across(*[1] * len(row), gap=gap), strict=True)]
        thirds = lower.across(13, 9, 13, gap=gap)
        return [*found, *(Area(main[name], cell) for name, cell in zip(MAIN, thirds, strict=True))]
    upper, middle, lower = box.down(29, 29, 42, gap=gap)
    first = [*of_player[:2], *neither, *of_banker[:2]]
    second = [*of_player[2:], main["tie"], *of_banker[2:]]
    found = []
    for row, place in ((first, upper), (second, middle), ([main["player"], main["banker"]], lower)):
        found += [Area(bet, cell) for bet, cell in zip(row, place.across(*[1] * len(row), gap=gap), strict=True)]
    return found


def _ink(bet: BetView) -> Ink:
    return SIDES.get(bet.name.partition("-")[0], TIE)


def _look(bet: BetView) -> str:
    return f"felt-{bet.name}" if bet.name in MAIN else "felt"


@kept
def put_bet(draft: Draft, area: Area, words: Words) -> None:
    """Put an area while bets are taken: its name, what it pays, its limits, and the chips on it."""
    # crown 5.2
    scale, (bet, box) = draft.scale, area
    draft.put(Plate(box, _look(bet), scale.px(1.2), max(scale.px(0.25), 1)))
    draft.put(Touchable(box, ("bet", bet.name)))
    inside = box.inset(scale.px(0.8), scale.px(0.7))
    main = bet.name in MAIN and inside.h > scale.px(22)
    if main:
        says, lies = inside.down(50, 50)
        shares = (46, 29, 25)
    elif not bet.shown:
        says = lies = inside
        shares = (48, 26, 26)
    else:
        # Chips lie beside the print if there is room for both.
        says, lies = inside.across(56, 44) if inside.w > inside.h * 1.25 else inside.down(58, 42)
        shares = (48, 26, 26)
    rows = says.down(*shares)
    lines = (
        (words(f"bet.{bet.name}"), _size(draft, bet, inside), _ink(bet), True),
        (bet.odds, scale.large if main and inside.w > scale.px(24) else scale.body, CHALK, main),
        (f"{words.money(bet.least)} – {words.money(bet.most)}", scale.small, MIST, False),
    )
    for row, (text, px, ink, bold) in zip(rows, lines, strict=True):
        draft.put(Text(row, text, px, ink, bold=bold, align="centre"))
    if bet.shown:
        draft.put(ChipStack(lies, bet.shown, words.money(bet.shown), pending=bet.asked is not None))


def chips_soon(size: tuple[int, int], found: list[Area], chosen: int, words: Words) -> tuple[Item, ...]:
    """Return the chips that each bet would have if the chosen one were put there, and the moving one."""
    draft = Draft(size, scale_of(size))
    flying = draft.scale.px(FLYING)
    for bet, box in found:
        put_bet(draft, Area(replace(bet, asked=bet.shown + chosen), box), words)
    lying = tuple(item for item in draft.items if isinstance(item, ChipStack))
    return (Chip(draft.whole.centred(flying, flying), chosen, ""), *lying)


def _size(draft: Draft, bet: BetView, inside: Box) -> int:
    scale = draft.scale
    if bet.name not in MAIN or inside.h <= scale.px(22):
        return scale.large if inside.w > scale.px(26) else scale.body
    return scale.huge if inside.w > scale.px(24) else scale.large


@kept
def put_lying(draft: Draft, area: Area, words: Words) -> None:
    """Put an area while and after cards fall: the chips on it, or what they came to; other areas rest."""
    # crown 4.8.1, 4.8.2
    scale, (bet, box) = draft.scale, area
    wins = bet.result == "win"
    lit = bool(bet.shown or bet.net is not None)
    look = "felt-wins" if wins else _look(bet) if lit else "felt-rests"
    draft.put(Plate(box, look, scale.px(1), max(scale.px(0.4), 2) if wins else 1))
    draft.put(Touchable(box, ("bet", bet.name)))
    inside = box.inset(scale.px(1.1 if box.w > scale.px(24) else 0.6), scale.px(0.5))
    name = words(f"bet.{bet.name}")
    if not lit:
        ink = _ink(bet) if wins else MIST
        draft.put(Text(inside, name, scale.body if wins else scale.small, ink, bold=wins, align="centre"))
        return
    wide = inside.w > inside.h * 1.6
    says, lies = inside.across(46, 54, gap=scale.px(0.4)) if wide else inside.down(42, 58)
    align: Align = "left" if wide else "centre"
    if bet.net is not None:
        says, outcome = says.down(56, 44)
        draft.put(Text(outcome, outcome_words(bet.net, words), scale.small, CHALK, align=align))
    draft.put(Text(says, name, scale.body, _ink(bet), bold=True, align=align))
    if bet.shown:
        draft.put(ChipStack(lies, bet.shown, words.money(bet.shown), pending=bet.asked is not None))
    elif bet.net is not None:
        put_outcome(draft, lies, bet.net, words)


def put_outcome(draft: Draft, box: Box, net: int, words: Words) -> None:
    """Put what a wager came to."""
    size = draft.scale.large if box.w > draft.scale.px(12) else draft.scale.body
    draft.put(Text(box, net_words(net, words), size, GOLD if net > 0 else CHALK, bold=True, align="centre"))


def outcome_words(net: int, words: Words) -> str:
    """Return the outcome of a wager in one word."""
    return words("net.won") if net > 0 else words("net.lost") if net < 0 else words("net.stands")


def net_words(net: int, words: Words) -> str:
    """Return what wagers came to, in a word or with a sign; a returned stake is no win."""
    return words("net.returned") if not net else f"+{words.money(net)}" if net > 0 else words.money(net)
