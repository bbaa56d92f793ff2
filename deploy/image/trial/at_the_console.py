"""What a dealer does in a trial, touch by touch: a first coup, a restart allowed, a table opened and played again."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final
from unittest.mock import patch

from by_touch import Floor, on_a_floor

from firmware.boards.own_faults import OwnFaults
from firmware.boards.update_watch import UpdateWatch
from firmware.table.core.waiting import Waiting
from firmware.updating.install import STATE, UpdateState
from firmware.updating.outcome import UpdateOutcome, keep, write_outcome
from image.trial.fingers import Story, on_real_lines
from image.trial.pictures import BESIDE, IN_PLAY, Step

# Betting is closed by touch long before this, on the busiest machine too; trial/table.toml says the same.
PERIOD_S: Final = 600
# The sign that hangs on the board: the page Devices has a row for it, and what stands below is touched there.
SIGN: Final = '[devices.wnd]\ndriver = "sim.alpha"\nport = "simulated"\n'
# Player 7 and a king, Banker 6 and a king: 7 beats 6, and nobody draws.
CARDS: Final = ("7S player 1", "6H banker 1", "KD player 2", "KC banker 2")


def one_coup(folder: Path) -> list[Step]:
    """Return a new table's first coup: somebody is enrolled, a shoe is put into play, cards fall, 7 beats 6."""
    steps: list[Step] = []

    async def told(floor: Floor) -> None:
        story = Story(floor)
        await story.open(IN_PLAY)
        await _deals(story)
        steps.extend(story.steps)

    with on_real_lines():
        on_a_floor(folder, told, painted=True, ats=0, period=PERIOD_S)
    return steps


def restart_allowed(folder: Path, version: str, *, nobody: bool, ats: int = 0) -> list[Step]:
    """Return how a supervisor allows the restart for a version.

    `nobody`: of a table without staff yet: one is enrolled first, and signs on. Else one has (`opened_again`).
    """
    steps: list[Step] = []
    keep(folder / "update", STATE, UpdateState("ready", version))

    async def told(floor: Floor) -> None:
        story = await _staffed(floor)
        await _signs_on(story)
        # A digit that was not typed is few points: only these pages may be others.
        story.may_differ = BESIDE
        await story.dealer("tab devices")
        if not nobody:
            story.begin_again(BESIDE)
        await story.dealer("tab technical", f"op allow-restart {version}", "yes")
        steps.extend(story.steps)

    _at_a_board(folder, told, ats)
    return steps


def opened_again(folder: Path, ats: int = 0, given_up: str = "") -> list[Step]:
    """Return how a supervisor opens a table that was started again, and looks at what its board says.

    A restart has ended each sign-on, and no other board vouches for its journal. `given_up`: the version that the board
    says this of.
    """
    steps: list[Step] = []
    shutil.rmtree(folder / "update", ignore_errors=True)
    if given_up:
        write_outcome(folder / "update", UpdateOutcome("tried", given_up))

    async def told(floor: Floor) -> None:
        steps.extend((await _opened(floor, ats)).steps)

    _at_a_board(folder, told, ats)
    return steps


def one_more_coup(folder: Path, ats: int = 0) -> list[Step]:
    """Return how a table that was opened again (`opened_again`) deals a coup from a new shoe."""
    steps: list[Step] = []
    shutil.rmtree(folder / "update", ignore_errors=True)

    async def told(floor: Floor) -> None:
        story = await _opened(floor, ats)
        story.begin_again(BESIDE)
        await story.dealer("tab coup", "op new-shoe", "yes")
        await story.shoe("burn 5H")
        await _deals(story)
        steps.extend(story.steps)

    _at_a_board(folder, told, ats)
    return steps


async def _deals(story: Story) -> None:
    """Play one coup."""
    await story.dealer("op open", "op close", "yes")
    for line in CARDS:
        await story.shoe(f"card {line}")
    await story.dealer("op confirm")


async def _opened(floor: Floor, ats: int) -> Story:
    """Sign on at a table that was started again, open it on a supervisor's word, and look at its devices."""
    story = await _staffed(floor)
    table = floor.table.service
    table.set_opening(Waiting(_away(ats), table.now_ms()))
    # A screen that nobody touches is not drawn anew.
    await story.dealer("tab devices", "tab coup")
    story.begin_again(BESIDE)
    await _signs_on(story)
    await story.dealer("op open-on-word")
    await story.leads_to("yes", lambda: table.set_opening(None))
    await story.dealer("tab devices")
    return story


async def _staffed(floor: Floor) -> Story:
    """Have a casino supervisor enrolled."""
    story = Story(floor)
    await asyncio.sleep(3)
    await story.dealer("op first")
    for text in ("700", "MEI", "4711"):
        await story.keys(text)
    return story


async def _signs_on(story: Story) -> None:
    await story.dealer("op sign-on")
    for text in ("700", "4711"):
        await story.keys(text)


def _at_a_board(folder: Path, told: Callable[[Floor], Awaitable[None]], ats: int) -> None:
    """Tell a story at the console of a board that has a sign, and looks at its updates."""

    def here(faults: OwnFaults) -> UpdateWatch:
        """Return a board's watch that has seen the version: one that waits, as long as nobody allows it."""
        watch = UpdateWatch(faults, folder / "update", folder)
        watch.look()
        return watch

    with patch("firmware.table_board.devices.UpdateWatch", here), on_real_lines():
        on_a_floor(
            folder, told, painted=True, ats=ats, panel=SIGN, external=_away(ats), **({"currency": "AUD"} if ats else {})
        )


def _away(ats: int) -> tuple[str, ...]:
    """Return the terminals of a table whose board runs alone."""
    return tuple(f"ats-{number}" for number in range(1, ats + 1))
