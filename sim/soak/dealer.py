"""A dealer with real cards, who makes mistakes (mistakes.py), and the supervisor who answers."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any, Final

from firmware.game import steps as s
from firmware.game.codes import GameCode
from firmware.game.dealing import UNKNOWN
from firmware.game.state import Phase
from firmware.refusal import Refused
from firmware.table.core.stopped import TableStopped
from firmware.table.features.freezing import UnfreezeAccounts
from firmware.table.features.malfunctions import ClearMalfunction
from hal.cards import Card
from sim.soak.cards import ShoeCards
from sim.soak.mistakes import BETWEEN_COUPS, WHEN_COMPLETE, WHILE_BETTING, WHILE_DEALING
from sim.whole_table import WholeTable

CUT_BEFORE_END: Final = 20
# The shoe names an over-drawn card when the next game begins; after so many it has forgotten it.
NAMED_WITHIN: Final = 3
# How long it takes, at least, until other cards lie in the shoe.
SHUFFLING_S: Final = 20.0
BY: Final = "dealer"

Does = Callable[["Dealer"], Awaitable[None]]


def never() -> bool:
    """Say no."""
    return False


class Dealer:
    """Deals coup after coup. `mistakes`: how many of a hundred things go otherwise; none, once faults are over.

    `waits`: whether the next coup is not opened for now: a tournament's session is about to begin.
    """

    def __init__(
        self,
        table: WholeTable,
        cards: ShoeCards,
        chance: random.Random,
        mistakes: float = 8.0,
        waits: Callable[[], bool] = never,
    ) -> None:
        self._waits = waits
        self.table = table
        self.cards = cards
        self._mistakes = mistakes
        self.refused = 0
        self.did: dict[str, int] = {}
        self.chance = chance
        self._cut = False
        self.overdrawn_after = 0

    async def run(self) -> None:
        """Deal, until cancelled."""
        while True:
            try:
                await self._next()
            except Refused as refusal:
                self.refused += 1
                self.count("cards_short" if refusal.code == GameCode.CARDS_SHORT else "refused")
                await asyncio.sleep(1)
            except TableStopped:
                await asyncio.sleep(1)

    async def say(self, command: Any) -> None:
        """Have the console say something."""
        await self.table.service.submit(command, by=BY)

    def err_no_more(self) -> None:
        """Make no mistakes from here on."""
        self._mistakes = 0.0

    def overdrew(self) -> None:
        """Note that a card too many has left the shoe, in this coup."""
        self.overdrawn_after = self.table.state.game.coups

    def _errs(self, share: float = 1.0) -> bool:
        return self.chance.random() * 100 < self._mistakes * share

    def count(self, what: str) -> None:
        """Note that something was done."""
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
        if wire is not None and wire.plugged and "system" in self.table.state.faults and self.chance.random() < 0.2:
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
        self.count("entered by hand")
        try:
            await self.say(s.CardDrawn(card))
        except Refused:
            self.cards.give_up()
            raise

    async def say_of_card(self, command: Callable[[Card], Any]) -> None:
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
            option = self.chance.choice(options)
            if option == UNKNOWN and self.chance.random() < 0.5:
                option = options[0]
            self.count(f"answered {questions[0].kind} {option.partition('=')[0]}")
            await self.say(s.Decide(option))

    async def _no_shoe(self) -> None:
        await self._bring_shoe("changed")

    async def _bring_shoe(self, reason: str) -> None:
        """Load other cards: the shoe starts anew, and names none of the cards before."""
        self.table.devices["shoe"].model.do("power-cycle")
        await asyncio.sleep(SHUFFLING_S)
        self.cards.shuffle(self.table.state.setup.decks, self.chance)
        await self.say(s.NewShoe(self.table.state.setup.decks, burned=False, reason=reason))
        self._cut = False
        if self._errs():
            self.count("burn missed")
            return
        face_up = self._errs(0.5)
        await self.say_of_card(lambda card: s.Burn(card, face_up=face_up))
        while (shoe := self.table.state.game.shoe) is not None and shoe.more_burns:
            await self.say_of_card(s.Burn)

    async def _between(self) -> None:
        await asyncio.sleep(self.chance.uniform(1, 3))
        if self.cards.face_down and self.table.state.game.coups > self.overdrawn_after + NAMED_WITHIN:
            self.cards.turn_up()
            return
        if len(self.cards.inside) < 12:
            await self._bring_shoe("the cards run out")
            return
        if len(self.cards.inside) <= CUT_BEFORE_END and not self._cut:
            self._cut = True
            await self.say(s.Cut())
        if self._waits():
            return
        if self._errs(2):
            await self.chance.choice(BETWEEN_COUPS)(self)
        await self.say(s.OpenBets())

    async def _betting(self) -> None:
        coup = self._coup()
        await asyncio.sleep(self.chance.uniform(5, 12))
        if self._coup() != coup:
            return
        if self._errs():
            await self.chance.choice(WHILE_BETTING)(self)
        elif self.chance.random() < 0.7:
            await self.say(s.CloseBets())
        else:
            await self.draw()  # the first card ends betting (8.1(c))

    def _coup(self) -> int:
        coup = self.table.state.game.coup
        return coup.number if coup is not None else 0

    async def _dealing(self) -> None:
        coup = self.table.state.game.coup
        if coup is not None and not coup.recognised and not coup.dummy and not coup.started:
            choice = self.chance.random()
            if choice < 0.4:
                await self.say(s.Invalidate("nobody wagers"))
                return
            if choice < 0.7:
                await self.say(s.OpenBets())
                return
        if not self.cards.inside:
            self.count("shoe empty")
            await self.say(s.ShoeEmpty())
        elif self._errs():
            await self.chance.choice(WHILE_DEALING)(self)
        else:
            await self.draw()

    async def draw(self) -> None:
        """Draw a card, and see it come to the console."""
        card = self.draw_out()
        self.table.deal(card)
        await self._put_on_record(card)

    def draw_out(self) -> Card:
        """Take a card; while board or shoe is dark, or the shoe's line bad, it may be that nobody hears of it."""
        shoe = self.table.devices["shoe"]
        lost = self.table.service.stopped or "system" in self.table.state.faults
        return self.cards.take(unheard=bool(lost) or not (shoe.wire.sound and shoe.model.reads))

    async def _complete(self) -> None:
        await asyncio.sleep(self.chance.uniform(0.5, 1.5))
        if self._errs():
            await self.chance.choice(WHEN_COMPLETE)(self)
        elif self.table.state.game.phase is Phase.COMPLETE:
            await self.say(s.Confirm())

    async def clear_shoe(self) -> None:
        """Have the shoe leave its error."""
        self.table.devices["shoe"].model.do("clear")
        await asyncio.sleep(0.5)

    _PHASES: Final[dict[Phase, Does]] = {
        Phase.NO_SHOE: _no_shoe,
        Phase.BETWEEN: _between,
        Phase.BETTING: _betting,
        Phase.CLOSED: _dealing,
        Phase.DEALING: _dealing,
        Phase.COMPLETE: _complete,
    }
