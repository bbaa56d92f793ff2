"""Asks a host about limits before a wager or a note is taken, for houses with carded play and pre-commitment.

Off without a host. The house decides what its host is and how it is reached: anything with `allows` will do. Only
players with a name are asked about (patrons.py).
"""

import asyncio
from typing import Final, Literal, NamedTuple, Protocol

from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.service import TableService
from firmware.table.features.patrons import patron_of

# A player waits for no host longer than this.
ANSWERS_S: Final = 0.5
Taken = Literal["wager", "note"]


class PatronHost(Protocol):
    """The house's system that knows limits. Raises OSError when it is away."""

    async def allows(self, patron: str, what: Taken, amount: int) -> bool:
        """Whether this may be taken from a patron."""
        ...


class HostChosen(NamedTuple):
    """A host, and what happens while it is away: players with a name can wager nothing, or everything."""

    host: PatronHost | None = None
    while_away: Literal["refuse", "allow"] = "refuse"


NO_HOST: Final = HostChosen()


class PatronLimits:
    """What one table asks a host."""

    def __init__(self, service: TableService, chosen: HostChosen = NO_HOST) -> None:
        self._service = service
        self._host, self._while_away = chosen

    async def need(self, ats: int, what: Taken, amount: int) -> None:
        """Refuse what the host does not allow."""
        patron = patron_of(self._service.state, ats)
        if self._host is None or not patron or not amount:
            return
        try:
            async with asyncio.timeout(ANSWERS_S):
                allowed = await self._host.allows(patron, what, amount)
        except OSError:  # a timeout is one, too
            if self._while_away == "allow":
                return
            raise Refused(TableCode.HOST_AWAY) from None
        if not allowed:
            raise Refused(TableCode.PATRON_LIMIT)
