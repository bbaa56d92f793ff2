"""Who may ask for what: as rulings.md has it from Crown's rules, and in the books that name the dealer or nobody."""

from typing import Any, get_args

import pytest
from each_case import each
from floor import ALL, CROWN, MBS, accepted
from table_under_test import Table

from firmware.books import load_book
from firmware.game import steps as s
from firmware.game.rulebook import Act
from firmware.table.core.authority import LADDER, authorised, confirmed_by, dealers_void, least, may, rule_of
from firmware.table.core.commands import Role
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_boxes import EmptyCashBox
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.claims import RecordClaim
from firmware.table.features.closing import AnnounceClosing, CloseTable
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.exclusions import DeclareVoid, ExcludePlayer
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.limits import SetLimit
from firmware.table.features.malfunctions import ForgetRecords, Malfunction
from firmware.table.features.staff import EnrolStaff
from firmware.table.features.wagers import Wager
from firmware.table.features.winnings import HoldWinnings, KeepWinnings, ReleaseWinnings
from hal.cards import Card

pytestmark = pytest.mark.lab(64, 76)

DEALER, GAME, CASINO = LADDER
# What is asked for, who may in Crown's books with which rule, and who in the others.
ACTS: list[tuple[Any, Role, str, Role]] = [
    (s.CardDrawn(Card("2C")), DEALER, "8.3.1", DEALER),
    (s.OpenBets(), DEALER, "8.1", DEALER),
    (s.CloseBets(), DEALER, "8.1", DEALER),
    (s.Confirm(), DEALER, "8.4.2", DEALER),
    (s.Enter(Card("2C")), DEALER, "", DEALER),
    (BuyIn(1, 1), DEALER, "6.3", DEALER),
    (CashOut(1), DEALER, "6.7.1", DEALER),
    (Malfunction("ats", 1), DEALER, "", DEALER),
    (s.Invalidate(by="dealer"), DEALER, "11.4", DEALER),
    (FreezeAccounts(), DEALER, "11.11", DEALER),
    (UnfreezeAccounts(), DEALER, "11.11", DEALER),
    (CorrectOutcome(1, (), ()), DEALER, "11.11", GAME),
    (ForgetRecords(1), DEALER, "11.16", DEALER),
    (RecordClaim(1, "x"), DEALER, "11.12", DEALER),
    (ExcludePlayer(1, by="dealer"), DEALER, "6.6.2", DEALER),
    (s.NewShoe(8), GAME, "3.7", GAME),  # the first of a table, and each after a shoe has ended
    (s.Invalidate(ground="malfunction"), GAME, "11.10", GAME),
    (InvalidateCoup(1, "malfunction", "x"), GAME, "11.10", GAME),
    (CashOut(1, "hand-pay"), GAME, "6.7.2(b)", GAME),
    (SetLimit("*"), GAME, "", GAME),
    (EmptyCashBox(1), GAME, "", GAME),
    (s.ReplaceCards(()), CASINO, "3.11", GAME),
    (DeclareVoid(1), CASINO, "13.2.1", GAME),
    (ExcludePlayer(1), CASINO, "13.2.2", GAME),
    (HoldWinnings(1, 1), CASINO, "13.2.3", GAME),
    (ReleaseWinnings(1), CASINO, "13.2.3", GAME),
    (KeepWinnings(1), CASINO, "13.2.3", GAME),
    (s.Invalidate(ground="disruption"), CASINO, "13.3", GAME),
    (InvalidateCoup(1, "disruption", "x"), CASINO, "13.3", GAME),
    (AnnounceClosing(), CASINO, "13.7", GAME),
    (CloseTable(), CASINO, "13.7", GAME),
]
# Where the other books speak of it: the announcements, and the end of a round of play.
SPOKEN: dict[type[Any], tuple[str, str]] = {
    s.OpenBets: ("3.1", "3.1"),
    s.CloseBets: ("3.2", "3.2"),
    CorrectOutcome: ("", ""),
}
ROUND_ENDS = {"mbs-baccarat": "1.1.7", "mbs-no-commission": "1.1.6", "mbs-rapid-no-commission": "1.1.7"}


