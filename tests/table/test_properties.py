"""What holds whatever happens: any steps in any order, in any book."""

from collections import Counter
from typing import Any

import pytest
from floor import ALL
from hypothesis import given
from hypothesis import strategies as st
from played import Played

from firmware.books import rules_of
from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.evolve import evolve as evolve_game
from firmware.game.evolve import fold as fold_game
from firmware.game.hands import Side, Winner
from firmware.game.state import Game
from firmware.game.transitions import TRANSITIONS
from firmware.game.transitions import decide as decide_step
from firmware.refusal import Refused
from firmware.table.core.events import WagersReturned, WagersSettled
from firmware.table.core.evolve import fold
from firmware.table.core.ledger import total
from firmware.table.features.boards import ChangeBoard, MeetBoard, ShowPocket
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_boxes import EmptyCashBox
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.closing import AnnounceClosing
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.exclusions import ExcludePlayer
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.limits import SetLimit, SetPeriod
from firmware.table.features.malfunctions import ClearMalfunction, ForgetRecords, Malfunction
from firmware.table.features.note_doubts import ReportNoteDoubt, ResolveNoteDoubt
from firmware.table.features.notes_credited import CreditNote, PayByTicket
from firmware.table.features.owed import ResolveOwed
from firmware.table.features.tickets import ReportTicket, ResolveTicket
from firmware.table.features.wagers import Wager, WagerSet
from hal.cards import DECK

BETS = ("player", "banker", "tie", "player-pair", "banker-pair", "super6", "player-dragon")

# Few ranks and four decks, so that shoes run out of a card and hands often tie, pair and reach naturals.
cards = st.sampled_from([card for card in DECK if card.rank in "A369K"])
sides = st.sampled_from(list(Side))
lives = st.sampled_from(["", "a", "b"])
numbers = st.integers(1, 4)
ats = st.integers(1, 3)
amounts = st.sampled_from([0, 1, 4_99, 5_00, 10_00, 12_50, 95_00, 100_000_00])
fates = st.sampled_from(["printed", "failed", "in_doubt"])
copies = st.sampled_from([0, 0, 0, 1, 2])
seldom = st.integers(0, 9).map(lambda n: n == 0)
drawn = st.builds(
    s.CardDrawn, cards, st.none() | sides, face_up=seldom, shown=st.booleans(), counted=st.none() | sides,
    position=st.integers(1, 3), overdrawn=seldom,
)  # fmt: skip
seen = st.builds(s.CardSeen, st.none() | sides, seldom, st.booleans(), st.sampled_from([0, 0, 0, 1, 2]))
options = st.sampled_from(
    ["play-on", "void", "dummy", "carry", "set-aside", "reconstruct", "cannot-reconstruct", "order=unknown", "first"]
)
play = st.one_of(
    st.builds(s.OpenBets), st.builds(s.CloseBets), st.builds(s.Confirm), drawn, drawn, drawn, drawn,
    st.builds(Wager, ats, st.sampled_from(BETS), amounts),
    st.builds(s.Decide, options), seen,
)  # fmt: skip
mishaps = st.one_of(
    st.builds(s.NewShoe, st.just(4), st.booleans()), st.builds(s.Burn, cards, st.booleans()), st.builds(s.Cut),
    st.builds(s.CardsTogether, st.lists(cards, min_size=2, max_size=4).map(tuple)),
    st.builds(s.CardsTogether, st.lists(cards, min_size=1, max_size=2).map(tuple), st.just(value=True)),
    st.builds(s.Unreadable), st.builds(s.Enter, cards), st.builds(s.ShoeEmpty), st.builds(s.OrderAltered),
    st.builds(s.ForeignCard, st.none() | st.just("JOKER")), st.builds(s.Invalidate, st.just("because")),
    st.builds(s.ShoeSays, st.sampled_from([Winner.PLAYER, Winner.BANKER, Winner.TIE])),
    st.builds(BuyIn, ats, amounts), st.builds(CashOut, ats),
    st.builds(Malfunction, st.just("ats"), ats), st.builds(ClearMalfunction, st.just("ats"), ats),
    st.builds(Malfunction, st.sampled_from(["system", "wnd"])),
    st.builds(ClearMalfunction, st.sampled_from(["system", "wnd"])), st.builds(ForgetRecords, ats),
    st.builds(CorrectOutcome, st.integers(1, 3), st.lists(cards, min_size=2, max_size=3).map(tuple),
              st.lists(cards, min_size=2, max_size=3).map(tuple)),
    st.builds(ExcludePlayer, ats, st.just("reason")), st.builds(AnnounceClosing),
    st.builds(SetLimit, st.sampled_from(["*", "player"]), amounts.filter(bool) | st.none()),
    st.builds(SetPeriod, st.integers(0, 9)),
    st.builds(BuyIn, ats, amounts, st.just("note")),
    st.builds(CashOut, ats, st.sampled_from(["ticket", "hand-pay"])),
    st.builds(ReportTicket, st.just("first"), fates, st.just(""), copies),
    st.builds(ResolveTicket, st.just("first"), st.sampled_from(["printed", "credit", "hand-pay", *["reprint"] * 2])),
    st.builds(ReportNoteDoubt, ats, lives, numbers, amounts, st.just("why")),
    st.builds(CreditNote, ats, lives, numbers, amounts),
    st.builds(PayByTicket, ats, lives, numbers),
    st.builds(ShowPocket, ats, lives, numbers),
    st.builds(MeetBoard, ats, lives),
    st.builds(ChangeBoard, ats, lives),
    st.builds(ResolveNoteDoubt, st.sampled_from(["1-a-1", "2-b-2", "3-a-3", "1-a-left"]), amounts),
    st.builds(EmptyCashBox, ats), st.builds(FreezeAccounts), st.builds(UnfreezeAccounts),
    st.builds(ResolveOwed, ats, st.integers(1, 3), st.sampled_from(["paid", "collected", "waived"])),
    st.builds(InvalidateCoup, st.integers(1, 3), st.sampled_from(["malfunction", "disruption"]), st.just("reason")),
)  # fmt: skip
stories = st.lists(st.one_of(play, play, play, mishaps), max_size=80)


