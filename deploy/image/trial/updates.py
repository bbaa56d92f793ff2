"""`make image-updates`: a table in QEMU is brought to other software from sticks, good and bad, and back."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct
from PIL import Image
from slot import ATTEMPTS, Name, State

from firmware.version import VERSION
from image.keys import KEY, read_seed
from image.said import say
from image.trial import overlay
from image.trial.at_the_console import opened_again, restart_allowed
from image.trial.books import Books, given_up_in
from image.trial.bundles import Later, bundle, crashing, good, hanging, silent
from image.trial.pictures import differs
from image.trial.refusals import Refusals
from image.trial.shell import Shell
from image.trial.sticks import plug, stick, unplug
from image.trial.table import TableTrial

STICK: Final = "/media/rapid-table"
UPDATE: Final = "/var/lib/rapid-table/update"
# Deadlines are a busy machine's.
WRITTEN_S: Final = 900.0
BACK_S: Final = 3000.0
EACH: Final = (
    'import sys; from firmware.cli.main import main; [main(["update", what, "--json"]) for what in sys.argv[1:]]'
)
REFUSED_S: Final = 600.0


class Tried(Struct, frozen=True):
    """A version that is tried on the board, and whether it stays."""

    what: str
    make: Callable[[str], Later]
    stays: bool
    # What is said of it once it was given up: by the version that came back, where it could say nothing itself.
    why: str = ""


TRIED: Final = (
    Tried("a good one", good, stays=True),
    Tried("one whose kernel hangs", hanging, stays=False, why="tried"),
    Tried("one whose role crashes", crashing, stays=False, why="unhealthy"),
    Tried("one that gets on and never says so", silent, stays=False, why="unhealthy"),
)


def version_of(number: int) -> str:
    """Return the number of a later version."""
    major, minor, patch = (int(part) for part in VERSION.split("."))
    return f"{major}.{minor}.{patch + number}"


class UpdatesTrial(TableTrial):
    """A table whose software is exchanged."""

    def __init__(self, image: Path, folder: Path, added: dict[str, str], played: Path | None = None) -> None:
        super().__init__(image, folder, added, played=played)
        self.added = added
        self.work = image.parent
        self.runs: Name = "a"
        self.good = VERSION
        # One that has played has staff, and a terminal.
        self._staffed, self._ats = played is not None, 1 if played else 0
        self._shell: Shell | None = None

    def on_board(self, command: str, seconds: float = 120.0) -> str:
        """Run a command on the board."""
        if self._shell is None:
            self._shell = Shell(self.folder / "shell.sock")
        return self._shell.run(command, seconds)

    def said_of_update(self, name: str) -> dict[str, object]:
        """Return what lies in a file of the board's update folder; nothing where there is none."""
        text = self.on_board(f"cat {UPDATE}/{name} 2>/dev/null")
        begins = text.find("{")
        return json.loads(text[begins : text.rindex("}") + 1]) if begins >= 0 else {}

    def make(self, tried: Tried, number: int) -> None:
        """Make a version's bundle, and the stick that it lies on."""
        version = version_of(number)
        # One that is to be given up is as its makers made it, deadlines and watchdog too.
        added = self.added if tried.stays else {}
        made = bundle(tried.make(version), "table", self.work, self.folder / f"bundle-{number}", KEY, added)
        stick(self.folder / f"stick-{version}.img", made)
        made.unlink()

    def write(self, version: str) -> None:
        """Have a version written to the other slot from its stick. Raises NotInTime."""
        assert self.machine is not None
        plug(self.machine, self.folder / f"stick-{version}.img")
        self.machine.wait(
            lambda: self.said_of_update("state.json").get("phase") == "ready"
            and self.said_of_update("state.json").get("version") == version,
            WRITTEN_S, f"{version} lies in the other slot",
        )  # fmt: skip
        unplug(self.machine)

    def allow(self, version: str) -> None:
        """Allow the restart at the console. Raises NotInTime."""
        for number, step in enumerate(restart_allowed(self.folder, version, nobody=not self._staffed, ats=self._ats)):
            self.take(step, number)
        self._staffed = True
        self.shot(f"allowed-{version}")

    def open_again(self, what: str, given_up: str = "") -> None:
        """Open the table that was started again, and have it show what its board says. Raises NotInTime."""
        for number, step in enumerate(opened_again(self.folder, self._ats, given_up)):
            self.take(step, number)
        self.shot(what)

    def shot(self, name: str) -> None:
        """Keep a picture of the screen."""
        assert self.machine is not None
        with Image.open(self.machine.screen(self.folder / "screen.ppm")) as picture:
            picture.save(self.folder / f"{name}.png")

    def starts(self) -> list[str]:
        """Return which slots U-Boot has started, with the attempts left, since power on."""
        assert self.machine is not None
        lines = self.machine.said().replace("\r", "").splitlines()
        return [line.removeprefix("rapid-table: slot ") for line in lines if line.startswith("rapid-table: slot")]

    def settled(self, slot: Name, other: Callable[[State], bool]) -> bool:
        """Whether a slot runs, is marked good since, and the other one stands as it should."""
        state = self.state()
        return state.first == slot and state.good(slot) and state.left(slot) == ATTEMPTS and other(state)

    def restarts(self, tried: Tried, version: str, before: int) -> None:
        """Wait until the version stays, or was given up. Raises NotInTime, AssertionError."""
        assert self.machine is not None
        new: Name = "b" if self.runs == "a" else "a"
        if tried.stays:
            self.machine.wait(lambda: len(self.starts()) > before, REFUSED_S, f"{version} is started")
            self.machine.wait(
                lambda: self.settled(new, lambda state: state.good(self.runs)), BACK_S, f"{version} is good"
            )
            self.runs, self.good = new, version
            wanted = [f"{new}, attempts left 2"]
        else:
            self.machine.wait(lambda: len(self.starts()) > before + 3, BACK_S, f"{version} is given up")
            self.machine.wait(
                lambda: self.settled(self.runs, lambda state: not state.left(new)), BACK_S, f"{self.good} is back"
            )
            wanted = [f"{new}, attempts left {left}" for left in (2, 1, 0)] + [f"{self.runs}, attempts left 2"]
        found = self.starts()[before:]
        assert found == wanted, f"started were {found}, and not {wanted}"

    def look(self, tried: Tried, version: str) -> None:
        """Hold what the board says of it. Raises AssertionError."""
        assert self.machine is not None
        outcome = self.said_of_update("outcome.json")
        floor = self.on_board(f"cat {UPDATE}/floor").strip().splitlines()[-1].strip()
        assert floor == self.good, f"the floor is {floor}, and {self.good} was healthy"
        stage = "healthy" if tried.stays else tried.why
        assert (outcome["stage"], outcome["version"]) == (stage, version), f"{outcome} is left of {version}"
        say(f"  {outcome}")

    def refusals(self) -> None:
        """Have the board refuse each bundle that it may not take, by its code. Raises AssertionError."""
        assert self.machine is not None
        every = dict(Refusals(self.folder / "refused", read_seed(KEY)).every())
        plug(self.machine, stick(self.folder / "stick.img", *every.values(), folder="refused"))
        place = f"{STICK}/refused"
        self.machine.wait(lambda: "unsigned" in self.on_board(f"ls {place}"), REFUSED_S, "the stick is there")
        asked = {code: f"{place}/{file.name}" for code, file in every.items()}
        asked |= {"update_two_files": place, "update_not_ready": "cancel"}
        # One process for all: an emulated board takes seconds to start one.
        said = self.on_board(f"/opt/rapid-table/bin/python -c '{EACH}' {' '.join(asked.values())}", REFUSED_S)
        found = [json.loads(line)["code"] for line in said.splitlines() if line.startswith("{")]
        assert found == list(asked), f"the board refuses by {found}, and not by {list(asked)}: {said[-2000:]}"
        say(f"  refused: {', '.join(found)}")
        unplug(self.machine)
        self.foreign_stick(every["update_wrong_signer"])

    def foreign_stick(self, foreign: Path) -> None:
        """Put a stick with a foreign bundle in: the board refuses it by itself, and shows so. Raises NotInTime."""
        assert self.machine is not None
        before = self.machine.still(self.folder / "screen.ppm")
        plug(self.machine, stick(self.folder / "stick.img", foreign))
        self.machine.wait(
            lambda: self.said_of_update("state.json").get("code") == "update_wrong_signer", REFUSED_S,
            "a stick with a foreign bundle is refused",
        )  # fmt: skip
        self.machine.wait(lambda: self._shows_other(before), REFUSED_S, "the screen says so")
        self.shot("refused")
        unplug(self.machine)

    def _shows_other(self, before: Image.Image) -> bool:
        assert self.machine is not None
        return differs(self.machine.still(self.folder / "screen.ppm"), before) > 0

    def one(self, tried: Tried, number: int) -> None:
        """Try one version. Raises AssertionError."""
        assert self.machine is not None
        began, version = self.machine.seconds(), version_of(number)
        self.write(version)
        written = self.machine.seconds()
        before = len(self.starts())
        self.allow(version)
        self.restarts(tried, version, before)
        self.shot(f"back-after-{version}")
        self.look(tried, version)
        self.open_again(f"after-{version}", "" if tried.stays else version)
        now = self.machine.seconds()
        say(f"  {tried.what}: {'stays' if tried.stays else 'given up'}; ready after {written - began:.0f} s, "
            f"settled after {now - began:.0f} s")  # fmt: skip


