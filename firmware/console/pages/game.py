"""The game: its version and side bets, its limits, the wagering period, the closing, a tournament."""

from collections.abc import Iterator
from typing import Final

from firmware.books import load_book, rules_of
from firmware.console.known import Known
from firmware.console.pages.buttons import ask_for
from firmware.console.pages.director import way_there
from firmware.console.pages.offered import offered_rows
from firmware.console.tab import Tab
from firmware.console.view import Choice, Page, Row
from firmware.game.offer_number import offer_numbers
from firmware.game.wagers import limit_of
from firmware.link.views import coming_of
from firmware.pictures.notices import announced
from firmware.table.features.card_checks import unchecked
from firmware.table.features.settings import both, differing, digest_of


def page(known: Known) -> Page:
    """Return the page."""
    return Page(known.words("tab.game"), tuple(_rows(known)))


TAB: Final = Tab(page, place=30)


def _rows(known: Known) -> Iterator[Row]:
    words, setup, state = known.words, known.state.setup, known.state
    book = load_book(setup.rulebook)
    side = ", ".join(f"{words.named('side', name)} {option}" for name, option in setup.side_wagers.items()) or "–"
    hall = way_there(known)
    session = ask_for(known, "session-end" if state.session else "session-start")
    tournament = Row(words("game.session"), state.session or "–", choices=(*hall, session))
    if hall:
        yield tournament  # what its Director looks for is not turned to
    yield Row(
        words.of_table(book.texts.version), words("game.sides", sides=side),
        choices=(ask_for(known, "game"),),
    )  # fmt: skip
    yield Row(words("game.odds"), _numbers(known))
    for coming in coming_of(state, known.now):
        yield Row(announced(coming, words), look="notice")
    period = words("game.seconds", count=setup.period // 1000)
    yield Row(words("game.period"), value=period, choices=(ask_for(known, "period"),))
    yield from _limits(known)
    cards = unchecked(known.state)
    yield Row(
        words("game.cards"), words("game.cards.due" if cards else "game.cards.done"),
        choices=(ask_for(known, "check-cards", on=cards and not _in_play(known)),),
    )  # fmt: skip
    yield Row(
        words("game.closing"), words("game.closing.note"),
        choices=(
            ask_for(known, "closing"),
            ask_for(known, "close-table", look="danger"),
        ),
    )  # fmt: skip
    if not hall:
        yield tournament
    yield from _settings(known)
    yield from offered_rows(known)


def _settings(known: Known) -> Iterator[Row]:
    """Return the configuration's mark, and where the table does not run by it."""
    words, state = known.words, known.state
    if digest_of(state):
        yield Row(words("game.settings"), digest_of(state)[:16])
    for key in differing(state):
        now, configured = both(state, key, known.now)
        yield Row(words("game.differs", key=key), words("game.both", now=now, configured=configured), look="alarm")


def _in_play(known: Known) -> bool:
    return known.state.open and known.state.game.shoe is not None


def _numbers(known: Known) -> str:
    """Return the numbers that tables compare: a side wager's is equal at all tables that offer the same odds."""
    # crown 10.1
    setup, words = known.state.setup, known.words
    numbers = offer_numbers(rules_of(setup.rulebook, setup.side_wagers, setup.decks).offer)
    named = {side: words.named("side", side) for side in numbers}
    return " · ".join(f"{named[side]} {number[:3]} {number[3:]}" for side, number in numbers.items())


def _limits(known: Known) -> Iterator[Row]:
    words, setup, state = known.words, known.state.setup, known.state
    offer = rules_of(setup.rulebook, setup.side_wagers, setup.decks).offer
    change: tuple[Choice, ...] = (ask_for(known, "limit"),)
    for bet in offer.order:
        limit = limit_of(state.limits, bet, known.now, state.game.coups + 1)
        value = f"{words.money(limit.minimum)} – {words.money(limit.maximum)}"
        detail = words("game.step", step=words.money(limit.step))
        yield Row(words(f"bet.{bet}.long"), detail, value, choices=change)
        change = ()
