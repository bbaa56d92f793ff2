"""`make image-cuts`: the power of a table in QEMU is cut at random, again and again; nothing is lost."""

import argparse
import random
import subprocess
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from image.said import say
from image.trial import overlay
from image.trial.at_the_console import one_coup
from image.trial.board import HEALTHY_S, BoardTrial
from image.trial.flushed import as_flushed
from image.trial.given import rapid_table
from image.trial.machine import NotInTime
from image.trial.pictures import Step

# A start takes some 105 s of an emulating processor, however busy the machine is; cuts fall before, in and after it.
START_CPU_S: Final = 130.0
# Before this much of it nothing is written.
FIRST_CPU_S: Final = 2.0


class Planned(Struct, frozen=True):
    """What one cut is: in play after a step of a coup, or so many parts of a start after power on.

    `thrown`: whether what came after the last flush is thrown away.
    """

    in_play: bool
    part: float
    thrown: bool


def planned(seed: int, number: int) -> Planned:
    """Return a cut by its number alone: a run that is taken up again goes on as if it had not been left."""
    chance = random.Random(f"{seed} {number}")
    return Planned(chance.random() < 0.5, chance.random(), chance.random() < 0.5)


class Sofar(Struct):
    """How far a run has got: by which seed, how many cuts, and how many rows the journal had after the last one."""

    seed: int
    cuts: int = 0
    rows: int = 0


class Cuts:
    """One card, and what is done to it. A folder in which a run was left, by the same seed, is gone on with."""

    def __init__(self, image: Path, folder: Path, seed: int) -> None:
        self._place = folder / "sofar.json"
        left = msgspec.json.decode(self._place.read_bytes(), type=Sofar) if self._place.exists() else Sofar(seed)
        self.sofar = left if left.seed == seed else Sofar(seed)
        played = None
        if self.sofar.cuts:
            # The folder is made anew, and the card goes on in it.
            played = (folder / "card.img").rename(folder.with_suffix(".img"))
        self.trial = BoardTrial(image, folder, "table", overlay.PATIENT, played=played)
        if played is not None:
            played.unlink()
        self.steps: list[Step] = one_coup(folder)
        self.rows = self.sofar.rows

    def keep(self) -> None:
        """Keep how far it has got."""
        self.sofar = Sofar(self.sofar.seed, self.sofar.cuts + 1, self.rows)
        self._place.write_bytes(msgspec.json.encode(self.sofar))

    def cut(self) -> str:
        """Start the table, cut its power somewhere, look at the card, and say what was cut. Raises AssertionError."""
        plan = planned(self.sofar.seed, self.sofar.cuts)
        card, folder = self.trial.card, self.trial.folder
        before, log = folder / "before.img", folder / "writes.log"
        subprocess.run(["cp", "--sparse=always", card.file, before], check=True)
        machine = self.trial.start(log)
        at = FIRST_CPU_S + plan.part * (START_CPU_S - FIRST_CPU_S)
        what = f"after {at:.0f} s of processor"
        try:
            if plan.in_play:
                machine.wait(self.trial.healthy, HEALTHY_S, "the table comes back")
                number = int(plan.part * len(self.steps))
                what = f"after step {number} of a coup"
                for step in self.steps[: number + 1]:
                    self.trial.do(step)
            else:
                machine.wait(lambda: machine.processor_seconds() >= at, HEALTHY_S, what)
        finally:
            self.trial.cut()
        if plan.thrown:
            before.rename(card.file)
            _, lost = as_flushed(log, card.file)
            what += f"; {lost} writes after the last flush thrown away"
        said = f"{what}: {self.look()}"
        self.keep()
        return said

    def look(self) -> str:
        """Hold what is on the card now. Raises AssertionError."""
        data = self.trial.card.take_data(self.trial.folder / "data")
        journal = data / "table.journal"
        if not journal.exists():
            assert not self.rows, "the journal is gone"
            return "no journal yet"
        rapid_table("journal", "verify", journal)
        rows = len(rapid_table("journal", "show", journal, "--json").splitlines())
        assert rows >= self.rows, f"{rows} rows are in the journal, and {self.rows} were there before"
        self.rows = rows
        return f"{rows} rows, whole"


def main() -> None:
    """Cut so often, by a seed, and see the table come back at the end."""
    parser = argparse.ArgumentParser(prog="image.trial.cuts", description="cuts a table's power in QEMU, at random")
    parser.add_argument("image", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cuts", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    cuts = Cuts(arguments.image, arguments.folder, arguments.seed)
    say(f"seed {arguments.seed}, {arguments.cuts} cuts, {cuts.sofar.cuts} of them before")
    try:
        for number in range(cuts.sofar.cuts, arguments.cuts):
            say(f"  {number + 1:3}: {cuts.cut()}")
        machine = cuts.trial.start()
        machine.wait(cuts.trial.healthy, HEALTHY_S, "the table comes back at the end")
        cuts.trial.end()
        say(f"  the table came back: {cuts.look()}")
    except (AssertionError, NotInTime) as why:
        raise SystemExit(f"image-cuts: {why}") from None
    finally:
        cuts.trial.end()


if __name__ == "__main__":
    main()
