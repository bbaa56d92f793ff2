"""The server itself: mutual TLS, and who may speak and listen as whom."""

import asyncio
import socket
import ssl
from pathlib import Path
from typing import Any

import nats
import pytest
from nats_under_test import Server
from raw_board import CONNECT

from firmware.cli.main import main
from firmware.game import steps as s
from firmware.link.bus import Reply
from firmware.link.nats_bus import NatsBus, connect
from firmware.link.nats_link import tls_context
from firmware.link.remote_table import RemoteTable
from firmware.link.settings import NetworkSettings
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.journal.memory import MemoryJournal
from firmware.table_board.answers import TableBoard
from hal.clock import LoopClock
from hal.note_way import NoteInFlight
from sim.notes import ALL

pytestmark = pytest.mark.lab(80)


async def violated(bus: NatsBus, what: Any) -> bool:
    """Whether the server complains of what was said or wanted."""
    before = len(bus.violations)
    await what
    for _ in range(100):
        if len(bus.violations) > before:
            return True
        await asyncio.sleep(0.01)
    return False


@pytest.mark.outside
def test_a_terminal_speaks_and_listens_as_itself_alone(server: Server) -> None:
    async def whole() -> None:
        asked: list[tuple[str, bytes]] = []

        def come(device: str, data: bytes, reply: Reply | None) -> None:
            asked.append((device, data))
            assert reply is not None
            reply(b"yes")

        table = await connect(server.settings("table"))
        await table.serve(come, ())
        ats = await connect(server.settings("ats-1"))
        assert await ats.ask(b"mine", 2) == b"yes"
        assert asked == [("ats-1", b"mine")]

        for subject in ("ask.ats-2", "ask.sgc-1", "account.ats-2", "public", "beat.table", "beat.ats-2"):
            assert await violated(ats, ats.publish(subject, b"forged")), subject
        for subject in ("account.ats-2", "ask.*", "ask.ats-2", ">", "account.*", "_INBOX_ats-2.>", "_INBOX_table.>"):
            assert await violated(ats, ats.hear(subject, lambda _: None)), subject
        assert asked == [("ats-1", b"mine")]
        await ats.close()
        await table.close()

    asyncio.run(whole())


@pytest.mark.outside
def test_nobody_comes_in_without_a_certificate_of_the_tables_own(server: Server, tmp_path: Path) -> None:
    async def whole() -> None:
        strict = tls_context(server.settings("ats-1"))
        strict.verify_flags |= ssl.VERIFY_X509_STRICT  # as from Python 3.13 on
        assert not refused(server.port, tls_context(server.settings("ats-1")))
        known = await nats.connect(server.url, tls=strict, inbox_prefix="_INBOX_ats-1")
        await known.close()
        nobody = ssl.create_default_context(cafile=str(server.folder / "authority.pem"))
        assert refused(server.port, nobody)
        assert refused(server.port, None)
        assert main(["provision", str(tmp_path / "other"), "--ats", "1"]) == 0
        stranger = tls_context(NetworkSettings(server.url, "ats-1", str(tmp_path / "other")))
        stranger.load_verify_locations(server.folder / "authority.pem")
        assert refused(server.port, stranger)

    asyncio.run(whole())


def refused(port: int, context: ssl.SSLContext | None) -> bool:
    """Whether the server does not let it in: in which layer it says so, OpenSSL and the system decide."""
    with socket.create_connection(("127.0.0.1", port), 5) as plain:
        assert plain.recv(65536).startswith(b"INFO")
        try:
            spoken = plain if context is None else context.wrap_socket(plain, server_hostname="127.0.0.1")
            with spoken:
                spoken.sendall(CONNECT)
                return b"PONG" not in spoken.recv(65536)
        except (ssl.SSLError, ConnectionError):
            return True


@pytest.mark.outside
def test_a_certificate_that_was_renewed_or_revoked_is_let_in_no_longer(server: Server) -> None:
    async def whole() -> None:
        old = tls_context(server.settings("ats-1"))
        gone = tls_context(server.settings("ats-2"))
        assert main(["provision", str(server.folder), "--renew", "ats-1"]) == 0
        assert main(["provision", str(server.folder), "--revoke", "ats-2"]) == 0
        assert server.process is not None
        server.process.send_signal(1)  # SIGHUP: read the users anew
        await asyncio.sleep(0.3)
        assert refused(server.port, old)
        assert refused(server.port, gone)
        renewed = await connect(server.settings("ats-1"))
        await renewed.close()

    asyncio.run(whole())


@pytest.mark.outside
def test_a_table_and_a_terminal_across_the_server_that_is_killed_and_comes_back(server: Server) -> None:
    async def whole() -> None:
        board: list[TableBoard] = []

        def publish(happened: Happened) -> None:
            board[0].follow(happened)

        clock = LoopClock(asyncio.get_running_loop())
        service = TableService(Setup("crown-baccarat", notes=ALL), MemoryJournal(), clock, publish)
        board.append(TableBoard(service, await connect(server.settings("table"))))
        changed = asyncio.Event()
        ats = RemoteTable(await connect(server.settings("ats-1")), changed.set, "4f2a90c1d3e5b786")
        await service.start()
        tasks = [asyncio.create_task(board[0].run()), asyncio.create_task(ats.run())]
        await service.submit(s.NewShoe(8))
        async with asyncio.timeout(10):
            while not (ats.there and ats.account):
                await changed.wait()
                changed.clear()
        await ats.credit(NoteInFlight(1, 20_00, currency="USD"))
        await service.submit(s.OpenBets())
        assert await ats.set_wager("player", 10_00) == 10_00
        server.stop()
        crediting = asyncio.create_task(ats.credit(NoteInFlight(2, 50_00, currency="USD")))
        await asyncio.sleep(0.3)
        assert not crediting.done()
        server.start()
        async with asyncio.timeout(15):
            await crediting
        assert service.state.balance(1) == 60_00
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(whole())


def test_provisioning_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "c")
    assert main(["provision", folder]) == 2
    assert main(["provision", folder, "--renew", "ats-1"]) == 2
    assert main(["provision", folder, "--ats", "1"]) == 0
    assert (tmp_path / "c/authority/authority.key").stat().st_mode & 0o077 == 0
    for words in (["--ats", "1"], ["--renew", "ats-9"], ["--revoke", "ats-9"], ["--add", "ats-1"], ["--ats", "51"]):
        assert main(["provision", folder, *words]) == 2
    assert main(["provision", folder, "--add", "ats-9"]) == 0
    assert (tmp_path / "c/ats-9.pem").exists()
    assert capsys.readouterr().err.count("\n") == 7
