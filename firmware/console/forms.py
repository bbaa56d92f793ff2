"""Questions to the person at the console: figures, letters, cards, one of several, yes or no."""

from collections.abc import Callable
from typing import Final

from firmware.console.view import Form
from firmware.kit.box import Box
from firmware.kit.dialogue import Choice as DialogueChoice
from firmware.kit.dialogue import put_frame
from firmware.kit.items import Button, Plate, Text
from firmware.kit.scene import Draft
from firmware.kit.theme import AMBER, CHALK, GOLD
from firmware.kit.words import Words
from firmware.pictures.deck import CardFace
from firmware.pictures.table_items import SUITS
from hal.cards import Card

# One keypad for amounts, staff numbers and PINs, so that each figure is always in the same place. A key that an answer
# cannot have (a point in a PIN) is refused when it is given.
KEYS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", ".")
LETTERS: Final = ("QWERTYUIOP", "ASDFGHJKL-", "ZXCVBNM'.←")
BACK: Final = "←"
# For screens on which ten keys side by side would be too narrow for fingers.
NARROW_LETTERS: Final = ("ABCDEFG", "HIJKLMN", "OPQRSTU", "VWXYZ-←")
RANKS: Final = "A23456789TJQK"
# In a picture that is higher than wide a dialogue may take nearly all of it.
SHARES: Final[dict[str, tuple[float, float]]] = {
    "keypad": (0.5, 0.94),
    "letters": (0.9, 0.9),
    "pick": (0.7, 0.9),
    "cards": (0.96, 0.98),
    "order": (0.8, 0.7),
    "confirm": (0.72, 0.8),
}
# Of a keypad with something beside it.
WITH_MORE: Final = (0.84, 0.94)


def put_form(draft: Draft, form: Form, words: Words) -> None:
    """Put a form in front of the page."""
    asks_yes = form.kind == "confirm"
    choices: tuple[DialogueChoice, ...] = ((("no",), words("no" if asks_yes else "sgc.cancel"), "plain"),)
    if not form.one:
        yes = words(("sgc.yes_now" if form.changed else "yes") if asks_yes or form.last else "sgc.next")
        choices = (*choices, (("yes",) if form.ready else (), yes, "main"))
    share = WITH_MORE if form.kind == "keypad" and (form.choices or form.lines) else SHARES[form.kind]
    inside = put_frame(draft, form.title, share, choices)
    if form.prompt:
        prompt, inside = inside.top(draft.scale.px(5), draft.scale.gap)
        draft.put(Text(prompt, form.prompt, draft.scale.body, AMBER if form.changed else CHALK, bold=form.changed))
    _PUT[form.kind](draft, inside, form)


def _entry(draft: Draft, box: Box, form: Form) -> Box:
    scale = draft.scale
    shown, rest = box.top(scale.px(8), scale.gap)
    draft.put(Plate(shown, "deep", scale.px(0.8)))
    draft.put(Text(shown.inset(scale.px(1.5), 2), form.entry, scale.large, GOLD, bold=True, align="right"))
    return rest


def _keypad(draft: Draft, box: Box, form: Form) -> None:
    scale = draft.scale
    if form.choices or form.lines:
        wide = box.w > box.h
        more, box = box.across(2, 3, gap=2 * scale.gap) if wide else box.down(2, 5, gap=scale.gap)
        _put_lines(draft, more, form)
        for cell, choice in zip(more.grid(2, 3, gap=scale.px(0.8)), form.choices, strict=False):
            draft.put(Button(cell, choice.action, choice.label, scale.large, choice.look, choice.note))
    pad, erase = _entry(draft, box, form).across(3, 1, gap=scale.px(0.8))
    for cell, key in zip(pad.grid(3, 4, gap=scale.px(0.8)), KEYS, strict=True):
        draft.put(Button(cell, ("key", key), key, scale.large))
    upper, lower = erase.down(1, 1, gap=scale.px(0.8))
    draft.put(Button(upper, ("erase",), "←", scale.large))
    draft.put(Button(lower, ("erase", "all"), "C", scale.large))


