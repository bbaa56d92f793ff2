"""Limits that change while the table plays: what is raised is announced, and nothing else waits for it (5.1)."""

import asyncio

import pytest
from floor import ALL, accepted, run
from table_under_test import Table

from firmware.link.views import coming_of
from firmware.table.features.limits import SetLimit

# Betting that stays open for as long as a raised minimum has to be announced.
BEGUN = "table period=3000; buyin 1 1000; bets"

books = pytest.mark.parametrize("book", ALL)
pytestmark = pytest.mark.rule("crown 5.1")


@books
def test_what_is_changed_beside_a_minimum_that_is_announced_waits_for_nothing(book: str) -> None:
    events = accepted(
        f"{BEGUN}; limit * min=25; wait 600; limit * max=100; wager 1 player 10; wager 1 banker 400; wait 600;"
        "wager 1 player 20; wager 1 banker 400",
        book,
    )
    assert [w["accepted"] for w in events.of("wager")] == [10_00, 100_00, 0, 100_00]
    assert [notice["effective_at"] for notice in events.of("notice", kind="limit")] == [1200_000, 600_000, 1200_000]


@books
@pytest.mark.parametrize(
    ("second", "before", "then"), [("min=10", 5_00, 0), ("min=50", 5_00, 0), ("min=5", 5_00, 5_00)]
)
def test_a_second_raise_takes_the_place_of_the_first_with_twenty_minutes_of_its_own(
    book: str, second: str, before: int, then: int
) -> None:
    events = accepted(
        f"{BEGUN}; limit * min=25; wait 600; limit * {second}; wait 1199.999; wager 1 player 5; wait 0.001;"
        "wager 1 player 5",
        book,
    )
    assert [w["accepted"] for w in events.of("wager")] == [before, then]


@books
def test_a_maximum_below_the_minimum_that_is_announced_is_refused(book: str) -> None:
    refused = run(f"{BEGUN}; limit * min=25; limit * max=20; wager 1 player 100", book)
    assert refused.only("refused")["code"] == "limit_range"
    assert refused.only("wager")["accepted"] == 100_00


@books
def test_a_bet_that_is_named_stays_as_it_is_until_its_minimum_is_raised(book: str) -> None:
    # interfaces.md: the last step that names the bet holds, else the last for all.
    events = accepted(f"{BEGUN}; limit player min=25; limit * max=100; wager 1 player 400; wager 1 banker 400", book)
    assert [w["accepted"] for w in events.of("wager")] == [400_00, 100_00]


@pytest.mark.parametrize(
    ("after", "coming"),
    [
        ([], [("*", 1200_000, 25_00)]),
        ([SetLimit("*", 5_00)], []),
        ([SetLimit("*", 10_00)], [("*", 1800_000, 10_00)]),
        ([SetLimit("*", maximum=50_00)], [("*", 1200_000, 25_00)]),
        ([SetLimit("*", 25_00, 50_00, 5_00)], [("*", 1200_000, 25_00)]),  # as the console asks for all three
        ([SetLimit("tie", maximum=50_00)], [("*", 1200_000, 25_00), ("tie", 1200_000, 25_00)]),
    ],
)
def test_what_is_announced_is_the_last_word(after: list[SetLimit], coming: list[tuple[str, int, int]]) -> None:
    async def story(table: Table) -> None:
        await table.coup()
        await table.tell(SetLimit("*", 25_00))
        await asyncio.sleep(600)
        await table.tell(*after)
        said = [(one.bet, one.at, one.limit.least) for one in coming_of(table.service.state, 600_000) if one.limit]
        assert said == coming

    Table().run(story)
