"""A board's figures: as Prometheus reads them, for whoever asks on loopback, and nothing that is anybody's secret."""

import asyncio
import json
import logging
import re
import socket
from pathlib import Path

import pytest
from device_under_test import run
from table_under_test import Table

from firmware.board_parts import MetricsSettings
from firmware.boards import metrics as module
from firmware.boards.metrics import Metric, Metrics, metrics_of, page, slot_of
from firmware.boards.own_faults import OwnFaults, PartSeen
from firmware.boards.vital_signs import VitalSigns
from firmware.cli.log import JsonLines, entry, start_log
from firmware.config import Board, read_board
from firmware.game import steps as s
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.devices import ReportDevice
from firmware.table.features.wagers import Wager
from firmware.table_board.figures import figures_of
from firmware.table_board.own_reports import OwnReports
from hal.device import FaultBegan

LINE = re.compile(r'[a-z_]+(?:\{[a-z_]+="[^"\n]*"(?:,[a-z_]+="[^"\n]*")*\})? -?[0-9.e+-]+')
BOARD = """
role = "wnd"
[screen]
size = [1280, 800]
[network]
server = "tls://127.0.0.1:4222"
device = "wnd-1"
certificates = "/nowhere"
[metrics]
listen = "{listen}"
"""


def board(listen: str = "127.0.0.1:9464") -> Board:
    return read_board(BOARD.format(listen=listen))


def signs() -> VitalSigns:
    parts = (PartSeen("wnd", frozenset({"silent"})),)
    return VitalSigns("wnd", ("wnd",), lambda: "", lambda: parts, lambda: "sound", lambda: 7)


def values(text: str) -> dict[str, float]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(LINE.fullmatch(line) for line in lines), lines
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


def test_what_every_board_says_of_itself() -> None:
    settings = board().config.metrics
    assert settings is not None
    found = values(Metrics(settings, board(), signs()).page())
    assert found["rapid_table_up"] == found["rapid_table_picture"] == 1
    assert found["rapid_table_journal_row"] == 7
    assert found['rapid_table_fault{part="wnd",code="silent"}'] == 1
    assert any(name.startswith('rapid_table_info{role="wnd",version="') for name in found)


def test_what_a_table_counts() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00), s.OpenBets())
        await table.refuse(Wager(2, "player", 5_00))
        await table.refuse(Wager(3, "player", 5_00))
        await table.tell(ReportDevice("ats-1 ticket_printer", "fault paper_out"))
        found = values(page(figures_of(table.service)))
        assert found["rapid_table_coups_total"] == 1
        assert found['rapid_table_refusals_total{code="no_account"}'] == 1
        assert found['rapid_table_refusals_total{code="no_terminal"}'] == 1
        assert found['rapid_table_board_fault{board="ats-1 ticket_printer",code="paper_out"}'] == 1
        # Opened, a shoe, a buy-in, betting, a report.
        assert found["rapid_table_commits_total"] == 5
        assert found["rapid_table_accounts_open"] == 1
        assert found["rapid_table_commands_waiting"] == 0

    Table(ats=2).run(story)


def test_what_a_name_says_cannot_forge_a_line() -> None:
    text = page([Metric("x", "X.", {(("part", 'a"\n\\b'),): 1.5})])
    assert text.splitlines()[-1] == 'rapid_table_x{part="a\\"\\n\\\\b"} 1.5'


@pytest.mark.parametrize(
    "listen", ["127.0.0.1", "0.0.0.0:9464", "8.8.8.8:9464", "table.local:9464", "127.0.0.1:0", "127.0.0.1:٩", "[::]:9"]
)
def test_figures_are_served_on_loopback_and_private_networks_alone(listen: str) -> None:
    with pytest.raises(ValueError, match=r"metrics.*listen"):
        board(listen)


def test_a_private_address_and_version_six_are_taken() -> None:
    assert MetricsSettings("10.0.7.1:9464").listen == "10.0.7.1:9464"
    assert MetricsSettings("[::1]:9464").listen == "[::1]:9464"


def test_a_board_that_says_nothing_serves_nothing() -> None:
    assert metrics_of(read_board(BOARD.partition("[metrics]")[0]), signs()) == []


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


async def asked(port: int, question: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(question)
        return await reader.read()
    except ConnectionResetError:
        return b""  # it left while there was more to read
    finally:
        writer.close()


@pytest.mark.outside
def test_whoever_asks_for_the_page_gets_it_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ASKS_S", 0.5)

    async def story() -> None:
        port = free_port()
        (serving,) = metrics_of(board(f"127.0.0.1:{port}"), signs())
        task = asyncio.create_task(serving)
        await asyncio.sleep(0.2)
        said = await asked(port, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        assert said.startswith(b"HTTP/1.0 200 OK\r\n")
        assert b"rapid_table_up 1\n" in said
        assert b" 404 " in await asked(port, b"GET /../etc/passwd HTTP/1.1\r\n\r\n")
        assert await asked(port, b"x" * 10_000) == b""
        # Whoever asks nothing is not waited for, and five at once are one too many.
        assert await asyncio.gather(*(asked(port, b"GET") for _ in range(5))) == [b""] * 5
        assert b"200 OK" in await asked(port, b"GET /metrics HTTP/1.0\r\n\r\n")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(story())


@pytest.mark.outside
def test_a_port_that_is_taken_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            (serving,) = metrics_of(board(f"127.0.0.1:{taken.getsockname()[1]}"), signs())
            task = asyncio.create_task(serving)
            await asyncio.sleep(0.2)
            assert not task.done()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    asyncio.run(story())
    assert "metrics: 127.0.0.1" in caplog.text


def test_the_slot_is_the_one_that_the_image_names(tmp_path: Path) -> None:
    assert slot_of(tmp_path / "name") == ""
    (tmp_path / "name").write_text("b\n")
    assert slot_of(tmp_path / "name") == "b"


# The log.


def fault_record() -> logging.LogRecord:
    made = logging.LogRecord("firmware.x", logging.INFO, "x.py", 7, "wnd: fault silent\nforged", (), None, "f")
    made.__dict__["fields"] = {"device": "wnd", "what": "fault silent"}
    return made


def test_a_line_of_json_has_the_faults_code() -> None:
    line = JsonLines({"role": "wnd"}).format(fault_record())
    assert "\n" not in line
    said = json.loads(line)
    assert (said["code"], said["device"], said["role"], said["level"]) == ("silent", "wnd", "wnd", "info")
    assert said["said"] == "wnd: fault silent\\nforged"
    assert b"RAPID_TABLE_CODE=silent\n" in entry(fault_record(), {})


def test_what_is_no_fault_has_no_code() -> None:
    made = logging.LogRecord("firmware.x", logging.INFO, "x.py", 7, "connected", (), None, "f")
    assert "code" not in json.loads(JsonLines({}).format(made))


def test_a_board_logs_json_when_it_is_asked_to(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        start_log("info", {"role": "ats"}, as_json=True)
        logging.getLogger("firmware.x").info("connected")
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    assert json.loads(capsys.readouterr().err)["role"] == "ats"


def test_the_tables_own_faults_are_logged_with_their_codes(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    async def story() -> None:
        own, faults = OwnReports(None), OwnFaults()  # type: ignore[arg-type]
        faults.serve(own.heard)
        faults.hold("sound", "no_sound", "no card")
        own.heard("sound", FaultBegan("lost"))

    run(story)
    assert [record.fields["what"] for record in caplog.records] == ["fault no_sound", "fault lost"]  # type: ignore[attr-defined]
