"""Reading 16 on a terminal: the last nine results before the current one, whole, also while a fault is shown."""

import asyncio
from itertools import combinations
from pathlib import Path

import pytest
from ats_states import WHOLE_RECALL, ats_states
from by_touch import Floor, on_a_floor, tell, view

from firmware.game import steps as s
from firmware.kit.items import Text
from firmware.kit.words import words_of
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.malfunctions import ClearMalfunction, Malfunction
from firmware.table.features.wagers import Wager
from firmware.terminal.scene import picture
from firmware.terminal.view import RecalledBet
from hal.cards import Card

pytestmark = pytest.mark.lab(14, 15, 16)

WORDS = words_of("en")
# Player wins with 7 to 6 (8.3.3): a wager of 10 on Player comes back as 20, one of 5 on Tie is lost.
RANKS = "76KK"
SUITS = "SHDC"
PLAYED = 10


async def ten_coups(floor: Floor) -> None:
    """Play ten coups, and open betting for the eleventh."""
    await tell(floor, s.NewShoe(8), BuyIn(1, 1000_00))
    for coup in range(1, PLAYED + 1):
        await tell(floor, s.OpenBets(), Wager(1, "player", 10_00), Wager(1, "tie", 5_00), s.CloseBets())
        await tell(floor, *(s.CardDrawn(Card(rank + SUITS[coup % 4])) for rank in RANKS), s.Confirm())
    await tell(floor, s.OpenBets(), Wager(1, "player", 10_00))


def is_whole(floor: Floor) -> None:
    """Hold that each coup but the current one is there: its result, cards, wagers, payouts and balance."""
    recalled = [coup for coup in view(floor).recalled if coup.coup <= PLAYED]
    # One more ended by a malfunction of the system before the end of betting (11.15(a)); ten are shown.
    first = PLAYED - 10 + len(view(floor).recalled) - len(recalled) + 1
    assert [coup.coup for coup in recalled] == list(range(PLAYED, first - 1, -1))
    assert len(recalled) >= 9
    for coup in recalled:
        suit = SUITS[coup.coup % 4]
        hands = ((f"7{suit}", f"K{suit}"), (f"6{suit}", f"K{suit}"))
        assert (coup.winner, coup.player.cards, coup.banker.cards) == ("player", *hands)
        assert set(coup.bets) == {RecalledBet("player", 10_00, 20_00), RecalledBet("tie", 5_00, 0)}
        assert coup.balance == 1000_00 + coup.coup * 5_00


async def recall(floor: Floor) -> None:
    """Ask for the last coups by touch."""
    assert "recall" in view(floor).may
    await floor.player(1, "recall")


@pytest.mark.parametrize(
    "faults", [(), (("ats", 1),), (("system",),), (("wnd",),), (("ats", 1), ("system",), ("wnd",))], ids=str
)
def test_nine_coups_before_the_current_one_are_recalled_whatever_has_failed(
    tmp_path: Path, faults: tuple[tuple[str, int] | tuple[str], ...]
) -> None:
    async def story(floor: Floor) -> None:
        await ten_coups(floor)
        # 11.14(a), 11.15(a): what lies goes back; what ended before stays as it was.
        await tell(floor, *(Malfunction(*fault) for fault in faults))
        await recall(floor)
        is_whole(floor)
        await floor.player(1, *["page 1"] * bool(view(floor).recalled))
        await tell(floor, *(ClearMalfunction(*fault) for fault in faults))
        is_whole(floor)

    on_a_floor(tmp_path, story)


def test_they_are_recalled_while_the_terminals_own_device_fails(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await ten_coups(floor)
        floor.table.seats[1].devices["note_acceptor"].model.do("jam")
        await asyncio.sleep(3)
        await recall(floor)
        is_whole(floor)

    on_a_floor(tmp_path, story)


def test_they_are_recalled_while_the_table_is_away(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await ten_coups(floor)
        floor.table.memory.carry = lambda _: ()
        await asyncio.sleep(5)
        assert "cash-out" not in view(floor).may  # it is away
        await recall(floor)
        is_whole(floor)

    on_a_floor(tmp_path, story)


def test_a_corrected_coup_is_recalled_as_it_was_corrected(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await ten_coups(floor)
        # 11.11: Banker wins with 7 to 6. The wager on Player is lost after all.
        await tell(floor, CorrectOutcome(9, (Card("6S"), Card("KD")), (Card("7H"), Card("KC"))))
        await recall(floor)
        (coup,) = [coup for coup in view(floor).recalled if coup.coup == 9]
        assert (coup.winner, coup.player.cards) == ("banker", ("6S", "KD"))
        assert set(coup.bets) == {RecalledBet("player", 10_00, 0), RecalledBet("tie", 5_00, 0)}

    on_a_floor(tmp_path, story)


def test_an_earlier_coup_stays_in_front_of_its_reader_when_another_ends(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await ten_coups(floor)
        await floor.player(1, "recall", "page 1", "page 2")

        def read() -> int:
            dialogue = view(floor).dialogue
            assert dialogue is not None
            return view(floor).recalled[dialogue.page].coup

        assert read() == 8
        await tell(floor, s.CloseBets(), *(s.CardDrawn(Card(rank + "S")) for rank in "76K"), s.CardDrawn(Card("KD")))
        await tell(floor, s.Confirm())
        assert (view(floor).recalled[0].coup, read()) == (11, 8)

    on_a_floor(tmp_path, story)


def test_each_of_ten_wagers_can_be_read_with_what_came_back_and_the_balance_beside_none_of_them() -> None:
    shown = ats_states(WORDS)[WHOLE_RECALL]
    coup = shown.recalled[0]
    assert len(coup.bets) == 10  # all that Crown's book has
    for size in ((1280, 800), (800, 1280), (1920, 1080), (1080, 1920)):
        items = [item for item in picture(shown, size, WORDS, 0).items if isinstance(item, Text) and item.text]
        said = {item.text for item in items}
        for bet in coup.bets:
            assert {
                WORDS(f"bet.{bet.name}.long"),
                WORDS("recall.stake", amount=WORDS.money(bet.stake)),
                WORDS("recall.returned", amount=WORDS.money(bet.returned)),
            } <= said, (size, bet)
        assert WORDS("recall.balance", amount=WORDS.money(coup.balance or 0)) in said
        assert not [(one.text, two.text) for one, two in combinations(items, 2) if one.box.touches(two.box)]


@pytest.mark.lab(17)
def test_stake_cards_and_what_it_came_to_stay_on_view_until_the_next_coup_ends(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await ten_coups(floor)  # betting is open for the eleventh
        seen = floor.table.seats[1].seen
        assert seen is not None
        assert seen.stage is not None
        said = {what.text for item in seen.stage.scene.items for what in item.lettering()}
        assert {"Last coup: Player wins 7 – 6", "P 7♦ K♦ · B 6♦ K♦"} <= said  # the suit of coup 10
        # 10 on Player won 10, 5 on Tie were lost.
        assert {"Last, on $15", "+$5"} <= said

    on_a_floor(tmp_path, story)
