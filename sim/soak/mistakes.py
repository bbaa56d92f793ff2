"""Every mistake of a dealer that the rulings know, and what staff do between coups."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from firmware.books import book_ids, load_book
from firmware.game import steps as s
from firmware.game.hands import Side
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_boxes import EmptyCashBox
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.exclusions import ExcludePlayer
from firmware.table.features.freezing import FreezeAccounts
from firmware.table.features.game_changes import ChangeGame
from firmware.table.features.limits import SetLimit, SetPeriod
from firmware.table.features.malfunctions import ClearMalfunction, ForgetRecords, Malfunction
from hal.cards import Card

if TYPE_CHECKING:
    from sim.soak.dealer import Dealer

Does = Callable[["Dealer"], Awaitable[None]]


def _hands(player: str, banker: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    return tuple(Card(code) for code in player.split()), tuple(Card(code) for code in banker.split())


# Outcomes that turn out to be the actual ones.
ACTUAL: Final = (_hands("7S KD", "6H KC"), _hands("6H KC", "7S KD"), _hands("6H KC", "6S KD"), _hands("4S 4H", "9D KC"))


async def _another_limit(dealer: "Dealer") -> None:
    bet, least = dealer.chance.choice(("*", "tie", "player")), dealer.chance.choice((500, 1000, 2500))
    # What is said of one bet alone is narrow, and holds at once: players who double, or repeat, come to its maximum.
    most, later = (5000_00, True) if bet == "*" else (20 * least, False)
    await dealer.say(SetLimit(bet, least, most, least, next_coup=later))


async def _another_period(dealer: "Dealer") -> None:
    await dealer.say(SetPeriod(dealer.chance.choice((10_000, 20_000, 30_000))))


async def _correct(dealer: "Dealer") -> None:
    recent = dealer.table.state.recent
    if recent:
        player, banker = dealer.chance.choice(ACTUAL)
        await dealer.say(CorrectOutcome(recent[-1].result.coup, player, banker))


async def _invalidate_settled(dealer: "Dealer") -> None:
    recent = dealer.table.state.recent
    if recent:
        await dealer.say(InvalidateCoup(recent[-1].result.coup, "malfunction", "the shoe"))


async def _freeze(dealer: "Dealer") -> None:
    await dealer.say(FreezeAccounts())


async def _exclude(dealer: "Dealer") -> None:
    ats = dealer.chance.choice(list(dealer.table.seats))
    await dealer.say(ExcludePlayer(ats, "disrupts the game"))


async def _buy_in(dealer: "Dealer") -> None:
    ats = dealer.chance.choice(list(dealer.table.seats))
    await dealer.say(BuyIn(ats, dealer.chance.choice((20_00, 50_00, 100_00)), "dealer", "chips"))


async def _pay_out(dealer: "Dealer") -> None:
    ats = dealer.chance.choice(list(dealer.table.seats))
    await dealer.say(CashOut(ats, dealer.chance.choice(("dealer", "hand-pay"))))


async def _empty_box(dealer: "Dealer") -> None:
    await dealer.say(EmptyCashBox(dealer.chance.choice(list(dealer.table.seats))))


async def _replace_card(dealer: "Dealer") -> None:
    await dealer.say(s.ReplaceCards((dealer.cards.inside[0],)))


async def _change_game(dealer: "Dealer") -> None:
    book = dealer.table.state.setup.rulebook
    same = [one for one in book_ids() if load_book(one).book == load_book(book).book]
    other = dealer.chance.choice(same)
    sides = {"pairs": 1} if load_book(other).side_group("pairs") is not None else {}
    await dealer.say(ChangeGame(other, sides))


async def _foreign(dealer: "Dealer") -> None:
    dealer.count("foreign card")
    await dealer.say(s.ForeignCard("joker"))


async def _altered(dealer: "Dealer") -> None:
    dealer.count("order altered")
    await dealer.say(s.OrderAltered())


async def _empty(dealer: "Dealer") -> None:
    """The cards stick, and the dealer takes the shoe to be empty."""
    await dealer.say(s.ShoeEmpty())


async def _equipment(dealer: "Dealer") -> None:
    await dealer.say(s.Invalidate("the shoe's reader sticks", "malfunction"))


async def _burn_one(dealer: "Dealer") -> None:
    face_up = dealer.chance.random() < 0.3
    await dealer.say_of_card(lambda card: s.Burn(card, face_up=face_up))


async def _void(dealer: "Dealer") -> None:
    await dealer.say(s.Invalidate("a dispute"))


async def _terminal_fails(dealer: "Dealer") -> None:
    ats = dealer.chance.choice(list(dealer.table.seats))
    await dealer.say(Malfunction("ats", ats))
    if dealer.chance.random() < 0.5:
        await dealer.say(ForgetRecords(ats, found=True))
    await asyncio.sleep(2)
    await dealer.say(ClearMalfunction("ats", ats))


async def _display_fails(dealer: "Dealer") -> None:
    await dealer.say(Malfunction("wnd"))
    await dealer.say(ClearMalfunction("wnd"))


async def _two_together(dealer: "Dealer") -> None:
    dealer.count("two together")
    for _ in range(dealer.chance.choice((2, 2, 3))):
        if dealer.cards.inside:
            dealer.table.deal(dealer.draw_out())
            await asyncio.sleep(0.03)
    await asyncio.sleep(1)


async def _face_up(dealer: "Dealer") -> None:
    dealer.count("face up")
    await dealer.draw()
    await dealer.say(s.CardSeen(face_up=True))


async def _wrong_hand(dealer: "Dealer") -> None:
    dealer.count("wrong hand")
    coup = dealer.table.state.game.coup
    due = coup.due if coup is not None else None
    await dealer.draw()
    if due is not None:
        await dealer.say(s.CardSeen(to=due.other))


async def _unread(dealer: "Dealer") -> None:
    dealer.count("unreadable")
    dealer.cards.take()
    dealer.table.devices["shoe"].model.do("unreadable")
    await asyncio.sleep(1)
    if not dealer.table.state.game.unread:
        await dealer.say(s.Unreadable())
    await asyncio.sleep(0.5)
    await dealer.clear_shoe()


async def _says_otherwise(dealer: "Dealer") -> None:
    dealer.count("shoe says otherwise")
    dealer.table.devices["shoe"].model.do(f"result {dealer.chance.choice(('player', 'banker', 'tie'))}")
    await asyncio.sleep(0.5)


async def _confirm_too_soon(dealer: "Dealer") -> None:
    await dealer.say(s.Confirm())


async def _excess(dealer: "Dealer") -> None:
    """A card is drawn when none is due, and put somewhere, or nowhere."""
    dealer.count("excess card")
    to = dealer.chance.choice((None, None, Side.PLAYER, Side.BANKER))
    shown = to is None and dealer.chance.random() < 0.5
    await dealer.say_of_card(lambda card: s.CardDrawn(card, to=to, shown=shown))


async def _excess_by_the_shoe(dealer: "Dealer") -> None:
    dealer.count("overdrawn")
    dealer.overdrew()
    dealer.table.devices["shoe"].model.do(f"overdraw {dealer.cards.take()}")
    dealer.cards.lay_face_down()
    await asyncio.sleep(0.5)
    await dealer.clear_shoe()


BETWEEN_COUPS: Final[tuple[Does, ...]] = (
    _another_limit, _another_period, _correct, _invalidate_settled, _freeze,
    _exclude, _buy_in, _pay_out, _empty_box, _replace_card, _change_game,
    _foreign, _altered, _burn_one, _display_fails,
)  # fmt: skip
WHILE_BETTING: Final[tuple[Does, ...]] = (
    _void, _terminal_fails, _display_fails, _foreign, _altered, _burn_one,
    _two_together,
)  # fmt: skip
WHILE_DEALING: Final[tuple[Does, ...]] = (
    _void, _terminal_fails, _display_fails, _foreign, _altered,
    _two_together, _face_up, _wrong_hand, _wrong_hand, _unread,
    _says_otherwise, _confirm_too_soon, _empty, _equipment,
)  # fmt: skip
WHEN_COMPLETE: Final[tuple[Does, ...]] = (
    _excess, _excess, _excess_by_the_shoe, _void, _says_otherwise,
    _foreign, _terminal_fails,
)  # fmt: skip
