"""What a board's role does about an update of its software: it shows it, waits for permission, and restarts in time.

The role writes nothing of an update but one file, which says that it may be started now; a unit does the rest.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from firmware.boards.own_faults import OwnFaults
from firmware.updating.bundle import WhyNotUpdated
from firmware.updating.install import UpdateState, state_of
from firmware.updating.outcome import FOLDER, read_outcome
from firmware.updating.vitals import place_of
from firmware.version import VERSION

LOOK_S: Final = 2.0
PART: Final = "update"
READY: Final = "update_ready"
REFUSED: Final = "update_refused"
ROLLED_BACK: Final = "update_rolled_back"
# In the role's own folder in memory, where a unit looks for it.
RESTART: Final = "restart"
_log: Final = logging.getLogger(__name__)
# Tells the table what became of it; durable on return.
Tell = Callable[[str], Awaitable[None]]


class UpdateWatch:
    """Watches one board's updates. `runtime`: the role's own folder in memory; none on a desk."""

    def __init__(self, faults: OwnFaults, folder: Path = FOLDER, runtime: Path | None = None) -> None:
        own = place_of()
        self._runtime = own.parent if runtime is None and own is not None else runtime
        self._faults = faults
        self._folder = folder
        # Anything later is about the start that this board is about to make.
        self._found = read_outcome(folder)
        self.state: UpdateState | None = None
        #: What holds up an allowed restart; nothing if none is allowed, or nothing holds it up.
        self.waits = ""

    @property
    def ready(self) -> str:
        """Return the version that waits for permission; nothing if none does."""
        return self.state.version if self.state is not None and self.state.phase == "ready" else ""

    def look(self) -> None:
        """See how it stands. A version that was tried and is not running was given up."""
        self.state = state = state_of(self._folder)
        self._faults.hold(PART, READY, self.ready)
        refused = state is not None and state.phase == "refused" and state.code != WhyNotUpdated.SAME
        self._faults.hold(PART, REFUSED, state.said if refused and state is not None else "")
        outcome = read_outcome(self._folder)
        gone = outcome is not None and outcome.stage != "healthy" and outcome.version != VERSION
        if outcome is not None and outcome.stage == "tried":
            gone = gone and outcome == self._found
        why = "; ".join(outcome.why) if outcome is not None and outcome.why else "it did not come up"
        self._faults.hold(PART, ROLLED_BACK, f"{outcome.version}: {why}" if gone and outcome is not None else "")

    async def run(self, allowed: Callable[[], str], busy: Callable[[], str], tell: Tell, told: Tell) -> None:
        """Keep looking; once the ready version is allowed, and nothing is under way, make way for it.

        `allowed`: which version may be started; `busy`: what must end first. `tell` is called when the restart begins,
        `told` when this version was found healthy.
        """
        was_healthy = False
        while True:
            self.look()
            outcome = read_outcome(self._folder)
            healthy = outcome is not None and (outcome.stage, outcome.version) == ("healthy", VERSION)
            if healthy and not was_healthy:
                await told(VERSION)
            was_healthy = healthy
            self.waits = busy() if self.ready and allowed() == self.ready else ""
            if self.ready and allowed() == self.ready and not self.waits:
                await tell(self.ready)
                self._give_way()
            await asyncio.sleep(LOOK_S)

    def _give_way(self) -> None:
        if self._runtime is None:
            return
        try:
            (self._runtime / RESTART).write_text(f"{self.ready}\n")
        except OSError as error:
            _log.error("%s: cannot be written: %s: this board is not started anew", self._runtime, error.strerror)
