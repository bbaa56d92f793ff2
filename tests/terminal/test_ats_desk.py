"""A player's screen across the network: what a touch does at once, and what only the table can do."""

import asyncio
from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor

from firmware.game import steps as s
from firmware.kit.words import words_of
from firmware.table.core.events import WagersReturned
from firmware.table.core.setup import Caps
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.closing import AnnounceClosing
from firmware.table.features.devices import DeviceReported, ReportDevice
from firmware.table.features.exclusions import ExcludePlayer
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.limits import SetLimit
from firmware.table.features.malfunctions import ClearMalfunction, Malfunction
from firmware.table.features.notes import SetCash
from firmware.table.features.tickets import ResolveTicket
from firmware.table.features.wagers import Wager, WagerSet
from firmware.table.features.winnings import HoldWinnings
from firmware.terminal.view import TOAST_MS, AtsView
from hal.cards import Card

pytestmark = pytest.mark.lab(28)


def view(floor: Floor, ats: int = 1) -> AtsView:
    terminal = floor.table.seats[ats].terminal
    assert terminal is not None
    return terminal.desk.view()


def lies(floor: Floor, ats: int = 1) -> dict[str, tuple[int, int | None]]:
    return {bet.name: (bet.accepted, bet.asked) for bet in view(floor, ats).bets if bet.shown or bet.asked is not None}


async def betting(floor: Floor, amount: int = 500_00) -> None:
    for command in (s.NewShoe(8), BuyIn(1, amount), s.OpenBets()):
        await floor.table.service.submit(command)
    await asyncio.sleep(0.2)


async def coup(floor: Floor, codes: str) -> None:
    for command in (s.CloseBets(), *(s.CardDrawn(Card(code)) for code in codes.split()), s.Confirm()):
        await floor.table.service.submit(command)
    await asyncio.sleep(0.3)


def drawn(floor: Floor) -> int:
    seen = floor.table.seats[1].seen
    assert seen is not None
    return seen.off.drawn


