"""`make image-back`: a coup is played on a good new version that no longer starts; the older one goes on from there."""

import argparse
from pathlib import Path
from typing import Final

from slot import ATTEMPTS, Name

from firmware.cli.healthy import NO_LONGER
from image.said import say
from image.trial import overlay
from image.trial.at_the_console import one_more_coup
from image.trial.books import Books, given_up_in, notations_in
from image.trial.machine import NotInTime
from image.trial.table import DEALT
from image.trial.updates import BACK_S, REFUSED_S, TRIED, UpdatesTrial, version_of

NUMBER: Final = 1


class BackTrial(UpdatesTrial):
    """A table that plays on a new version, and has to go back to the one before."""

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
        trial.make(TRIED[0], NUMBER)
        trial.until_healthy()
        trial.open_again("opened")
        trial.one(TRIED[0], NUMBER)
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
    parser.add_argument("--played", type=Path, required=True, help="the card of a table that has played: image-pair's")
    said = parser.parse_args()
    try:
        told(said.image, said.folder, {**overlay.PATIENT, **overlay.SHELL}, said.played)
    except (AssertionError, NotInTime) as why:
        raise SystemExit(f"image-back: {why}") from None


if __name__ == "__main__":
    main()
