"""What rules want players to see, on the picture that a terminal and the display are given to draw."""

import asyncio
import json
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
from by_touch import Floor, on_a_floor
from floor import ALL, RWS

from firmware.display.scene import picture as display_picture
from firmware.display.shown import wnd_view
from firmware.game import steps as s
from firmware.kit.scene import Scene
from firmware.kit.words import words_of
from firmware.link.views import public_view
from firmware.pictures.table_items import ChipStack, Countdown
from firmware.table.features.boards import MeetBoard, ShowPocket
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.closing import AnnounceClosing
from firmware.table.features.limits import SetLimit
from firmware.table.features.malfunctions import ClearMalfunction, Malfunction
from firmware.table.features.wagers import Wager
from firmware.terminal.scene import picture as terminal_picture
from hal.cards import Card
from hal.clock import time_of_day
from sim.memory_pocket import MemoryPocket

SIZES = ((1280, 800), (600, 1024))


def on_terminal(floor: Floor, ats: int = 1) -> list[Scene]:
    """What a terminal is given to draw, on a screen that is wide and on one that is high."""
    terminal = floor.table.seats[ats].terminal
    assert terminal is not None
    desk, now = terminal.desk, floor.table.service.now_ms()
    return [terminal_picture(desk.view(), size, desk.words, now) for size in SIZES]


def on_display(floor: Floor) -> list[Scene]:
    """What the winning number display is given to draw."""
    words, now = words_of("en", "AUD"), floor.table.service.now_ms()
    view = wnd_view(public_view(floor.table.state, 0, now), there=True, words=words)
    return [display_picture(view, size, words, now) for size in SIZES]


def written(scene: Scene) -> list[str]:
    return [lettering.text for item in scene.items for lettering in item.lettering()]


def is_read(text: str, scenes: list[Scene]) -> bool:
    """Whether a line of its own, which `*` may stand for in part, is read on all of them."""
    found = [any(fnmatchcase(part, text) for line in written(scene) for part in line.split(" · ")) for scene in scenes]
    assert len(set(found)) == 1, f"{text!r} is on some sizes only"
    return found[0]


def items(kind: type[Any], scenes: list[Scene]) -> list[list[Any]]:
    return [[item for item in scene.items if isinstance(item, kind)] for scene in scenes]


async def tell(floor: Floor, *commands: Any) -> None:
    for command in commands:
        await floor.table.service.submit(command)
    await asyncio.sleep(0.3)


def drawn(codes: str) -> list[s.CardDrawn]:
    return [s.CardDrawn(Card(code)) for code in codes.split()]


async def betting(floor: Floor) -> None:
    await tell(floor, s.NewShoe(8), BuyIn(1, 500_00), s.OpenBets(), Wager(1, "player", 25_00))


