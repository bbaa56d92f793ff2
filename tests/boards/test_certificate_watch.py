"""A certificate that ends while its board runs is a fault too, with a month's notice."""

import asyncio
from pathlib import Path

from device_under_test import run

from firmware.boards.certificate_watch import LOOK_S, certificate_watch
from firmware.boards.own_faults import OwnFaults
from firmware.cli.main import main
from firmware.link.certificate import DAY_S, days_left
from firmware.link.settings import NetworkSettings
from hal.clock import wall_s


def test_it_is_noticed_while_the_board_runs_and_forgotten_once_renewed(tmp_path: Path) -> None:
    assert main(["provision", str(tmp_path / "t"), "--ats", "1", "--listen", "127.0.0.1:4222"]) == 0
    network = NetworkSettings("tls://127.0.0.1:4222", "ats-1", str(tmp_path / "t"))
    now = wall_s()
    left = days_left(tmp_path / "t/ats-1.pem", now)

    async def story() -> None:
        nonlocal now
        faults = OwnFaults()
        (watch,) = certificate_watch(network, faults, lambda: now)
        task = asyncio.create_task(watch)
        await asyncio.sleep(1)
        assert faults.seen() == ()
        now += (left - 30) * DAY_S
        await asyncio.sleep(LOOK_S)
        assert faults.seen() == ()
        now += DAY_S
        await asyncio.sleep(LOOK_S)
        assert [part.faults for part in faults.seen()] == [frozenset({"certificate_ends"})]
        now -= DAY_S
        await asyncio.sleep(LOOK_S)
        assert faults.seen() == ()
        task.cancel()

    run(story)


def test_a_board_without_a_network_has_none() -> None:
    assert certificate_watch(None, OwnFaults()) == []
