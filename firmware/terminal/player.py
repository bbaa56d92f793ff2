"""A player's wagers on a terminal: only what the table accepted is shown as placed, and it is compared at the close."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from firmware.books import load_book
from firmware.errands import Errands
from firmware.game.state import Phase
from firmware.game.wagers import missing_main_wager
from firmware.link.bus import Unanswered
from firmware.link.messages import LimitView
from firmware.link.remote_table import RemoteTable
from firmware.refusal import Refused

Stakes = dict[str, int]


class ShownWager(Struct, frozen=True):
    """What a player sees of a wager: `accepted` by the table, and what is still `asked` of it."""

    accepted: int = 0
    asked: int | None = None


class SaidToPlayer(Struct, frozen=True):
    """Something that a player is told: a key of the word files, amounts, and why the table refused.

    `left`: the wagers that were left out for that reason while others were placed.
    """

    key: str
    amounts: dict[str, int] = {}
    refusal: Refused | None = None
    left: tuple[str, ...] = ()


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
        await self.wagers_at_once({bet: amount})
        return self._accepted(bet)

    async def wagers_at_once(self, stakes: Stakes) -> None:
        """Set wagers, all or none. Whatever goes wrong is shown, and nothing is shown as placed."""
        why = next((why for bet, amount in stakes.items() if (why := self.why_not(bet, amount)) is not None), None)
        if why is not None:
            self._show(why)
            return
        self.wagers.update({bet: ShownWager(self._accepted(bet), amount) for bet, amount in stakes.items()})
        accepted: Stakes = {}
        try:
            accepted = await self._asked_of_table(stakes)
        except Refused as refusal:
            self._show(SaidToPlayer("why.refused", refusal=refusal))
        except Unanswered:
            # It may have been accepted: the table's next view of this account will tell.
            self._show(SaidToPlayer("why.unanswered"))
        else:
            lowered = [accepted[bet] for bet, amount in stakes.items() if accepted[bet] != amount]
            if lowered:
                self._show(SaidToPlayer("why.lowered", {"amount": lowered[0]}))
        self.wagers.update({bet: ShownWager(accepted.get(bet, self._accepted(bet))) for bet in stakes})

    async def _asked_of_table(self, stakes: Stakes) -> Stakes:
        if len(stakes) > 1:
            return await self._table.set_wagers(stakes)
        ((bet, amount),) = stakes.items()
        return {bet: await self._table.set_wager(bet, amount)}

    def what_can_be(self, stakes: Stakes) -> tuple[Stakes, SaidToPlayer | None]:
        """Return those of some wagers that can be placed together, and why the first of the others cannot.

        A wager that needs another beside it (4.11.1) is left out together with that one.
        """
        public, account = self._table.public, self._table.account
        if public is None or account is None:
            return {}, SaidToPlayer("why.no_table")
        book = load_book(public.rulebook)
        beside = {bet for need in book.needs_main_wager for bet in need.bets}
        # What lies on a bet that is left out stays there: it pays for no other.
        left = account.balance
        can: Stakes = {}
        first: SaidToPlayer | None = None
        for bet in sorted(stakes, key=lambda bet: bet in beside):
            why = self.why_not(bet, stakes[bet], left + self._accepted(bet))
            first = first or why
            alone = missing_main_wager(book, bet, {**account.wagers, **can}) is not None
            if why is None and not (first is not None and alone):
                can[bet] = stakes[bet]
                left -= min(stakes[bet], public.limits[bet].most) - self._accepted(bet)
        return can, first

    def say_left(self, left: tuple[str, ...], why: SaidToPlayer) -> None:
        """Say that some wagers were left out, and why."""
        self._show(replace(why, left=left))

    def why_not(self, bet: str, amount: int, covered: int | None = None) -> SaidToPlayer | None:
        """Return why a wager cannot be placed now, as far as a terminal can know; the table decides.

        `covered`: the money for it, if that is not the balance plus what is on that bet.
        """
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
        return _beyond(limit, amount, account.balance + self._accepted(bet) if covered is None else covered)

    def _accepted(self, bet: str) -> int:
        shown = self.wagers.get(bet)
        return shown.accepted if shown is not None else 0

    def follow(self) -> None:
        """Follow the table: show what it holds, and at the close tell it what was shown."""
        public, account = self._table.public, self._table.account
        if public is None or account is None or not self._table.there:
            return
        if not self._table.serves():
            # Another board is this terminal: it shows and compares the wagers there.
            self.wagers, self._betting = {}, 0
            return
        betting = public.coup if public.phase in (Phase.BETTING, Phase.BETTING_ASKING) else 0
        if self._betting and not betting:
            self._at_close(self._betting)
        self._betting = betting
        pending = {bet: shown for bet, shown in self.wagers.items() if shown.asked is not None}
        # This account's view may be of an earlier coup than the public one.
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
