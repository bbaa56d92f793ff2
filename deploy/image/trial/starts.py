"""The boot script as a table, in U-Boot under `-M virt` without an operating system.

A slot's kernel is four instructions: it turns the machine off (this slot was started), or resets it (it crashed).
"""

import argparse
import struct
import subprocess
import time
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct
from slot import PLACES, SIZE, State, encoded, newest

from image.card import Partition, place, write_card
from image.filesystems import MIB, Stamp, fat
from image.recipe import DEPLOY
from image.said import say
from image.trial.qemu import qemu
from image.uboot import script

STAMP: Final = Stamp(1_700_000_000, "starts")
WAITED_S: Final = 120.0
Kernel = Literal["off", "reset", "none", "damaged"]
BOTH_BAD: Final = "both_slots_bad"


class Case(Struct, frozen=True):
    """What lies on a card at power on, and what comes of it: the slots in the order in which they were started."""

    name: str
    copies: tuple[bytes, bytes]
    kernels: tuple[Kernel, Kernel]
    started: str
    after: State
    says: str = ""


def kernel(what: Kernel) -> bytes:
    """Return an arm64 Image that calls the machine's firmware: off or reset (PSCI)."""
    call = {"off": 8, "reset": 9}.get(what, 8)
    code = struct.pack("<4I", 0x52800000 | call << 5, 0x72B08000, 0xD4000002, 0x14000000)
    head = struct.pack("<IIQQQQQQ4sI", 0x14000010, 0, 0, MIB, 0b1010, 0, 0, 0, b"ARM\x64", 0)
    image = (head + code).ljust(4096, b"\0")
    return image if what != "damaged" else b"\xff" * 4096


def cut(copy: bytes, at: int = 100) -> bytes:
    """Return a copy that was being written when the power went."""
    return copy[:at] + b"\xff" * (SIZE - at)


NEW: Final = (b"\xff" * SIZE, b"\xff" * SIZE)
GOOD: Final = State("a", 3, 0, good_a=True, seq=7)
UPDATED: Final = State("b", 3, 3, good_a=True, seq=0x1F)


def _two(older: State, newer: State) -> tuple[bytes, bytes]:
    return encoded(older), encoded(newer)


CASES: Final = (
    Case("a new card", NEW, ("off", "none"), "a", State("a", 2, 3, seq=1), "both copies of the state are damaged"),
    Case("a good slot", _two(GOOD, GOOD._replace(seq=8)), ("off", "none"), "a", GOOD._replace(left_a=2, seq=9)),
    Case("the newest copy is the first", _two(GOOD._replace(seq=0x10), GOOD), ("off", "none"), "a",
         GOOD._replace(left_a=2, seq=0x11)),
    Case("nine is before ten", _two(GOOD._replace(seq=9), GOOD._replace(seq=10, left_a=2)), ("off", "none"), "a",
         GOOD._replace(left_a=1, seq=11)),
    Case("an update that runs", _two(UPDATED, GOOD), ("off", "off"), "b", UPDATED._replace(left_b=2, seq=0x20)),
    Case("an update that crashes", _two(UPDATED, GOOD), ("off", "reset"), "bbba",
         UPDATED._replace(left_a=2, left_b=0, seq=0x23)),
    Case("an update whose boot partition is empty", _two(UPDATED, GOOD), ("off", "none"), "ba",
         UPDATED._replace(left_a=2, left_b=2, seq=0x21), "slot b cannot be started"),
    Case("an update whose kernel is none", _two(UPDATED, GOOD), ("off", "damaged"), "ba",
         UPDATED._replace(left_a=2, left_b=2, seq=0x21), "slot b cannot be started"),
    Case("attempts are used up", _two(GOOD, State("b", 2, 0, seq=0x30)), ("off", "off"), "a", State("b", 1,
         0, seq=0x31)),
    Case("a cut while the count was written", (encoded(UPDATED), cut(encoded(UPDATED._replace(seq=0x20)))),
         ("off", "off"),
         "b", UPDATED._replace(left_b=2, seq=0x20)),
    Case("the first copy is damaged", (cut(encoded(UPDATED)), encoded(GOOD)), ("off", "off"), "a",
         GOOD._replace(left_a=2, seq=8)),
    Case("both slots are bad", _two(State("a", 2, 1, seq=1), State("a", 2, 1, seq=2)), ("reset", "reset"), "aab",
         State("a", 0, 0, seq=5), BOTH_BAD),
    Case("both slots were used up", _two(State("b", 0, 0, seq=1), State("b", 0, 0, seq=2)), ("off", "off"), "",
         State("b", 0, 0, seq=2), BOTH_BAD),
)  # fmt: skip


