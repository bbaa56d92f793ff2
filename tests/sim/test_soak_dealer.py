"""A soak's dealer by itself: what is done when the table will not have a card, the shoe is empty, or nobody wagers."""

import asyncio
import random
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from firmware.game import steps as s
from firmware.game.codes import GameCode
from firmware.game.state import Phase
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.setup import Setup
from firmware.table.core.stopped import TableStopped
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.malfunctions import ClearMalfunction
from hal.cards import Card
from sim.soak import mistakes
from sim.soak.cards import ShoeCards
from sim.soak.dealer import NAMED_WITHIN, Dealer
from sim.virtual_time import VirtualTimeLoop

CARDS = [Card(code) for code in ("7S", "6H", "KD", "KC") * 8]


class Chance(random.Random):
    """Chance that always says the same."""

    def __init__(self, says: float) -> None:
        super().__init__(1)
        self._says = says

    def random(self) -> float:
        """Return what it always says."""
        return self._says


class Table:
    """A table that keeps what it is told, in a state that a test gives; it refuses some."""

    def __init__(self, **game: Any) -> None:
        self.told: list[Any] = []
        self.refuses: Exception | None = None
        self.dealt: list[Card] = []
        stands = {"phase": Phase.BETWEEN, "unread": 0, "questions": (), "coup": None, "coups": 0, "shoe": None}
        self.state: Any = SimpleNamespace(
            game=SimpleNamespace(**{**stands, **game}), faults=frozenset(), frozen=False, recent=(),
            setup=Setup("crown-baccarat"),
        )  # fmt: skip
        self.shoe = SimpleNamespace(wire=SimpleNamespace(plugged=True, sound=True), model=SimpleNamespace(reads=True))
        self.shoe.model.do = self._do
        self.devices = {"shoe": self.shoe}
        self.service = SimpleNamespace(submit=self._submit, stopped="")
        self.seats = {1: None}

    def _do(self, line: str) -> None:
        self.told.append(line)

    def deal(self, card: Card) -> None:
        self.dealt.append(card)

    async def _submit(self, command: Any, *, by: str) -> None:
        assert by == "dealer"
        if self.refuses is not None:
            raise self.refuses
        self.told.append(command)


def dealer(table: Table, chance: float = 0.99, cards: int = 30) -> Dealer:
    found = Dealer(table, ShoeCards(), Chance(chance))  # type: ignore[arg-type]
    found.cards.fill_with(CARDS[:cards], random.Random(1))
    return found


def play(*parts: Coroutine[Any, Any, None]) -> None:
    async def whole() -> None:
        for part in parts:
            await part

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def test_a_card_that_the_console_will_not_have_stays_in_the_shoe() -> None:
    table = Table()
    one = dealer(table)
    table.refuses = Refused(GameCode.CARDS_SHORT)
    with pytest.raises(Refused):
        play(one.say_of_card(s.Burn))
    assert (len(one.cards.inside), one.cards.left) == (30, [])
    table.refuses = None
    play(one.say_of_card(s.Burn))
    assert table.told == [s.Burn(one.cards.left[0])]


def test_a_card_that_nobody_heard_of_is_entered_or_given_up() -> None:
    table = Table()
    one = dealer(table)
    card = one.cards.take()
    table.refuses = Refused(GameCode.CARDS_SHORT)
    with pytest.raises(Refused):
        play(one._put_on_record(card))  # noqa: SLF001
    assert one.cards.missing is None
    card, table.refuses = one.cards.take(), None
    play(one._put_on_record(card))  # noqa: SLF001
    assert table.told == [s.CardDrawn(card)]
    assert one.did == {"entered by hand": 2}
    table.state.game.unread = 1  # it came, and could not be read
    play(one._put_on_record(card))  # noqa: SLF001
    assert len(table.told) == 1


def test_a_refusal_and_a_table_without_power_do_not_end_a_dealer() -> None:
    async def story() -> None:
        table = Table()
        one = dealer(table)
        table.refuses = Refused(GameCode.CARDS_SHORT)
        running = asyncio.create_task(one.run())
        await asyncio.sleep(10)
        assert one.did["cards_short"] >= 1
        table.refuses = Refused(TableCode.FROZEN)
        await asyncio.sleep(10)
        assert one.did["refused"] >= 1
        assert one.refused == one.did["cards_short"] + one.did["refused"]
        table.refuses = TableStopped()
        await asyncio.sleep(10)
        table.refuses = None
        await asyncio.sleep(10)
        assert s.OpenBets() in table.told
        running.cancel()

    play(story())


