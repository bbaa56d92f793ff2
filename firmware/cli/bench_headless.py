"""`rapid-table bench --headless`: lines in, objects out, until standard input ends or somebody says so."""

import argparse
import asyncio
import contextlib
import os
import re
import signal
import sys
import threading
from collections import deque
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware.cli.bench_cup import begin_cup
from firmware.cli.desk import every_line_of_input
from firmware.cli.errors import BadInput
from firmware.cli.say import in_json
from firmware.stop_signal import heard
from firmware.table.core.journal import JournalError

if TYPE_CHECKING:
    from firmware.cli.bench import WantedBench as OfBench

# So many lines may wait for whoever reads them; the table does not wait for them.
MOST_WAITING: Final = 100_000
GONE_S: Final = 1.0
MOST_DESKS: Final = 9


class Out:
    """Standard output, written by a thread of its own: whoever does not read it does not hold the table up.

    `gone`: whoever read it has left.
    """

    def __init__(self) -> None:
        self.gone = asyncio.Event()
        self._to = sys.stdout.fileno()
        self._loop = asyncio.get_running_loop()
        self._lines: deque[Mapping[str, object] | None] = deque()
        self._there = threading.Semaphore(0)
        self._lost = 0
        self._thread = threading.Thread(target=self._write, daemon=True)
        self._thread.start()

    def say(self, said: Mapping[str, object]) -> None:
        """Print an object on a line of its own."""
        if len(self._lines) >= MOST_WAITING:
            self._lost += 1
            return
        if self._lost:
            self._put({"event": "lost", "lines": self._lost})
            self._lost = 0
        self._put(said)

    def _put(self, said: Mapping[str, object] | None) -> None:
        self._lines.append(said)
        self._there.release()

    def _write(self) -> None:
        try:
            while self._there.acquire() and (said := self._lines.popleft()) is not None:
                line = (in_json(said) + "\n").encode()
                while line:
                    # Not by way of sys.stdout: Python could not end while this waits for whoever reads.
                    line = line[os.write(self._to, line) :]
        except OSError:
            with contextlib.suppress(RuntimeError):  # the loop may have ended meanwhile
                self._loop.call_soon_threadsafe(self.gone.set)

    def end(self) -> None:
        """Write what waits, if somebody reads it."""
        self._put(None)
        self._thread.join(GONE_S)


def external(arguments: argparse.Namespace, terminals: int) -> tuple[str, ...]:
    """Return the boards that join by themselves. Raises BadInput for options that do not go together."""
    if arguments.headless and arguments.windows:
        raise BadInput("--headless: has no windows; leave out --windows")
    if arguments.network and not arguments.headless:
        raise BadInput("--network: works only with --headless")
    if arguments.external is None:
        return ()
    if not arguments.network:
        raise BadInput("--external: boards join over a server; add --network")
    named = tuple(dict.fromkeys(",".join(arguments.external).split(",")))
    for name in named:
        kind, _, number = name.partition("-")
        known = re.fullmatch("[1-9][0-9]?", number) and int(number) <= {"ats": terminals, "wnd": 1}.get(
            kind, MOST_DESKS
        )
        if kind not in ("ats", "wnd", "cage") or not known:
            raise BadInput(
                f"--external: no board {name!r}; there are ats-1 to ats-{terminals}, wnd-1, cage-1 to cage-{MOST_DESKS}"
            )
    if "ats-1" in named and arguments.devices:
        raise BadInput("--external: terminal 1 has the real devices; name a terminal other than ats-1")
    return named


async def headless(folder: Path, table: "OfBench", *, network: bool) -> int:
    """Run until standard input ends, or a signal says to. Status 1 when the table's board has failed."""
    from sim.bench.bench import FolderOfAnother  # noqa: PLC0415
    from sim.bench.broker import Broker, NoBroker  # noqa: PLC0415
    from sim.bench.headless import Headless  # noqa: PLC0415
    from sim.bench.wanted import BenchWanted  # noqa: PLC0415

    try:
        broker = Broker(folder) if network else None
    except NoBroker as error:
        raise BadInput(f"--network: {error}") from None
    told, out = asyncio.Event(), Out()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    heard()
    bench = Headless(folder, BenchWanted(table.table, table.real, table.external), broker, out.say)
    try:
        await bench.start()
        bench.bench.script.load(table.script)
        await begin_cup(bench.bench, table.cup)
        await _until_first(
            bench.run(every_line_of_input(signals=())), told.wait(), out.gone.wait(), bench.failed.wait()
        )
    except (JournalError, FolderOfAnother) as error:
        raise BadInput(f"--folder: {folder}: {error}") from None
    except NoBroker as error:
        raise BadInput(f"--network: {error}") from None
    finally:
        await bench.stop()
        out.end()
    return int(bench.failed.is_set())


async def _until_first(*parts: Coroutine[object, None, object]) -> None:
    """Run all of these until one ends. Raises what it raised."""
    tasks = [asyncio.create_task(part) for part in parts]
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
