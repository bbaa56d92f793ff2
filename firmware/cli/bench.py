"""`rapid-table bench`: the whole table on simulated devices in one process, with its page for the tester."""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from firmware.books import book_ids
from firmware.cli.arguments import path, whole
from firmware.cli.bench_cup import begin_cup, tournament
from firmware.cli.bench_headless import external, headless
from firmware.cli.desk import lines_of_input
from firmware.cli.errors import BadInput
from firmware.cli.log import add_log_argument, start_log
from firmware.cli.makes import makes_here
from firmware.cli.say import warn
from firmware.cli.text_file import read_text
from firmware.errands import Errand
from firmware.stop_signal import heard
from firmware.table.core.journal import JournalError

if TYPE_CHECKING:
    from firmware.tournament.conditions import Conditions
    from sim.bench.bench import Bench

EXAMPLES: Final = """\
  rapid-table bench                                    prints the address of its page, on this machine alone
  rapid-table bench --rulebook mbs-rapid-no-commission --ats 8 --port 8080
  rapid-table bench --scenario coup.txt                a table as the scenario wants it, to step through it
  rapid-table bench --tournament deploy/tournaments/spring-cup.toml --ats 6    a small one, with simulated players
  rapid-table bench --devices note-acceptor=/dev/ttyUSB0 --devices shoe=/dev/ttyUSB1,bee-tek
  rapid-table bench --windows                          native windows; what is not on a screen is typed (help)
  rapid-table bench --headless < coup.txt              for programs: lines in, events out, on the real clock
  rapid-table bench --headless --network --external ats-2   its boards over nats-server; ats-2 is yours to bring

It runs until it is told to stop (Ctrl-C, SIGTERM).
Its journal lies in --folder, or in a folder that is gone afterwards.
"""
MOST_TERMINALS: Final = 50
PORT: Final = 8700
MOST_PORTS: Final = 65_535
# What may stand in the place of a simulated device, and its name in a profile.
REAL: Final = {"shoe": "shoe", "note-acceptor": "note_acceptor", "ticket-printer": "ticket_printer"}


