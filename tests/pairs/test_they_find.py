"""The pairs and the search find what is broken: a controller that is broken in memory, one way after the other."""

from collections.abc import Callable
from typing import Any

import pytest
from game_states import Search, roots_of
from msgspec.structs import replace
from pair_cases import AT_ONCE, Case, Prefixes, end
from pair_kinds import KINDS
from pair_table import Broken

from firmware.game import events as g
from firmware.game import evolve, evolve_cards, sequel
from firmware.game import steps as s
from firmware.game.rulebook import Treatment
from firmware.game.state import Phase
from firmware.game.transitions import TRANSITIONS
from firmware.game.turn import Turn
from firmware.game.wagers import DEFAULT_LIMIT
from firmware.table.core import session_bounds
from firmware.table.core import turn as table_turn
from firmware.table.core.turn import _FOLLOWS, TableTurn, _paid
from firmware.table.features import limits

CROWN, MBS, RWS = "crown-traditional", "mbs-rapid-no-commission", "rws-non-commission"
Break = Callable[[pytest.MonkeyPatch], None]


def _treated(monkeypatch: pytest.MonkeyPatch, case: str, **changes: Any) -> None:
    held = Turn.treatment

    def treatment(turn: Turn, name: str) -> Treatment:
        found = held(turn, name)
        return replace(found, **changes) if name == case else found

    monkeypatch.setattr(Turn, "treatment", treatment)


def _without(monkeypatch: pytest.MonkeyPatch, step: type[s.Step]) -> None:
    """Take a step out of the table; the row as a whole, so that what is put back stands where it stood."""
    row = {kind: move for kind, move in TRANSITIONS[Phase.COMPLETE].items() if kind is not step}
    monkeypatch.setitem(TRANSITIONS, Phase.COMPLETE, row)


def a_burn_is_forgotten_while_a_card_is_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    move = TRANSITIONS[Phase.UNREADABLE][s.Burn]
    monkeypatch.setitem(TRANSITIONS[Phase.UNREADABLE], s.Burn, move._replace(handler=_nothing))


def a_card_is_refused_once_the_coup_is_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    _without(monkeypatch, s.CardDrawn)


def another_rule_of_the_book_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    _treated(monkeypatch, "excess_banker_third", rule="11.2")


def a_rule_is_named_that_no_book_has(monkeypatch: pytest.MonkeyPatch) -> None:
    _treated(monkeypatch, "unreadable_card", rule="5.9")


def a_dealer_decides_what_no_rule_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    _treated(monkeypatch, "foreign_card", who="dealer")


def cards_are_carried_the_other_way_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evolve, "carried_with", lambda game, card: (card, *game.carried))


def what_waited_last_is_ruled_on_first(monkeypatch: pytest.MonkeyPatch) -> None:
    held = evolve.FOLDS[g.FactHeld]

    def first(game: Any, event: g.FactHeld) -> Any:
        after = held(game, event)
        return replace(after, waiting=(after.waiting[-1], *after.waiting[:-1]))

    monkeypatch.setitem(evolve.FOLDS, g.FactHeld, first)


def what_waited_is_never_ruled_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequel, "_rule_on_first", lambda turn: turn.say(g.FactTaken(turn.coup_number)))


def what_was_seen_as_a_card_left_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    held = evolve_cards._left  # noqa: SLF001

    def forgets(game: Any, event: g.CardLaid) -> Any:
        return held(game, replace(event, placed=False, faced=False))

    monkeypatch.setattr(evolve_cards, "_left", forgets)


def nobody_can_confirm(monkeypatch: pytest.MonkeyPatch) -> None:
    _without(monkeypatch, s.Confirm)


def wagers_of_a_dummy_coup_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_FOLLOWS, g.Ruling, _nothing)


def wagers_are_returned_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    held = TableTurn.give_back

    def twice(turn: TableTurn, *given: Any) -> None:
        held(turn, *given)
        held(turn, *given)

    monkeypatch.setattr(TableTurn, "give_back", twice)


