"""Ticket numbers: the next one, which nobody can predict without the table's secret, and a number's owner."""

import hmac
from collections.abc import Callable
from typing import Final, NamedTuple

from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.validation import Numbered, validation_number

# A sequence number has three bytes, so a terminal has this many numbers before its key changes.
BITS: Final = 24
NUMBERS: Final = 1 << BITS
# A table's terminals have the machine ids after its own machine number; this many belong to a table.
RANGE: Final = 50
_HALF: Final = BITS // 2
_MASK: Final = (1 << _HALF) - 1
# Four rounds hide the order from somebody with a handful of tickets. Ten, as in NIST's FF1 for domains this small, also
# hide it from somebody who collects a terminal's tickets for years.
_ROUNDS: Final = 10


def permuted(key: bytes, place: int) -> int:
    """Return where a keyed permutation of 24 bits puts a number: a Feistel network over HMAC-SHA-256."""
    left, right = place >> _HALF, place & _MASK
    for turn in range(_ROUNDS):
        mixed = hmac.digest(key, bytes((turn,)) + right.to_bytes(2, "big"), "sha256")
        left, right = right, left ^ (int.from_bytes(mixed[:2], "big") & _MASK)
    return left << _HALF | right


def unpermuted(key: bytes, number: int) -> int:
    """Return the place that the keyed permutation turns into a number.

    >>> unpermuted(b"k", permuted(b"k", 4711))
    4711
    """
    left, right = number >> _HALF, number & _MASK
    for turn in reversed(range(_ROUNDS)):
        mixed = hmac.digest(key, bytes((turn,)) + left.to_bytes(2, "big"), "sha256")
        left, right = right ^ (int.from_bytes(mixed[:2], "big") & _MASK), left
    return left << _HALF | right


def is_of(base: int, machine: int) -> bool:
    """Whether a machine id belongs to the table with this machine number."""
    return base < machine <= base + RANGE


class OtherTable(NamedTuple):
    """Another table of the house, and its machine number."""

    name: str
    machine: int


def _nothing_issued(_: str) -> int | None:
    return None


class Numbering:
    """What a decision about tickets needs besides the state, given to it as a value.

    `issued` says under which count a number was last issued, or None. `others`: the house's other tables, if known.
    """

    def __init__(
        self,
        secret: bytes,
        issued: Callable[[str], int | None] = _nothing_issued,
        others: tuple[OtherTable, ...] | None = None,
    ) -> None:
        self._secret = secret
        self.issued: Final = issued
        self.others: Final = others

    @property
    def key(self) -> str:
        """Return a check value of the secret, which gives nothing of it away; nothing without a secret."""
        return hmac.digest(self._secret, b"which secret", "sha256")[:8].hex() if self._secret else ""

    def next_number(self, machine: int, count: int, known: Callable[[str], bool]) -> tuple[str, int]:
        """Return a machine's next number after this many, and its count. Numbers that were issued are skipped.

        `known`: whether the ledger knows a ticket of this number. Raises Refused.
        """
        if not self._secret:
            raise Refused(TableCode.NO_TICKETS)
        while True:
            count += 1
            epoch = count >> BITS
            number = validation_number(machine, permuted(self._key(machine, epoch), count % NUMBERS))
            before = self.issued(number)
            # Within one key no number comes twice; under another key of the same epoch (a lost secret) one could.
            # Once all are used up they come again in another order, except those whose ticket is still known.
            if not known(number) and (before is None or before >> BITS != epoch):
                return number, count

    def is_among(self, ticket: Numbered, count: int) -> bool:
        """Whether a number is among a machine's first ones up to this count, issued or skipped."""
        if not self._secret:
            return False
        epochs = {count >> BITS, max((count >> BITS) - 1, 0)}
        places = (epoch << BITS | unpermuted(self._key(ticket.machine, epoch), ticket.sequence) for epoch in epochs)
        return any(0 < place <= count for place in places)

    def _key(self, machine: int, epoch: int) -> bytes:
        return hmac.digest(self._secret, machine.to_bytes(3, "big") + epoch.to_bytes(4, "big"), "sha256")


# A table that pays no tickets.
UNNUMBERED: Final = Numbering(b"")
