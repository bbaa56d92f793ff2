"""Who may ask for what: as rulings.md has it from Crown's rules, and in the books that name the dealer or nobody."""

from typing import Any

import pytest
from floor import ALL, CROWN, accepted
from table_under_test import Table

from firmware.game import steps as s
from firmware.table import commands as c
from firmware.table import player_commands as pc
from firmware.table.authority import LADDER, authorised, dealers_void, least, may
from firmware.table.commands import Role
from firmware.table.state import TableState
from hal.cards import Card

DEALER, GAME, CASINO = LADDER
# What is asked for, who may in Crown's books with which rule, and who in the others.
ACTS: list[tuple[Any, Role, str, Role]] = [
    (s.OpenBets(), DEALER, "", DEALER),
    (s.CloseBets(), DEALER, "", DEALER),
    (s.Confirm(), DEALER, "", DEALER),
    (s.Enter(Card("2C")), DEALER, "", DEALER),
    (c.BuyIn(1, 1), DEALER, "", DEALER),
    (c.CashOut(1), DEALER, "", DEALER),
    (s.Invalidate(by="dealer"), DEALER, "11.4", DEALER),
    (c.FreezeAccounts(), DEALER, "11.11", DEALER),
    (c.UnfreezeAccounts(), DEALER, "11.11", DEALER),
    (c.CorrectOutcome(1, (), ()), DEALER, "11.11", GAME),
    (c.ForgetRecords(1), DEALER, "11.16", DEALER),
    (pc.RecordClaim(1, "x"), DEALER, "11.12", DEALER),
    (c.ExcludePlayer(1, by="dealer"), DEALER, "6.6.2", DEALER),
    (s.NewShoe(8), GAME, "3.7", GAME),  # the first of a table, and each after a shoe has ended
    (s.Invalidate(ground="malfunction"), GAME, "11.10", GAME),
    (c.InvalidateCoup(1, "malfunction", "x"), GAME, "11.10", GAME),
    (c.CashOut(1, "hand-pay"), GAME, "6.7.2(b)", GAME),
    (c.SetLimit("*"), GAME, "", GAME),
    (c.EmptyCashBox(1), GAME, "", GAME),
    (s.ReplaceCards(()), CASINO, "3.11", GAME),
    (pc.DeclareVoid(1), CASINO, "13.2.1", GAME),
    (c.ExcludePlayer(1), CASINO, "13.2.2", GAME),
    (pc.HoldWinnings(1, 1), CASINO, "13.2.3", GAME),
    (pc.ReleaseWinnings(1), CASINO, "13.2.3", GAME),
    (pc.KeepWinnings(1), CASINO, "13.2.3", GAME),
    (s.Invalidate(ground="disruption"), CASINO, "13.3", GAME),
    (c.InvalidateCoup(1, "disruption", "x"), CASINO, "13.3", GAME),
    (c.AnnounceClosing(), CASINO, "13.7", GAME),
    (c.CloseTable(), CASINO, "13.7", GAME),
]


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize(("command", "crown", "rule", "silent"), ACTS, ids=lambda one: type(one).__name__)
@pytest.mark.rule("crown 1.2, 3.7, 3.11, 6.6.2, 11.4, 11.10, 11.11, 11.12, 11.16, 13.2.1, 13.2.2, 13.2.3, 13.3, 13.7")
def test_each_act_is_somebodys_and_of_all_above(book: str, command: Any, crown: Role, rule: str, silent: Role) -> None:
    state = TableState(c.Setup(book))
    wanted = crown if book in CROWN else silent
    assert least(state, command) is wanted
    assert [role for role in LADDER if may(state, role, command)] == list(LADDER[LADDER.index(wanted) :])
    found = authorised(state, command)
    assert found is not None
    if book in CROWN:
        assert found.rule == rule
    elif not isinstance(command, c.CorrectOutcome):
        assert found.rule == ""


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 3.5.3, 3.5.4, 3.10")
def test_in_the_midst_of_a_shoe_a_change_is_a_casino_supervisors(book: str) -> None:
    async def story(table: Table) -> None:
        wanted = CASINO if book in CROWN else GAME
        assert least(table.service.state, s.NewShoe(8)) is wanted
        await table.tell(s.ShoeEmpty())  # the shoe has ended
        assert least(table.service.state, s.NewShoe(8)) is GAME

    Table(rulebook=book).run(story)


