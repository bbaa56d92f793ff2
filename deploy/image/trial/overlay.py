"""What a trial adds to its copy of a card: patience with a busy machine, words on the serial line, a shell.

It goes into the copy's initramfs, and from there into /run; root stays as it is. The copy's manifest is signed anew,
as the board holds its boot partition against it.
"""

import subprocess
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from firmware.openssl import public_of
from firmware.signed import read_signed
from firmware.software.manifest import NAMED, Manifest, write_manifest
from image.cpio import FILE, PROGRAM, Entry, archive
from image.initramfs import compressed
from image.papers import BOOT, listed
from image.recipe import HERE
from image.trial.card import Card

WORDS: Final = "console=ttyAMA0 loglevel=5"
UNITS: Final = "trial/systemd/system"
# An emulated board on a machine that others use too is slow: no deadline of a unit's may decide what is tried.
PATIENT: Final = {
    f"{UNITS}/rapid-table-healthy.service.d/zz-trial.conf": (
        "[Service]\nTimeoutStartSec=3700\nExecStart=\n"
        "ExecStart=/opt/rapid-table/bin/rapid-table healthy --within 3600\n"
    ),
    **{
        f"{UNITS}/rapid-table-{role}.service.d/zz-trial.conf": "[Service]\nTimeoutStartSec=1200\nWatchdogSec=300\n"
        for role in ("table", "ats", "wnd")
    },
    # What fstab says of the card is in drop-ins of their own, which the manager's defaults do not reach.
    **{
        f"{UNITS}/dev-rapid\\x2dtable-card\\x2d{part}.device.d/zz-trial.conf": "[Unit]\nJobRunningTimeoutSec=900\n"
        for part in ("data", "board", "firmware")
    },
    "trial/systemd/system.conf.d/zz-trial.conf": (
        "[Manager]\nRuntimeWatchdogSec=300\nDefaultDeviceTimeoutSec=600\nDefaultTimeoutStartSec=600\n"
    ),
}
TALKING: Final = {
    "trial/systemd/journald.conf.d/zz-trial.conf": (
        "[Journal]\nForwardToConsole=yes\nTTYPath=/dev/ttyAMA0\nMaxLevelConsole=info\n"
    ),
}
SHELL: Final = {
    f"{UNITS}/sysinit.target.d/zz-trial.conf": "[Unit]\nWants=trial-shell.service\n",
    f"{UNITS}/trial-shell.service": (
        "[Unit]\nDefaultDependencies=no\n[Service]\nExecStart=/bin/sh\nStandardInput=tty-force\nStandardOutput=tty\n"
        "StandardError=tty\nTTYPath=/dev/hvc0\nRestart=always\n"
        "Environment=PS1= PATH=/usr/bin:/usr/sbin:/opt/rapid-table/bin\n"
    ),
}


def add(card: Card, files: dict[str, str], seed: bytes, folder: Path) -> None:
    """Put files into the /run of a copy's slot a, and sign its manifest anew."""
    slot = folder / "slot"
    (slot / "system").mkdir(parents=True, exist_ok=True)
    for name in ("kernel", "initrd", "args"):
        (slot / "system" / name).write_bytes(card.bytes_of("boot-a", f"system/{name}"))
    # Why a kernel ends is said on the serial line: the screen that it is told of goes with it.
    args = slot / "system/args"
    args.write_text(f"{args.read_text().rstrip()} {WORDS}\n")
    card.put("boot-a", args, "system/args")
    into(slot / "system/initrd", files)
    card.put("boot-a", slot / "system/initrd", "system/initrd")
    (folder / "manifest.json").write_bytes(signed_anew(card.bytes_of("boot-a", "manifest.json"), slot / "system", seed))
    card.put("boot-a", folder / "manifest.json")


def into(initrd: Path, files: dict[str, str], init: str = "") -> None:
    """Have a first root bring these files, and have another first program where one is named."""
    before = subprocess.run(["zstd", "-dc", initrd], capture_output=True, check=True).stdout
    init = (init or patient_init()).replace(
        "exec $B switch_root", "$B cp -a /trial/. /newroot/run/\nexec $B switch_root"
    )
    entries = {"init": Entry(PROGRAM, init.encode())}
    entries |= {name: Entry(FILE, text.encode()) for name, text in files.items()}
    initrd.write_bytes(compressed(before + archive(entries)))


def patient_init() -> str:
    """Return the image's first program, without its watchdog: on a busy machine systemd may come too late for it."""
    return (HERE / "init").read_text().replace("|| echo > /dev/watchdog", "|| true")


def signed_anew(manifest: bytes, system: Path, seed: bytes) -> bytes:
    """Return a slot's manifest, signed for what lies in its boot partition now."""
    said = read_signed(manifest, "manifest", NAMED)
    assert said.signer == public_of(seed), "the image was signed by another key than the trial has"
    before = msgspec.json.decode(said.body, type=Manifest)
    return write_manifest(replace(before, files={**before.files, **listed(system, BOOT)}), seed)
