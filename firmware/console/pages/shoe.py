"""The shoe: what is left in it, and what the dealer or a supervisor may enter about it."""

from collections.abc import Iterator
from typing import Final

from firmware.console.event_words import cut_line
from firmware.console.known import Known
from firmware.console.pages.buttons import ask_for
from firmware.console.tab import Tab
from firmware.console.view import Page, Row
from firmware.game.questions import may_restart
from hal.cards import Card

ANY_CARD = Card("AS")


def page(known: Known) -> Page:
    """Return the page."""
    words, shoe, game = known.words, known.state.game.shoe, known.state.game
    said = words("shoe.none")
    if shoe is not None:
        said = words("shoe.state", number=shoe.number, left=shoe.remaining, decks=shoe.decks)
    last = shoe is not None and bool(shoe.last_coup)
    waits = known.words("shoe.held", count=known.held) if known.held else ""
    # crown 3.7
    cut = cut_line(shoe.cut_by, shoe.cut_at, words) if shoe is not None and shoe.cut_by else ""
    carried = words("shoe.carried", cards=" ".join(game.carried)) if game.carried else ""
    rows = (
        Row(
            said, words("shoe.last", coup=shoe.last_coup) if shoe is not None and last else carried or waits or cut,
            choices=(ask_for(known, "new-shoe"),),
        ),
        *_unburned(known),
        Row(
            words("shoe.burn"), words("shoe.burn.note"),
            choices=(ask_for(known, "burn"), ask_for(known, "cut")),
        ),
        Row(
            words("shoe.by_hand"), words("shoe.by_hand.note"),
            choices=(
                ask_for(known, "card"),
                ask_for(known, "together"),
                ask_for(known, "seen"),
            ),
        ),
        Row(
            words("shoe.wrong"), words("shoe.wrong.note"),
            choices=(ask_for(known, "unreadable"), ask_for(known, "foreign")),
        ),
        Row(
            words("shoe.order"), words("shoe.order.note"),
            choices=(
                ask_for(known, "altered", look="danger"),
                ask_for(known, "empty", look="danger"),
            ),
        ),
        Row(words("shoe.unfit"), words("shoe.unfit.note"), choices=(ask_for(known, "replace"),)),
    )  # fmt: skip
    return Page(words("tab.shoe"), rows)


TAB: Final = Tab(page, place=20)


def _unburned(known: Known) -> Iterator[Row]:
    """Return the void of an unsettled first coup of a shoe that was not burned: after it the shoe can be burned."""
    # crown 11.1.1
    if may_restart(known.state.game):
        restart = ask_for(known, "restart", look="danger")
        yield Row(known.words("kind.burn_missed"), known.words("shoe.restart.note"), look="notice", choices=(restart,))
