"""A player's wagers on a terminal: what is shown as placed is what the table accepted, and is compared at the close."""

from collections.abc import Callable

from msgspec import Struct

from firmware.errands import Errands
from firmware.game.state import Phase
from firmware.link.bus import Unanswered
from firmware.link.messages import LimitView
from firmware.link.remote_table import RemoteTable
from firmware.refusal import Refused


class ShownWager(Struct, frozen=True):
    """What a player sees of a wager: `accepted` by the table, and what is still `asked` of it."""

    accepted: int = 0
    asked: int | None = None


class SaidToPlayer(Struct, frozen=True):
    """Something that a player is told: a key of the message files, with amounts, and why the table refused."""

    key: str
    amounts: dict[str, int] = {}
    refusal: Refused | None = None


class WagerDesk:
    """The wagers of a terminal. `show` tells the player something; `follow` is called when the table has changed."""

    # crown 4.6, 4.7: nothing is shown as placed that the table has not accepted

    def __init__(self, table: RemoteTable, show: Callable[[SaidToPlayer], None], errands: Errands) -> None:
        self.wagers: dict[str, ShownWager] = {}
        self._table = table
        self._show = show
        self._betting = 0
        self._errands = errands

    async def wager(self, bet: str, amount: int) -> int:
        """Set a wager and return what is accepted. Whatever goes wrong is shown, and nothing is shown as placed."""
        why = self.why_not(bet, amount)
        if why is not None:
            self._show(why)
            return self._accepted(bet)
        self.wagers[bet] = ShownWager(self._accepted(bet), amount)
        try:
            accepted = await self._table.set_wager(bet, amount)
        except Refused as refusal:
            self._show(SaidToPlayer("why.refused", refusal=refusal))
            accepted = self._accepted(bet)
        except Unanswered:
            # It may have been accepted: the table's next word about this account says so.
            self._show(SaidToPlayer("why.unanswered"))
            accepted = self._accepted(bet)
        else:
            if accepted != amount:
                self._show(SaidToPlayer("why.lowered", {"amount": accepted}))
        self.wagers[bet] = ShownWager(accepted)
        return accepted

    def why_not(self, bet: str, amount: int) -> SaidToPlayer | None:
        """Return why a wager cannot be placed now, as far as a terminal can know; the table decides."""
        public, account = self._table.public, self._table.account
        if not self._table.there or public is None or account is None:
            return SaidToPlayer("why.no_table")
        if not self._table.serves():
            return SaidToPlayer("why.board_changed")
        if public.phase is not Phase.BETTING or (
            public.closes_at is not None and self._table.now_ms() >= public.closes_at
        ):
            return SaidToPlayer("why.closed")
        if not account.open:
            return SaidToPlayer("why.no_account")
        limit = public.limits.get(bet)
        if limit is None:
            return SaidToPlayer("why.not_offered")
        return _beyond(limit, amount, account.balance + self._accepted(bet))

    def _accepted(self, bet: str) -> int:
        shown = self.wagers.get(bet)
        return shown.accepted if shown is not None else 0

    def follow(self) -> None:
        """The table has changed: what it holds is what is shown; at the close it is told what was."""
        public, account = self._table.public, self._table.account
        if public is None or account is None or not self._table.there:
            return
        if not self._table.serves():
            # Another board is this terminal: what lies there is shown there, and compared there.
            self.wagers, self._betting = {}, 0
            return
        betting = public.coup if public.phase in (Phase.BETTING, Phase.BETTING_ASKING) else 0
        if self._betting and not betting:
            self._at_close(self._betting)
        self._betting = betting
        pending = {bet: shown for bet, shown in self.wagers.items() if shown.asked is not None}
        # What is known of this account may be of an earlier coup than what is known of the table.
        wagers = account.wagers if account.coup == public.coup else {}
        held = {bet: ShownWager(amount) for bet, amount in wagers.items()}
        self.wagers = {
            **held,
            **{bet: ShownWager(held.get(bet, ShownWager()).accepted, p.asked) for bet, p in pending.items()},
        }

    def _at_close(self, coup: int) -> None:
        shown = {bet: wager.accepted for bet, wager in self.wagers.items() if wager.accepted}
        self._errands.begin(self._tell(coup, shown))

    async def _tell(self, coup: int, shown: dict[str, int]) -> None:
        try:
            await self._table.shown_at_close(coup, shown)
        except Refused as refusal:
            self._show(SaidToPlayer("why.differs", refusal=refusal))


def _beyond(limit: LimitView, amount: int, covered: int) -> SaidToPlayer | None:
    if amount and amount < limit.least:
        return SaidToPlayer("why.minimum", {"least": limit.least})
    return SaidToPlayer("why.balance") if min(amount, limit.most) > covered else None
