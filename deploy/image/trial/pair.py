"""`make image-pair`: a table board and a terminal board in QEMU, on one wire: notes, ten coups, a ticket."""

import argparse
import json
import time
from pathlib import Path
from typing import Final

from image.said import say
from image.trial import overlay
from image.trial.board import BETWEEN_S, HEALTHY_S, BoardTrial
from image.trial.books import notations_in, rows_of
from image.trial.given import board_files, rapid_table
from image.trial.machine import NotInTime
from image.trial.pictures import Step
from image.trial.table import TableTrial
from image.trial.together import COUPS, NOTES, WAGERED, ten_coups

NETWORK: Final = {"table": "10.0.7.1", "ats": "10.0.7.2"}
# By board, what is told what happens to it.
TOLD: Final = {"table": "SHOE1", "ats": "ACC1"}
TICKET_S: Final = 120.0
SETTLED_S: Final = 300.0
# 100 in notes, and three wagers of 25 on Player, which wins three times at 1 to 1.
CREDIT: Final = (sum(map(int, NOTES)) + WAGERED * 25) * 100


def at_address(address: str) -> dict[str, str]:
    """Return what gives a board an address that stays; in a house its DHCP does."""
    text = f"[Match]\nName=en* eth* end*\n[Network]\nAddress={address}/24\nLinkLocalAddressing=no\n"
    return {"trial/systemd/network/10-trial.network": text}


class BoardOnAWire(TableTrial):
    """One of both boards."""

    def __init__(self, image: Path, folder: Path, role: str, wire: str) -> None:
        BoardTrial.__init__(self, image, folder, role, {**overlay.PATIENT, **at_address(NETWORK[role])})
        self.role, self.wire = role, wire

    def do(self, step: Step) -> None:
        """Take a step of a story at this board, and leave it a moment."""
        assert self.machine is not None
        if step.touch is not None:
            self.machine.touch(*step.touch)
        else:
            self.devices[TOLD[self.role]].tell(step.shoe)
        time.sleep(BETWEEN_S)


class Pair:
    """Both boards, one wire between them."""

    def __init__(self, images: dict[str, Path], folder: Path) -> None:
        ends = {"table": "server=on", "ats": "server=off,reconnect-ms=1000"}
        self.boards = {}
        for role, image in images.items():
            wire = f"stream,id=net,{ends[role]},addr.type=unix,addr.path={folder}/wire.sock"
            self.boards[role] = BoardOnAWire(image, folder / role, role, wire)
        files = board_files(folder, tuple(images), server=NETWORK["table"], ats=1)
        for role, board in self.boards.items():
            board.card.put("board", files[role])

    def until_healthy(self) -> dict[str, float]:
        """Give one power after the other, and wait until each is healthy. Raises NotInTime."""
        found = {}
        for role, board in self.boards.items():
            machine = board.start()
            found[role] = round(machine.wait(board.healthy, HEALTHY_S, f"{role} is healthy"), 1)
            say(f"  {role}: healthy after {found[role]} s, {machine.processor_seconds():.0f} s of processor")
        return found

    def end(self) -> None:
        """Take their power."""
        for board in self.boards.values():
            board.end()


def play(images: dict[str, Path], folder: Path) -> None:
    """Have both play, and hold what lies on the table's card then. Raises AssertionError."""
    folder.mkdir(parents=True, exist_ok=True)
    pair = Pair(images, folder)
    try:
        acts = ten_coups(folder)
        pair.until_healthy()
        table = pair.boards["table"]
        assert table.machine is not None
        table.machine.wait(lambda: table.shows_before(acts[0].step), SETTLED_S, "the table has settled")
        for number, act in enumerate(acts):
            pair.boards[act.board].take(act.step, number)
        printer = pair.boards["ats"].devices["PRN1"]
        machine = pair.boards["ats"].machine
        assert machine is not None
        machine.wait(lambda: any("page" in str(one) for one in printer.heard()), TICKET_S, "the ticket is printed")
        # What is printed is booked, and then the terminal shows that it is over.
        machine.still(folder / "screen.ppm")
    finally:
        pair.end()
    held(pair.boards["table"].card.take_data(folder / "data") / "table.journal")


def held(journal: Path) -> None:
    """Hold a table's journal against what happened. Raises AssertionError."""
    rapid_table("journal", "verify", journal)
    found = len(notations_in(journal))
    assert found == COUPS, f"{found} coups lie in the journal, and {COUPS} were dealt"
    (ticket,) = rows_of(journal, "ticket_issued")
    assert str(CREDIT) in json.dumps(ticket), f"a ticket of {CREDIT} is due, and this one was printed: {ticket}"
    say(f"  the journal is whole: {COUPS} coups, {len(NOTES)} notes, a ticket of {CREDIT / 100:.2f}")


def main() -> None:
    """Try them."""
    parser = argparse.ArgumentParser(prog="image.trial.pair", description="plays at a table and a terminal in QEMU")
    parser.add_argument("table", type=Path, help="the table's card.img")
    parser.add_argument("ats", type=Path, help="the terminal's card.img")
    parser.add_argument("folder", type=Path)
    said = parser.parse_args()
    try:
        play({"table": said.table, "ats": said.ats}, said.folder)
    except (AssertionError, NotInTime) as why:
        raise SystemExit(f"image-pair: {why}") from None


if __name__ == "__main__":
    main()
