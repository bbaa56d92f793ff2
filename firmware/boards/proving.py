"""Checks the board's own software against its manifest: before play, once a day, and when somebody asks.

A process of its own does it, so that no wager waits for a file. It reports what it found; the table decides what
follows.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from firmware.boards.beside_play import carried_out
from firmware.boards.own_faults import OwnFaults
from firmware.software.manifest import MANIFEST, PINNED
from firmware.software.proof import MOST_NAMED, Proven
from firmware.updating.vitals import SoftwareState

DAY_S: Final = 24 * 3600.0
PART: Final = "software"
WRONG: Final = "software_wrong"
COMMAND: Final = (sys.executable, "-m", "firmware.cli.main", "verify-software", "--json")

# Hears what was found.
TellProven = Callable[[Proven], Awaitable[None]]


class _Wrong(Struct):
    path: str


class _Said(Struct):
    sound: bool
    version: str
    digest: str
    signer: str
    files: int
    wrong: list[_Wrong] = []
    all: str = ""


class Proving:
    """Proves one board's software. `places`: of manifest and key; without either, nothing can be proven."""

    def __init__(
        self,
        faults: OwnFaults,
        command: Sequence[str] = COMMAND,
        places: Sequence[Path] = (MANIFEST, PINNED),
    ) -> None:
        self.found: Proven | None = None
        self._faults = faults
        self._command = tuple(command)
        self._places = places
        self._one_at_a_time = asyncio.Lock()
        self._asked: asyncio.Queue[str] = asyncio.Queue(maxsize=1)

    @property
    def state(self) -> SoftwareState:
        """How the software stands."""
        return "proving" if self.found is None else self.found.verdict

    async def prove(self, seed: str = "", *, gently: bool = False) -> Proven:
        """Check every file against the manifest now; with a seed, answer that, too."""
        async with self._one_at_a_time:
            self.found = found = await self._found(seed, gently=gently)
        why = ", ".join(found.wrong) if found.verdict == "wrong" else ""
        self._faults.hold(PART, WRONG, why)
        return found

    async def _found(self, seed: str, *, gently: bool) -> Proven:
        if not any(place.exists() for place in self._places):
            return Proven("unproven", seed=seed)
        words = (*self._command, *(("--seed", seed) if seed else ()), *(("--gently",) if gently else ()))
        ended = await carried_out(words)
        try:
            said = msgspec.json.decode(ended.out, type=_Said)
        except msgspec.MsgspecError:
            why = ended.trouble or f"the proof ended with {ended.status}"
            return Proven("wrong", wrong=(why,), count=1, seed=seed)
        wrong = tuple(one.path for one in said.wrong)
        return Proven(
            "sound" if said.sound else "wrong", said.version, said.digest, said.signer,
            said.files, wrong[:MOST_NAMED], len(wrong), seed, said.all,
        )  # fmt: skip

    def ask(self, seed: str = "") -> None:
        """Have it proven soon; requests that come before it begins share one proof."""
        if self._asked.full():
            self._asked.get_nowait()
        self._asked.put_nowait(seed)

    async def run(self, tell: TellProven) -> None:
        """Prove it when somebody asks, and once a day while the board runs."""
        while True:
            try:
                async with asyncio.timeout(DAY_S):
                    seed = await self._asked.get()
            except TimeoutError:
                seed = ""
            await tell(await self.prove(seed, gently=True))
