"""At the console: a terminal's last coups with who wagered what, its tickets, and credit that was left behind."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sgc_states import STATES
from sgc_table import Console

from firmware.console.desk import CONSOLE
from firmware.console.flow import Flow
from firmware.console.view import Row
from firmware.table.features.left_behind import PayCustody, TakeIntoCustody
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.staff import SignOn
from sim.virtual_time import VirtualTimeLoop

pytestmark = [pytest.mark.lab(14), pytest.mark.lab(15), pytest.mark.lab(16), pytest.mark.lab(63)]


def on_state(state: str, story: Callable[[Console], Awaitable[None]]) -> None:
    async def whole() -> None:
        begins, setup = STATES[state]
        t = Console("en", **setup)
        await begins(t)
        await story(t)

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def rows(t: Console) -> tuple[Row, ...]:
    assert t.desk is not None
    page = t.desk.view().page
    assert page is not None
    return page.rows


def test_the_coups_of_a_closed_account_are_recalled_with_wagers_and_money_in_between() -> None:
    async def story(t: Console) -> None:
        t.touch("terminal 1", "tab recall")
        found = rows(t)
        # Terminal 1 staked 100 on Player in each of six coups; the last, Banker 9 to Player 6 …
        coups = [row for row in found if row.label.startswith("Coup ")]
        assert len(coups) == 6
        assert all("Player $100:" in row.detail for row in coups)
        t.touch("terminal 4", "tab recall")
        assert {row.detail for row in rows(t) if row.label.startswith("Coup ")} == {"No wagers"}

    on_state("terminal-recall", story)


@pytest.mark.parametrize("faults", [(("ats", 1),), (("system",), ("wnd",))], ids=str)
def test_the_coups_stay_as_they_were_whatever_has_failed(faults: tuple[tuple[str, int] | tuple[str], ...]) -> None:
    # Reading 16: also while a fault is shown.
    async def story(t: Console) -> None:
        t.touch("terminal 1", "tab recall")
        before = [row for row in rows(t) if row.label.startswith("Coup ")]
        await t.tell(*(Malfunction(*fault) for fault in faults))
        assert len(before) == 6
        assert [row for row in rows(t) if row.label.startswith("Coup ")] == before

    on_state("terminal-recall", story)


def test_money_in_between_two_coups_is_shown() -> None:
    async def story(t: Console) -> None:
        await t.coups(1)
        t.touch("terminal 5", "tab recall")
        found = rows(t)
        # The account of before had 1,125.00 and a note of 50.00, and was paid; 80.00 came after it: 1,045.00 less.
        assert (found[1].label, found[1].value) == ("In between", "−$1,045")

    on_state("terminal-recall", story)


def test_the_number_of_a_ticket_that_is_not_paid_is_whole_for_a_supervisor_alone() -> None:
    async def story(t: Console) -> None:
        (number,) = t.service.state.tickets
        assert any(row.label == f"Ticket {number}" for row in rows(t))
        await t.tell(SignOn(CONSOLE, "101"))
        t.touch("terminal 5", "tab recall")
        assert any(row.label == f"Ticket **************{number[-4:]}" for row in rows(t))
        assert not any(number in row.label for row in rows(t))
        assert [(row.label, row.value) for row in rows(t) if row.label == "Note"] == [("Note", "$50")]

    on_state("terminal-recall", story)


def test_credit_left_behind_is_told_and_two_people_take_it() -> None:
    async def story(t: Console) -> None:
        row = next(row for row in rows(t) if row.label == "Left behind")
        assert (row.look, [choice.on for choice in row.choices]) == ("notice", [True, False])
        assert t.desk is not None
        known = t.desk.known()
        assert Flow("custody", ("5",)).command(known) == TakeIntoCustody(5)
        flow = Flow("custody-pay", ("5",))
        flow.enter("hand-pay", known)
        assert flow.command(known) == PayCustody(5, "hand-pay")
        await t.tell(TakeIntoCustody(5))
        row = next(row for row in rows(t) if row.label == "Left behind")
        assert (row.value, [choice.on for choice in row.choices]) == ("$80", [False, True])

    on_state("terminal-left", story)
