"""`rapid-table conform terminal`: a table in memory, on a server that anybody's terminal can join."""

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from firmware.boards.running import ComingBus
from firmware.cli.conform_report import Report
from firmware.cli.errors import BadInput
from firmware.conform.check import Check, CheckResult, tried
from firmware.conform.terminal_desk import TerminalDesk
from firmware.link.bus import Bus
from firmware.link.settings import NetworkSettings


def terminal(arguments: argparse.Namespace, checks: Sequence[Check[TerminalDesk]], out: Report) -> int:
    """Try the checks on whoever joins as this terminal; return the exit status."""
    if (arguments.server is None) is not (arguments.certificates is None):
        raise BadInput("--server: goes with --certificates, the folder in which table.pem and table.key lie")
    found = asyncio.run(_tried(arguments, checks, out))
    return out.ended("terminal", f"ats-{arguments.ats}", found)


async def _tried(
    arguments: argparse.Namespace, checks: Sequence[Check[TerminalDesk]], out: Report
) -> list[CheckResult]:
    if arguments.server is not None:
        settings = NetworkSettings(arguments.server, "table", str(arguments.certificates))
        out.joined(arguments.server, str(arguments.certificates), arguments.ats)
        return await _on(ComingBus(settings, _said_to_nobody), arguments, checks, out)
    from sim.bench.broker import Broker, NoBroker  # noqa: PLC0415 - a board has no simulated server

    with tempfile.TemporaryDirectory() as folder:
        try:
            broker = Broker(Path(folder))
            await broker.start(("table", f"ats-{arguments.ats}"))
        except NoBroker as error:
            raise BadInput(f"--server: is missing, and there is none to start: {error}") from None
        try:
            out.joined(broker.server, str(broker.certificates), arguments.ats)
            return await _on(broker.board("table"), arguments, checks, out)
        finally:
            await broker.stop()


async def _on(
    bus: Bus, arguments: argparse.Namespace, checks: Sequence[Check[TerminalDesk]], out: Report
) -> list[CheckResult]:
    found = []
    async with TerminalDesk(bus, arguments.ats, out.please, arguments.patience, arguments.currency) as desk:
        for check in checks:
            found.append(await tried(check, desk))
            out.found(found[-1])
    return found


def _said_to_nobody(_: str) -> None:
    """Whether the server is there, the checks show."""
