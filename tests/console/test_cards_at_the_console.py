"""What the console asks about the cards themselves, and of whom."""

import asyncio
from typing import Any

import pytest
from sgc_table import Console

from firmware.console.desk import CONSOLE
from firmware.game import events as g
from firmware.game import steps as s
from firmware.table.core.commands import Role
from firmware.table.core.events import OfferNumbered
from firmware.table.features.card_checks import CardsChecked
from firmware.table.features.closing import TableClosed
from firmware.table.features.staff import SignOn
from sim.virtual_time import VirtualTimeLoop

pytestmark = pytest.mark.lab(56)

CASINO = Role.CASINO_SUPERVISOR


def on_console(story: Any, **setup: Any) -> None:
    async def whole() -> None:
        await story(Console("en", **setup))

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def happened(t: Console, kind: type[g.Event]) -> list[Any]:
    return [entry.event for entry in t.journal.entries if isinstance(entry.event, kind)]


def labels(t: Console) -> list[str]:
    assert t.desk is not None
    form = t.desk.view().form
    assert form is not None
    return [choice.label for choice in form.choices]


@pytest.mark.rule("crown 3.4")
def test_who_closes_the_table_is_asked_for_the_check_and_it_stands_with_their_name() -> None:
    async def story(t: Console) -> None:
        await t.open(CASINO)
        await t.tell(s.NewShoe(8))
        t.touch("op close-table")
        assert labels(t) == [
            "Complete and in order", "A card is missing", "A card too many", "A foreign card", "Marked or damaged",
            "Not checked yet",
        ]  # fmt: skip
        t.touch("key missing")
        assert t.desk is not None
        form = t.desk.view().form
        assert form is not None
        assert form.lines == ("The table is closed", "Cards checked (rule 3.4): A card is missing")
        t.touch("yes")
        await asyncio.sleep(0.1)
        assert happened(t, CardsChecked) == [CardsChecked(1, "missing", "3.4")]
        (entry,) = (entry for entry in t.journal.entries if isinstance(entry.event, CardsChecked))
        assert "303" in entry.by
        assert t.desk.view().line == "The table is closed"
        assert t.desk.view().main == ()

    on_console(story)


@pytest.mark.rule("crown 3.4")
def test_a_table_that_was_closed_unchecked_asks_a_dealer_until_it_is_done() -> None:
    async def story(t: Console) -> None:
        await t.open(CASINO)
        await t.tell(s.NewShoe(8))
        t.touch("op close-table", "key later", "yes")
        await asyncio.sleep(0.1)
        assert len(happened(t, TableClosed)) == 1
        await t.tell(SignOn(CONSOLE, "101"))
        assert t.desk is not None
        view = t.desk.view()
        assert view.line == "The table is closed: check the cards and record what you found"
        assert [(choice.action, choice.on) for choice in view.main] == [(("op", "check-cards"), True)]
        t.touch("op check-cards", "key complete", "yes")
        await asyncio.sleep(0.1)
        assert happened(t, CardsChecked) == [CardsChecked(1, "complete", "3.4")]
        assert t.desk.view().line == "The table is closed"

    on_console(story)


@pytest.mark.rule("crown 3.7")
def test_who_cut_is_known_where_one_may_and_asked_where_the_book_is_silent() -> None:
    async def crown(t: Console) -> None:
        await t.open()
        t.touch("op new-shoe")
        assert t.desk is not None
        form = t.desk.view().form
        assert form is not None
        assert form.lines == ("Shoe 1 comes into play", "Cut by: The supervisor")
        t.touch("yes")
        await asyncio.sleep(0.1)
        assert [(event.cut_by, event.cut_at) for event in happened(t, g.ShoeStarted)] == [("supervisor", 0)]

    async def silent(t: Console) -> None:
        await t.open()
        t.touch("op new-shoe")
        assert labels(t) == ["A player", "The dealer", "The supervisor"]
        t.touch("key player", "key 5", "yes", "yes")
        await asyncio.sleep(0.1)
        t.touch("op new-shoe", "key shuffle", "key dealer", "yes")
        await asyncio.sleep(0.1)
        assert [(event.cut_by, event.cut_at) for event in happened(t, g.ShoeStarted)] == [("player", 5), ("dealer", 0)]
        t.touch("tab shoe")
        assert t.desk is not None
        page = t.desk.view().page
        assert page is not None
        assert page.rows[0].detail == "Cut by: The dealer"

    async def without_terminals(t: Console) -> None:
        await t.open()
        t.touch("op new-shoe", "key player", "yes")
        await asyncio.sleep(0.1)
        assert [(event.cut_by, event.cut_at) for event in happened(t, g.ShoeStarted)] == [("player", 0)]

    on_console(crown)
    on_console(silent, rulebook="mbs-rapid-no-commission")
    on_console(without_terminals, rulebook="mbs-baccarat", ats=0)


@pytest.mark.rule("crown 10.1")
def test_the_numbers_of_the_odds_stand_on_the_page_of_the_game() -> None:
    async def story(t: Console) -> None:
        await t.open()
        t.touch("tab game")
        assert t.desk is not None
        page = t.desk.view().page
        assert page is not None
        (row,) = (row for row in page.rows if row.label == "Odds, to compare with other tables")
        (numbered,) = happened(t, OfferNumbered)
        whole, dragon = (numbered.numbers[side] for side in ("whole", "dragon"))
        assert row.detail == f"All bets {whole[:3]} {whole[3:]} · Dragon Bonus {dragon[:3]} {dragon[3:]}"

    on_console(story, side_wagers={"dragon": 2})
