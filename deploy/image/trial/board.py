"""A board in QEMU with its devices, from power on to healthy: each step with a deadline and a reason."""

import argparse
import json
import shutil
import time
from pathlib import Path
from typing import Final

from slot import ATTEMPTS, PLACES, SIZE, State, newest

from image.keys import KEY, read_seed
from image.recipe import ROLES
from image.said import say
from image.trial import overlay
from image.trial.card import LARGER_MIB, Card
from image.trial.devices import Device
from image.trial.given import board_file
from image.trial.machine import ALONE, Machine
from image.trial.pictures import Step

# By role, the devices that hang on it, by the serial number of their adaptor.
DEVICES: Final = {
    "table": {"SHOE1": "shoe", "WND1": "wnd"},
    "ats": {"ACC1": "note-acceptor", "PRN1": "ticket-printer"},
    "wnd": {},
}
CHOSEN: Final = "rapid-table: slot a, attempts left 2"
# Deadlines are a busy machine's; what is held to is in the report.
STARTED_S: Final = 90.0
HEALTHY_S: Final = 900.0
# A finger is not faster than this, and an emulated board not either.
BETWEEN_S: Final = 2.0


class BoardTrial:
    """A board with its card and its devices."""

    def __init__(
        self, image: Path, folder: Path, role: str, added: dict[str, str] | None = None, *, played: Path | None = None
    ) -> None:
        """Make its card of an image. `played`: of one on which a board has played, which is somebody's already."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.folder = folder
        self.card = Card(played or image, folder / "card.img", larger_mib=0 if played else LARGER_MIB)
        if played is None:
            self.card.put("board", board_file(folder, role))
        else:
            # What it kept is the other board's, and the software that runs is the image's.
            for part in ("boot", "root"):
                self.card.write(f"{part}-a", (image.parent / f"{part}.img").read_bytes())
        if added:
            overlay.add(self.card, added, read_seed(KEY), folder)
        self.devices = {serial: Device(kind, folder) for serial, kind in DEVICES[role].items()}
        self.machine: Machine | None = None
        self.wire = ALONE
        self._before = 0

    def state(self) -> State:
        """Return what the card itself says of its slots."""
        return newest((self.card.read("state", SIZE, PLACES[0]), self.card.read("state", SIZE, PLACES[1])))[0]

    def start(self, log: Path | None = None) -> Machine:
        """Give it power. `log`: where what it writes and flushes is kept."""
        self._before = self.state().seq
        ports = {serial: device.link for serial, device in self.devices.items()}
        self.machine = Machine(self.card.file, self.folder, ports, log, self.wire)
        return self.machine

    def cut(self) -> None:
        """Take its power away."""
        if self.machine is not None:
            self.machine.cut()
            self.machine = None

    def end(self) -> None:
        """Take its power and its devices away."""
        self.cut()
        for device in self.devices.values():
            device.end()

    def healthy(self) -> bool:
        """Whether the slot that runs was marked good since power on: U-Boot has counted, and the count was undone."""
        state = self.state()
        return state.seq >= self._before + 2 and state.good(state.first) and state.left(state.first) == ATTEMPTS

    def do(self, step: Step) -> None:
        """Take a step of a story, and leave the board a moment."""
        assert self.machine is not None
        if step.touch is not None:
            self.machine.touch(*step.touch)
        else:
            self.devices["SHOE1"].tell(step.shoe)
        time.sleep(BETWEEN_S)

    def until_healthy(self) -> dict[str, object]:
        """Give it power, and wait until its slot is marked good. Raises NotInTime."""
        machine = self.start()
        machine.wait(lambda: CHOSEN in machine.said(), STARTED_S, "U-Boot chooses slot a")
        seconds = round(machine.wait(self.healthy, HEALTHY_S, "the slot is marked good"), 1)
        figures: dict[str, object] = {"healthy_s": seconds, "healthy_cpu_s": round(machine.processor_seconds(), 1)}
        say(f"  healthy after {figures['healthy_s']} s, {figures['healthy_cpu_s']} s of processor")
        machine.screen(self.folder / "screen.ppm")
        return figures


def arguments_of(program: str, does: str) -> tuple[argparse.Namespace, dict[str, str]]:
    """Return what a trial was told, and what it adds to its copy of the card."""
    parser = argparse.ArgumentParser(prog=program, description=does)
    parser.add_argument("image", type=Path, help="card.img, or an .img.xz that was unpacked")
    parser.add_argument("folder", type=Path, help="where the copy of the card, pictures and logs are left")
    parser.add_argument("--role", choices=ROLES, default="table")
    parser.add_argument(
        "--patient",
        action="store_true",
        help="on a busy machine: no unit's deadline ends the trial, and a table is tried twice",
    )
    parser.add_argument("--talking", action="store_true", help="have the board's log on the serial line (console.log)")
    parser.add_argument("--shell", action="store_true", help="have a shell of root's on FOLDER/shell.sock")
    said = parser.parse_args()
    chosen = ((said.patient, overlay.PATIENT), (said.talking, overlay.TALKING), (said.shell, overlay.SHELL))
    return said, {name: text for wanted, files in chosen if wanted for name, text in files.items()}


def main() -> None:
    """Start a board of any role, up to healthy."""
    said, added = arguments_of("image.trial.board", "starts a board in QEMU, up to healthy")
    trial = BoardTrial(said.image, said.folder, said.role, added)
    try:
        figures = trial.until_healthy()
    except AssertionError as why:
        raise SystemExit(f"image-test: {why}") from None
    finally:
        trial.end()
    say(json.dumps(figures))


if __name__ == "__main__":
    main()
