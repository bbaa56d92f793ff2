"""What staff put on record about the cards themselves."""

from firmware.table.commands import Command, Finding


class CheckCards(Command, frozen=True):
    """All cards that were played with have been checked; this is what was found (crown 3.4)."""

    finding: Finding
