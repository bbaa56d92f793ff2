"""What a table says, as interfaces.md has it: an object for each event, then each balance that it moved."""

from collections.abc import Callable, Sequence
from typing import Any

from firmware.game import events as g
from firmware.refusal import Refused
from firmware.table.core.service import Happened
from firmware.table.features.hall_pages import HallShown
from firmware.table.shown.printed import lines_of
from sim.refusals import refusal_fields

Printer = Callable[[dict[str, Any]], None]


class Teller:
    """Tells of a table."""

    def __init__(self, printer: Printer) -> None:
        self._line = 0
        self._print = printer
        self._balances: dict[int, int] = {}

    def at(self, line: int) -> None:
        """What is told from here on was caused by the step in this line of the scenario."""
        self._line = line

    def happened(self, heard: Sequence[Happened]) -> None:
        """Tell what a step caused, and then each balance that it moved."""
        for happened in heard:
            for event in happened.events:
                if isinstance(event, HallShown):
                    continue  # what a screen shows, and when it is shown anew, is nothing of play
                for kind, fields in lines_of(event):
                    self.say(kind, happened.at, fields)
        for happened in heard:
            self._say_balances(happened)

    def _say_balances(self, happened: Happened) -> None:
        """Tell each balance after a coup, and after each movement of money."""
        state = happened.state
        ended = any(isinstance(event, g.CoupResult) for event in happened.events)
        for ats in sorted(self._balances.keys() | state.accounts.keys()):
            balance = state.balance(ats)
            if self._balances.get(ats) != balance or (ended and ats in state.accounts):
                self.say("balance", happened.at, {"ats": ats, "balance": balance})
                self._balances[ats] = balance

    def refused(self, step: str, refusal: Refused, at: int) -> None:
        """Tell that the table refused a step."""
        self.say("refused", at, {"step": step, **refusal_fields(refusal)})

    def say(self, kind: str, at: int, fields: dict[str, Any]) -> None:
        """Tell one thing that happened at a time of the table's."""
        seconds = at // 1000 if at % 1000 == 0 else at / 1000
        self._print({"event": kind, "line": self._line, "at": seconds, **fields})
