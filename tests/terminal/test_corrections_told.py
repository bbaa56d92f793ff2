"""A correction of a settled coup moves a player's money: their screen says so, and what is recalled agrees with it."""

import asyncio
from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor, tell, view

from firmware.game import steps as s
from firmware.kit.items import Text
from firmware.kit.words import words_of
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.wagers import Wager
from firmware.terminal.scene import picture
from hal.cards import Card

pytestmark = pytest.mark.rule("crown 11.11")

WORDS = words_of("en")
# Player wins with 7 to 6 (8.3.3); corrected, Banker wins with 7 to 6.
WINS = ("7", "6", "K", "K")
OTHERWISE = ((Card("6S"), Card("KD")), (Card("7H"), Card("KC")))
# A time at which nothing is on the screen for a moment only.
LONG_AFTER = 10**12
TAKEN = "Coup 1 was corrected: $20 was taken from your balance"


def reads(floor: Floor, text: str) -> bool:
    """Whether a player can read a text on the screen, on wide and high ones."""
    found = [
        text in [item.text for item in picture(view(floor), size, WORDS, LONG_AFTER).items if isinstance(item, Text)]
        for size in ((1280, 800), (800, 1280))
    ]
    assert len(set(found)) == 1
    return found[0]


async def coup(floor: Floor, suit: str, *wagers: Wager) -> None:
    await tell(floor, s.OpenBets(), *wagers, s.CloseBets())
    await tell(floor, *(s.CardDrawn(Card(rank + suit)) for rank in WINS[:3]), s.CardDrawn(Card("KD")), s.Confirm())


async def two_coups(floor: Floor) -> None:
    await tell(floor, s.NewShoe(8), BuyIn(1, 100_00))
    await coup(floor, "S", Wager(1, "player", 10_00))
    await coup(floor, "H", Wager(1, "player", 5_00))


def test_what_a_correction_took_is_said_until_it_was_read_and_the_balances_follow(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await two_coups(floor)
        assert not view(floor).guest.corrected
        # 10 on Player won 10 and now loses 10: 115 becomes 95.
        await tell(floor, CorrectOutcome(1, *OTHERWISE))
        assert view(floor).balance == 95_00
        assert reads(floor, TAKEN)
        # Whoever touches something in the same moment has not read it.
        await floor.player(1, "recall")
        assert reads(floor, TAKEN)
        assert [(one.coup, one.balance, one.corrected) for one in view(floor).recalled] == [
            (2, 95_00, False),
            (1, 90_00, True),
        ]
        await floor.player(1, "page 1")
        ended = f"Coup 1: {WORDS('result.banker', player=6, banker=7)}"
        assert reads(floor, f"{ended} (corrected)")
        await asyncio.sleep(5)
        assert reads(floor, TAKEN)
        await floor.player(1, "close")
        assert not reads(floor, TAKEN)

    on_a_floor(tmp_path, story)


def test_it_is_said_until_the_next_result_where_nobody_touches_anything(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await two_coups(floor)
        await tell(floor, InvalidateCoup(1, "malfunction", "a reader"), s.OpenBets(), Wager(1, "player", 5_00))
        # Every stake goes back, every winning is taken back (11.10).
        said = "Coup 1 was corrected: $10 was taken from your balance"
        await asyncio.sleep(10)
        assert reads(floor, said)
        await tell(floor, s.CloseBets(), *(s.CardDrawn(Card(rank + "C")) for rank in WINS[:3]), s.CardDrawn(Card("KS")))
        assert reads(floor, said)
        await tell(floor, s.Confirm())
        assert not view(floor).guest.corrected

    on_a_floor(tmp_path, story)


def test_a_coup_that_is_corrected_back_leaves_nothing_to_say_but_that_it_was_corrected(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await two_coups(floor)
        hands = ((Card("7S"), Card("KS")), (Card("6S"), Card("KD")))
        await tell(floor, CorrectOutcome(1, *OTHERWISE), CorrectOutcome(1, *hands))
        assert not view(floor).guest.corrected
        await floor.player(1, "recall")
        assert [(one.balance, one.corrected) for one in view(floor).recalled] == [(115_00, False), (110_00, True)]

    on_a_floor(tmp_path, story)


def test_a_coup_that_is_declared_void_afterwards_is_recalled_as_void(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await two_coups(floor)
        await tell(floor, InvalidateCoup(1, "malfunction", "the reader"))
        await floor.player(1, "recall")
        assert [(one.winner, one.corrected) for one in view(floor).recalled] == [("player", False), ("void", True)]

    on_a_floor(tmp_path, story)


def test_the_next_player_is_told_nothing_that_moves_none_of_their_money(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await two_coups(floor)
        await tell(floor, CashOut(1), BuyIn(1, 100_00), CorrectOutcome(1, *OTHERWISE))
        assert (view(floor).balance, view(floor).guest.corrected) == (100_00, "")
        assert floor.table.state.owed[1] == {1: -20_00}

    on_a_floor(tmp_path, story)
