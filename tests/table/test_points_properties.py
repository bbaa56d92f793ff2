"""Whatever sessions a table has had, and whatever is learned of their coups later: points and money never mix."""

from collections import Counter
from typing import Any

from hypothesis import event, given
from hypothesis import strategies as st
from played import Played

from firmware.game import steps as s
from firmware.table.core.events import PlayedForPoints, WagersSettled
from firmware.table.features.buying_in import BoughtIn, BuyIn
from firmware.table.features.cashing_out import CashedOut, CashOut
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.owed import Owed
from firmware.table.features.recalculating import Adjusted
from firmware.table.features.sessions import EndSession, SessionEnded, StartSession
from firmware.table.features.wagers import Wager
from firmware.table.shown.meters import meters_of
from hal.cards import Card

# Neither hand draws: Player wins 7 to 6. Corrected, Banker does.
STAND = tuple(s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC"))
BANKER_WON: Any = ((Card("6H"), Card("KC")), (Card("7S"), Card("KD")))
LEAVE = tuple(CashOut(ats) for ats in (1, 2))
Part = tuple[Any, ...]


def coup(bet: str, amount: int) -> Part:
    return (s.NewShoe(8), s.OpenBets(), Wager(1, bet, amount), Wager(2, "player", 5_00), s.CloseBets(), *STAND,
            s.Confirm())  # fmt: skip


def later(number: int, how: str) -> Part:
    return (CorrectOutcome(number, *BANKER_WON),) if how == "correct" else (InvalidateCoup(number, "malfunction", "x"),)


def heat(parts: list[Part], *, cash: bool) -> Part:
    return (*LEAVE, StartSession("heat", (1, 2), 100_00), *joined(parts), EndSession(cash))


def guests(parts: list[Part]) -> Part:
    return (*LEAVE, BuyIn(1, 100_00), BuyIn(2, 100_00), *joined(parts), *LEAVE)


def joined(parts: list[Part]) -> Part:
    return tuple(command for part in parts for command in part)


coups = st.builds(coup, st.sampled_from(["player", "banker"]), st.sampled_from([5_00, 50_00, 100_00]))
laters = st.builds(later, st.integers(1, 3), st.sampled_from(["correct", "correct", "void"]))
some = st.lists(st.one_of(coups, coups, laters), min_size=1, max_size=4)
evenings = st.lists(st.one_of(st.builds(heat, some, cash=st.booleans()), st.builds(guests, some), laters), max_size=6)


def played(parts: list[Part]) -> Played:
    table = Played("crown-baccarat")
    for command in joined(parts):
        table.tell(command)
    return table


@given(parts=evenings)
def test_points_and_money_never_mix(parts: list[Part]) -> None:
    table = played(parts)
    state, of_points = table.state, {one.coup: one.session for one in table.of(PlayedForPoints)}
    moved = [*table.of(Adjusted), *table.of(Owed)]
    event("corrections of points" if any(one.coup in of_points for one in moved) else "no correction of points")
    for accounts in state.ledger.values():
        assert sum(amount for name, amount in accounts.items() if name.startswith("points/")) == 0
    for one in moved:
        if one.points:
            assert one.coup in of_points  # an ordinary coup never moves points
        elif one.coup in of_points:
            assert of_points[one.coup] in state.cashed  # points move money only where they have become money
    if not state.session:
        assert meters_of(state).points.balance == 0
        assert not any(state.owed_points.values())


@given(parts=evenings)
def test_money_comes_from_guests_coups_corrections_and_sessions_that_ended_in_cash(parts: list[Part]) -> None:
    """Reckoned from the events alone, by what each says of money, beside the ledger."""
    table = played(parts)
    of_points = {one.coup for one in table.of(PlayedForPoints)}
    money: Counter[int] = Counter()
    for one in table.events:
        match one:
            case BoughtIn(ats, amount):
                money[ats] += amount
            case CashedOut(ats, amount):
                money[ats] -= amount
            case WagersSettled(settled, lines, corrected=False) if settled not in of_points:
                for line in lines:
                    money[line.ats] += line.returned - line.stake
            case Adjusted(points=False):
                money[one.ats] += one.amount
            case SessionEnded(cash=True):
                for ats, balance in one.balances.items():
                    money[ats] += balance
    for ats in (1, 2):
        account = table.state.accounts.get(ats)
        staked = account.total if account is not None and not account.points else 0
        assert table.state.ledger.get(ats, {}).get("balance", 0) == money[ats] - staked
