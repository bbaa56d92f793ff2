"""What happened about the cards themselves, and what a table's odds are numbered."""

from firmware.game.events import Event
from firmware.table.commands import Finding


class CardsChecked(Event, frozen=True, tag="cards_checked"):
    """The cards were checked after they had been played with; `shoe`: the last one that was in play."""

    shoe: int
    finding: Finding
    rule: str | None


class OfferNumbered(Event, frozen=True, tag="offer_numbered"):
    """The odds that this table offers, as numbers: a side wager's is the same at all tables (crown 10.1)."""

    numbers: dict[str, str]
    rule: str | None
