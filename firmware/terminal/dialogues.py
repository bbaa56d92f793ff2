"""Dialogues in front of the player's layout that need an answer: cashing out."""

from collections.abc import Callable
from typing import Final

from firmware.kit.dialogue import Choice, put_frame
from firmware.kit.items import Text
from firmware.kit.scene import Draft
from firmware.kit.words import Words
from firmware.terminal.guest_pages import put_own
from firmware.terminal.view import AtsView


def put_dialogue(draft: Draft, view: AtsView, words: Words) -> None:
    """Put the dialogue that is open."""
    assert view.dialogue is not None
    _DIALOGUES[view.dialogue.kind](draft, view, words)


def _cash_out(draft: Draft, view: AtsView, words: Words) -> None:
    amount = words.money(view.balance)
    yes = words("cash-out.yes", amount=amount) if view.balance else words("cash-out.close")
    choices: tuple[Choice, ...] = ((("close",), words("no"), "plain"), (("pay",), yes, "main"))
    inside = put_frame(draft, words("cash-out.title"), (0.62, 0.5), choices)
    text = words("cash-out.text", amount=amount) if view.balance else words("cash-out.empty")
    draft.put(Text(inside, text, draft.scale.large, align="centre"))


def _paying(draft: Draft, view: AtsView, words: Words) -> None:
    """Put that a ticket is being printed, or how that ended with a way back."""
    assert view.dialogue is not None
    ended = view.dialogue.page
    choices: tuple[Choice, ...] = ((("close",), words("ok"), "main"),) if ended else ()
    inside = put_frame(draft, words("cash-out.title"), (0.62, 0.46), choices)
    draft.put(Text(inside, view.dialogue.text, draft.scale.large, align="centre"))


def _agree(draft: Draft, _: AtsView, words: Words) -> None:
    choices: tuple[Choice, ...] = ((("close",), words("no"), "plain"), (("agree-to-end",), words("agree.yes"), "main"))
    inside = put_frame(draft, words("agree.title"), (0.62, 0.5), choices)
    draft.put(Text(inside, words("agree.text"), draft.scale.large, align="centre"))


_DIALOGUES: Final[dict[str, Callable[[Draft, AtsView, Words], None]]] = {
    "cash-out": _cash_out,
    "paying": _paying,
    "agree": _agree,
    "own": put_own,
}