@pytest.mark.parametrize("book", ALL)
@each("command, crown, rule, silent", ACTS)
@pytest.mark.rule("crown 1.2, 3.7, 3.11, 6.6.2, 11.4, 11.10, 11.11, 11.12, 11.16, 13.2.1, 13.2.2, 13.2.3, 13.3, 13.7")
def test_each_act_is_somebodys_and_of_all_above(book: str, command: Any, crown: Role, rule: str, silent: Role) -> None:
    state = TableState(Setup(book))
    wanted = crown if book in CROWN else silent
    assert least(state, command) is wanted
    assert [role for role in LADDER if may(state, role, command)] == list(LADDER[LADDER.index(wanted) :])
    found = authorised(state, command)
    assert found is not None
    if book in CROWN:
        assert found.rule == rule
    elif isinstance(command, s.Confirm):
        assert found.rule == ROUND_ENDS.get(book, "")
    else:
        assert found.rule == SPOKEN.get(type(command), ("", ""))[book not in MBS]


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 3.5.3, 3.5.4, 3.10")
def test_in_the_midst_of_a_shoe_a_change_is_a_casino_supervisors(book: str) -> None:
    async def story(table: Table) -> None:
        wanted = CASINO if book in CROWN else GAME
        assert least(table.service.state, s.NewShoe(8)) is wanted
        await table.tell(s.ShoeEmpty())  # the shoe has ended
        assert least(table.service.state, s.NewShoe(8)) is GAME

    Table(rulebook=book).run(story)


@pytest.mark.parametrize(
    ("reason", "rule"), [("abnormal", "3.5.3"), ("unfit", "3.11"), ("shuffle", "3.5.4"), ("changed", "3.5.4")]
)
@pytest.mark.rule("crown 3.5.3, 3.5.4, 3.11")
def test_a_change_in_the_midst_of_a_shoe_rests_on_the_rule_of_its_reason(reason: str, rule: str) -> None:
    async def story(table: Table) -> None:
        assert rule_of(table.service.state, s.NewShoe(8, reason=reason)) == rule
        await table.tell(s.ShoeEmpty())
        assert rule_of(table.service.state, s.NewShoe(8, reason=reason)) == "3.7"

    Table().run(story)


@pytest.mark.parametrize("book", ALL)
def test_an_answer_rests_on_the_rule_of_its_option(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(s.OpenBets(), s.CloseBets(), *(s.CardDrawn(card) for card in table.cards("7S 6H KD KC")))
        await table.tell(s.CardDrawn(Card("2C"), shown=True))
        state = table.service.state
        crown = book in CROWN
        assert rule_of(state, s.Decide("carry")) == ("11.2" if crown else "")
        assert rule_of(state, s.Decide("dummy")) == ("11.8.1" if crown else "")

    Table(rulebook=book).run(story)


@pytest.mark.lab(56)
@pytest.mark.parametrize("book", ALL)
def test_an_unread_card_is_the_dealers_to_name_and_a_supervisors_to_confirm(book: str) -> None:
    state, card = TableState(Setup(book)), s.Enter(Card("2C"))
    assert confirmed_by(state, DEALER, card) == {GAME, CASINO}
    assert not confirmed_by(state, GAME, card)
    assert not confirmed_by(state, DEALER, s.Confirm())
    assert not confirmed_by(state, CASINO, EnrolStaff("1", "x", DEALER, "kept"))


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
@each("script, crown, silent", QUESTIONS)
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
        ((s.OpenBets(), Wager(1, "player", 5_00), s.CloseBets()), False),
    ],
)
@pytest.mark.parametrize("book", ALL)
def test_a_dealer_voids_only_where_nothing_was_wagered_burned_or_dealt(
    book: str,
    before: tuple[Any, ...],
    dealers: bool,  # noqa: FBT001
) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00), *before)
        assert dealers_void(table.service.state) is dealers
        if dealers:
            await table.tell(s.Invalidate(by="dealer"))
        else:
            await table.refuse(s.Invalidate(by="dealer"))

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_each_book_says_of_every_act_whose_it_is(book: str) -> None:
    assert load_book(book).authority.keys() == set(get_args(Act))