def a_cent_too_much_is_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    held = _paid

    def more(stake: int, payout: Any) -> Any:
        outcome, back, rounded = held(stake, payout)
        return outcome, back + (back > stake), rounded

    monkeypatch.setattr(table_turn, "_paid", more)


def changed_limits_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_bounds, "limit_of", lambda *_: DEFAULT_LIMIT)


def a_higher_minimum_needs_no_time_on_the_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "NOTICE", 0)


def _nothing(*_: Any) -> None:
    """Do nothing at all."""


# In which book and at which instant they are looked for, and as what they are found.
BY_PAIRS: dict[Break, tuple[str, str, str]] = {
    a_burn_is_forgotten_while_a_card_is_unread: (CROWN, "a card unread", "a card is not in exactly one place"),
    a_card_is_refused_once_the_coup_is_complete: (MBS, "complete", "a fact is refused"),
    another_rule_of_the_book_is_named: (CROWN, "complete", "a ruling on another rule: excess_card settle-then-dummy"),
    a_rule_is_named_that_no_book_has: (RWS, "betting", "a rule that this book does not have"),
    a_dealer_decides_what_no_rule_decides: (CROWN, "after card 1", "a question to somebody who may not answer"),
    cards_are_carried_the_other_way_about: (CROWN, "complete", "a card is dealt out of sequence"),
    what_waited_last_is_ruled_on_first: (MBS, "question open, cards due", "a card is dealt out of sequence"),
    what_waited_is_never_ruled_on: (RWS, "question open, cards due", "a card is not in exactly one place"),
    what_was_seen_as_a_card_left_is_forgotten: (CROWN, "after card 1", "one irregularity of one card is flagged again"),
    nobody_can_confirm: (MBS, "closed", "a step that a person can take is refused: confirm"),
    wagers_of_a_dummy_coup_are_kept: (CROWN, "closed", "a wager"),
    wagers_are_returned_twice: (MBS, "betting", "the table fails"),
    changed_limits_are_forgotten: (CROWN, "settled", "a wager is not what the limits permit"),
    a_higher_minimum_needs_no_time_on_the_sign: (MBS, "betting", "a wager is not what the limits permit"),
    a_cent_too_much_is_paid: (RWS, "after card 4, Player draws", "a wager is paid wrongly"),
}
BY_SEARCH = {
    a_burn_is_forgotten_while_a_card_is_unread: "what happens leaves no trace",
    a_card_is_refused_once_the_coup_is_complete: "a fact is refused",
    another_rule_of_the_book_is_named: "a ruling on another rule",
    a_dealer_decides_what_no_rule_decides: "a question to somebody who may not answer",
    what_waited_is_never_ruled_on: "a card is nowhere",
    nobody_can_confirm: "a step that a person can take is refused",
}


def _first_found(book: str, instant: str) -> Broken | None:
    prefixes = Prefixes(1)
    for second in KINDS:
        for first in KINDS:
            try:
                end(prefixes.one(book, instant, first, AT_ONCE), Case(book, instant, first, AT_ONCE, second, 1))
            except Broken as broken:
                return broken
    return None


@pytest.mark.parametrize("broken", BY_PAIRS, ids=lambda broken: broken.__name__)
def test_the_pairs_find_it(broken: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    book, instant, what = BY_PAIRS[broken]
    broken(monkeypatch)
    try:
        found = _first_found(book, instant)
    except Broken as at_once:  # it breaks on the way to an instant already
        found = at_once
    assert found is not None
    assert found.what.startswith(what)


@pytest.mark.parametrize("broken", BY_SEARCH, ids=lambda broken: broken.__name__)
def test_the_search_finds_it(broken: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    search, roots = Search("crown-baccarat"), roots_of("crown-baccarat")
    broken(monkeypatch)
    with pytest.raises(Broken, match=BY_SEARCH[broken]):
        search.run(roots, depth=2, most=20_000)
