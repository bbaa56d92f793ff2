"""What root leaves of an update is there for the role to read, whatever mask the units have."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.updating.floor import raise_floor
from firmware.updating.install import STATE, UpdateState
from firmware.updating.outcome import UpdateOutcome, keep, write_outcome


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """The mask of the units, under which nobody else reads what is made."""
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.mark.parametrize(
    "leave",
    [
        lambda folder: raise_floor(folder, "0.2.0"),
        lambda folder: keep(folder, STATE, UpdateState("ready", "0.2.1")),
        lambda folder: write_outcome(folder, UpdateOutcome("healthy", "0.2.0")),
    ],
    ids=["floor", "state", "outcome"],
)
def test_the_role_reaches_what_root_leaves(tmp_path: Path, leave: Callable[[Path], object]) -> None:
    folder = tmp_path / "update"
    leave(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755


def test_a_folder_that_older_software_closed_is_opened(tmp_path: Path) -> None:
    folder = tmp_path / "update"
    folder.mkdir(mode=0o700)
    keep(folder, STATE, UpdateState("ready", "0.2.1"))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    assert stat.S_IMODE((folder / STATE).stat().st_mode) == 0o644
