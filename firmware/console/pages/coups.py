"""The journal of the last coups: cards, what happened, what was paid; and corrections (11.11)."""

from collections.abc import Iterator
from typing import Final

from firmware.books import load_book
from firmware.console.known import Known
from firmware.console.pages.buttons import ask_for
from firmware.console.tab import Tab
from firmware.console.view import Page, Row
from firmware.game.hands import Winner
from firmware.pictures.table_items import card_text
from firmware.table.core.state import CoupRecord


def page(known: Known) -> Page:
    """Return the page, the latest coup first."""
    frozen = known.state.frozen
    accounts = Row(
        known.words("coups.accounts"),
        known.words("coups.frozen" if frozen else "coups.moving"),
        look="notice" if frozen else "deep",
        choices=(ask_for(known, "unfreeze" if frozen else "freeze"),),
    )
    records = (_row(known, record) for record in reversed(known.state.recent))
    return Page(known.words("tab.coups"), (accounts, *_miscount(known), *records))


TAB: Final = Tab(page, place=40)


def _miscount(known: Known) -> Iterator[Row]:
    """Return the miscount: until betting opens again, a supervisor may enter a wrong number of cards (5.2, 5.1.2)."""
    game = known.state.game
    treatment = load_book(known.state.setup.rulebook).irregularities.miscount
    if treatment.action == "none" or game.coup is not None or not game.ended or game.ended[-1].winner is Winner.VOID:
        return
    choices = (ask_for(known, "miscount"), ask_for(known, "miscount-void", look="danger"))
    yield Row(known.words("coups.miscount"), known.words("coups.miscount.note"), choices=choices)


def _row(known: Known, record: CoupRecord) -> Row:
    words, result = known.words, record.result
    totals = {"player": result.player.total, "banker": result.banker.total}
    said = words(f"result.{result.winner.value}", **totals)
    dummy = words("result.dummy") if result.dummy else ""
    corrected = f" ({words('recall.corrected')})" if record.corrected else ""
    flags = ", ".join(words(f"kind.{flag}") for flag in result.flags)
    lines = record.settled.lines if record.settled is not None else ()
    player, banker = (" ".join(card_text(card) for card in hand.cards) for hand in (result.player, result.banker))
    cards = f"{player} | {banker}" if player or banker else ""
    settled = not result.dummy and result.winner is not Winner.VOID
    coup = str(result.coup)
    choices = (
        ask_for(known, "correct", coup),
        ask_for(known, "invalidate", coup, look="danger"),
        ask_for(known, "declare-void-coup", coup, look="danger", on=bool(lines)),
    )
    staked, paid = sum(line.stake for line in lines), sum(line.returned for line in lines)
    return Row(
        f"{words('coup', number=result.coup)}: {dummy}{said}{corrected}",
        f"{cards}   {flags}".strip(),
        words("coups.money", staked=words.money(staked), paid=words.money(paid)) if lines else "",
        choices=choices if settled else (),
    )
