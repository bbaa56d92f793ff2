"""A table that is told commands one by one, purely: for properties, which tell it a great many."""

from typing import Any

from msgspec.structs import replace

from firmware.books import rules_of
from firmware.game import events as g
from firmware.game import steps as s
from firmware.refusal import Refused
from firmware.table.core.decide import decide
from firmware.table.core.evolve import fold
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.opening import OpenTable

SIDES = {"crown-baccarat": {"pairs": 1, "dragon": 2, "super6": 1, "perfect": 1}, "crown-traditional": {"pairs": 1}}


class Played:
    """A table that was told many things: its state, its events, and what it refused."""

    def __init__(self, book: str) -> None:
        setup = Setup(
            book, ats=3, decks=8 if "perfect" in SIDES.get(book, {}) else 4, side_wagers=SIDES.get(book, {"pairs": 1})
        )
        self.rules = rules_of(book, setup.side_wagers, setup.decks)
        self.start = self.state = TableState(setup)
        self.events: list[g.Event] = []
        self.at = 0
        self.tell(OpenTable(setup))
        self.tell(s.NewShoe(4))
        for number in (1, 2):
            self.tell(BuyIn(number, 500_00))

    def tell(self, command: Any) -> None:
        """Tell the table something; a refusal must leave no trace."""
        if isinstance(command, s.Decide) and command.option == "first" and self.state.game.questions:
            command = s.Decide(self.state.game.questions[0].options[0])
        if getattr(command, "number", None) == "first" and self.state.tickets:
            command = replace(command, number=min(self.state.tickets))
        before = self.state
        try:
            events, after = decide(self.rules, self.state, command, self.at, self.of_coup)
        except Refused:
            assert self.state == before
            return
        self.events += events
        self.state = fold(self.state, events)
        assert after == self.state, "what was decided is not what its events give"
        self.at += 1000

    def of_coup(self, coup: int) -> list[g.Event]:
        return [event for event in self.events if getattr(event, "coup", None) == coup]

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]