def played(book: str, story: list[Any]) -> Played:
    table = Played(book)
    for command in story:
        table.tell(command)
    return table


@pytest.mark.parametrize("book", ALL)
@given(story=stories)
def test_money_is_never_made_nor_lost(book: str, story: list[Any]) -> None:
    state = played(book, story).state
    assert total(state.ledger) == 0
    for ats_, accounts in state.ledger.items():
        assert sum(accounts.values()) == 0
        assert not any(name.startswith("points/") for name in accounts)  # no session began
        assert accounts.get("balance", 0) >= 0
        account = state.accounts.get(ats_)
        assert accounts.get("in-play", 0) == (account.total if account else 0)
        assert account or not accounts.get("balance", 0)
        owed = sum(state.owed.get(ats_, {}).values())
        assert owed == accounts.get("owed-to", 0) + accounts.get("owed-by", 0)


@pytest.mark.parametrize("book", ALL)
@given(story=stories)
def test_the_same_events_give_the_same_table(book: str, story: list[Any]) -> None:
    table = played(book, story)
    assert fold(table.start, table.events) == table.state


@pytest.mark.parametrize("book", ALL)
@given(story=stories)
@pytest.mark.rule("crown 11.8.1, 11.2")
def test_each_card_is_used_once_and_in_order(book: str, story: list[Any]) -> None:
    """After any irregularity each hand is what the shoe's order and the table of play make of it (11.8.1)."""
    table = played(book, story)
    waiting: list[Any] = []
    for event in table.events:
        if isinstance(event, g.Ruling) and event.action in ("carry", "settle-then-dummy", "dummy-next"):
            waiting.append(event.card)
        elif isinstance(event, g.Ruling) and event.action == "set-aside" and event.card in waiting:
            waiting.remove(event.card)
        elif isinstance(event, g.CardReconsidered) and waiting[-1:] == [event.card]:
            waiting.pop()
        elif isinstance(event, g.CardLaid) and event.hand != "none" and waiting and not event.drawn:
            assert event.card == waiting.pop(0)
        elif isinstance(event, g.CoupResult) and event.winner != "void":
            assert table.rules.book.table_of_play.allows(event.player.cards, event.banker.cards)