# A script that comes to a question, and who answers it in Crown's books and in the others; None: nobody is asked.
OPEN = "buyin 1 1000; bets; wager 1 player 100; close"
STAND = "card 7S; card 6H; card KD; card KC"
QUESTIONS: list[tuple[str, str | None, str | None]] = [
    (f"{OPEN}; cards 7S 6H together", "dealer", "dealer"),
    (f"{OPEN}; card 7S to=banker", None, "dealer"),
    (f"{OPEN}; {STAND}; card 2C to=player", None, "dealer"),
    (f"{OPEN}; {STAND}; card 2C shown", "game supervisor", "game supervisor"),
    (f"{OPEN}; {STAND}; card 2C", None, "game supervisor"),
    (f"{OPEN}; {STAND}; burn 2C face-up", "game supervisor", "dealer"),
    (f"{OPEN}; card 7S face-up", None, "game supervisor"),
    (f"{OPEN}; card 7S; shoe-says tie; card 6H; card KD; card KC", "game supervisor", "game supervisor"),
    (f"{OPEN}; card 7S; foreign", "casino supervisor", None),
    ("foreign", "casino supervisor", "game supervisor"),
    (f"{OPEN}; card 7S; altered", "casino supervisor", "game supervisor"),
    (f"{OPEN}; card 7S; empty", "casino supervisor", None),
    (f"{OPEN}; {STAND}; cards 2C 3C together; decide order=unknown", "casino supervisor", "game supervisor"),
]


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize(("script", "crown", "silent"), QUESTIONS)
@pytest.mark.rule("crown 13.9, 11.8.1")
def test_each_question_is_somebodys_to_answer(book: str, script: str, crown: str | None, silent: str | None) -> None:
    asked = accepted(script, book).of("question")
    wanted = crown if book in CROWN else silent
    if wanted is None:
        assert not asked
        return
    assert asked[-1]["role"] == wanted
    assert asked[-1]["by"] == ("dealer" if wanted == "dealer" else "supervisor")
    option = asked[-1]["options"][0]
    ruled = accepted(f"{script}; decide {option}", book).of("answered")
    assert ruled[-1]["role"] == wanted


@pytest.mark.parametrize("book", ALL)
def test_a_ruling_names_by_whose_authority_it_is(book: str) -> None:
    rulings = accepted(f"{OPEN}; card 7S; unreadable; void a brawl; enter 2C; decide carry", book).of("ruling")
    crown = book in CROWN
    assert (rulings[0]["role"], rulings[0]["by"]) == ("casino supervisor" if crown else "game supervisor", "supervisor")
    dealers = accepted("bets; close; void by=dealer", book).only("ruling")
    assert (dealers["role"], dealers["by"]) == ("dealer", "dealer")
    own = accepted("fault wnd", book).only("ruling")
    assert (own["role"], own["by"]) == ("firmware", "firmware")


@pytest.mark.rule("crown 11.4, 11.5")
@pytest.mark.parametrize(
    ("before", "dealers"),
    [
        ((), False),
        ((s.OpenBets(),), False),  # the period has to be over
        ((s.OpenBets(), s.CloseBets()), True),
        ((s.OpenBets(), s.CloseBets(), s.Burn(Card("2C"))), False),
        ((s.OpenBets(), s.CloseBets(), s.Unreadable()), False),
        ((s.OpenBets(), c.Wager(1, "player", 5_00), s.CloseBets()), False),
    ],
)
@pytest.mark.parametrize("book", ALL)
def test_a_dealer_voids_only_where_nothing_was_wagered_burned_or_dealt(
    book: str,
    before: tuple[Any, ...],
    dealers: bool,  # noqa: FBT001
) -> None:
    async def story(table: Table) -> None:
        await table.tell(c.BuyIn(1, 100_00), *before)
        assert dealers_void(table.service.state) is dealers
        if dealers:
            await table.tell(s.Invalidate(by="dealer"))
        else:
            await table.refuse(s.Invalidate(by="dealer"))

    Table(rulebook=book).run(story)
