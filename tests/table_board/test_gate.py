"""A device that floods loses its connection, for longer each time, and nobody else notices."""

import asyncio
import json
import signal
import tomllib
from pathlib import Path

import pytest
from nats_under_test import Server
from raw_board import RawBoard

from firmware.cli.main import main
from firmware.config import read_board
from firmware.game import steps as s
from firmware.link.nats_bus import connect
from firmware.link.permissions import bar
from firmware.link.remote_table import RemoteTable
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.journal.memory import MemoryJournal
from firmware.table_board import conduct
from firmware.table_board.answers import TableBoard
from firmware.table_board.gate import FileGate
from hal.clock import LoopClock

DEPLOY = Path(__file__).parents[2] / "deploy"
SNAPSHOT = b'{"number":"1","until":1,"what":{"ask":"snapshot"}}'
REQUEST = b"PUB ask.ats-1 _INBOX_ats-1.a %d\r\n%s\r\n" % (len(SNAPSHOT), SNAPSHOT)


class ServersGate:
    """What systemd does on a board: the users are written anew, and the server reads them."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.barred: list[frozenset[str]] = []

    def __call__(self, devices: frozenset[str]) -> None:
        self.barred.append(devices)
        bar(self._server.folder, devices)
        assert self._server.process is not None
        self._server.process.send_signal(signal.SIGHUP)


async def is_let_in(server: Server, device: str) -> bool:
    try:
        bus = await connect(server.settings(device))
    except OSError:
        return False
    await bus.close()
    return True


async def flooded_until_cut_off(server: Server) -> float:
    """Flood the table until the server closes the connection; how long that took."""
    start = asyncio.get_running_loop().time()
    async with RawBoard(server, "ats-1") as board:
        try:
            async with asyncio.timeout(20):
                while True:
                    await board.say(REQUEST * 100)
                    await asyncio.sleep(0.02)
        except ConnectionError:
            return asyncio.get_running_loop().time() - start


async def a_flood_and_a_wager_beside_it(server: Server) -> None:
    loop = asyncio.get_running_loop()
    boards: list[TableBoard] = []

    def publish(happened: Happened) -> None:
        for board in boards:
            board.follow(happened)

    setup = Setup("crown-baccarat", ats=3, period=600_000)
    service = TableService(setup, MemoryJournal(), LoopClock(loop, 1_000_000), publish)
    gate = ServersGate(server)
    boards.append(TableBoard(service, await connect(server.settings("table")), gate))
    await service.start()
    for command in (s.NewShoe(8), BuyIn(2, 1000_00), s.OpenBets()):
        await service.submit(command)
    honest = RemoteTable(await connect(server.settings("ats-2")), lambda: None)
    tasks = [asyncio.create_task(boards[0].run()), asyncio.create_task(honest.run())]
    while not (honest.there and honest.account):
        await asyncio.sleep(0.02)

    flooding = asyncio.create_task(flooded_until_cut_off(server))
    wagers = 0
    while not flooding.done():
        amount = 5_00 + wagers % 2 * 5_00
        assert await honest.set_wager("player", amount) == amount
        wagers += 1
        await asyncio.sleep(0.3)
    # A second unheard, then it goes on, and is barred at once.
    assert 0.9 < flooding.result() < 10
    assert wagers > 2
    assert gate.barred[-1] == {"ats-1"}
    assert not await is_let_in(server, "ats-1")
    async with asyncio.timeout(5):
        while "ats 1" not in service.state.faults:
            await asyncio.sleep(0.05)
    async with asyncio.timeout(10):
        while gate.barred[-1]:
            await asyncio.sleep(0.05)
    await asyncio.sleep(0.2)
    assert await is_let_in(server, "ats-1")
    assert not [task for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.outside
@pytest.mark.rule("crown 11.14")
def test_a_device_that_floods_loses_its_connection_and_nobody_else_notices(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conduct, "BARRED_S", 2.0)
    asyncio.run(a_flood_and_a_wager_beside_it(server))


@pytest.mark.outside
def test_who_is_barred_is_let_in_no_longer_and_all_others_stay(server: Server) -> None:
    async def whole() -> None:
        table, first, second = [await connect(server.settings(name)) for name in ("table", "ats-1", "ats-2")]
        await table.serve(lambda _device, _data, reply: reply(b"yes") if reply is not None else None, ())
        gate = ServersGate(server)
        assert await first.ask(b"?", 1) == b"yes"
        gate(frozenset({"ats-1", "table", "server", "nobody"}))
        await asyncio.sleep(0.3)
        assert not await is_let_in(server, "ats-1")
        for _ in range(20):  # and none of their answers is lost while the server reads its users
            gate(frozenset({"ats-1"}))
            assert await second.ask(b"?", 1) == b"yes"
        gate(frozenset())
        await asyncio.sleep(0.3)
        assert await is_let_in(server, "ats-1")
        for bus in (first, second, table):
            await bus.close()

    asyncio.run(whole())


@pytest.mark.outside
def test_the_list_that_a_table_leaves_is_what_provision_reads(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, barred = server.folder, tmp_path / "barred.json"
    users = (folder / "users.conf").read_text()
    assert main(["provision", str(folder), "--bar", str(barred)]) == 0  # nothing is there yet
    gate = FileGate(barred)
    gate(frozenset({"ats-2", "ats-1"}))
    assert json.loads(barred.read_text()) == ["ats-1", "ats-2"]
    capsys.readouterr()
    assert main(["provision", str(folder), "--bar", str(barred)]) == 0
    assert "barred: ats-1, ats-2" in capsys.readouterr().out
    left = (folder / "users.conf").read_text()
    assert "CN=ats-1," not in left
    assert "CN=ats-3" in left
    assert "CN=table" in left
    assert '"_INBOX_ats-1.>"' in left  # the table may answer it as soon as it is back
    FileGate(barred)
    assert main(["provision", str(folder), "--bar", str(barred)]) == 0
    assert (folder / "users.conf").read_text() == users
    for junk in ("{", '{"ats-1": 1}', "[1]", '["' + "x" * 20_000 + '"]'):
        barred.write_text(junk)
        assert main(["provision", str(folder), "--bar", str(barred)]) == 2
    assert (folder / "users.conf").read_text() == users


def test_a_list_that_cannot_be_written_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    FileGate(tmp_path / "nowhere" / "barred.json")
    assert "nobody is barred" in caplog.text


def test_only_a_table_bars() -> None:
    text = '[network]\nserver = "tls://x:4222"\ndevice = "ats-1"\ncertificates = "c"\nbarred = "b"\n'
    with pytest.raises(ValueError, match=r"network\.barred: a board with role ats"):
        read_board('role = "ats"\n[terminal]\nnumber = 1\npocket = "p"\n' + text)


def test_the_units_look_where_the_table_writes() -> None:
    barred = tomllib.loads((DEPLOY / "table.toml").read_text())["network"]["barred"]
    path, gate, table, nats = (
        (DEPLOY / "units" / name).read_text()
        for name in (
            "rapid-table-gate.path", "rapid-table-gate.service",
            "rapid-table-table.service", "rapid-table-nats.service",
        )
    )  # fmt: skip
    assert f"PathChanged={barred}\n" in path
    assert f"--bar {barred}\n" in gate
    assert "reload rapid-table-nats.service\n" in gate
    assert f"RuntimeDirectory={Path(barred).parent.name}\n" in table
    assert "rapid-table-gate.path" in table
    # The table's user may neither signal the server nor write its users.
    assert "User=rapid-table\n" in table
    assert "User=rapid-table-nats\n" in nats
    assert "User=" not in gate


def test_what_a_device_has_the_server_write_into_its_log_is_bounded() -> None:
    unit = (DEPLOY / "units/rapid-table-nats.service").read_text()
    assert "LogRateLimitIntervalSec=60s\nLogRateLimitBurst=200\n" in unit