def told(image: Path, folder: Path, added: dict[str, str], wanted: set[str], played: Path | None) -> None:
    """Go through all of it. Raises AssertionError."""
    trial = UpdatesTrial(image, folder, added, played)
    before = Books(trial.card.take_data(folder / "before") / "table.journal") if played else None
    chosen = [(tried, n) for n, tried in enumerate(TRIED, 1) if not wanted or tried.make.__name__ in wanted]
    try:
        for tried, number in chosen:
            trial.make(tried, number)
        trial.until_healthy()
        if played:
            trial.open_again("opened")
        if not wanted or "refusals" in wanted:
            trial.refusals()
        for tried, number in chosen:
            trial.one(tried, number)
    finally:
        trial.end()
    journal = trial.card.take_data(folder / "data") / "table.journal"
    after = Books(journal)
    assert before is None or after.ledger == before.ledger, f"the ledger was {before}, and is {after}"
    wanted_rows = [version_of(number) for tried, number in chosen if not tried.stays]
    found = given_up_in(journal)
    assert [why.partition(":")[0] for why in found] == wanted_rows, f"given up were {wanted_rows}; on record: {found}"
    say(f"  the journal is whole: {after.rows} rows; the ledger is {after.ledger}; given up: {found}")


def main() -> None:
    """Try them."""
    parser = argparse.ArgumentParser(prog="image.trial.updates", description="exchanges a table's software in QEMU")
    parser.add_argument("image", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", action="append", default=[], help="good, hanging, crashing, silent, refusals")
    parser.add_argument("--played", type=Path, help="a card that has played (image.trial.played makes one)")
    said = parser.parse_args()
    try:
        told(said.image, said.folder, {**overlay.PATIENT, **overlay.SHELL}, set(said.only), said.played)
    except AssertionError as why:
        raise SystemExit(f"image-updates: {why}") from None


if __name__ == "__main__":
    main()
