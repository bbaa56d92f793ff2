"""What stands on tickets, as a terminal's configuration says it: `[ticket]`."""

from typing import Annotated

from msgspec import Meta, Struct

from firmware.kit.words import languages
from firmware.zones import zone_of
from hal.bounds import ONE_LINE, Word
from hal.currency import known_currency

# No line of a ticket is longer, on the narrowest paper not more than four of it.
Text = Annotated[str, Meta(min_length=1, max_length=120, pattern=ONE_LINE)]
Texts = Annotated[tuple[Text, ...], Meta(max_length=4)]


class TicketSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands on tickets. `currency`: by its ISO name.

    `zone`: the venue's time, as `Australia/Melbourne`, where the table names none; without either, the machine's own.
    `languages`: the first above the others. `help`: where help with gambling is found, a line for each language, say.
    """

    venue: Text | None = None
    address: Texts = ()
    currency: Word = ""
    zone: Word | None = None
    languages: tuple[Word, ...] = ("en",)
    help: Texts = ()

    def __post_init__(self) -> None:
        if self.currency:
            known_currency(self.currency)
        if not self.languages or len(set(self.languages)) < len(self.languages):
            raise ValueError("languages are one at least, and each of them once")
        for language in self.languages:
            if language not in languages():
                raise ValueError(f"languages: no language {language!r}; there are {', '.join(languages())}")
        if self.zone is not None:
            zone_of(self.zone)


def incomplete(settings: TicketSettings | None) -> str:
    """Return what tickets lack that guests and desks need; nothing when they have it all."""
    settings = settings if settings is not None else TicketSettings()
    lacking = [name for name in ("venue", "currency", "help") if not getattr(settings, name)]
    return f"ticket: tickets say no {', no '.join(lacking)}: set it in [ticket]" if lacking else ""
