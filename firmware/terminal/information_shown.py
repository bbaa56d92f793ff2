"""The page of information that a player has open: about the books, a tournament, or where to find help."""

from msgspec.structs import replace

from firmware.books import rules_of
from firmware.kit.words import Words
from firmware.link.messages import AccountView, PublicView
from firmware.terminal.cup import with_cup
from firmware.terminal.house_edges import HouseEdges
from firmware.terminal.information_of_books import information
from firmware.terminal.view import Info, InfoLine


def info_shown(public: PublicView, account: AccountView | None, topic: str, counted: HouseEdges, words: Words) -> Info:
    """Return a page."""
    rules = rules_of(public.rulebook, public.side_wagers, public.decks)
    # Only on the page that shows them: counting is some work.
    edges = counted.of(public.rulebook, public.decks) if topic == "bets" else {}
    page = with_cup(information(rules, public.decks, topic, edges, words), topic, public, account, words)
    if topic != "ask" or public.safer is None or not public.safer.help_line:
        return page
    return replace(page, lines=(*page.lines, InfoLine(words("own.help"), public.safer.help_line)))
