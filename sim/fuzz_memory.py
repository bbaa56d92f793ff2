"""Fuzzing that remembers: stories that reach lines in an order that no story before them reached are kept and bent on.

It begins with what other people's programs said (`tests/wire`) and what was remembered before (`tests/fuzz`).
"""

import random
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final

from msgspec import Struct

from hal.make import LineMake
from hal.makes import Named, makes
from hal.recording import Recording, read_recording
from sim import fuzz_stories as stories
from sim.devices.simulation import simulation_of
from sim.fuzz_stories import Bender, Story

ROOT: Final = Path(__file__).parents[1]
WIRE: Final = ROOT / "tests" / "wire"
MEMORY: Final = ROOT / "tests" / "fuzz"
# Whose lines count: a make's own, and what all emulated devices are made of.
WATCHED: Final = tuple(str(ROOT / folder) for folder in ("drivers", "sim/devices"))

# From which line of which file to which.
Arc = tuple[str, int, int]
Play = Callable[[Story], None]


def reached(play: Play, story: Story) -> set[Arc]:
    """Return what is gone through as a story is played."""
    arcs: set[Arc] = set()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith(WATCHED):
            return None
        before = frame.f_lineno

        def line(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal before
            if event == "line":
                arcs.add((name, before, frame.f_lineno))
                before = frame.f_lineno
            return line

        return line if event == "call" else None

    # Whoever measures a suite's coverage goes on with it afterwards.
    ours = sys.gettrace()
    sys.settrace(trace)
    try:
        play(story)
    finally:
        sys.settrace(ours)
    return arcs


class Explored(Struct, frozen=True):
    """What was found: the stories that reached something new, in their order, and all that was reached."""

    kept: tuple[Story, ...]
    arcs: frozenset[Arc]


def keep(play: Play, told: Iterable[Story], arcs: frozenset[Arc] = frozenset()) -> Explored:
    """Play stories; keep those that reach what nothing before them did."""
    seen, kept = set(arcs), []
    for story in told:
        new = reached(play, story) - seen
        if new:
            seen |= new
            kept.append(story)
    return Explored(tuple(kept), frozenset(seen))


def explore(play: Play, bender: Bender, known: Sequence[Story], count: int, *, guided: bool = True) -> Explored:
    """Bend what is known so often; what reaches something new is known from then on. Blind, nothing is."""
    begun = keep(play, known)
    seen, kept = set(begun.arcs), list(begun.kept)
    parents = list(known)
    for _ in range(count):
        story = bender.bent(parents)
        new = reached(play, story) - seen
        if new:
            seen |= new
            kept.append(story)
            parents += [story] if guided else []
    return Explored(tuple(kept), frozenset(seen))


def recorded(folder: Path = WIRE) -> list[Recording]:
    """Return the recordings that there are of other people's talk."""
    return [read_recording(file.read_text()) for file in sorted(folder.glob("*/*.txt"))]


class FuzzedMake(Struct, frozen=True):
    """A make whose stories are played: its reader and its emulated device."""

    named: Named

    @property
    def protocol(self) -> str:
        """What it is called on command lines."""
        return self.named.protocol

    @property
    def play(self) -> Play:
        """What plays a story to it. Raises AssertionError."""
        make = self.named.make
        assert isinstance(make, LineMake)
        simulation = simulation_of(self.named.name)
        return partial(stories.play, lambda tell: simulation.model(tell, {}), make.codec)

    def seeds(self) -> list[Story]:
        """Return what it begins with: good frames, and what is recorded."""
        make = self.named.make
        assert isinstance(make, LineMake)
        golden = tuple(step for frame in make.codec.golden for step in ("wait 1.2", frame.hex(" ")))
        said = [stories.of_recording(one) for one in recorded() if one.protocol == self.protocol]
        return [golden, *(story for story in said if story)]

    def remembered(self) -> list[Story]:
        """Return what is remembered of it."""
        file = MEMORY / f"{self.protocol}.txt"
        return stories.read(file.read_text()) if file.exists() else []

    def bender(self, seed: int) -> Bender:
        """Return what bends its stories."""
        return Bender(random.Random(f"{self.protocol} {seed}"), self.named.make.kind, self.protocol)


def played() -> list[FuzzedMake]:
    """Return all makes that hang on a line."""
    return [FuzzedMake(named) for named in makes() if isinstance(named.make, LineMake)]


def remember(one: FuzzedMake, count: int, seed: int) -> tuple[int, int]:
    """Explore a make from its seeds and its memory, and write its memory anew; return its stories and its arcs."""
    seeds = one.seeds()
    found = explore(one.play, one.bender(seed), [*seeds, *one.remembered()], count)
    # The shortest first: what a long one reaches with others' help need not be kept.
    from_seeds = keep(one.play, seeds)
    new = sorted((story for story in found.kept if story not in seeds), key=len)
    least = keep(one.play, new, from_seeds.arcs)
    MEMORY.mkdir(exist_ok=True)
    lines = [f"# What `make fuzz` found beyond the recordings of {one.protocol}: a story a line."]
    (MEMORY / f"{one.protocol}.txt").write_text("\n".join([*lines, *map(stories.told, least.kept)]) + "\n")
    return len(least.kept), len(found.arcs)