@pytest.mark.parametrize("book", ALL)
@given(story=stories)
def test_no_shoe_gives_more_cards_than_it_holds(book: str, story: list[Any]) -> None:
    table = played(book, story)
    for shoe in shoes(table.events):
        left: Counter[Any] = Counter()
        for event in shoe:
            if isinstance(event, g.CardsLeft):
                left.update(event.cards[event.known :])
            elif isinstance(event, g.Burned) or (isinstance(event, g.CardLaid) and event.drawn):
                left[event.card] += 1
        assert all(count <= table.state.setup.decks for count in left.values())


def shoes(events: list[g.Event]) -> list[list[g.Event]]:
    """Cut a journal into shoes."""
    cut: list[list[g.Event]] = [[]]
    for event in events:
        if isinstance(event, g.ShoeStarted):
            cut.append([])
        elif isinstance(event, g.ShoeEnded):
            cut.append([])
            continue
        cut[-1].append(event)
    return [shoe for shoe in cut if shoe and isinstance(shoe[0], g.ShoeStarted)]


@pytest.mark.parametrize("book", ALL)
@given(story=stories)
@pytest.mark.rule("crown 4.6, 4.7")
def test_every_accepted_wager_ends_once(book: str, story: list[Any]) -> None:
    table = played(book, story)
    lying: dict[tuple[int, str], int] = {}
    for event in table.events:
        match event:
            case WagerSet(ats=number, bet=bet, accepted=stake):
                lying.pop((number, bet), None)
                if stake:
                    lying[number, bet] = stake
            case WagersReturned(lines=returned):
                for line in returned:
                    assert lying.pop((line.ats, line.bet)) == line.amount
            case WagersSettled(lines=settled, corrected=False):
                for paid in settled:
                    assert lying.pop((paid.ats, paid.bet)) == paid.stake
            case g.CoupOpened():
                assert not lying
    assert lying == {
        (number, bet): stake
        for number, account in table.state.accounts.items()
        for bet, stake in account.wagers.items()
    }


@pytest.mark.parametrize("book", ALL)
@given(story=stories)
def test_a_coup_replayed_from_its_events_is_the_same_coup(book: str, story: list[Any]) -> None:
    table = played(book, story)
    assert fold_game(Game(), table.events) == table.state.game
    assert {event.coup for event in table.of(g.CoupOpened)} == set(range(1, table.state.game.coups + 1))


@pytest.mark.rule("crown 11.8.2")
@pytest.mark.parametrize("book", ALL)
@given(story=stories)
def test_a_dummy_coup_is_dealt_only_where_a_ruling_made_it(book: str, story: list[Any]) -> None:
    table = played(book, story)
    dummies = [event.coup for event in table.of(g.CoupResult) if event.dummy]
    dummies += [event.coup for event in table.of(g.CoupOpened) if event.dummy and event.coup not in dummies]
    making = [r for r in table.of(g.Ruling) if r.action in ("dummy-this", "dummy-next", "settle-then-dummy")]
    assert len(dummies) <= len(making)
    if not book.startswith("crown"):
        assert not making


@given(story=st.lists(st.one_of(play, mishaps).filter(lambda command: isinstance(command, s.Step)), max_size=60))
def test_every_step_leads_where_the_table_of_transitions_says(story: list[Any]) -> None:
    book = rules_of("crown-baccarat", {}, 8).book
    game = Game()
    for step in [s.NewShoe(4, burned=False), *story]:
        phase = game.phase
        try:
            said = decide_step(book, game, step)
        except Refused:
            continue
        for event, after in said:
            game = evolve_game(game, event)
            assert after == game
        assert game.phase in TRANSITIONS[phase][type(step)].leads_to
