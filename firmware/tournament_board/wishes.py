"""What the Director asks at a table's console: each wish is taken once, by name, and not when it is old."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from firmware.refusal import Refused
from firmware.table.core.hall_page import ASKED_MS, HallWish
from firmware.table.features.hall_pages import HallCode
from firmware.tournament import commands as c
from firmware.tournament.codes import TournamentCode
from firmware.tournament.events import TournamentEvent
from firmware.tournament_board.director_page import DIRECTOR, SEED, is_director
from firmware.tournament_board.service import TournamentService
from firmware.tournament_board.steps import read_wish

SEEDS: Final = 10**9
# What the Director's page offers: the first word of each of its steps. A table says whose wish one is, and its board
# may be somebody else's by now: whoever enters or is paid is the desk's alone.
OFFERED: Final = frozenset(
    {
        "sign-on", "sign-off", "round", "seat", "brief", "session", "arrive", "absent", "move",
        "substitute", "disqualify", "answer", "progress", "play-off", "prizes", "sign-report",
    }
)  # fmt: skip
Tell = Callable[[c.TournamentCommand, str, str | None], Awaitable[list[TournamentEvent]]]


def drawn() -> int:
    """Return the seed of a draw, which nobody foresees; it is recorded with what was drawn."""
    return secrets.randbelow(SEEDS)


class DirectorWishes:
    """Takes wishes for one tournament."""

    def __init__(self, service: TournamentService, tell: Tell, draw: Callable[[], int] = drawn) -> None:
        self._service: Final = service
        self._tell: Final = tell
        self._draw: Final = draw

    async def take(self, table: int, wish: HallWish, at: int) -> None:
        """Do what a wish says, if it was not done already. `at`: the table's time. Raises Refused."""
        # A table whose journal began anew counts anew; by their times its wishes are told apart all the same.
        number = f"table {table} wish {wish.number} at {wish.at}"
        if self._service.has_done(f"{number}/0"):
            return
        if at - wish.at > ASKED_MS:
            raise Refused(HallCode.HALL_LATE)
        # crown 12.1.2: whoever is signed on at a table decides nothing here, unless they are the Director
        if not is_director(self._service.state, wish.by):
            raise Refused(TournamentCode.NOT_THE_DIRECTOR, "12.1.2", name=self._service.state.director or "–")
        for index, command in enumerate(self._commands(wish)):
            await self._tell(command, f"{wish.by} at table {table}", f"{number}/{index}")

    def _commands(self, wish: HallWish) -> list[c.TournamentCommand]:
        state = self._service.state
        step = wish.step.replace(SEED, str(self._draw())).replace(DIRECTOR, state.director)
        try:
            asked = read_wish(step)
        except ValueError:
            asked = None
        if asked is None or step.split()[0] not in OFFERED:
            raise Refused(HallCode.HALL_OTHERWISE)
        return asked.commands(state, self._service.now())
