"""A ticket as a document: whose, from where, when, and for how much. Letters that a printer lacks are drawn."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cached_property
from typing import Final

from firmware.boards.ticket_picture import drawn
from firmware.kit.spelled import spelled
from firmware.kit.words import Words, words_of
from firmware.link.table_link import Issued
from firmware.ticket_config import TicketSettings
from firmware.zones import zone_of
from hal.ticket_printer import Ticket, TicketLine

NO_CURRENCY: Final = "$"


def _nowhere() -> str:
    """Return no zone: no table names one."""
    return ""


class TicketPage:
    """Lays out the tickets of one terminal. `table`: how the table is named on them.

    `venue`: the zone that the table names for the venue, whose time the screens show, too; none: the settings' own.
    """

    def __init__(self, ats: int, table: str, settings: TicketSettings, venue: Callable[[], str] = _nowhere) -> None:
        self._ats: Final = ats
        self._table = table
        self._settings = settings
        self._venue = venue

    @cached_property
    def _words(self) -> tuple[Words, ...]:
        """Its languages, read for the first ticket so that they do not delay the first picture."""
        return tuple(words_of(language) for language in self._settings.languages)

    def ticket(self, issued: Issued, dots: int) -> Ticket:
        """Return a ticket for a printer of this width in dots."""
        title = self._words[0]("paper.title")
        ascii_title = title if title.isascii() else ""
        lines = [*self._head(ascii_title), *self._what(issued), *self._amount(issued)]
        below = [*self._valid(issued), *(TicketLine(text) for text in self._settings.help)]
        return Ticket(ascii_title, tuple(drawn(lines, dots)), issued.number, below=tuple(drawn(below, dots)))

    def _head(self, title: str) -> Iterator[TicketLine]:
        for words in self._words:
            if words("paper.title") != title:
                yield TicketLine(words("paper.title"), large=True, bold=True)
        if self._settings.venue:
            yield TicketLine(self._settings.venue, bold=True)
        for text in self._settings.address:
            yield TicketLine(text)

    def _what(self, issued: Issued) -> Iterator[TicketLine]:
        yield TicketLine("")
        for words in self._words:
            if issued.copy:
                yield TicketLine(words("paper.reprint", copy=issued.copy), bold=True)
        for words in self._words:
            yield TicketLine(words("paper.where", table=self._table, number=self._ats))
        if issued.issued_at:
            for words in self._words:
                yield TicketLine(words("paper.issued", time=self._time(issued.issued_at, "%Y-%m-%d %H:%M:%S %Z")))
        yield TicketLine(f"No. {grouped(issued.number)}")

    def _amount(self, issued: Issued) -> Iterator[TicketLine]:
        yield TicketLine("")
        yield TicketLine(money(issued.amount, self._settings.currency), large=True, bold=True)
        if self._settings.currency:
            for words in self._words:
                yield TicketLine(spelled(issued.amount, self._settings.currency, words))
        yield TicketLine("")

    def _valid(self, issued: Issued) -> Iterator[TicketLine]:
        yield TicketLine("")
        if issued.expires_at:
            for words in self._words:
                yield TicketLine(words("paper.valid", time=self._time(issued.expires_at, "%Y-%m-%d %H:%M")), bold=True)
        for words in self._words:
            yield TicketLine(words("paper.pay"))
        yield TicketLine("")

    def _time(self, at: int, form: str) -> str:
        zone = self._venue() or self._settings.zone
        return datetime.fromtimestamp(at / 1000, UTC).astimezone(zone_of(zone) if zone else None).strftime(form)


def grouped(number: str) -> str:
    """Return a ticket's number as people read it out.

    >>> grouped("006429188185446104")
    '00-6429-1881-8544-6104'
    """
    return "-".join((number[:2], *(number[place : place + 4] for place in range(2, len(number), 4))))


def money(amount: int, currency: str = "") -> str:
    """Return an amount as tickets show it.

    >>> money(123456), money(5, "AUD")
    ('$ 1,234.56', 'AUD 0.05')
    """
    return f"{currency or NO_CURRENCY} {amount // 100:,}.{amount % 100:02}"
