"""Tickets taken in during a siege: what the books find where one was paid twice, swallowed, or credited for nothing."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from besieged_day import LIFE, Day

from firmware.table.features.notes_credited import CreditNote, PayByTicket
from firmware.table.features.tickets import ReportTicket
from firmware.table.features.tickets_in import CreditTicket
from firmware.terminal.ticket_page import money
from sim.siege import kills, people, siege, troubles
from sim.siege.devices import BesiegedDevices, PrintedPage
from sim.siege.people import BesiegedPlayer
from sim.siege.siege import Siege
from sim.virtual_time import VirtualTimeLoop

OTHER = "b" * 16


@pytest.fixture
def day(tmp_path: Path) -> Day:
    """A day on which a ticket of terminal 1 became credit at terminal 2."""
    day = Day(tmp_path / "table.journal").play()
    day.tell(CreditNote(1, LIFE, 4, 5_00, "AUD"), PayByTicket(1, LIFE, 5))
    day.boxes += 5_00
    day.tell(ReportTicket(day.number, "printed"), CreditTicket(2, OTHER, 1, day.number))
    day.pages[1].append(PrintedPage(money(5_00, "AUD"), (day.number,)))
    day.papers[2].append(day.number)
    return day


def test_a_ticket_that_became_credit_where_it_lies_is_well(day: Day) -> None:
    assert day.books.wrong() == []
    assert day.books.taken_in == 1


def test_a_copy_in_another_box_is_well_where_its_terminal_was_told_that_it_is_in_doubt(day: Day) -> None:
    day.tell(CreditTicket(1, LIFE, 6, day.number))
    day.papers[1].append(day.number)
    assert day.books.wrong() == []
    assert day.books.doubts == 0, "no doubt of an acceptor's"


def it_was_handed_over_too(day: Day) -> str:
    day.handed[day.number] = 5_00
    return f"ticket {day.number} is credited to ats-2, and was handed over at a desk"


def it_was_given_back(day: Day) -> str:
    day.papers[2].clear()
    return f"ticket {day.number} is credited to ats-2, and lies in none of its boxes"


def it_lies_in_another_box(day: Day) -> str:
    day.papers[1].append(day.papers[2].pop())
    return f"ticket {day.number} is credited to ats-2, and lies in none of its boxes"


def a_copy_was_swallowed(day: Day) -> str:
    day.papers[1].append(day.number)
    return f"ats-1: ticket {day.number} is in a box, neither credited nor in doubt"


def it_lies_there_twice(day: Day) -> str:
    day.papers[2].append(day.number)
    return f"ats-2: ticket {day.number} is in a box, neither credited nor in doubt"


def no_terminal_takes_any(day: Day) -> str:
    day.floor.tickets = False
    return "ats-2: tickets were kept, and this table takes none in"


@pytest.mark.parametrize(
    "goes_wrong",
    [
        it_was_handed_over_too, it_was_given_back, it_lies_in_another_box, a_copy_was_swallowed, it_lies_there_twice,
        no_terminal_takes_any,
    ],
)  # fmt: skip
def test_what_does_not_agree_about_tickets_in_is_found(goes_wrong: Callable[[Day], str], day: Day) -> None:
    said = goes_wrong(day)
    found = day.books.wrong()
    assert any(one.startswith(said) for one in found), (said, found)


def printers_with(*numbers: str) -> BesiegedDevices:
    """Devices of which only the printers have done something."""
    there = BesiegedDevices.__new__(BesiegedDevices)
    path = SimpleNamespace(tickets=["22"])
    acceptor: Any = SimpleNamespace(model=SimpleNamespace(path=path))
    there.pages = {1: [PrintedPage("", numbers)]}  # type: ignore[assignment]
    there.acceptors, there.kept_at_desk = {1: [acceptor]}, {"33"}  # type: ignore[assignment]
    return there


def test_a_ticket_is_put_in_that_is_still_there_and_now_and_then_a_copy_of_one_that_is_gone() -> None:
    chance = random.Random(1)
    assert printers_with().some_ticket(chance) == ""
    drawn = Counter(printers_with("11", "22", "33").some_ticket(chance) for _ in range(300))
    assert drawn["11"] > 200
    assert drawn["22"] > 2
    assert drawn["33"] > 2


def test_a_player_puts_notes_in_and_some_tickets() -> None:
    player = BesiegedPlayer(None, 1, printers_with("11"), random.Random(1))  # type: ignore[arg-type]
    money = Counter(player.any_money() for _ in range(300))
    assert 50 < money["ticket 11"] < 130
    assert money.keys() - {"ticket 11"} == set(people.NOTES)


def test_a_ticket_is_put_in_at_two_terminals_and_shown_at_the_desk_in_the_same_second() -> None:
    did: list[str] = []

    async def pay(number: str) -> None:
        did.append(f"desk {number}")

    async def kill() -> None:
        did.append("killed")

    def insert(what: str) -> bool:
        did.append(what)
        return True

    async def story() -> None:
        siege: Any = SimpleNamespace(
            devices=printers_with("11"), chance=random.Random(1), counts=Counter(), clerk=SimpleNamespace(pay=pay),
            floor=SimpleNamespace(terminals=(1, 2), boards=dict.fromkeys((1, 2), SimpleNamespace(kill=kill))),
            players=dict.fromkeys((1, 2), SimpleNamespace(insert=insert)), killed=lambda: None,
        )  # fmt: skip
        for _ in range(10):
            await troubles.ticket_everywhere(siege)
        assert did[:3] == ["ticket 11", "ticket 11", "desk 11"]
        assert 0 < did.count("killed") < 10
        siege.devices = printers_with()
        await troubles.ticket_everywhere(siege)
        assert siege.counts == {"tickets put in at two terminals": 10, "no ticket to copy": 1}

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(story())


def test_before_a_kill_a_ticket_is_put_in_where_there_is_one() -> None:
    put: list[str] = []

    async def kill() -> None:
        put.append("killed")

    async def start() -> None:
        pass

    async def story() -> None:
        player = BesiegedPlayer(None, 1, printers_with("11"), random.Random(1))  # type: ignore[arg-type]
        board = SimpleNamespace(name="ats-1", kill=kill, start=start)

        def insert(what: str) -> bool:
            put.append(what)
            return True

        besieged: Any = SimpleNamespace(
            players={1: SimpleNamespace(insert=insert, any_money=player.any_money)}, chance=random.Random(1),
            counts=Counter(), killed=lambda: None,
            floor=SimpleNamespace(terminals=(1,), boards={1: board}, dark=set()),
        )  # fmt: skip
        for _ in range(100):
            await kills.kill_terminal(besieged)
        tickets = put.count("ticket 11")
        assert put.count("killed") == 100
        assert 25 < tickets < 55
        assert besieged.counts == {"tickets put in before a kill": tickets}

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(story())


class Printing(SimpleNamespace):
    """A siege that is about to kill, and has players and printers."""

    _until, _has_tickets, print_tickets = Siege._until, Siege._has_tickets, Siege._print_tickets  # noqa: SLF001


@pytest.mark.parametrize("comes", [True, False])
def test_where_processes_are_killed_alone_tickets_are_printed_first(
    comes: bool, monkeypatch: pytest.MonkeyPatch  # noqa: FBT001
) -> None:  # fmt: skip
    monkeypatch.setattr(siege, "TICKETS_S", 60.0 if comes else 0.0)
    told: list[bool] = []
    devices = printers_with()

    def cash_out(*, at_once: bool) -> None:
        told.append(at_once)
        if comes:
            devices.pages[1] += [PrintedPage("", ("11",)), PrintedPage("", ())]

    def about_to_kill(kills: int, *, tickets: bool) -> Printing:
        return Printing(
            wanted=SimpleNamespace(kills=kills), floor=SimpleNamespace(tickets=tickets, terminals=(1, 2)), wrong=[],
            players=dict.fromkeys((1, 2), SimpleNamespace(cash_out=cash_out)), devices=devices,
        )  # fmt: skip

    async def story() -> None:
        for other in (about_to_kill(0, tickets=True), about_to_kill(3, tickets=False)):
            await other.print_tickets()
            assert told == other.wrong == []
        killing = about_to_kill(3, tickets=True)
        await killing.print_tickets()
        assert told == [True, True, False, False]
        assert killing.wrong == ([] if comes else ["no tickets are printed"])

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(story())
