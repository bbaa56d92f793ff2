"""Permitted wagers: limits, the next lowest permitted amount, and wagers that stand only beside others."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from firmware.game.codes import GameCode
from firmware.game.rulebook import Rulebook, RuleNumber
from firmware.refusal import Unsound

ANY: Final = "*"
Lowered = Literal["", "below_minimum", "between_steps", "above_maximum"]


class Limit(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be wagered on one bet, or any (`*`), from a given time and coup; in minor units and milliseconds."""

    bet: str
    minimum: int
    maximum: int
    step: int
    effective_at: int = 0
    from_coup: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.minimum <= self.maximum:
            raise Unsound(GameCode.LIMIT_RANGE, "a limit's min is above 0 and at most its max")
        if self.step <= 0:
            raise Unsound(GameCode.LIMIT_STEP, "a limit's step is above 0")

    def permitted(self, amount: int) -> tuple[int, Lowered]:
        """Return the amount that may be displayed, and why it differs from the one asked for."""
        # crown 5.3.1, 5.3.2, 5.3.2(a), 5.3.2(b); reading 11
        if amount < self.minimum:
            return 0, "below_minimum"
        highest = min(amount, self.maximum)
        lowered = highest - (highest - self.minimum) % self.step
        if lowered == amount:
            return amount, ""
        return lowered, "above_maximum" if amount > self.maximum else "between_steps"


DEFAULT_LIMIT: Final = Limit(ANY, 5_00, 5000_00, 5_00)


def limit_of(limits: Sequence[Limit], bet: str, at: int, coup: int) -> Limit:
    """Return a bet's limit: the last that names it, otherwise the last that names any."""
    of_any = None
    # Backwards: a table collects many limits, and all but the last few are history.
    for limit in reversed(limits):
        if limit.effective_at > at or limit.from_coup > coup:
            continue
        if limit.bet == bet:
            return limit
        if limit.bet == ANY and of_any is None:
            of_any = limit
    return of_any or DEFAULT_LIMIT


def announced(limits: Sequence[Limit], at: int) -> dict[str, Limit]:
    """Return the announced changes that do not hold yet: the latest for each bet."""
    # crown 5.1
    last = {limit.bet: limit for limit in limits}
    return {bet: limit for bet, limit in last.items() if limit.effective_at > at}


def missing_main_wager(book: Rulebook, bet: str, wagers: Mapping[str, int]) -> RuleNumber | None:
    """Return the rule that forbids a wager without another, if that other is missing."""
    # crown 4.11, 4.11.1, 4.11.2; mbs 3.5; rws 3.3; reading 4: MBS and RWS know no such need
    for need in book.needs_main_wager:
        if bet in need.bets and not any(wagers.get(main) for main in need.beside):
            return need.rule
    return None