def card_of(case: Case, folder: Path) -> Path:
    """Return a small card with the script, the state and two slots of a case."""
    start = folder / "start"
    start.mkdir(parents=True, exist_ok=True)
    (start / "boot.scr").write_bytes(script((DEPLOY / "boot/boot.cmd").read_text(), STAMP))
    fat(start, folder / "start.img", 4, "firmware", STAMP)
    (folder / "state.img").write_bytes(case.copies[0].ljust(PLACES[1], b"\xff") + case.copies[1])
    parts = [Partition("firmware", 4, file=folder / "start.img"), Partition("board", 1)]
    parts.append(Partition("state", 1, file=folder / "state.img"))
    for slot, what in zip("ab", case.kernels, strict=True):
        system = folder / f"slot-{slot}/system"
        system.mkdir(parents=True, exist_ok=True)
        if what != "none":
            (system / "kernel").write_bytes(kernel(what))
            (system / "initrd").write_bytes(b"\0" * 512)
            (system / "args").write_text("args=ro\n")
        fat(system.parent, folder / f"{slot}.img", 4, "slot", STAMP)
        parts += [Partition(f"boot-{slot}", 4, file=folder / f"{slot}.img"), Partition(f"root-{slot}", 1)]
    write_card(folder / "card.img", parts, STAMP)
    return folder / "card.img"


def run(case: Case, folder: Path) -> str:
    """Start a case's card, and return why it is not as it should be; nothing where it is."""
    card, console = card_of(case, folder), folder / "console.log"
    emulator = qemu()
    command = [
        *emulator.command, "-M", "virt", "-cpu", "cortex-a72", "-m", "512", "-nodefaults", "-display", "none",
        "-bios", str(emulator.uboot), "-drive", f"file={card},if=none,id=card,format=raw",
        "-device", "virtio-blk-pci,drive=card,romfile=", "-serial", f"file:{console}",
    ]  # fmt: skip
    console.write_bytes(b"")
    process = subprocess.Popen(command, env=dict(emulator.environment), stdin=subprocess.DEVNULL)
    ends = time.monotonic() + WAITED_S
    try:
        while process.poll() is None and BOTH_BAD not in console.read_text(errors="replace"):
            if time.monotonic() > ends:
                return f"neither off nor given up within {WAITED_S:.0f} s: {console.read_text(errors='replace')[-400:]}"
            time.sleep(0.2)
    finally:
        process.kill()
        process.wait()
    return _compare(case, console.read_text(errors="replace"), card)


def _compare(case: Case, said: str, card: Path) -> str:
    started = "".join(
        line.split("slot ")[1][0]
        for line in said.splitlines()
        if line.startswith("rapid-table: slot") and "left" in line
    )
    sizes = (("firmware", 4), ("board", 1))
    at = sum(mib for _, mib in sizes) * MIB + place([Partition("x", 1)])[0].start * SIZE
    with card.open("rb") as opened:
        copies = []
        for where in PLACES:
            opened.seek(at + where)
            copies.append(opened.read(SIZE))
    after, _ = newest((copies[0], copies[1]))
    if started != case.started:
        return f"started {started!r} and not {case.started!r}"
    if after != case.after:
        return f"{after} lies on the card and not {case.after}"
    return "" if case.says in said else f"it did not say {case.says!r}"


def main() -> None:
    """Try all cases."""
    parser = argparse.ArgumentParser(prog="image.trial.starts", description="tries the boot script in U-Boot")
    parser.add_argument("folder", type=Path, help="where cards and logs are left")
    folder: Path = parser.parse_args().folder
    wrong = 0
    for number, case in enumerate(CASES):
        why = run(case, folder / f"{number:02}")
        say(f"  {case.name:<44}{why or 'as it should'}")
        wrong += bool(why)
    if wrong:
        raise SystemExit(f"image-test: {wrong} of {len(CASES)} starts are not as they should be")


if __name__ == "__main__":
    main()
