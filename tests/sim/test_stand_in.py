"""The stand-in for a small board: a share of a core, a card that is slow and counted, what is made of its figures."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools_needed import need

from firmware.measures.tools import CannotBeMeasured
from sim.stand_in import card, measures, processor
from sim.stand_in.card import SlowCard
from sim.stand_in.processes import of_film
from sim.stand_in.processor import NoQuota, share_of_a_core


class Kernel:
    """A folder that stands for the kernel's: it makes the files of a group that is made there."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, *files: str) -> None:
        self.folder = folder
        made = Path.mkdir

        def mkdir(path: Path) -> None:
            made(path)
            for file in files:
                (path / file).touch()

        def rmdir(path: Path) -> None:
            self.gone = path

        monkeypatch.setattr(Path, "mkdir", mkdir)
        monkeypatch.setattr(Path, "rmdir", rmdir)


def test_a_share_of_the_older_kind_of_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu/cgroup.procs").touch()
    kernel = Kernel(tmp_path, monkeypatch, "cgroup.procs", "cpu.cfs_period_us", "cpu.cfs_quota_us")
    with share_of_a_core("table", 20, tmp_path) as processes:
        group = processes.parent
        assert group.parent == tmp_path / "cpu"
        quota, period = (int((group / f"cpu.cfs_{what}_us").read_text()) for what in ("quota", "period"))
        assert quota / period == pytest.approx(0.20)
    assert kernel.gone == group


def test_a_share_of_the_newer_kind_of_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cgroup.subtree_control").write_text("memory pids")
    Kernel(tmp_path, monkeypatch, "cgroup.procs", "cpu.max")
    with share_of_a_core("table", 7, tmp_path) as processes:
        assert (tmp_path / "cgroup.subtree_control").read_text() == "+cpu"
        quota, period = map(int, (processes.parent / "cpu.max").read_text().split())
        assert quota / period == pytest.approx(0.07, rel=0.001)


def test_where_no_share_can_be_given_it_is_said_why(tmp_path: Path) -> None:
    with pytest.raises(NoQuota, match="no control group for processors"), share_of_a_core("table", 7, tmp_path):
        pass
    (tmp_path / "cgroup.subtree_control").mkdir()  # nobody can write there, not even root
    with pytest.raises(NoQuota, match="Is a directory; it takes root"), share_of_a_core("table", 7, tmp_path):
        pass
    (tmp_path / "cgroup.subtree_control").rmdir()
    (tmp_path / "cgroup.subtree_control").write_text("cpu")
    (tmp_path / f"rapid-table-{os.getpid()}-table").touch()
    with pytest.raises(NoQuota, match="File exists; it takes root"), share_of_a_core("table", 7, tmp_path):
        pass


def test_a_kernel_that_takes_no_quota(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cgroup.subtree_control").write_text("cpu")
    kernel = Kernel(tmp_path, monkeypatch, "cgroup.procs")
    written = Path.write_text

    def write(path: Path, text: str) -> int:
        if path.name == "cpu.cfs_period_us":
            raise OSError(22, "Invalid argument")
        return written(path, text)

    monkeypatch.setattr(Path, "write_text", write)
    with pytest.raises(NoQuota, match="Invalid argument"), share_of_a_core("table", 7, tmp_path):
        pass
    assert kernel.gone.name.endswith("-table")


def test_a_card_that_comes_without_its_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card, "SOURCE", tmp_path / "slow_card.c")
    with pytest.raises(CannotBeMeasured, match=r"slow_card\.c is not there: it comes with the sources"):
        SlowCard(tmp_path, 30)


@pytest.mark.outside
def test_a_slow_card_counts_each_sync_and_takes_its_time(tmp_path: Path) -> None:
    need("cc")
    slow = SlowCard(tmp_path, 50)
    code = """
import os, sys, time
with open(sys.argv[1], "w") as file:
    began = time.monotonic()
    os.fsync(file.fileno())
    os.fdatasync(file.fileno())
    print(time.monotonic() - began)
"""
    words = [sys.executable, "-c", code, str(tmp_path / "file")]
    run = subprocess.run(words, env=slow.environment, capture_output=True, text=True, check=True)
    assert slow.syncs == 2
    assert float(run.stdout) >= 0.1


def test_what_is_made_of_a_rush(monkeypatch: pytest.MonkeyPatch) -> None:
    # 197 of 200 are accepted, after 1 to 197 ms; the table took 0.4 s for them, a tenth of it for its console.
    taken = (*(float(ms) for ms in range(1, 198)), None, None, None)
    rush = measures.Rushed(taken, cpu_s=0.4, drawing_s=0.04)
    found = measures.Played(rush, ((2, 70.0), (1, 65.0), (3, 90.0), (2, 75.0), (2, 71.0)), rest=0.0028)
    monkeypatch.setattr(measures, "played", lambda _: found)
    assert measures.rush_50_accepted_percent(7).value == 98.5
    late = measures.rush_50_p99_ms(7)
    assert (late.value, late.reference) == (196.0, 99.0)
    assert measures.rush_50_console_percent(7).value == 10.0
    assert measures.wager_cpu_ms(7).value == 2.0
    assert measures.instant_50_syncs(7).value == 2
    assert measures.instant_50_last_ms(7).value == 71.0
    assert measures.rest_percent(7).value == 4.0


def test_a_rush_of_which_nothing_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = measures.Played(measures.Rushed((None, None), 0.1, 0.0), ((0, float("inf")),), 0.0)
    monkeypatch.setattr(measures, "played", lambda _: lost)
    assert measures.rush_50_accepted_percent(7).value == 0
    assert measures.rush_50_p99_ms(7).value == float("inf")


def test_the_default_groups_are_the_kernels() -> None:
    assert Path("/sys/fs/cgroup") == processor.GROUPS


def test_what_is_made_of_a_film() -> None:
    # 99 pictures stood for 20 ms each, and one for 220 ms: a hundred in 2.2 s, and at the slowest 4.5 a second.
    figure = of_film([20.0] * 99 + [220.0])
    assert (figure.value, figure.unit, figure.reference) == (45.5, "pictures/s", 4.5)
    with pytest.raises(CannotBeMeasured, match="nothing moved"):
        of_film([])