class WantedBench(NamedTuple):
    """What the bench is to be: its table, the real devices of it, the scenario that is loaded, who joins by itself."""

    table: dict[str, Any]
    real: dict[str, tuple[str, str]]
    script: str
    external: tuple[str, ...] = ()
    cup: "Conditions | None" = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument(
        "--rulebook", default="crown-baccarat", choices=book_ids(), metavar="ID", help="the table's rule book"
    )
    parser.add_argument(
        "--ats", type=whole(1, MOST_TERMINALS), default=2, metavar="N", help="terminals, 1 to 50 (default: 2)"
    )
    parser.add_argument("--scenario", metavar="FILE", help="a scenario to load; its first lines describe the table")
    parser.add_argument(
        "--tournament", metavar="FILE", help="a tournament with simulated players: these conditions, cut to the table"
    )
    parser.add_argument(
        "--port",
        type=whole(0, MOST_PORTS),
        default=PORT,
        metavar="N",
        help=f"the page's port (default: {PORT}; 0: any)",
    )
    parser.add_argument("--folder", type=path, metavar="PATH", help="the folder of its journal")
    parser.add_argument("--windows", action="store_true", help="open native windows instead of the page")
    parser.add_argument("--headless", action="store_true", help="no page: commands on stdin, events on stdout")
    parser.add_argument("--network", action="store_true", help="with --headless: boards talk through nats-server")
    parser.add_argument(
        "--external",
        action="append",
        metavar="LIST",
        help="with --network: boards that you run yourself (ats-2,cage-1)",
    )
    parser.add_argument("--side", metavar="LIST", help="side wagers of the table, as in a scenario (pairs,dragon:2)")
    parser.add_argument(
        "--devices", action="append", default=[], metavar="KIND=PORT[,PROTOCOL]",
        help=f"a real device instead of a simulated one (at terminal 1): {', '.join(REAL)}",
    )  # fmt: skip
    add_log_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the bench until told to stop."""
    start_log(arguments.log_level)
    cup = tournament(arguments)
    script, table = _scenario(arguments, cup)
    if not 1 <= table["ats"] <= MOST_TERMINALS:
        raise BadInput(f"--ats: {table['ats']} terminals; a bench has 1 to {MOST_TERMINALS}")
    real = dict(_real(word) for word in arguments.devices)
    joined = external(arguments, table["ats"])
    if arguments.folder is not None:
        try:
            arguments.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"--folder: {arguments.folder} cannot be made: {error.strerror}") from None
        return _in(arguments.folder, arguments, WantedBench(table, real, script, joined, cup))
    with tempfile.TemporaryDirectory(prefix="rapid-table-bench-") as folder:
        return _in(Path(folder), arguments, WantedBench(table, real, script, joined, cup))


def _scenario(arguments: argparse.Namespace, cup: "Conditions | None") -> tuple[str, dict[str, Any]]:
    """Return the scenario that is to be loaded, and the table to load it on."""
    rulebook = arguments.rulebook if cup is None else cup.rulebook
    side = arguments.side if cup is None else ",".join(cup.play.side) or "none"
    table = {"ats": arguments.ats, "rulebook": rulebook}
    if arguments.scenario is None and side is None and not arguments.headless:
        return "", table
    from sim.bench.script import table_of  # noqa: PLC0415 - a bench without a scenario needs it later
    from sim.scenario import ScenarioError  # noqa: PLC0415

    try:
        table = table_of(f"table ats={table['ats']} side={side or 'none'}", "--side", rulebook)
    except ScenarioError as error:
        raise BadInput(str(error).replace("--side:1", "--side")) from None
    if arguments.scenario is None:
        return "", table
    script = read_text(arguments.scenario, "a scenario is a text file, a step per line")
    try:
        return script, table | table_of(script, arguments.scenario, rulebook)
    except ScenarioError as error:
        raise BadInput(str(error)) from None


def _real(word: str) -> tuple[str, tuple[str, str]]:
    kind, _, where = word.partition("=")
    port, _, protocol = where.partition(",")
    if kind not in REAL or not port:
        raise BadInput(f"--devices: {word!r} is not KIND=PORT[,PROTOCOL]; the kinds are {', '.join(REAL)}")
    there = makes_here(kind)
    if protocol and protocol not in there:
        raise BadInput(f"--devices: {kind} speaks {' or '.join(there)}, not {protocol!r}")
    return REAL[kind], (f"drivers.{there[protocol or next(iter(there))].name}", port)


def _in(folder: Path, arguments: argparse.Namespace, wanted: WantedBench) -> int:
    if not arguments.windows:
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from sim.bench.pace import PacedLoop  # noqa: PLC0415 - pygame reads its environment when it is loaded

    show = _windows if arguments.windows else _page
    with asyncio.Runner(loop_factory=PacedLoop) as runner:
        try:
            if arguments.headless:
                return runner.run(headless(folder, wanted, network=arguments.network))
            runner.run(_bench(folder, arguments, wanted, show))
        except (KeyboardInterrupt, asyncio.CancelledError):
            sys.stderr.write("\n")
    return 0


Show = Callable[["Bench", argparse.Namespace], Errand]


async def _bench(folder: Path, arguments: argparse.Namespace, wanted: WantedBench, show: Show) -> None:
    from sim.bench.bench import Bench, FolderOfAnother  # noqa: PLC0415
    from sim.failures import failure  # noqa: PLC0415

    def failed(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if why := failure(context):
            warn(why)

    loop, myself = asyncio.get_running_loop(), asyncio.current_task()
    assert myself is not None
    loop.set_exception_handler(failed)
    loop.add_signal_handler(signal.SIGTERM, myself.cancel)
    heard()
    try:
        bench = Bench(folder, wanted.real, **wanted.table)
        bench.script.load(wanted.script)
        try:
            await bench.start()
        except FolderOfAnother:
            bench.close()
            raise
        await begin_cup(bench, wanted.cup)
    except (JournalError, FolderOfAnother) as error:
        raise BadInput(f"--folder: {folder}: {error}") from None
    try:
        await show(bench, arguments)
    finally:
        await bench.stop()


async def _page(bench: "Bench", arguments: argparse.Namespace) -> None:
    from sim.bench.first_shoe import begin_a_shoe  # noqa: PLC0415
    from sim.bench.server import Server  # noqa: PLC0415

    if not bench.table.state.game.shoes:
        await begin_a_shoe(bench.table.service)
    server = Server(bench, arguments.port)
    try:
        await server.start()
    except OSError as error:
        raise BadInput(f"--port: {arguments.port} cannot be used: {error.strerror}; 0 takes any free port") from None
    _print(server.address)
    try:
        await asyncio.Event().wait()
    finally:
        await server.stop()


async def _windows(bench: "Bench", _: argparse.Namespace) -> None:
    from sim.bench.typed import HELP, Typed  # noqa: PLC0415
    from sim.bench.windows import Windows  # noqa: PLC0415

    typed = Typed(bench, _print)

    async def hear() -> None:
        async for line in lines_of_input(signals=()):
            await typed.hear(line)

    windows = Windows(bench)
    _print(HELP)
    beside = [asyncio.create_task(typed.run()), asyncio.create_task(hear())]
    try:
        await windows.run()
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
