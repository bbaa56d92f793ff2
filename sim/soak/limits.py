"""What may be wagered, as a person at the table would reckon it from the signs: each wager is held against that."""

from collections.abc import Iterator
from typing import Final

from firmware.game.wagers import DEFAULT_LIMIT, Limit
from firmware.table.features.limits import LimitSet
from firmware.table.features.wagers import WagerSet

# A higher minimum is shown for so long before it holds (crown 5.1, reading 15).
SIGN_MS: Final = 20 * 60 * 1000


class LimitsSeen:
    """All that was said of limits, in its order."""

    def __init__(self) -> None:
        self._said: list[Limit] = []
        # The most on a coup in all, in a tournament's session; and what lies there, by coup and terminal.
        self._in_all = 0
        # The round's own limits of single bets.
        self._round: tuple[Limit, ...] = ()
        self._lies: dict[tuple[int, int], dict[str, int]] = {}

    def session(self, most: int, limits: tuple[Limit, ...] = ()) -> None:
        """A session began, in which an account wagers so much on a coup at most (12.2.1(c)); 0: it ended.

        `limits`: of single bets in it.
        """
        self._in_all, self._round = most, limits

    def said(self, event: LimitSet, at: int, coup: int, *, playing: bool) -> Iterator[str]:
        """Take a change, and say whether it raises a minimum without its time on the sign."""
        limit, held = event.limit, self._of(event.limit.bet, at, coup)
        # What is changed beside a minimum that was announced before leaves that its time.
        announced = any((one.minimum, one.effective_at) == (limit.minimum, limit.effective_at) for one in self._said)
        if playing and not announced and limit.minimum > held.minimum and limit.effective_at < at + SIGN_MS:
            yield f"{limit} raises the minimum of {held.minimum} without twenty minutes on the sign"
        self._said.append(limit)

    def wagered(self, event: WagerSet, at: int, coup: int) -> Iterator[str]:
        """Say whether a wager is not the highest permitted one that is no more than what was asked."""
        limit = self._of(event.bet, at, coup)
        permitted = range(limit.minimum, limit.maximum + 1, limit.step)
        lies = self._lies.setdefault((coup, event.ats), {})
        beside = sum(amount for bet, amount in lies.items() if bet != event.bet)
        most = min(event.asked, self._in_all - beside) if self._in_all else event.asked
        right = max((amount for amount in permitted if amount <= most), default=0)
        lies[event.bet] = event.accepted
        self._lies = {key: there for key, there in self._lies.items() if key[0] == coup}
        if event.accepted != right:
            yield f"{event}, where {limit} permits {right}"

    def _of(self, bet: str, at: int, coup: int) -> Limit:
        """Return what holds: the round's own, or what was said last of this bet, or else of all."""
        for name in (bet, "*"):
            for limit in self._round:
                if limit.bet == name:
                    return limit
        holds = [limit for limit in self._said if limit.effective_at <= at and limit.from_coup <= coup]
        for name in (bet, "*"):
            named = [limit for limit in holds if limit.bet == name]
            if named:
                return named[-1]
        return DEFAULT_LIMIT
