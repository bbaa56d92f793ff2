"""Puts a bundle into the other slot while the table plays, and starts it once people allow it."""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from firmware.files import NotReadable, read_file
from firmware.updating.bundle import (
    CHUNK,
    ENDS,
    Bundle,
    NotUpdated,
    Reached,
    WhyNotUpdated,
    need_fits,
    need_whole,
    read_head,
    write_slot,
)
from firmware.updating.floor import floor_of, order
from firmware.updating.folder import have_folder
from firmware.updating.outcome import BEFORE, OUTCOME, UpdateOutcome, keep, write_outcome
from firmware.updating.slots import SlotError, Slots
from firmware.updating.vitals import read_vitals

STATE: Final = "state.json"
LOCK: Final = "lock"
CANCEL: Final = "cancel"
MOST_BYTES: Final = 65_536
# So much a second: a card that is written faster is slow for the journal. `--rate` says otherwise.
RATE: Final = 4 * 1024 * 1024
# writing: into the other slot. ready: it waits for people's word. tried: it is started next.
Phase = Literal["writing", "ready", "tried", "refused", "cancelled"]


class UpdateState(Struct, frozen=True):
    """How an update stands, for the role and for people."""

    phase: Phase
    version: str = ""
    code: str = ""
    said: str = ""
    done: int = 0
    of: int = 0


class Updated(Struct, frozen=True):
    """The board that is updated: what it is, and what it believes. `reads`: whether journals fit, both ways."""

    role: str
    version: str
    pinned: bytes
    folder: Path
    slots: Slots
    journal: Callable[[bytes], WhyNotUpdated | None]
    no_way_back: bool = False


def state_of(folder: Path) -> UpdateState | None:
    """Return how an update stands; None where there is none."""
    try:
        return msgspec.json.decode(read_file(folder / STATE, MOST_BYTES), type=UpdateState)
    except (NotReadable, msgspec.MsgspecError):
        return None


def found(place: Path) -> Path:
    """Return the bundle that was named, or the one that lies in a folder. Raises NotUpdated."""
    if not place.is_dir():
        return place
    files = sorted(place.glob(f"*{ENDS}"))
    if len(files) != 1:
        raise NotUpdated(WhyNotUpdated.TWO_FILES, ", ".join(file.name for file in files) or str(place))
    return files[0]


def need_fit(bundle: Bundle, board: Updated) -> None:
    """Refuse what this board does not take, before anything is written. Raises NotUpdated."""
    if bundle.role != board.role:
        raise NotUpdated(WhyNotUpdated.OTHER_ROLE, f"it is for {bundle.role}, and this is {board.role}")
    if order(bundle.version) == order(board.version):
        raise NotUpdated(WhyNotUpdated.SAME, bundle.version)
    try:
        floor = floor_of(board.folder)
    except ValueError as error:
        raise NotUpdated(WhyNotUpdated.TOO_OLD, str(error)) from None
    if floor and order(bundle.version) < order(floor):
        raise NotUpdated(WhyNotUpdated.TOO_OLD, f"{bundle.version}, and {floor} was healthy here")
    why = board.journal(bytes(bundle.journal))
    if why is not None and not (why is WhyNotUpdated.NO_WAY_BACK and board.no_way_back):
        raise NotUpdated(why)


def install(place: Path, board: Updated, wait: Callable[[int], None]) -> Bundle:
    """Write a bundle to the other slot. `wait` is told how many bytes were written, and sees to the rate.

    Raises NotUpdated: then the slot that runs is as it was, and the other one is not started.
    """
    with _alone(board.folder):
        (board.folder / CANCEL).unlink(missing_ok=True)
        try:
            bundle = _installed(place, board, wait)
        except (NotUpdated, OSError, SlotError) as error:
            refused = error if isinstance(error, NotUpdated) else _refused(error)
            cancelled = refused.why is WhyNotUpdated.CANCELLED
            _tell(board.folder, UpdateState("cancelled" if cancelled else "refused", "", refused.why, str(refused)))
            raise refused from None
        _tell(board.folder, UpdateState("ready", bundle.version))
        return bundle


def _refused(error: OSError | SlotError) -> NotUpdated:
    return NotUpdated(WhyNotUpdated.NO_SLOT if isinstance(error, SlotError) else WhyNotUpdated.UNREADABLE, str(error))


def _installed(place: Path, board: Updated, wait: Callable[[int], None]) -> Bundle:
    with found(place).open("rb") as file:
        bundle = read_head(file, board.pinned)
        need_fit(bundle, board)
        need_whole(file, bundle)
        if not board.slots.there:
            raise NotUpdated(WhyNotUpdated.NO_SLOT)
        status = board.slots.status()
        parts = status.slots[status.other].parts
        need_fits(bundle, parts)
        # Before the first byte: a slot that is half written is not started, whatever happens to the one that runs.
        board.slots.clear()

        def reached(so_far: Reached) -> None:
            if (board.folder / CANCEL).exists():
                raise NotUpdated(WhyNotUpdated.CANCELLED)
            # Not durable: each sync would be one that the journal waits for.
            keep(
                board.folder, STATE, UpdateState("writing", bundle.version, "", "", so_far.done, so_far.of), sync=False
            )
            wait(min(CHUNK, so_far.of))

        write_slot(file, bundle, parts, reached)
    return bundle


def cancel(folder: Path) -> None:
    """Have an update not take place: while it is written it leaves off, and once it is ready it is not started."""
    state = state_of(folder)
    if state is None or state.phase not in ("writing", "ready"):
        raise NotUpdated(WhyNotUpdated.NOT_READY)
    (folder / CANCEL).touch()
    with suppress(NotUpdated), _alone(folder):
        why = NotUpdated(WhyNotUpdated.CANCELLED)
        _tell(folder, UpdateState("cancelled", state.version, why.why, str(why)))


def activate(board: Updated, vitals: Path, restart: Callable[[], None]) -> str:
    """Start the other slot, which is ready and whose start people have allowed. Raises NotUpdated, SlotError."""
    with _alone(board.folder):
        state = state_of(board.folder)
        if state is None or state.phase != "ready":
            raise NotUpdated(WhyNotUpdated.NOT_READY)
        before = read_vitals(vitals)
        if before is not None:
            keep(board.folder, BEFORE, before)
        write_outcome(board.folder, UpdateOutcome("tried", state.version))
        try:
            board.slots.activate()
        except SlotError as error:
            # Nothing waits any more: the table plays on with the software that runs.
            (board.folder / OUTCOME).unlink()
            _tell(board.folder, UpdateState("refused", state.version, WhyNotUpdated.NO_SLOT, str(error)))
            raise
        _tell(board.folder, UpdateState("tried", state.version))
    restart()
    return state.version


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One at a time. Raises NotUpdated."""
    have_folder(folder)
    with (folder / LOCK).open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise NotUpdated(WhyNotUpdated.UNDER_WAY) from None
        yield


def _tell(folder: Path, state: UpdateState) -> None:
    keep(folder, STATE, state)
