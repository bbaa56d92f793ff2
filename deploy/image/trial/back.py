"""`make image-back`: a coup is played on a good new version that no longer starts; the older one goes on from there."""

import argparse
from pathlib import Path
from typing import Final

from slot import ATTEMPTS, Name, State, encoded

from firmware.cli.healthy import NO_LONGER
from image.keys import KEY
from image.said import say
from image.trial import overlay
from image.trial.at_the_console import one_more_coup
from image.trial.board import HEALTHY_S
from image.trial.books import Books, given_up_in, notations_in
from image.trial.bundles import good, slot_of
from image.trial.machine import NotInTime
from image.trial.played import played_card
from image.trial.table import DEALT
from image.trial.updates import BACK_S, REFUSED_S, UpdatesTrial, version_of

NUMBER: Final = 1


class BackTrial(UpdatesTrial):
    """A table that plays on a new version, and has to go back to the one before."""

    def put_new(self, version: str) -> None:
        """Put the version into the other slot, as an update leaves it (`image.trial.updates` brings it there)."""
        made = slot_of(good(version), "table", self.work, self.folder / "new", KEY, self.added)
        for part, file in (("boot", made.boot), ("root", made.root)):
            self.card.write(f"{part}-b", file.read_bytes())
            file.unlink()
        self.card.write("state", encoded(State("a", good_a=True).activated("b")))
        self.runs, self.good = "b", version

    def start_new(self) -> None:
        """Give it power, and wait until the new version is good. Raises NotInTime."""
        machine = self.start()
        seconds = machine.wait(self.healthy, HEALTHY_S, f"{self.good} is marked good")
        assert self.starts() == ["b, attempts left 2"], f"started were {self.starts()}"
        say(f"  {self.good}: healthy after {seconds:.0f} s, {machine.processor_seconds():.0f} s of processor")

    def play(self) -> None:
        """Deal a coup. Raises NotInTime."""
        for number, step in enumerate(one_more_coup(self.folder, self._ats)):
            self.take(step, number)
        self.shot("played")

    def use_up(self) -> None:
        """Reset the board at each start of its slot, as soon as U-Boot has counted, until the other one is started.

        Raises NotInTime, AssertionError.
        """
        assert self.machine is not None
        new, before = self.runs, len(self.starts())
        self.runs = "b" if new == "a" else "a"
        for count in range(1, ATTEMPTS + 2):
            self.machine.do("system_reset")
            started = before + count
            self.machine.wait(lambda started=started: len(self.starts()) >= started, REFUSED_S, f"start {count}")  # type: ignore[misc]
        wanted = [f"{new}, attempts left {left}" for left in reversed(range(ATTEMPTS))]
        wanted.append(f"{self.runs}, attempts left {ATTEMPTS - 1}")
        found = self.starts()[before:]
        assert found == wanted, f"started were {found}, and not {wanted}"
        self.machine.wait(lambda: self.gone_back(new), BACK_S, "the older version is good")

    def gone_back(self, new: Name) -> bool:
        """Whether the older version runs, and is marked good since."""
        return self.settled(self.runs, lambda state: not state.left(new))


def told(image: Path, folder: Path, added: dict[str, str], played: Path) -> None:
    """Go through all of it. Raises AssertionError."""
    trial, version = BackTrial(image, folder, added, played), version_of(NUMBER)
    before = Books(trial.card.take_data(folder / "before") / "table.journal")
    try:
        trial.put_new(version)
        trial.start_new()
        trial.open_again("opened")
        trial.play()
        trial.use_up()
        say(f"  {version} no longer starts, and the older version is back: {trial.said_of_update('outcome.json')}")
        trial.open_again("back", version)
    finally:
        trial.end()
    journal = trial.card.take_data(folder / "data") / "table.journal"
    after = Books(journal)
    assert after.ledger == before.ledger, f"the ledger was {before}, and is {after}"
    assert notations_in(journal) == [DEALT], f"dealt was {DEALT}, and on record are {notations_in(journal)}"
    assert given_up_in(journal) == [f"{version}: {NO_LONGER}"], f"on record of it: {given_up_in(journal)}"
    say(
        f"  the journal is whole: {before.rows} rows before, {after.rows} after; the coup is in it; the ledger: {after}"
    )


def main() -> None:
    """Try it."""
    parser = argparse.ArgumentParser(
        prog="image.trial.back", description="goes back to a table's older software in QEMU"
    )
    parser.add_argument("image", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--played", type=Path, help="the card of a table that has played (default: one is made)")
    said = parser.parse_args()
    try:
        played = said.played or played_card(said.image, said.folder.with_name(f"{said.folder.name}-played"))
        told(said.image, said.folder, {**overlay.PATIENT, **overlay.SHELL}, played)
    except (AssertionError, NotInTime) as why:
        raise SystemExit(f"image-back: {why}") from None


if __name__ == "__main__":
    main()