def test_a_touch_shows_at_once_and_as_placed_only_when_the_table_has_accepted(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        floor.table.memory.carry = lambda _: (0.3,)  # a slow network
        seen = floor.table.seats[1].seen
        assert seen is not None
        before = drawn(floor)
        seen.touch("bet", "player")
        began = asyncio.get_running_loop().time()
        while not lies(floor) or drawn(floor) == before:
            await asyncio.sleep(0.001)
        assert asyncio.get_running_loop().time() - began <= 0.05
        assert lies(floor) == {"player": (0, 5_00)}  # asked, and seen through
        assert floor.table.state.accounts[1].wagers == {}
        await asyncio.sleep(1)
        assert lies(floor) == {"player": (5_00, None)}

    on_a_floor(tmp_path, story)


def test_many_quick_touches_are_one_wager_in_the_end(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        floor.table.memory.carry = lambda _: (0.2,)
        seen = floor.table.seats[1].seen
        assert seen is not None
        for _ in range(12):
            seen.touch("bet", "tie")
            await asyncio.sleep(0.04)
        await asyncio.sleep(2)
        assert floor.table.state.accounts[1].wagers == {"tie": 60_00}
        assert lies(floor) == {"tie": (60_00, None)}
        assert len(floor.of(WagerSet)) < 12

    on_a_floor(tmp_path, story)


def test_undo_clear_repeat_and_double(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        assert "undo" not in view(floor).may
        await floor.player(1, "chip 2500", "bet banker", "chip 500", "bet banker-pair", "bet banker")
        assert lies(floor) == {"banker": (30_00, None), "banker-pair": (5_00, None)}
        await floor.player(1, "undo")
        assert lies(floor) == {"banker": (25_00, None), "banker-pair": (5_00, None)}
        await floor.player(1, "double")
        assert lies(floor) == {"banker": (50_00, None), "banker-pair": (10_00, None)}
        await coup(floor, "7S 6H KD KC")
        assert not lies(floor)
        await floor.table.service.submit(s.OpenBets())
        await asyncio.sleep(0.2)
        assert {"repeat", "undo"} & view(floor).may == {"repeat"}  # another coup's chips cannot be taken back
        await floor.player(1, "repeat")
        assert lies(floor) == {"banker": (50_00, None), "banker-pair": (10_00, None)}
        await floor.player(1, "clear")  # the pair first, which cannot stand alone (4.11.1)
        assert not lies(floor)
        assert not floor.of(WagersReturned)

    on_a_floor(tmp_path, story)


def test_a_repeat_is_one_command_and_places_what_the_balance_covers_in_whole(tmp_path: Path) -> None:
    # crown 4.11.1: the pairs stand only beside a main wager, so that goes first
    async def story(floor: Floor) -> None:
        await betting(floor, 100_00)
        await floor.player(1, "chip 2500", "bet banker", "bet banker-pair", "bet player-pair")
        await coup(floor, "7S 6H KD KC")  # Player wins 7 to 6, no pairs: 25 are left
        await floor.table.service.submit(s.OpenBets())
        await asyncio.sleep(0.2)
        asked = len(floor.of(WagerSet))
        await floor.player(1, "repeat")
        assert lies(floor) == {"banker": (25_00, None)}
        assert len(floor.of(WagerSet)) == asked + 1
        said = "Placed without Player Pair, Banker Pair. Your balance does not cover this wager."
        assert view(floor).toast == said
        assert "double" not in view(floor).may
        await floor.player(1, "undo")
        assert not lies(floor)

    on_a_floor(tmp_path, story)


def test_what_was_refused_cannot_be_undone(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor, 20_00)
        await floor.player(1, "chip 500", "bet banker-pair")  # without a main wager: refused by the table
        assert not lies(floor)
        assert "undo" not in view(floor).may
        await floor.player(1, "chip 2500", "bet player")  # more than there is: refused by the terminal
        assert "undo" not in view(floor).may
        await floor.player(1, "chip 500", "bet player", "chip 2500", "bet player")
        assert "undo" in view(floor).may
        await floor.player(1, "undo")  # the five, as the twenty-five never were
        assert (lies(floor), "undo" in view(floor).may) == ({}, False)

    on_a_floor(tmp_path, story)


def test_results_show_areas_that_win_and_what_wagers_won_or_lost(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await floor.player(1, "chip 2500", "bet player", "bet tie", "bet player-pair")
        await coup(floor, "4S 6H 4D KC")  # Player 8 with a pair, Banker 6
        shown = {bet.name: (bet.result, bet.net) for bet in view(floor).bets}
        assert shown == {
            "player": ("win", 25_00), "banker": ("lose", None), "tie": ("lose", -25_00),
            "player-pair": ("win", 25_00 * 11), "banker-pair": ("lose", None),
        }  # fmt: skip
        assert (view(floor).headline, view(floor).winner, view(floor).net) == ("Player wins 8 – 6", "player", 275_00)
        await floor.player(1, "recall")
        recalled = view(floor).recalled
        assert [(one.coup, one.balance) for one in recalled] == [(1, 775_00)]
        assert recalled[0].player.cards == ("4S", "4D")
        await floor.player(1, "close", "help", "page 1", "close", "language")
        assert view(floor).headline == "闲赢 8 比 6"

    on_a_floor(tmp_path, story)


def test_what_cannot_be_is_said_and_not_shown(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor, 20_00)
        await floor.player(1, "chip 2500", "bet player")
        assert view(floor).toast == "Your balance does not cover this wager."
        assert not lies(floor)
        await floor.table.service.submit(SetLimit("tie", 10_00, 100_00, 10_00, next_coup=False))
        await asyncio.sleep(0.2)
        await floor.player(1, "chip 500", "bet banker-pair")
        assert view(floor).toast.startswith("Not accepted: Banker Pair needs a wager on the main game")
        await floor.table.service.submit(s.CloseBets())
        await asyncio.sleep(0.2)
        await floor.player(1, "bet player")
        assert view(floor).toast == "Betting is closed."
        assert "cash-out" in view(floor).may

    on_a_floor(tmp_path, story)


def test_a_table_that_is_gone_is_seen(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        floor.table.memory.carry = lambda _: ()
        await asyncio.sleep(5)
        assert view(floor).look == "alarm"
        assert view(floor).may == {"help", "language", "yours", "recall"}  # reading 16
        assert not view(floor).betting
        await floor.player(1, "bet player")
        assert view(floor).toast == "The table does not answer: no wagers can be placed."

    on_a_floor(tmp_path, story)


def test_a_note_is_said_to_be_checked_until_it_is_credited_and_no_longer(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        seat, shown = floor.table.seats[1], set[tuple[str, int]]()
        await asyncio.sleep(4)
        seat.devices["note_acceptor"].model.do("insert 20")
        for _ in range(400):
            await asyncio.sleep(0.02)
            shown.add((view(floor).busy, view(floor).balance))
        says = "Please wait: your note is being checked"
        assert {("", 500_00), (says, 500_00), ("", 520_00)} <= shown
        assert (view(floor).busy, view(floor).balance) == ("", 520_00)

    on_a_floor(tmp_path, story)


def test_each_moment_of_a_coup_has_its_sound(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        heard: list[str] = []
        terminal = floor.table.seats[1].terminal
        assert terminal is not None
        terminal.desk.beside = terminal.desk.beside._replace(sound=lambda name: heard.append(name) if name else None)
        await betting(floor)
        await coup(floor, "7S 6H KD KC")
        assert heard == ["open", "closed", "result"]

    on_a_floor(tmp_path, story)


def test_an_open_door_is_seen_and_heard_once_and_gone_when_it_is_shut(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        heard: list[str] = []
        await betting(floor)
        terminal = floor.table.seats[1].terminal
        assert terminal is not None
        terminal.desk.beside = terminal.desk.beside._replace(sound=lambda name: heard.append(name) if name else None)
        before = view(floor).headline
        await floor.table.service.submit(ReportDevice("ats-1 panel", "cabinet_door on"))
        await asyncio.sleep(1)
        assert (view(floor).headline, view(floor).look) == (
            "Out of service, a door is open: please call an attendant", "alarm",
        )  # fmt: skip
        assert heard == ["door"]
        await floor.player(1, "bet player")
        await asyncio.sleep(0.5)
        assert not floor.table.state.accounts[1].wagers
        await floor.table.service.submit(ReportDevice("ats-1 panel", "cabinet_door off"))
        await asyncio.sleep(1)
        assert view(floor).headline == before

    on_a_floor(tmp_path, story)


def test_an_attendant_is_called_with_lamp_and_record(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        lamp: list[bool] = []
        terminal = floor.table.seats[1].terminal
        assert terminal is not None
        terminal.desk.beside = terminal.desk.beside._replace(lamp=lamp.append)
        await floor.player(1, "call")
        assert view(floor).called
        terminal.desk.call()  # the button beside the screen takes it back
        await asyncio.sleep(0.2)
        assert not view(floor).called
        assert lamp == [True, False]
        said = [event.what for event in floor.of(DeviceReported) if event.device == "ats-1 attendant"]
        # That nobody calls there is said at switching on as well, and changes nothing: it is not put on record.
        assert said == ["called", "call taken back"]

    on_a_floor(tmp_path, story)


def test_a_button_that_is_pressed_while_the_table_is_away_heaps_nothing_up(tmp_path: Path) -> None:
    # Found by a soak: each press waited by itself for the table to answer, and they were told in any order.
    async def story(floor: Floor) -> None:
        await betting(floor)
        terminal = floor.table.seats[1].terminal
        assert terminal is not None
        floor.table.memory.carry = lambda _: ()
        await asyncio.sleep(10)
        before = len(asyncio.all_tasks())
        for _ in range(301):
            terminal.desk.call()
            await asyncio.sleep(0.1)
        assert len(asyncio.all_tasks()) <= before + 1
        floor.table.memory.carry = lambda _: (0.001,)
        await asyncio.sleep(20)
        assert view(floor).called
        said = [event.what for event in floor.of(DeviceReported) if event.device == "ats-1 attendant"]
        # Of those that waited the last two were told: whether somebody calls now.
        assert said[-1] == "called"

    on_a_floor(tmp_path, story)


def test_cashing_out_says_how_it_ended(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        terminal = floor.table.seats[1].terminal
        assert terminal is not None
        printer = floor.table.seats[1].devices["ticket_printer"].model
        printer.do("paper out")
        await asyncio.sleep(3)
        await floor.player(1, "cash-out", "pay")
        await asyncio.sleep(8)
        dialogue = view(floor).dialogue
        assert dialogue is not None
        assert "your money is safe" in dialogue.text
        assert floor.table.state.balance(1) == 500_00
        # Without a printer the dealer pays, and is called.
        terminal.desk.beside = terminal.desk.beside._replace(tickets=None)
        await floor.player(1, "close", "cash-out", "pay")
        dialogue = view(floor).dialogue
        assert dialogue is not None
        assert "the dealer pays" in dialogue.text
        assert view(floor).called

    on_a_floor(tmp_path, story)


def test_the_language_that_a_guest_chose_goes_with_them(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await floor.table.service.submit(s.CloseBets())
        await floor.player(1, "language", "cash-out", "pay")
        await asyncio.sleep(5)
        shown = view(floor)
        assert shown.dialogue is not None
        assert (shown.open, shown.dialogue.text) == (False, words_of("zh-Hans")("cash-out.printed"))
        await asyncio.sleep(10)
        assert view(floor).dialogue == shown.dialogue  # there is time to read it
        await asyncio.sleep(15)
        assert (view(floor).dialogue, view(floor).headline) == (None, "No more bets")
        await floor.player(1, "language")  # a guest may choose before they have an account
        await floor.table.service.submit(BuyIn(1, 100_00))
        await floor.player(1, "help")
        assert view(floor).info.topic
        assert view(floor).headline == words_of("zh-Hans").of_table("No more bets")
        await floor.table.service.submit(CashOut(1))
        await asyncio.sleep(0.3)
        assert (view(floor).dialogue, view(floor).headline) == (None, "No more bets")

    on_a_floor(tmp_path, story)


# The bench's time, or a table's that was started anew, may be behind what a terminal went by before.
@pytest.mark.parametrize(("now", "says"), [(9_999, ""), (10_000, "Said"), (13_499, "Said"), (13_500, ""), (1_000, "")])
def test_what_is_said_for_a_moment_is_not_said_for_longer_where_a_clock_is_set_back(now: int, says: str) -> None:
    shown = AtsView(1, "", "", "", toast="Said", toast_until=10_000 + TOAST_MS)
    assert shown.says(now) == says


def test_more_than_a_ticket_may_be_of_is_paid_by_an_attendant_who_is_called(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await floor.table.service.submit(SetCash(floor.table.state.setup.notes, Caps(ticket=499_99)))
        await floor.player(1, "cash-out", "pay")
        await asyncio.sleep(1)
        dialogue = view(floor).dialogue
        assert dialogue is not None
        assert "A ticket cannot exceed $499.99." in dialogue.text
        assert view(floor).called
        assert floor.table.state.balance(1) == 500_00
        assert not floor.table.state.tickets

    on_a_floor(tmp_path, story)


def test_a_note_beyond_a_cap_is_given_back_with_its_reason(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await floor.table.service.submit(SetCash(floor.table.state.setup.notes, Caps(account_cash=515_00)))
        await asyncio.sleep(4)
        acceptor = floor.table.seats[1].devices["note_acceptor"].model
        acceptor.do("insert 20")
        await asyncio.sleep(2)
        assert "No more than $515 in cash is taken on one account." in view(floor).toast
        await asyncio.sleep(4)
        assert not acceptor.path.cash_box
        acceptor.do("insert 10")
        await asyncio.sleep(4)
        assert floor.table.state.balance(1) == 510_00
        acceptor.do("insert 5")
        await asyncio.sleep(6)
        assert floor.table.state.balance(1) == 515_00
        acceptor.do("insert 5")
        await asyncio.sleep(1)
        assert acceptor.state() == "inhibited"

    on_a_floor(tmp_path, story)


def test_a_supervisor_has_a_ticket_printed_once_more(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        seat = floor.table.seats[1]
        assert seat.terminal is not None
        printer = seat.devices["ticket_printer"].model
        pages: list[str] = []
        printer.on_page = lambda page: pages.append(page.info["text"])
        await floor.player(1, "cash-out", "pay")
        await asyncio.sleep(1.5)
        printer.do("power-cycle")  # what was not on paper yet is forgotten
        await asyncio.sleep(12)
        (number,) = floor.table.state.tickets
        assert (floor.table.state.tickets[number].fate, pages) == ("in_doubt", [])
        await floor.table.service.submit(ResolveTicket(number, "reprint"))
        await asyncio.sleep(15)
        assert floor.table.state.tickets[number].fate == "printed"
        # What hung there of the first print is cut off by itself, and no ticket.
        spoilt, text = pages
        assert "VOID" in spoilt
        assert "VOID" not in text
        assert "REPRINT 1" in text
        assert "USD 500.00" in text.splitlines()

    on_a_floor(tmp_path, story)


def test_every_state_of_the_table_has_its_line(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        table = floor.table.service

        async def line(*commands: object) -> str:
            for command in commands:
                await table.submit(command)  # type: ignore[arg-type]
            await asyncio.sleep(0.3)
            return view(floor).headline

        assert await line() == "A new shoe is being prepared"
        assert await line(s.NewShoe(8)) == "Please wait for the next coup"
        assert await line(BuyIn(1, 100_00), s.OpenBets()) == "Place your bets, please"
        await table.submit(Wager(1, "player", 10_00))
        assert await line(s.CloseBets()) == "No more bets"
        assert await line(s.CardDrawn(Card("6S")), s.CardsTogether((Card("9H"), Card("KD")))) == (
            "Suspended, please wait: Cards left together"
        )
        assert await line(s.Invalidate("dispute")) == "Void: all wagers are returned"
        assert await line(FreezeAccounts()) == "Accounts are frozen while a result is checked"
        assert await line(UnfreezeAccounts(), ExcludePlayer(1, "disrupts")) == (
            "No more wagers here: please see the dealer"
        )
        assert await line(Malfunction("system")) == "Please wait: the table is being put right"
        assert await line(ClearMalfunction("system"), Malfunction("ats", 1)) == (
            "Out of service: please ask an attendant"
        )
        assert await line(ClearMalfunction("ats", 1), CashOut(1), s.OpenBets()) == "Place your bets, please"
        assert await line(s.CardDrawn(Card("9H"), face_up=True)) == "DUMMY COUP: no wagers, all are returned"
        assert await line(*(s.CardDrawn(Card(code)) for code in ("6H", "KS", "TC")), s.Confirm()) == (
            "Dummy Coup, Player wins 9 – 6"
        )
        closing = await line(AnnounceClosing(), SetLimit("*", 25_00, 5000_00, 25_00))
        assert closing.startswith("Dummy Coup")
        assert len(view(floor).notices) == 2
        assert "This table closes at" in " ".join(view(floor).notices)

    on_a_floor(tmp_path, story)


@pytest.mark.rule("crown 13.2.3")
def test_a_player_is_told_what_is_held_of_the_winnings_and_the_next_one_is_not(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await floor.player(1, "chip 2500", "bet player")
        await coup(floor, "7S 6H KD KC")
        await floor.table.service.submit(HoldWinnings(1, 20_00))
        await asyncio.sleep(0.3)
        said = "$20 of your winnings are held: please see the dealer"
        assert (view(floor).balance, view(floor).notices[0]) == (505_00, said)
        await floor.player(1, "help")  # also while the player reads
        assert view(floor).notices[0] == said
        await floor.table.service.submit(CashOut(1))
        await floor.table.service.submit(BuyIn(1, 100_00))
        await asyncio.sleep(0.3)
        assert said not in view(floor).notices

    on_a_floor(tmp_path, story)