def _letters(draft: Draft, box: Box, form: Form) -> None:
    scale = draft.scale
    rest = _entry(draft, box, form)
    letters = LETTERS if rest.w > rest.h else NARROW_LETTERS
    *rows, foot = rest.down(*[1] * (len(letters) + 1), gap=scale.px(0.6))
    for row, line in zip(rows, letters, strict=True):
        for cell, letter in zip(row.across(*[1] * len(line), gap=scale.px(0.5)), line, strict=True):
            does = ("erase",) if letter == BACK else ("key", letter)
            draft.put(Button(cell, does, letter, scale.large))
    # In the place that it has on every keyboard.
    draft.put(Button(foot, ("key", " "), "_", scale.large))


def _pick(draft: Draft, box: Box, form: Form) -> None:
    scale = draft.scale
    rest = box
    if form.lines:
        lines, rest = box.top(scale.px(5) * len(form.lines), scale.gap)
        _put_lines(draft, lines, form)
    columns = 2 if len(form.choices) > 6 else 1
    rows = max(-(-len(form.choices) // columns), 4)
    for cell, choice in zip(rest.grid(columns, rows, gap=scale.px(0.8)), form.choices, strict=False):
        draft.put(Button(cell, choice.action, choice.label, scale.body, choice.look, choice.note, on=choice.on))


def _cards(draft: Draft, box: Box, form: Form) -> None:
    """Put the whole deck to choose from, a row for each suit, and above it what was chosen."""
    scale = draft.scale
    high, deck = box.h > box.w, box
    if not form.one:
        shown, deck = box.top(scale.touch if high else scale.px(16), scale.px(0.8))
        chosen, erase = shown.across(80, 20, gap=scale.gap)
        _put_chosen(draft, chosen, form)
        draft.put(Button(erase, ("erase",), "←", scale.large))
    cells, cards = (
        (deck.grid(4, 13, gap=scale.px(0.2)), _by_rank()) if high else (deck.grid(13, 4, gap=scale.px(0.5)), _by_suit())
    )
    for cell, card in zip(cells, cards, strict=True):
        _card_key(draft, cell, card)


def _by_suit() -> list[str]:
    return [rank + suit for suit in SUITS for rank in RANKS]


def _by_rank() -> list[str]:
    return [rank + suit for rank in RANKS for suit in SUITS]


def _card_key(draft: Draft, box: Box, card: str) -> None:
    rank = "10" if card[0] == "T" else card[0]
    look = "red-suit" if card[1] in "HD" else "black-suit"
    draft.put(Button(box, ("key", card), f"{rank}{SUITS[card[1]]}", draft.scale.body, look))


def _put_chosen(draft: Draft, box: Box, form: Form) -> None:
    width = round(box.h * 0.7)
    for place, card in enumerate(form.cards):
        at = box.moved(place * (width + draft.scale.px(0.8)), 0)._replace(w=width)
        draft.put(CardFace(at, Card(card)))


def _order(draft: Draft, box: Box, form: Form) -> None:
    """Put the cards that left together, to be touched in order, and above them those touched so far."""
    scale = draft.scale
    shown, rest = box.top(scale.px(18), scale.gap)
    _put_chosen(draft, shown, form)
    for cell, choice in zip(rest.across(*[1] * max(len(form.choices), 2), gap=scale.gap), form.choices, strict=False):
        button, _ = cell.top(min(scale.px(16), cell.h))
        draft.put(Button(button, choice.action, choice.label, scale.large, choice.look, on=choice.on))


def _confirm(draft: Draft, box: Box, form: Form) -> None:
    _put_lines(draft, box, form)


def _put_lines(draft: Draft, box: Box, form: Form) -> None:
    rows = len(form.lines) if form.kind == "pick" else max(len(form.lines), 4)
    for cell, line in zip(box.down(*[1] * rows), form.lines, strict=False):
        draft.put(Text(cell, line, draft.scale.body))


_PUT: Final[dict[str, Callable[[Draft, Box, Form], None]]] = {
    "keypad": _keypad,
    "letters": _letters,
    "pick": _pick,
    "cards": _cards,
    "order": _order,
    "confirm": _confirm,
}