@pytest.mark.parametrize(("chance", "told"), [(0.3, [s.Invalidate("nobody wagers")]), (0.6, [s.OpenBets()])])
def test_a_coup_in_which_nobody_wagers_is_voided_or_opened_again(chance: float, told: list[Any]) -> None:
    coup = SimpleNamespace(recognised=False, dummy=False, started=False, due=None, number=1)
    table = Table(phase=Phase.CLOSED, coup=coup)
    play(dealer(table, chance)._dealing())  # noqa: SLF001
    assert table.told == told


def test_an_empty_shoe_is_said_to_be_empty() -> None:
    table = Table(phase=Phase.DEALING)
    one = dealer(table, cards=0)
    play(one._dealing())  # noqa: SLF001
    assert table.told == [s.ShoeEmpty()]
    assert one.did == {"shoe empty": 1}


def test_a_card_that_the_shoe_never_named_is_turned_up_after_some_coups() -> None:
    table = Table(coups=NAMED_WITHIN)
    one = dealer(table)
    one.cards.take()
    one.cards.lay_face_down()
    play(one._between())  # noqa: SLF001
    assert one.cards.missing is None
    table.state.game.coups += 1
    play(one._between())  # noqa: SLF001
    assert one.cards.missing is not None


def test_other_cards_are_loaded_before_the_shoe_is_empty() -> None:
    table = Table()
    one = dealer(table, cards=11)
    play(one._between())  # noqa: SLF001
    assert table.told[:2] == ["power-cycle", s.NewShoe(8, burned=False, reason="the cards run out")]
    assert isinstance(table.told[2], s.Burn)


def test_the_cut_card_is_said_once() -> None:
    table = Table()
    one = dealer(table, cards=18)
    play(one._between(), one._between())  # noqa: SLF001
    assert table.told == [s.Cut(), s.OpenBets(), s.OpenBets()]


def test_a_burn_that_is_missed_and_a_second_one_that_is_due() -> None:
    table = Table()
    table.state.game.shoe = SimpleNamespace(more_burns=1)

    async def burns_once(command: Any, *, by: str) -> None:
        assert by == "dealer"
        table.told.append(command)
        table.state.game.shoe.more_burns = int(not [one for one in table.told[1:] if isinstance(one, s.Burn)][1:])

    table.service.submit = burns_once
    one = dealer(table)
    play(one._bring_shoe("changed"))  # noqa: SLF001
    assert [type(told) for told in table.told[1:]] == [s.NewShoe, s.Burn, s.Burn]
    hasty = dealer(Table(), chance=0.0)
    play(hasty._bring_shoe("changed"))  # noqa: SLF001
    assert hasty.did == {"burn missed": 1}


@pytest.mark.parametrize(
    ("plugged", "chance", "clears"), [(True, 0.1, 1), (True, 0.9, 0), (False, 0.1, 0)], ids=["there", "later", "away"]
)
def test_a_shoe_that_came_back_unnoticed_is_put_back_by_hand(plugged: bool, chance: float, clears: int) -> None:  # noqa: FBT001
    table = Table()
    table.state.faults = frozenset({"system"})
    table.shoe.wire.plugged = plugged
    play(dealer(table, chance)._next())  # noqa: SLF001
    assert table.told == [ClearMalfunction("system")] * clears


def test_a_card_that_cannot_be_named_ends_its_coup() -> None:
    table = Table(unread=1)
    one = dealer(table)
    play(one._next())  # noqa: SLF001
    assert table.told == [s.Invalidate("no card left", "malfunction")]
    card = one.cards.take()
    play(one._next())  # noqa: SLF001
    assert table.told[1:] == [s.Enter(card)]


def test_what_can_only_be_done_after_a_coup_waits_for_one() -> None:
    table = Table(phase=Phase.COMPLETE)
    one = dealer(table)
    play(mistakes._correct(one), mistakes._invalidate_settled(one))  # noqa: SLF001
    assert table.told == []
    table.state.recent = (SimpleNamespace(result=SimpleNamespace(coup=4)),)
    play(mistakes._correct(one), mistakes._invalidate_settled(one), one._complete())  # noqa: SLF001
    kinds = [type(told) for told in table.told]
    assert kinds == [CorrectOutcome, InvalidateCoup, s.Confirm]
    table.state.game.phase = Phase.BETWEEN  # somebody else has confirmed it meanwhile
    play(one._complete())  # noqa: SLF001
    assert len(table.told) == 3


def test_a_coup_that_ends_while_the_dealer_waits_is_not_closed() -> None:
    async def story() -> None:
        table = Table(phase=Phase.BETTING, coup=SimpleNamespace(number=1))
        waiting = asyncio.create_task(dealer(table)._betting())  # noqa: SLF001
        await asyncio.sleep(1)
        table.state.game.coup = None
        await waiting
        assert (table.told, table.dealt) == ([], [])

    play(story())