@pytest.mark.rule("crown 5.1, 5.2")
def test_each_terminal_shows_the_least_and_the_most_of_every_bet(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await tell(floor, s.NewShoe(8), SetLimit("tie", 10_00, 750_00, 10_00, next_coup=False), s.OpenBets())
        for scenes in (on_terminal(floor, 1), on_terminal(floor, 2), on_display(floor)):
            assert is_read("$10 – $750", scenes)  # Tie
            assert is_read("$5 – $5,000", scenes)  # the others
        await tell(floor, SetLimit("player", 25_00, 2500_00, 25_00, next_coup=False))
        for scenes in (on_terminal(floor, 1), on_terminal(floor, 2), on_display(floor)):
            assert is_read("Player: $25 – $2,500 from *", scenes)  # announced: it holds in twenty minutes
            assert not is_read("$25 – $2,500", scenes)

    on_a_floor(tmp_path, story)


@pytest.mark.rule("crown 6.1, 4.2, 4.2.1, 4.2.2")
def test_an_open_terminal_shows_its_account_and_what_lies_on_its_layout(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await tell(floor, s.NewShoe(8))
        assert is_read("Insert a note, or buy in from the dealer", on_terminal(floor))
        await betting(floor)
        assert is_read("$475", on_terminal(floor))
        assert not is_read("$475", on_terminal(floor, 2))
        for stacks in items(ChipStack, on_terminal(floor)):
            assert [(stack.amount, stack.pending) for stack in stacks] == [(25_00, False)]
        await tell(floor, Wager(1, "player", 0))
        assert is_read("$500", on_terminal(floor))
        assert items(ChipStack, on_terminal(floor)) == [[], []]

    on_a_floor(tmp_path, story)


@pytest.mark.rule("crown 8.2")
def test_each_terminal_counts_the_wagering_period_down(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await tell(floor, s.NewShoe(8))
        assert items(Countdown, on_terminal(floor)) == [[], []]
        await tell(floor, s.OpenBets())  # a third of a second ago
        for passed, left in ((0, 30), (1, 29), (28, 1)):
            await asyncio.sleep(passed)
            for scenes in (on_terminal(floor, 1), on_terminal(floor, 2), on_display(floor)):
                assert [[clock.left for clock in clocks] for clocks in items(Countdown, scenes)] == [[left], [left]]
                assert is_read(str(left), scenes)
        await asyncio.sleep(1)
        for scenes in (on_terminal(floor, 1), on_terminal(floor, 2), on_display(floor)):
            assert items(Countdown, scenes) == [[], []]

    on_a_floor(tmp_path, story)


@pytest.mark.rule("crown 8.1(c)")
def test_a_card_takes_the_time_that_was_left_for_wagers(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        for scenes in (on_terminal(floor, 1), on_terminal(floor, 2), on_display(floor)):
            assert [[clock.left for clock in clocks] for clocks in items(Countdown, scenes)] == [[30], [30]]
        await tell(floor, *drawn("7S"))
        for scenes in (on_terminal(floor, 1), on_terminal(floor, 2), on_display(floor)):
            assert items(Countdown, scenes) == [[], []]
            assert is_read("No more bets", scenes)

    on_a_floor(tmp_path, story)


@pytest.mark.rule("crown 8.2", "mbs 3.1, 3.2", "rws 3.1, 3.2")
@pytest.mark.parametrize("book", ALL)
def test_screens_say_in_the_books_words_whether_bets_are_taken(tmp_path: Path, book: str) -> None:
    taken, no_more = "Place your bets, please", "No more bets"
    if book in RWS:
        taken, no_more = "Place Your Bets", "No More Bets"

    async def story(floor: Floor) -> None:
        await betting(floor)
        for scenes in (on_terminal(floor, 1), on_terminal(floor, 2), on_display(floor)):
            assert (is_read(taken, scenes), is_read(no_more, scenes)) == (True, False)
        await tell(floor, s.CloseBets())
        for scenes in (on_terminal(floor, 1), on_terminal(floor, 2), on_display(floor)):
            assert (is_read(taken, scenes), is_read(no_more, scenes)) == (False, True)

    on_a_floor(tmp_path, story, rulebook=book)


@pytest.mark.rule("crown 3.9.3")
def test_the_last_coup_is_announced_where_players_look(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await tell(floor, *drawn("7S"), s.Cut(), *drawn("6H KD KC"), s.Confirm())
        for scenes in (on_terminal(floor, 1), on_terminal(floor, 2), on_display(floor)):
            assert not is_read("Last coup of this shoe", scenes)
        await tell(floor, s.OpenBets())
        for scenes in (on_terminal(floor, 1), on_terminal(floor, 2), on_display(floor)):
            assert is_read("Last coup of this shoe", scenes)

    on_a_floor(tmp_path, story)


@pytest.mark.rule("crown 11.8.3")
def test_a_dummy_coup_is_said_at_once_where_players_look(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await tell(floor, s.CloseBets())
        for scenes in (on_terminal(floor, 1), on_terminal(floor, 2), on_display(floor)):
            assert not is_read("DUMMY COUP*", scenes)
        await tell(floor, s.CardDrawn(Card("7S"), face_up=True))  # 11.6.1
        for scenes in (on_terminal(floor, 1), on_terminal(floor, 2), on_display(floor)):
            assert is_read("DUMMY COUP: no wagers, all are returned", scenes)
        await tell(floor, *drawn("6H KD KC"), s.Confirm())
        for scenes in (on_terminal(floor, 1), on_terminal(floor, 2), on_display(floor)):
            assert is_read("Dummy Coup, Player wins 7 – 6", scenes)

    on_a_floor(tmp_path, story)


@pytest.mark.rule("crown 4.8, 4.8.1, 4.8.2")
def test_at_the_settlement_chips_that_lost_disappear_and_winnings_are_credited(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await tell(floor, Wager(1, "tie", 5_00), s.CloseBets())
        for stacks in items(ChipStack, on_terminal(floor)):
            assert sorted(stack.amount for stack in stacks) == [5_00, 25_00]
        await tell(floor, *drawn("7S 6H KD KC"), s.Confirm())
        assert items(ChipStack, on_terminal(floor)) == [[], []]
        assert is_read("$520", on_terminal(floor))  # 500 - 30 + 50
        # What each won or lost without its stake, and the coup with both.
        for net in ("+$25", "\u2212$5", "+$20"):
            assert is_read(net, on_terminal(floor))

    on_a_floor(tmp_path, story)


ALL_SIDES = {
    "pairs": {"player-pair", "banker-pair"},
    "perfect:1": {"player-perfect", "banker-perfect"},
    "dragon:1": {"player-dragon", "banker-dragon"},
    "super6": {"super6"},
}


@pytest.mark.rule(
    "crown 2.1, 2.1(a), 2.1(a)(ii), 2.3, 2.4, 2.5, 2.6",
    "crown 4.10, 4.10.1, 4.10.2, 4.10.3, 4.10.4, 4.10.5, 4.10.6, 4.10.7, 4.10.8, 4.10.9, 4.10.10",
)
@pytest.mark.parametrize("offered", [(), ("pairs",), ("perfect:1", "super6"), ("dragon:1",), tuple(ALL_SIDES)])
def test_a_terminal_has_a_betting_area_for_each_bet_that_is_offered(tmp_path: Path, offered: tuple[str, ...]) -> None:
    bets = {"player", "banker", "tie"}.union(*(ALL_SIDES[side] for side in offered))

    async def story(floor: Floor) -> None:
        await tell(floor, s.NewShoe(8), s.OpenBets())
        for scene in on_terminal(floor):
            areas = {item.action[1]: item.box for item in scene.items if item.action[:1] == ("bet",)}
            assert set(areas) == bets
            for bet, box in areas.items():
                touched = scene.touched(*box.middle)
                assert touched is not None
                assert touched.action == ("bet", bet)

    on_a_floor(tmp_path, story, side=json.dumps(list(offered)))


@pytest.mark.rule("crown 5.3, 5.3.1, 5.3.2, 5.3.2(a), 5.3.2(b)")
@pytest.mark.parametrize(("asked", "shown"), [(9_00, []), (10_00, [10_00]), (34_99, [10_00]), (999_00, [85_00])])
def test_a_terminal_shows_only_so_many_chips_as_are_permitted(tmp_path: Path, asked: int, shown: list[int]) -> None:
    async def story(floor: Floor) -> None:
        await tell(floor, SetLimit("player", 10_00, 99_00, 25_00, next_coup=False), s.NewShoe(8))
        await tell(floor, BuyIn(1, 1000_00), s.OpenBets(), Wager(1, "player", asked))
        for stacks in items(ChipStack, on_terminal(floor)):
            assert [stack.amount for stack in stacks] == shown

    on_a_floor(tmp_path, story)


@pytest.mark.rule("crown 5.3.3")
def test_chips_below_the_aggregate_minimum_are_gone_when_betting_has_ended(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await tell(floor, BuyIn(2, 100_00), Wager(2, "banker", 50_00))
        await tell(floor, s.CloseBets())
        assert items(ChipStack, on_terminal(floor, 1)) == [[], []]
        assert is_read("$500", on_terminal(floor, 1))
        assert [[stack.amount for stack in stacks] for stacks in items(ChipStack, on_terminal(floor, 2))] == [
            [50_00]
        ] * 2

    on_a_floor(tmp_path, story, aggregate_min=50)


@pytest.mark.rule("crown 6.3.2, 6.4, 6.5, 6.5.1, 6.5.2")
def test_what_is_bought_in_is_shown_as_standing_to_the_credit(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        shown = 0
        for amount, by in ((100_00, "dealer"), (50_00, "note"), (25_00, "dealer"), (20_00, "note")):
            await tell(floor, BuyIn(1, amount, by))
            shown += amount // 100
            assert is_read(f"${shown}", on_terminal(floor))
            assert is_read("Insert a note, or buy in from the dealer", on_terminal(floor, 2))
        await tell(floor, BuyIn(2, 20_00, "note"))
        assert is_read("$20", on_terminal(floor, 2))

    on_a_floor(tmp_path, story)


def test_a_terminal_whose_board_waits_asks_for_no_money(tmp_path: Path) -> None:
    # Seen: below the sentence that the board waits the screen still asked for a note.
    async def story(floor: Floor) -> None:
        seat = floor.table.seats[1]
        await tell(floor, MeetBoard(1, seat.pocket.life), ShowPocket(1, seat.pocket.life, 1))
        await seat.stop()
        seat.pocket = MemoryPocket("4f2a" * 4)
        seat.start()
        await asyncio.sleep(3)
        assert is_read("Board 4F2A waits for a supervisor*", on_terminal(floor))
        assert not is_read("Insert a note, or buy in from the dealer", on_terminal(floor))
        assert is_read("No notes or buy-ins until this board is let in", on_terminal(floor))
        assert is_read("Insert a note, or buy in from the dealer", on_terminal(floor, 2))

    on_a_floor(tmp_path, story)


@pytest.mark.rule("crown 11.13")
def test_a_display_that_is_to_be_disregarded_shows_no_outcome(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await tell(floor, s.CloseBets(), *drawn("7S 6H KD KC"), s.Confirm())
        assert is_read("Player wins 7 – 6", on_display(floor))
        await tell(floor, Malfunction("wnd"))
        for scene in on_display(floor):
            assert written(scene) == ["Please wait"]
        await tell(floor, ClearMalfunction("wnd"))
        assert is_read("Player wins 7 – 6", on_display(floor))

    on_a_floor(tmp_path, story)


@pytest.mark.rule("crown 13.7")
def test_the_sign_of_the_tables_closing_stands_where_players_look(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await tell(floor, AnnounceClosing())
        closes_at = time_of_day(floor.table.service.now_ms() - 300 + 20 * 60 * 1000)
        for scenes in (on_terminal(floor, 1), on_terminal(floor, 2), on_display(floor)):
            assert is_read(f"This table closes at {closes_at}", scenes)

    on_a_floor(tmp_path, story)


@pytest.mark.parametrize("book", ALL)
def test_the_last_coup_of_a_shoe_is_told_before_the_new_shoe(tmp_path: Path, book: str) -> None:
    # Seen: headline and display went straight to "a new shoe is being prepared".
    async def story(floor: Floor) -> None:
        await betting(floor)
        await tell(floor, *drawn("7S"), s.Cut(), *drawn("6H KD KC"), s.Confirm())
        await tell(floor, s.OpenBets(), Wager(1, "player", 25_00), s.CloseBets(), *drawn("7S 6H KD KC"), s.Confirm())
        for scenes in (on_terminal(floor, 1), on_display(floor)):
            assert is_read("Player wins 7 – 6", scenes)
            assert is_read("A new shoe is being prepared", scenes)

    on_a_floor(tmp_path, story, rulebook=book)
