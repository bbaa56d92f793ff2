"""Which notes make up an amount."""

from typing import Final

from firmware.game.refusal import Refused
from firmware.table.codes import TableCode

# In minor units, the largest first.
NOTES: Final = (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00)


def notes_for(amount: int) -> dict[int, int]:
    """Return how many of each note make up an amount, the fewest; what notes cannot make up is refused."""
    notes: dict[int, int] = {}
    left = amount
    for value in NOTES:
        count, left = divmod(left, value)
        if count:
            notes[value] = count
    if left:
        raise Refused(TableCode.NO_NOTES_MAKE, amount=amount)
    return notes
