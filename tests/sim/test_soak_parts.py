"""The parts of a soak by themselves: what each finds, and what each lets pass."""

import asyncio
import random
from collections import Counter
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from firmware.link.bus import Unanswered
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.setup import Setup
from firmware.table.core.state import IssuedTicket, NoteDoubt, TableState
from firmware.table.core.stopped import TableStopped
from firmware.table.features.malfunctions import ClearMalfunction
from firmware.table.features.note_doubts import ResolveNoteDoubt
from firmware.table.features.owed import ResolveOwed
from firmware.table.features.tickets import ReportTicket, ResolveTicket
from sim.soak import calm
from sim.soak import shrink as shrinking
from sim.soak.cash_desk import ClerkDesk, PaidOut
from sim.soak.people import Attendant, SeatedPlayer
from sim.soak.run import Case, soak
from sim.virtual_time import VirtualTimeLoop

NUMBER = "123456789012345678"


def play(story: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(story)


def state(**fields: Any) -> TableState:
    return msgspec.structs.replace(TableState.unopened(), setup=Setup("crown-baccarat"), **fields)


# A failure is made small.


def test_what_fails_by_one_fault_alone_is_made_small_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def pretend(case: Case, _: Any = None) -> Any:
        fails = "rough-network" in case.faults
        return SimpleNamespace(wrong=("it fails",) if fails else (), at=0.0)

    monkeypatch.setattr(shrinking, "repeat", pretend)
    told: list[str] = []
    case = Case(7, 2.0, 3, ("table-power", "rough-network", "one-side", "slow-line"), "mbs-baccarat")
    small = shrinking.shrink(case, told.append)
    assert small == Case(7, 2.0, 1, ("rough-network",), "mbs-baccarat")
    assert told[-1] == (
        "rapid-table soak --seed 7 --hours 2 --ats 1 --faults rough-network --rulebook mbs-baccarat: it fails"
    )


def test_what_fails_early_is_repeated_for_as_long_only_if_it_fails_then_too(monkeypatch: pytest.MonkeyPatch) -> None:
    least = 0.5

    def pretend(case: Case, _: Any = None) -> Any:
        return SimpleNamespace(wrong=("it fails",) if case.hours >= least else (), at=360.0)

    monkeypatch.setattr(shrinking, "repeat", pretend)
    said: list[str] = []
    assert shrinking.shrink(Case(1, 2.0, 1, ()), said.append).hours == 2.0
    least = 0.1
    assert shrinking.shrink(Case(1, 2.0, 1, ()), said.append).hours == 0.11


# Who is at the table.


def cash_desk(answers: list[Any], texts: dict[str, int] | None = None) -> tuple[ClerkDesk, PaidOut]:
    """A desk whose clerk is answered so; `texts`: what stands on which page."""
    known = texts or {}

    async def answer(*_: Any, **__: Any) -> Any:
        said = answers.pop(0)
        if isinstance(said, Exception):
            raise said
        desk._desk.asked = None  # type: ignore[misc] # noqa: SLF001
        return said

    desk, money = ClerkDesk.__new__(ClerkDesk), PaidOut()
    desk._pages = SimpleNamespace(  # type: ignore[assignment] # noqa: SLF001
        say=lambda number, amount: known.get(number) == amount, lying=[], texts={}
    )
    desk._money, desk._chance = money, random.Random(1)  # noqa: SLF001
    desk._desk = SimpleNamespace(asked=None, show=answer, end=answer)  # type: ignore[assignment] # noqa: SLF001
    return desk, money


def told(answer: str, amount: int = 5_00) -> Any:
    return SimpleNamespace(answer=answer, amount=amount)


def test_what_a_desk_is_told_is_held_against_the_page_and_the_drawer() -> None:
    desk, money = cash_desk([], {NUMBER: 5_00})
    say = desk._told  # noqa: SLF001
    assert say(NUMBER, told("paid"), handed=False) == "paid"
    assert (money.handed, money.wrong) == ({NUMBER: 5_00}, [])
    say(NUMBER, told("good"), handed=False)
    assert money.wrong == []
    say(NUMBER, told("good", 50_00), handed=True)
    assert money.wrong == [
        f"ticket {NUMBER} is good with 5000, and no page says so",
        f"ticket {NUMBER} is good, and its money was handed over",
    ]
    money.wrong.clear()
    say(NUMBER, told("paid"), handed=False)
    assert money.wrong == [f"ticket {NUMBER} is paid, and its money was handed over"]


def test_a_payment_that_was_not_answered_is_ended_before_something_else_is_asked() -> None:
    async def story() -> None:
        ended = SimpleNamespace(ticket=NUMBER, told=told("paid"))
        desk, money = cash_desk([Unanswered(), ended], {NUMBER: 5_00})
        desk._desk.asked = SimpleNamespace(ticket=NUMBER)  # type: ignore[assignment, misc] # noqa: SLF001
        money.asked[NUMBER] = 1
        await desk._finish("")  # noqa: SLF001
        assert (money.handed, money.asked, money.wrong) == ({NUMBER: 5_00}, Counter(), [])
        nothing = SimpleNamespace(ticket=NUMBER, told=None)
        desk, money = cash_desk([nothing])
        desk._desk.asked = SimpleNamespace(ticket=NUMBER)  # type: ignore[assignment, misc] # noqa: SLF001
        await desk._finish("")  # noqa: SLF001
        assert money.answers == Counter()

    play(story())


def test_a_desk_whose_table_is_frozen_pays_later() -> None:
    async def story() -> None:
        desk, money = cash_desk([Refused(TableCode.FROZEN)])
        desk._desk.pay = desk._desk.show  # type: ignore[misc, attr-defined, method-assign] # noqa: SLF001
        assert await desk.ask(NUMBER, pay=True) is None
        assert (money.handed, money.asked) == ({}, Counter())

    play(story())


class Desk:
    """A terminal's screen that keeps what was touched."""

    def __init__(self) -> None:
        self.touched: list[Any] = []

    def act(self, action: Any) -> None:
        self.touched.append(action)


class Service:
    """A table that keeps what it is told; it refuses some."""

    def __init__(self, refuses: Exception | None = None) -> None:
        self.told: list[Any] = []
        self._refuses = refuses

    async def submit(self, command: Any, *, by: str) -> None:
        assert by == "supervisor"
        if self._refuses is not None:
            raise self._refuses
        self.told.append(command)


def attendant(of: TableState, service: Service, **seats: Any) -> Attendant:
    table: Any = SimpleNamespace(state=of, service=service, seats={int(k[1:]): v for k, v in seats.items()})
    pages: Any = SimpleNamespace(numbers={1: {NUMBER}})
    return Attendant(table, pages)


def test_an_attendant_puts_right_what_is_open_and_leaves_to_others_what_is_not_there() -> None:
    async def story() -> None:
        service = Service()
        doubts = {"9-x": NoteDoubt(9, 20_00, "why"), "9-y": NoteDoubt(9, 0, "why")}
        tickets = {
            NUMBER: IssuedTicket(9, 5_00, "printing"), "1": IssuedTicket(9, 5_00, "printed"),
        }  # fmt: skip
        faults = frozenset({"wnd", "ats 9", "system"})
        owed = {2: {4: 3_00, 5: -2_00}}
        of = state(note_doubts=doubts, tickets=tickets, faults=faults, owed=owed)
        await attendant(of, service).round()
        assert service.told == [
            ReportTicket(NUMBER, "failed", "there is no printer"),
            ResolveNoteDoubt("9-x", 0), ResolveNoteDoubt("9-y", 0),
            ClearMalfunction("ats", 9), ClearMalfunction("wnd"),
            ResolveOwed(2, 4, "paid"), ResolveOwed(2, 5, "collected"),
        ]  # fmt: skip

    play(story())


def test_a_terminal_that_is_not_there_is_not_put_back() -> None:
    async def story() -> None:
        for on, there, clears in ((False, True, 0), (True, False, 0), (True, True, 1)):
            service = Service()
            seat = SimpleNamespace(on=on, remote=SimpleNamespace(there=there))
            await attendant(state(), service, _1=seat)._back_to_work("ats 1")  # noqa: SLF001
            assert len(service.told) == clears

    play(story())


@pytest.mark.parametrize("why", [Refused(TableCode.FROZEN), TableStopped()])
def test_an_attendant_who_is_refused_comes_again(why: Exception) -> None:
    async def story() -> None:
        service = Service(why)
        at_work = attendant(state(faults=frozenset({"wnd"})), service)
        running = asyncio.create_task(at_work.run())
        await asyncio.sleep(61)
        service._refuses = None  # noqa: SLF001
        await asyncio.sleep(61)
        running.cancel()
        assert service.told == [ClearMalfunction("wnd")]

    play(story())


@pytest.mark.parametrize(
    ("number", "on", "copies", "how"),
    [
        (NUMBER, True, 0, "printed"),
        ("21", True, 0, "reprint"),
        ("22", True, 0, "hand-pay"),
        ("21", False, 0, "hand-pay"),
        ("21", True, 99, "hand-pay"),
    ],
)
def test_an_attendant_looks_for_the_page_of_a_ticket(number: str, on: bool, copies: int, how: str) -> None:  # noqa: FBT001
    async def story() -> None:
        service = Service()
        tickets = {number: IssuedTicket(1, 5_00, "in_doubt", copies=copies)}
        seat = SimpleNamespace(on=on)
        await attendant(state(tickets=tickets), service, _1=seat)._ticket(number, 1)  # noqa: SLF001
        assert service.told == [ResolveTicket(number, how)]  # type: ignore[arg-type]

    play(story())


def test_a_player_doubles_repeats_and_wagers_where_the_screen_has_it() -> None:
    seen = Desk()
    player = SeatedPlayer(SimpleNamespace(), random.Random(2))  # type: ignore[arg-type]
    for chance in (0.1, 0.5, 0.9):
        player._wager(seen, SimpleNamespace(may={"repeat", "double", "undo"}), chance)  # noqa: SLF001
    touched = Counter(action[0] for action in seen.touched)
    assert touched["chip"] == touched["bet"] == 1
    assert sum(touched.values()) == 3


@pytest.mark.parametrize("fate", ["printing", "reprinting"])
def test_a_night_does_not_end_while_a_ticket_is_in_a_printer(fate: str) -> None:
    # Found by a soak: it took a reprint that its terminal had not had the time to report for one that it never did.
    async def story() -> None:
        table = SimpleNamespace(state=state(tickets={NUMBER: IssuedTicket(1, 5_00, fate)}))  # type: ignore[arg-type]
        rounds = 0

        async def go_round() -> None:
            nonlocal rounds
            rounds += 1
            if rounds == 2:
                table.state = state(tickets={NUMBER: IssuedTicket(1, 5_00, "printed")})

        wrong = await calm._pay_all_out(table, SimpleNamespace(round=go_round))  # type: ignore[arg-type]  # noqa: SLF001
        assert (wrong, rounds) == ([], 2)

    play(story())


# Faults that come seldom, each by itself.


@pytest.mark.some(3)
@pytest.mark.parametrize(
    "kinds",
    [("drop-bytes", "double-bytes", "slow-line"), ("printer-noise", "printer-trouble"), ("absurd-amounts", "replays")],
    ids=" ".join,
)
def test_faults_that_come_seldom_hold(kinds: tuple[str, ...]) -> None:
    found = soak(5, 0.1, 2, kinds)
    assert found.wrong == ()
    assert found.faults.keys() == set(kinds)
