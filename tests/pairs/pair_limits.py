"""Each wager is what the limits permit that hold when it is placed: crown 5.1 and 5.3, by the second engine's limits.

Worked out from what the table was told, and when. Where that engine has no opinion (a change upon one that is announced
and does not hold yet), nothing is held until a shoe's limits are said anew.
"""

from collections import deque
from typing import Any

from coup import permitted
from law import rules
from limits import Limits
from pair_table import Table, need
from told import ANY, Silent

from firmware.game import events as g
from firmware.table.core.events import Event
from firmware.table.features.limits import SetLimit
from firmware.table.features.wagers import WagerSet
from sim.scenario_actions import Wait

# All that it looks at, of dozens of steps and events in each case.
TOLD, HAPPENED = frozenset((Wait, SetLimit)), frozenset((g.CoupOpened, WagerSet))


class Permitted:
    """What may be wagered now, by what the table was told. `unsure`: bets about which there is no opinion."""

    def __init__(self, book: str) -> None:
        self.rule = rules(book)
        self.limits = Limits()
        self.playing = False
        self.unsure = False

    def told(self, action: Any) -> None:
        """Take what the table was told."""
        if isinstance(action, Wait):
            self.limits.now += action.seconds
        elif isinstance(action, SetLimit):
            parts = {"min": action.minimum, "max": action.maximum, "step": action.step}
            named = {name: value for name, value in parts.items() if value is not None}
            try:
                need(self.limits.change(action.bet, named, playing=self.playing), "an absurd limit is taken", action)
            except Silent:
                self.unsure = True

    def happened(self, event: Event) -> None:
        """Take an event."""
        if isinstance(event, g.CoupOpened):
            self.playing = self.playing or not event.dummy
        elif isinstance(event, WagerSet) and not self.unsure:
            least, most, step = self.limits.of(event.bet)
            accepted = permitted(event.asked, least, most, step)
            need(event.accepted == accepted, "a wager is not what the limits permit", (event, (least, most, step)))
            why = "below" if event.asked < least else "above" if event.asked > most else "step"
            rule = self.rule[why] if accepted != event.asked else None
            need(rule is ANY or event.rule == rule, "a wager is lowered by another rule", (event, rule))


def check(table: Table) -> None:
    """Hold each wager against the limits that held."""
    now, told = Permitted(table.book), deque(entry for entry in table.told if type(entry.action) in TOLD)
    for place, event in enumerate(table.events):
        if type(event) not in HAPPENED:
            continue
        while told and told[0].at <= place:
            now.told(told.popleft().action)
        now.happened(event)
