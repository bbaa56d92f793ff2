"""A share of one core for a process, by the kernel's own quota: a control group for each, of version 1 or 2."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from firmware.measures.tools import CannotBeMeasured

# A period this short keeps stalls short: a process has its share of each.
QUOTA_US: Final = 1000
GROUPS: Final = Path("/sys/fs/cgroup")


class NoQuota(CannotBeMeasured):
    """A process cannot be given a share of a core here. Says why."""

    def __init__(self, why: str) -> None:
        super().__init__(f"no share of a core can be given: {why}")


@contextmanager
def share_of_a_core(name: str, percent: float, groups: Path = GROUPS) -> Iterator[Path]:
    """Make a group, and return the file that processes are put into. Raises NoQuota."""
    group = _root(groups) / f"rapid-table-{os.getpid()}-{name}"
    try:
        group.mkdir()
    except OSError as error:
        raise NoQuota(f"{group}: {error.strerror}; it takes root") from None
    try:
        _limit(group, percent)
        yield group / "cgroup.procs"
    finally:
        group.rmdir()


def _root(groups: Path) -> Path:
    """Return where groups with a quota are made."""
    old = groups / "cpu"
    if (old / "cgroup.procs").exists():
        return old
    controllers = groups / "cgroup.subtree_control"
    if not controllers.exists():
        raise NoQuota(f"there is no control group for processors under {groups}")
    try:
        if "cpu" not in controllers.read_text().split():
            controllers.write_text("+cpu")
    except OSError as error:
        raise NoQuota(f"{controllers}: {error.strerror}; it takes root") from None
    return groups


def _limit(group: Path, percent: float) -> None:
    period = round(QUOTA_US * 100 / percent)
    try:
        if (group / "cpu.max").exists():
            (group / "cpu.max").write_text(f"{QUOTA_US} {period}")
        else:
            (group / "cpu.cfs_period_us").write_text(str(period))
            (group / "cpu.cfs_quota_us").write_text(str(QUOTA_US))
    except OSError as error:
        raise NoQuota(f"{group}: {error.strerror}") from None
