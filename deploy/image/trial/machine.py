"""QEMU as a board: its card, its ports, its screen and a finger, and what is waited for with a deadline."""

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from PIL import Image

from image.trial.pictures import TIME, Corners, blanked, differs
from image.trial.qemu import qemu
from image.trial.shell import Shell

MEMORY_MIB: Final = 1024
# It is looked so often whether something has come.
LOOK_S: Final = 0.5
# What a screen does by itself is over by then.
STILL_S: Final = 60.0
# A machine that others use leaves a board at least this part of a processor, or it has this many times as long.
FAIR: Final = 0.5
AT_MOST: Final = 4.0
# A network of its own, with nobody else in it.
ALONE: Final = "user,id=net,restrict=on"


def _card(card: Path, log: Path | None) -> list[str]:
    """Return what QEMU is told of the card. `log`: where it keeps what is written and flushed."""
    file = f"file.driver=file,file.filename={card}"
    if log is None:
        return ["-blockdev", f"driver=raw,node-name=card,{file}"]
    log.write_bytes(b"")
    return ["-blockdev", f"driver=blklogwrites,node-name=card,{file},log.driver=file,log.filename={log}"]


def _address(folder: Path) -> str:
    """Return a network card's address that no other trial's board has."""
    three = sha256(str(folder).encode()).digest()[:3]
    return ":".join(f"{byte:02x}" for byte in b"\x52\x54\x00" + three)


def is_over(seconds: float, waited: float, used: float) -> bool:
    """Whether a board had its time: so long by the clock, and a fair part of that of a processor.

    On a busy machine it gets less, and is given time until it had it; but not for ever, as one that waits uses none.
    """
    return waited > seconds and (used > seconds * FAIR or waited > seconds * AT_MOST)


class NotInTime(AssertionError):
    """What was waited for did not come; says what was there instead."""


class Machine:
    """One run of a board under `-M virt`, from power on to power off."""

    def __init__(
        self, card: Path, folder: Path, ports: dict[str, Path], log: Path | None = None, wire: str = ALONE
    ) -> None:
        """Start it. `ports`: serial numbers of USB adaptors, and the pseudo-terminals that hang on them.

        `log`: where what it writes and flushes is kept. `wire`: what its network card hangs on.
        """
        self.folder, self._qmp = folder, folder / "qmp.sock"
        self.console = folder / "console.log"
        self._qmp.unlink(missing_ok=True)
        emulator = qemu()
        command = [
            *emulator.command, "-M", "virt,gic-version=3", "-cpu", "cortex-a72", "-smp", "2", "-m", str(MEMORY_MIB),
            "-accel", "tcg,thread=multi,tb-size=512", "-bios", str(emulator.uboot), "-nodefaults", "-display", "none",
            *_card(card, log), "-device", "virtio-blk-pci,drive=card,romfile=", "-device", "qemu-xhci,id=usb,romfile=",
            "-device", "virtio-gpu-pci,xres=1280,yres=800,romfile=", "-device", "virtio-multitouch-pci,romfile=",
            "-netdev", wire, "-device", f"virtio-net-pci,netdev=net,mac={_address(folder)},romfile=",
            "-device", "i6300esb", "-action", "watchdog=reset", "-device", "virtio-rng-pci,romfile=",
            *Shell.options(folder / "shell.sock"), "-serial", f"file:{self.console}",
            "-qmp", f"unix:{self._qmp},server=on,wait=off",
        ]  # fmt: skip
        for number, (serial, port) in enumerate(ports.items()):
            command += ["-chardev", f"serial,id=c{number},path={port.resolve()}"]
            command += [
                "-device",
                f"usb-serial,bus=usb.0,chardev=c{number},serial={serial},always-plugged=on,id=port{number}",
            ]
        self.console.write_bytes(b"")
        self._said = (folder / "qemu.log").open("wb")
        self.since = time.monotonic()
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self._said, stderr=subprocess.STDOUT,
            env={**os.environ, **emulator.environment},
        )  # fmt: skip
        self._socket = socket.socket(socket.AF_UNIX)
        self.wait(self._connects, 20, "QEMU")
        self._lines = self._socket.makefile("rw")
        self._lines.readline()
        self.do("qmp_capabilities")

    def _connects(self) -> bool:
        try:
            self._socket.connect(str(self._qmp))
        except (FileNotFoundError, ConnectionRefusedError):
            return False
        return True

    def seconds(self) -> float:
        """Return how long it has run."""
        return time.monotonic() - self.since

    def processor_seconds(self) -> float:
        """Return the processor time it has taken."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def do(self, command: str, **arguments: Any) -> Any:
        """Have QEMU do something, and return what it answers."""
        self._lines.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._lines.flush()
        while line := self._lines.readline():
            answer = json.loads(line)
            if "error" in answer:
                raise AssertionError(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]
        raise NotInTime(f"QEMU has ended: {(self.folder / 'qemu.log').read_text()[-500:]}")

    def said(self) -> str:
        """Return what came out of its serial line: U-Boot's words, and a kernel's last ones."""
        return self.console.read_text(errors="replace")

    def wait(self, come: Callable[[], object], seconds: float, what: str) -> float:
        """Wait until something has come, and return when, in seconds since power on. Raises NotInTime.

        `seconds`: of a board that has a machine to itself, or nearly so (`is_over`).
        """
        began, used = self.seconds(), self.processor_seconds()
        while not come():
            if self._process.poll() is not None:
                raise NotInTime(f"{what}: QEMU has ended: {(self.folder / 'qemu.log').read_text()[-500:]}")
            if is_over(seconds, self.seconds() - began, self.processor_seconds() - used):
                # What failed comes last: of a long log the end is what is read.
                raise NotInTime(f"the serial line ends with: {self.said()[-800:]}\n{what}: not within {seconds:.0f} s")
            time.sleep(LOOK_S)
        return self.seconds()

    def still(self, file: Path, aside: tuple[Corners, ...] = (TIME,)) -> Image.Image:
        """Wait until the screen shows the same at two looks, and return it. Raises NotInTime."""
        seen: list[Image.Image] = []

        def same() -> bool:
            with Image.open(self.screen(file)) as picture:
                seen.append(blanked(picture, aside))
            return len(seen) > 1 and differs(*seen[-2:]) == 0

        self.wait(same, STILL_S, "a picture that stands still")
        return seen[-1]

    def screen(self, file: Path) -> Path:
        """Take a picture of the screen (PPM, which needs no library)."""
        self.do("screendump", filename=str(file))
        return file

    def touch(self, x: float, y: float, held_s: float = 0.25) -> None:
        """Touch the screen, at a part of its width and height."""

        def axis(name: str, value: float) -> dict[str, Any]:
            return {
                "type": "mtt",
                "data": {"type": "data", "slot": 0, "tracking-id": 1, "axis": name, "value": int(value * 32767)},
            }

        def finger(kind: str, number: int) -> dict[str, Any]:
            return {
                "type": "mtt",
                "data": {"type": kind, "slot": 0, "tracking-id": number, "axis": "x", "value": int(x * 32767)},
            }

        def button(*, down: bool) -> dict[str, Any]:
            return {"type": "btn", "data": {"button": "touch", "down": down}}

        self.do("input-send-event", events=[finger("begin", 1), axis("x", x), axis("y", y), button(down=True)])
        time.sleep(held_s)
        self.do("input-send-event", events=[finger("end", -1), button(down=False)])

    def cut(self) -> None:
        """Take its power."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._socket.close()
        self._said.close()
