"""Each event of a coup is folded into the game once: who decides it hands the game after it on."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from firmware.books import rules_of
from firmware.game import evolve as game_fold
from firmware.game import steps as s
from firmware.game.events import Event
from firmware.game.state import Game
from firmware.table.core.decide import decide
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.opening import OpenTable
from firmware.table.features.wagers import Wager
from hal.cards import Card

RULES = rules_of("crown-baccarat", {}, 8)
COUP = (
    s.NewShoe(8),
    BuyIn(1, 100_00),
    s.OpenBets(),
    Wager(1, "banker", 10_00),
    *map(s.CardDrawn, map(Card, ("7S", "6H", "KD", "KC"))),
    s.Confirm(),
)


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what the game folds, by kind of event."""
    counted = Counter[str]()

    def counting(fold: Callable[[Game, Any], Game], game: Game, event: Event) -> Game:
        counted[type(event).__name__] += 1
        return fold(game, event)

    wrapped = {kind: partial(counting, fold) for kind, fold in game_fold.FOLDS.items()}
    monkeypatch.setattr(game_fold, "FOLDS", wrapped)
    return counted


def test_a_table_folds_each_event_of_a_coup_once(folds: Counter[str]) -> None:
    state, said = TableState(Setup("crown-baccarat", ats=1)), Counter[str]()
    for command in (OpenTable(state.setup), *COUP):
        events, state = decide(RULES, state, command, 0, lambda _: ())
        said.update(type(event).__name__ for event in events)
    assert state.game.coups == 1
    assert state.game.coup is None
    assert folds["CardLaid"] == 4
    assert folds == {kind: count for kind, count in said.items() if kind in _of_the_game()}


def _of_the_game() -> set[str]:
    return {kind.__name__ for kind in game_fold.FOLDS}
