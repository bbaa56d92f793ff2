"""Takes in a board file. A power cut at any point leaves the board as it was before, or complete."""

import ctypes
import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from firmware.files import NotReadable, read_file
from firmware.openssl import KEY
from firmware.private import write_whole
from firmware.provisioned.board_file import (
    ENDS,
    MOST_BYTES,
    BoardFile,
    NotTakenIn,
    WhyNot,
    digest_of,
    read_board_file,
)

# Below the board's data: what it was given, and what it is given just now.
GIVEN: Final = "board"
COMING: Final = "board.new"
# In what it was given: which file that was, and by whose key.
TAKEN: Final = "taken.json"
SERIALS: Final = (Path("/proc/device-tree/serial-number"), Path("/sys/class/dmi/id/product_serial"))
_EXCHANGE: Final = 2
_HERE: Final = -100  # AT_FDCWD


class Taken(Struct, frozen=True):
    """Which files a board was given, and by whose key. `left`: the last, while it lies where it was found."""

    signer: str
    numbers: list[str]
    left: str = ""


class Me(Struct, frozen=True):
    """The board: its role, its serial number, and the time of day."""

    role: str
    serial: str
    now_s: int


Step = Callable[[], None]


def serial_number(places: Iterable[Path] = SERIALS) -> str:
    """Return the board's serial number; nothing where it has none."""
    for place in places:
        try:
            found = read_file(place, 256).decode("ascii", "replace").strip("\0\n ")
        except NotReadable:
            continue
        if found:
            return found
    return ""


def take_in(media: Iterable[Path], data: Path, me: Me, pinned: bytes | None = None, step: Step = lambda: None) -> str:
    """Take in the one file that lies on the media, and return what was done. Raises NotTakenIn.

    `pinned`: whom the software believes; without it the first file decides whom the board belongs to. `step` is called
    before each thing that a power cut could come between.
    """
    before = _taken(data / GIVEN)
    shutil.rmtree(data / COMING, ignore_errors=True)  # of a cut: it was never in use, or is no longer
    found = sorted(file for folder in media for file in folder.glob(f"*{ENDS}"))
    if not found:
        if before is None:
            raise NotTakenIn(WhyNot.NONE)
        return "nothing to take in"
    if len(found) > 1:
        raise NotTakenIn(WhyNot.TWO_FILES, ", ".join(file.name for file in found))
    (file,) = found
    try:
        text = read_file(file, MOST_BYTES)
    except NotReadable as error:
        raise NotTakenIn(WhyNot.UNREADABLE, str(error)) from None
    if before is not None and before.left == file.name and _is_the_last(text, before):
        return _remove(file, data, before, step)
    board, signer = read_board_file(text, pinned if before is None else bytes.fromhex(before.signer))
    numbers = [] if before is None else before.numbers
    if board.number in numbers:
        raise NotTakenIn(WhyNot.TWICE)
    _hold(board, me)
    taken = Taken(signer.hex(), [*numbers, board.number], left=file.name)
    _write(board, taken, data, step)
    _remove(file, data, taken, step)
    return f"taken in: {board.device} of {board.table}"


def _is_the_last(text: bytes, before: Taken) -> bool:
    """Whether a file is the one that was taken in last, whole or overwritten in part, when a cut came."""
    try:
        return read_board_file(text, None)[0].number == before.numbers[-1]
    except NotTakenIn:
        return b"\0" in text


def _hold(board: BoardFile, me: Me) -> None:
    if board.role != me.role:
        raise NotTakenIn(WhyNot.WRONG_ROLE, f"it is for {board.role}, and this is {me.role}")
    if board.serial and board.serial != digest_of(me.serial):
        raise NotTakenIn(WhyNot.OTHER_BOARD, f"this is {me.serial or 'a board without a number'}")
    if me.now_s > board.valid_until_s:
        raise NotTakenIn(WhyNot.EXPIRED)


def _taken(given: Path) -> Taken | None:
    try:
        found = msgspec.json.decode(read_file(given / TAKEN, MOST_BYTES), type=Taken)
    except NotReadable:
        return None
    except msgspec.MsgspecError as error:
        raise NotTakenIn(WhyNot.UNREADABLE, f"{given / TAKEN}: {error}") from None
    if len(found.signer) != 2 * KEY:
        raise NotTakenIn(WhyNot.UNREADABLE, f"{given / TAKEN}: names no signer")
    return found


def _write(board: BoardFile, taken: Taken, data: Path, step: Step) -> None:
    """Write all of it beside, and put it in place in one instant."""
    coming, given = data / COMING, data / GIVEN
    coming.mkdir(mode=0o755, parents=True)
    files = {**board.files, TAKEN: msgspec.json.encode(taken)}
    for name, contents in files.items():
        step()
        (coming / name).parent.mkdir(mode=0o755, exist_ok=True)
        write_whole(coming / name, contents)
        (coming / name).chmod(0o600 if name.endswith(".key") else 0o644)
    for folder in {coming, *((coming / name).parent for name in files)}:
        _sync(folder)
    step()
    if given.exists():
        _exchange(coming, given)
    else:
        coming.rename(given)
    _sync(data)
    step()
    shutil.rmtree(coming, ignore_errors=True)


def _exchange(one: Path, other: Path) -> None:
    """Let two folders change places: at no instant is there neither."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.renameat2(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), str(other))


def _remove(file: Path, data: Path, taken: Taken, step: Step) -> str:
    """Overwrite the file and remove it: a key was in it."""
    step()
    with file.open("r+b") as out:
        out.write(bytes(file.stat().st_size))
        out.flush()
        os.fsync(out.fileno())
    step()
    folder = file.parent
    file.unlink()
    _sync(folder)
    step()
    write_whole(data / GIVEN / TAKEN, msgspec.json.encode(Taken(taken.signer, taken.numbers)))
    return "removed the file that was taken in before"


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
