"""A dealer with real cards, who makes every mistake that the rulings know; and the supervisor who answers."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any, Final

from firmware.books import book_ids, load_book
from firmware.game import steps as s
from firmware.game.codes import GameCode
from firmware.game.dealing import UNKNOWN
from firmware.game.hands import Side
from firmware.game.state import Phase
from firmware.refusal import Refused
from firmware.table.core.service import TableStopped
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_boxes import EmptyCashBox
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.exclusions import ExcludePlayer
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.game_changes import ChangeGame
from firmware.table.features.limits import SetLimit, SetPeriod
from firmware.table.features.malfunctions import ClearMalfunction, ForgetRecords, Malfunction
from hal.cards import Card
from sim.soak.cards import ShoeCards
from sim.whole_table import WholeTable

CUT_BEFORE_END: Final = 20
# The shoe names an over-drawn card when the next game begins; after so many it has forgotten it.
NAMED_WITHIN: Final = 3
# How long it takes, at least, until other cards lie in the shoe.
SHUFFLING_S: Final = 20.0
BY: Final = "dealer"

Does = Callable[["Dealer"], Awaitable[None]]


class Dealer:
    """Deals coup after coup. `mistakes`: how many of a hundred things go otherwise; none, once faults are over."""

    def __init__(self, table: WholeTable, cards: ShoeCards, chance: random.Random) -> None:
        self.table = table
        self.cards = cards
        self.mistakes = 8.0
        self.refused = 0
        self.did: dict[str, int] = {}
        self._chance = chance
        self._cut = False
        self._overdrawn_after = 0

    async def run(self) -> None:
        """Deal, until cancelled."""
        while True:
            try:
                await self._next()
            except Refused as refusal:
                self.refused += 1
                self._count("cards_short" if refusal.code == GameCode.CARDS_SHORT else "refused")
                await asyncio.sleep(1)
            except TableStopped:
                await asyncio.sleep(1)

    async def say(self, command: Any) -> None:
        """Have the console say something."""
        await self.table.service.submit(command, by=BY)

    def _errs(self, share: float = 1.0) -> bool:
        return self._chance.random() * 100 < self.mistakes * share

    def _count(self, what: str) -> None:
        self.did[what] = self.did.get(what, 0) + 1

    # What comes next.

    async def _next(self) -> None:
        state = self.table.state
        game = state.game
        if "system" in state.faults:
            await self._wait_for_the_system()
        elif game.unread:
            await self._name()
        elif game.questions:
            await self._answer()
        elif self.cards.missing is not None:
            await self._put_on_record(self.cards.missing)
        elif state.frozen:
            await self.say(UnfreezeAccounts())
        else:
            await self._PHASES[game.phase](self)

    async def _wait_for_the_system(self) -> None:
        """The shoe is away, or has come back without the table's noticing."""
        await asyncio.sleep(2)
        wire = self.table.devices["shoe"].wire
        if wire is not None and wire.plugged and "system" in self.table.state.faults and self._chance.random() < 0.2:
            await self.say(ClearMalfunction("system"))

    async def _name(self) -> None:
        """Say what the card is that the reader could not read; without one the reader was wrong, and the coup goes."""
        card = self.cards.missing
        await self.say(s.Enter(card) if card is not None else s.Invalidate("no card left", "malfunction"))

    async def _put_on_record(self, card: Card) -> None:
        """A card lies there that the console does not show: it may come yet; else it is entered by hand."""
        for _ in range(20):
            await asyncio.sleep(0.15)
            game = self.table.state.game
            if self.cards.missing is not card or game.questions or game.unread:
                return
        self._count("entered by hand")
        try:
            await self.say(s.CardDrawn(card))
        except Refused:
            self.cards.give_up()
            raise

    async def _say_of_card(self, command: Callable[[Card], Any]) -> None:
        """Take a card and say what is done with it; where the console will not have it, it stays in the shoe."""
        command_of_card = command(self.cards.take())
        try:
            await self.say(command_of_card)
        except Refused:
            self.cards.leave_in()
            raise

    async def _answer(self) -> None:
        await asyncio.sleep(1)
        questions = self.table.state.game.questions
        if questions:
            options = questions[0].options
            option = self._chance.choice(options)
            if option == UNKNOWN and self._chance.random() < 0.5:
                option = options[0]
            self._count(f"answered {questions[0].kind} {option.partition('=')[0]}")
            await self.say(s.Decide(option))

    async def _no_shoe(self) -> None:
        await self._bring_shoe("changed")

    async def _bring_shoe(self, reason: str) -> None:
        """Load other cards: the shoe starts anew, and names none of the cards before."""
        self.table.devices["shoe"].model.do("power-cycle")
        await asyncio.sleep(SHUFFLING_S)
        self.cards.shuffle(self.table.state.setup.decks, self._chance)
        await self.say(s.NewShoe(self.table.state.setup.decks, burned=False, reason=reason))
        self._cut = False
        if self._errs():
            self._count("burn missed")
            return
        face_up = self._errs(0.5)
        await self._say_of_card(lambda card: s.Burn(card, face_up=face_up))
        while (shoe := self.table.state.game.shoe) is not None and shoe.more_burns:
            await self._say_of_card(s.Burn)

    async def _between(self) -> None:
        await asyncio.sleep(self._chance.uniform(1, 3))
        if self.cards.face_down and self.table.state.game.coups > self._overdrawn_after + NAMED_WITHIN:
            self.cards.turn_up()
            return
        if len(self.cards.inside) < 12:
            await self._bring_shoe("the cards run out")
            return
        if len(self.cards.inside) <= CUT_BEFORE_END and not self._cut:
            self._cut = True
            await self.say(s.Cut())
        if self._errs(2):
            await self._chance.choice(self._BETWEEN)(self)
        await self.say(s.OpenBets())

    async def _betting(self) -> None:
        coup = self._coup()
        await asyncio.sleep(self._chance.uniform(5, 12))
        if self._coup() != coup:
            return
        if self._errs():
            await self._chance.choice(self._WHILE_BETTING)(self)
        elif self._chance.random() < 0.7:
            await self.say(s.CloseBets())
        else:
            await self._draw()  # the first card ends betting (8.1(c))

    def _coup(self) -> int:
        coup = self.table.state.game.coup
        return coup.number if coup is not None else 0

    async def _dealing(self) -> None:
        coup = self.table.state.game.coup
        if coup is not None and not coup.recognised and not coup.dummy and not coup.started:
            choice = self._chance.random()
            if choice < 0.4:
                await self.say(s.Invalidate("nobody wagers"))
                return
            if choice < 0.7:
                await self.say(s.OpenBets())
                return
        if not self.cards.inside:
            self._count("shoe empty")
            await self.say(s.ShoeEmpty())
        elif self._errs():
            await self._chance.choice(self._WHILE_DEALING)(self)
        else:
            await self._draw()

    async def _draw(self) -> None:
        """Draw a card, and see it come to the console."""
        card = self._draw_out()
        self.table.deal(card)
        await self._put_on_record(card)

    def _draw_out(self) -> Card:
        """Take a card; while board or shoe is dark, or the shoe's line bad, it may be that nobody hears of it."""
        shoe = self.table.devices["shoe"]
        lost = self.table.service.stopped or "system" in self.table.state.faults
        return self.cards.take(unheard=bool(lost) or not (shoe.wire.sound and shoe.model.reads))

    async def _complete(self) -> None:
        await asyncio.sleep(self._chance.uniform(0.5, 1.5))
        if self._errs():
            await self._chance.choice(self._WHEN_COMPLETE)(self)
        elif self.table.state.game.phase is Phase.COMPLETE:
            await self.say(s.Confirm())

    # What goes otherwise between coups.

    async def _another_limit(self) -> None:
        bet, least = self._chance.choice(("*", "tie", "player")), self._chance.choice((500, 1000, 2500))
        await self.say(SetLimit(bet, least, 5000_00, least))

    async def _another_period(self) -> None:
        await self.say(SetPeriod(self._chance.choice((10_000, 20_000, 30_000))))

    async def _correct(self) -> None:
        recent = self.table.state.recent
        if recent:
            player, banker = self._chance.choice(ACTUAL)
            await self.say(CorrectOutcome(recent[-1].result.coup, player, banker))

    async def _invalidate_settled(self) -> None:
        recent = self.table.state.recent
        if recent:
            await self.say(InvalidateCoup(recent[-1].result.coup, "malfunction", "the shoe"))

    async def _freeze(self) -> None:
        await self.say(FreezeAccounts())

    async def _exclude(self) -> None:
        ats = self._chance.choice(list(self.table.seats))
        await self.say(ExcludePlayer(ats, "disrupts the game"))

    async def _buy_in(self) -> None:
        ats = self._chance.choice(list(self.table.seats))
        await self.say(BuyIn(ats, self._chance.choice((20_00, 50_00, 100_00)), "dealer", "chips"))

    async def _pay_out(self) -> None:
        ats = self._chance.choice(list(self.table.seats))
        await self.say(CashOut(ats, self._chance.choice(("dealer", "hand-pay"))))

    async def _empty_box(self) -> None:
        await self.say(EmptyCashBox(self._chance.choice(list(self.table.seats))))

    async def _replace_card(self) -> None:
        await self.say(s.ReplaceCards((self.cards.inside[0],)))

    async def _change_game(self) -> None:
        book = self.table.state.setup.rulebook
        same = [one for one in book_ids() if load_book(one).book == load_book(book).book]
        other = self._chance.choice(same)
        sides = {"pairs": 1} if load_book(other).side_group("pairs") is not None else {}
        await self.say(ChangeGame(other, sides))

    # What goes otherwise in a coup.

    async def _foreign(self) -> None:
        self._count("foreign card")
        await self.say(s.ForeignCard("joker"))

    async def _altered(self) -> None:
        self._count("order altered")
        await self.say(s.OrderAltered())

    async def _empty(self) -> None:
        """The cards stick, and the dealer takes the shoe to be empty."""
        await self.say(s.ShoeEmpty())

    async def _equipment(self) -> None:
        await self.say(s.Invalidate("the shoe's reader sticks", "malfunction"))

    async def _burn_one(self) -> None:
        face_up = self._chance.random() < 0.3
        await self._say_of_card(lambda card: s.Burn(card, face_up=face_up))

    async def _void(self) -> None:
        await self.say(s.Invalidate("a dispute"))

    async def _terminal_fails(self) -> None:
        ats = self._chance.choice(list(self.table.seats))
        await self.say(Malfunction("ats", ats))
        if self._chance.random() < 0.5:
            await self.say(ForgetRecords(ats, found=True))
        await asyncio.sleep(2)
        await self.say(ClearMalfunction("ats", ats))

    async def _display_fails(self) -> None:
        await self.say(Malfunction("wnd"))
        await self.say(ClearMalfunction("wnd"))

    async def _two_together(self) -> None:
        self._count("two together")
        for _ in range(self._chance.choice((2, 2, 3))):
            if self.cards.inside:
                self.table.deal(self._draw_out())
                await asyncio.sleep(0.03)
        await asyncio.sleep(1)

    async def _face_up(self) -> None:
        self._count("face up")
        await self._draw()
        await self.say(s.CardSeen(face_up=True))

    async def _wrong_hand(self) -> None:
        self._count("wrong hand")
        coup = self.table.state.game.coup
        due = coup.due if coup is not None else None
        await self._draw()
        if due is not None:
            await self.say(s.CardSeen(to=due.other))

    async def _unread(self) -> None:
        self._count("unreadable")
        self.cards.take()
        self.table.devices["shoe"].model.do("unreadable")
        await asyncio.sleep(1)
        if not self.table.state.game.unread:
            await self.say(s.Unreadable())
        await asyncio.sleep(0.5)
        await self._clear_shoe()

    async def _clear_shoe(self) -> None:
        self.table.devices["shoe"].model.do("clear")
        await asyncio.sleep(0.5)

    async def _says_otherwise(self) -> None:
        self._count("shoe says otherwise")
        self.table.devices["shoe"].model.do(f"result {self._chance.choice(('player', 'banker', 'tie'))}")
        await asyncio.sleep(0.5)

    async def _confirm_too_soon(self) -> None:
        await self.say(s.Confirm())

    async def _excess(self) -> None:
        """A card is drawn when none is due, and put somewhere, or nowhere."""
        self._count("excess card")
        to = self._chance.choice((None, None, Side.PLAYER, Side.BANKER))
        shown = to is None and self._chance.random() < 0.5
        await self._say_of_card(lambda card: s.CardDrawn(card, to=to, shown=shown))

    async def _excess_by_the_shoe(self) -> None:
        self._count("overdrawn")
        self._overdrawn_after = self.table.state.game.coups
        self.table.devices["shoe"].model.do(f"overdraw {self.cards.take()}")
        self.cards.lay_face_down()
        await asyncio.sleep(0.5)
        await self._clear_shoe()

    _PHASES: Final[dict[Phase, Does]] = {
        Phase.NO_SHOE: _no_shoe,
        Phase.BETWEEN: _between,
        Phase.BETTING: _betting,
        Phase.CLOSED: _dealing,
        Phase.DEALING: _dealing,
        Phase.COMPLETE: _complete,
    }
    _BETWEEN: Final[tuple[Does, ...]] = (
        _another_limit, _another_period, _correct, _invalidate_settled, _freeze,
        _exclude, _buy_in, _pay_out, _empty_box, _replace_card, _change_game,
        _foreign, _altered, _burn_one, _display_fails,
    )  # fmt: skip
    _WHILE_BETTING: Final[tuple[Does, ...]] = (
        _void, _terminal_fails, _display_fails, _foreign, _altered, _burn_one,
        _two_together,
    )  # fmt: skip
    _WHILE_DEALING: Final[tuple[Does, ...]] = (
        _void, _terminal_fails, _display_fails, _foreign, _altered,
        _two_together, _face_up, _wrong_hand, _wrong_hand, _unread,
        _says_otherwise, _confirm_too_soon, _empty, _equipment,
    )  # fmt: skip
    _WHEN_COMPLETE: Final[tuple[Does, ...]] = (
        _excess, _excess, _excess_by_the_shoe, _void, _says_otherwise,
        _foreign, _terminal_fails,
    )  # fmt: skip


def _hands(player: str, banker: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    return tuple(Card(code) for code in player.split()), tuple(Card(code) for code in banker.split())


# Outcomes that turn out to be the actual ones.
ACTUAL: Final = (_hands("7S KD", "6H KC"), _hands("6H KC", "7S KD"), _hands("6H KC", "6S KD"), _hands("4S 4H", "9D KC"))
