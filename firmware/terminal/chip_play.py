"""A player's chips: the chosen one, where chips were put, and what can be taken back, repeated or doubled."""

import asyncio
from collections.abc import Callable
from typing import Final

from firmware.errands import Errands
from firmware.game.state import Phase
from firmware.kit.theme import CHIPS
from firmware.link.remote_table import RemoteTable
from firmware.terminal.player import Stakes, WagerDesk

# How many chips are in a tray.
TRAY: Final = 6


def tray(least: int) -> tuple[int, ...]:
    """Return the chips of a tray, beginning with the largest that the lowest minimum can be made of.

    >>> tray(5_00)
    (500, 2500, 10000, 50000, 100000, 500000)
    """
    values = sorted(CHIPS)
    first = max((place for place, value in enumerate(values) if value <= least), default=0)
    first = min(first, len(values) - TRAY)
    return tuple(values[first : first + TRAY])


class ChipPlay:
    """The chips of one terminal. Requests go out in order, one after another."""

    def __init__(self, table: RemoteTable, player: WagerDesk, errands: Errands, changed: Callable[[], None]) -> None:
        self.chosen = 0
        self._table = table
        self._player = player
        self._errands = errands
        self._changed = changed
        self._wanted: list[Stakes] = []
        self._before: list[Stakes] = []
        self._coup = 0
        self._worker: asyncio.Task[None] | None = None

    @property
    def chips(self) -> tuple[int, ...]:
        """The chips of the tray."""
        public = self._table.public
        return tray(min((limit.least for limit in public.limits.values()), default=0) if public is not None else 0)

    @property
    def choice(self) -> int:
        """The chosen chip; the smallest, if nobody has chosen yet."""
        return self.chosen if self.chosen in self.chips else self.chips[0]

    def accepted(self) -> Stakes:
        """Return what the table has accepted."""
        return {bet: shown.accepted for bet, shown in self._player.wagers.items() if shown.accepted}

    def asked(self) -> Stakes:
        """Return what has been asked but not accepted yet."""
        pending = {bet: shown.asked for bet, shown in self._player.wagers.items() if shown.asked is not None}
        return {**pending, **{bet: stake for stakes in self._wanted for bet, stake in stakes.items()}}

    def lies(self) -> Stakes:
        """Return what is on the layout as the player sees it."""
        return {bet: stake for bet, stake in {**self.accepted(), **self.asked()}.items() if stake}

    def last(self) -> Stakes:
        """Return the stakes of the last coup that had any."""
        account = self._table.account
        recent = account.recent if account is not None else ()
        return next((coup.stakes for coup in reversed(recent) if coup.stakes), {})

    @property
    def undoable(self) -> bool:
        """Whether there is anything to take back; a refused wager changed nothing."""
        lies = self.lies()
        return any(lies.get(bet, 0) != stake for stakes in self._before for bet, stake in stakes.items())

    def follow(self) -> None:
        """Follow the table: what was put in an earlier coup cannot be taken back."""
        public = self._table.public
        coup = public.coup if public is not None and public.phase is Phase.BETTING else 0
        if coup != self._coup:
            self._coup = coup
            self._before.clear()

    def choose(self, value: int) -> None:
        """Choose a chip."""
        self.chosen = value

    def forget(self) -> None:
        """Forget what a player chose and did: the next one takes back nothing of it."""
        self.chosen = 0
        self._before.clear()

    def put(self, bet: str) -> bool:
        """Put the chosen chip on a bet; return whether it can lie there."""
        stake = self.lies().get(bet, 0) + self.choice
        why = self._player.why_not(bet, stake)
        self._set({bet: stake})
        return why is None

    def undo(self) -> None:
        """Take the last change back, skipping any that came to nothing."""
        lies = self.lies()
        while self._before:
            before = self._before.pop()
            if any(lies.get(bet, 0) != stake for bet, stake in before.items()):
                self._ask(before)
                return

    def clear(self) -> None:
        """Take everything off; bets that need another wager beside them go first (4.11.1)."""
        self._set(dict.fromkeys(reversed(list(self.lies())), 0))

    @property
    def repeatable(self) -> bool:
        """Whether any of the last coup's wagers can be placed."""
        return bool(self._player.what_can_be(self.last())[0])

    @property
    def doublable(self) -> bool:
        """Whether any of the wagers can be doubled."""
        return bool(self._player.what_can_be(self._doubled())[0])

    def repeat(self) -> None:
        """Repeat the last coup's wagers, or as many of them as possible."""
        self._set_what_can_be(self.last())

    def double(self) -> None:
        """Double the wagers, or as many of them as possible."""
        self._set_what_can_be(self._doubled())

    def _doubled(self) -> Stakes:
        return {bet: stake * 2 for bet, stake in self.lies().items()}

    def _set_what_can_be(self, stakes: Stakes) -> None:
        can, why = self._player.what_can_be(stakes)
        self._set(can)
        if why is not None:
            self._player.say_left(tuple(bet for bet in stakes if can and bet not in can), why)

    def _set(self, stakes: Stakes) -> None:
        lies = self.lies()
        if stakes:
            self._before.append({bet: lies.get(bet, 0) for bet in reversed(list(stakes))})
            self._ask(stakes)

    def _ask(self, stakes: Stakes) -> None:
        if len(stakes) == 1:  # several quick touches of one bet end as one wager
            self._wanted = [wanted for wanted in self._wanted if wanted.keys() != stakes.keys()]
        self._wanted.append(dict(stakes))
        if self._worker is None:
            self._worker = self._errands.begin(self._work())

    async def _work(self) -> None:
        try:
            while self._wanted:
                await self._player.wagers_at_once(self._wanted.pop(0))
                self._changed()
        finally:
            self._worker = None
