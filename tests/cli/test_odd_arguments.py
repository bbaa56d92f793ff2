"""Whatever is given to any option of any sub-command: exit 0, 1 or 2, a line or two, never a traceback."""

import argparse
import asyncio
import functools
import importlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from plain_text import is_plain

from firmware.cli import bench, benchmark, healthy, role, rules, soak, submission, unprovisioned
from firmware.cli.errors import Parser
from firmware.cli.main import SUMMARIES, main
from firmware.game import steps as s
from firmware.link import nats_bus
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.clock import board_clock
from sim.soak.run import Case, SoakFound

REPORT, BOOKS = functools.cache(rules.report), functools.cache(rules.load_books)
# What is given besides, so that the odd value is what decides; each alone is right.
GIVEN: dict[str, dict[str, list[str]]] = {
    "run": {"--role": ["--role", "wnd"], "--config": ["--config", "wnd.toml"]},
    "bench": {"--port": ["--port", "0"]},
    "play": {"--rulebook": ["--rulebook", "crown-baccarat"]},
    "soak": {"--hours": ["--hours", "0.01"]},
    "odds": {"rulebook": ["crown-baccarat"]},
    "roads": {"outcomes": ["PBT"]},
    "rules": {},
    "probe": {"device": ["shoe"], "--port": ["--port", "nowhere"]},
    "replay-wire": {"file": ["recorded.txt"], "--port": ["--port", "nowhere"]},
    "emulate": {"device": ["shoe"], "--link": ["--link", "link"]},
    "journal": {"what": ["show"], "file": ["table.journal"]},
    "trace": {"coup": ["1"], "file": ["table.journal"]},
    "tournament": {"what": ["check"], "file": ["wnd.toml"]},
    "cage": {
        "what": ["check"],
        "number": ["006429188185446104"],
        "--server": ["--server", "tls://127.0.0.1:1"],
        "--certificates": ["--certificates", "certificates"],
    },
    "retire": {"what": ["ats"], "config": ["wnd.toml"], "--out": ["--out", "out"]},
    "submission": {"folder": ["wnd.toml"]},
    "self-test": {"--config": ["--config", "wnd.toml"]},
    "take-in": {"--role": ["--role", "ats"], "--media": ["--media", "folder"], "--into": ["--into", "made"]},
    "provision": {"what": ["made"], "--ats": ["--ats", "0"]},
    "calibrate": {"--config": ["--config", "wnd.toml"]},
    "check-config": {"files": ["wnd.toml"]},
    "verify-software": {"--manifest": ["--manifest", "nowhere.json"], "--key": ["--key", "0" * 64]},
    "conform": {"device": ["shoe"], "--port": ["--port", "nowhere"]},
    "unprovisioned": {"--role": ["--role", "ats"]},
    "update": {
        "what": ["status"],
        "--folder": ["--folder", "folder"],
        "--slot": ["--slot", "nowhere"],
        "--role": ["--role", "table"],
        "--key": ["--key", "empty"],
    },
    "healthy": {
        "--vitals": ["--vitals", "nowhere"],
        "--folder": ["--folder", "folder"],
        "--slot": ["--slot", "nowhere"],
    },
    "benchmark": {"--only": ["--only", "import_table_ms"], "--board": ["--board", "7"]},
}
# The same with another word, where a sub-command does several things.
MORE: list[tuple[str, dict[str, list[str]]]] = [
    *(("journal", GIVEN["journal"] | {"what": [what]}) for what in ("verify", "replay", "export", "restore")),
    ("journal", GIVEN["journal"] | {"what": ["export"], "--key": ["--key", "table.key"]}),
    (
        "journal",
        {
            "what": ["restore"],
            "file": ["restored"],
            "--from": ["--from", "folder"],
            "--copy-key": ["--copy-key", "table.key"],
        },
    ),
    ("probe", GIVEN["probe"] | {"device": ["note-acceptor"]}),
    ("probe", GIVEN["probe"] | {"device": ["ticket-printer"]}),
    ("emulate", GIVEN["emulate"] | {"device": ["ticket-printer"]}),
    ("cage", GIVEN["cage"] | {"what": ["pay"]}),
    ("cage", GIVEN["cage"] | {"what": ["last"]}),
    ("provision", {"what": ["certificates"]}),
]
ODD = [
    "",
    " ",
    "-",
    "--",
    "-1",
    "0",
    "1",
    "51",
    "nan",
    "inf",
    "-inf",
    "1e400",
    "0x10",
    "1_000",
    "١٢",
    "½",
    "9" * 30,
    "9" * 5000,
    "a\0b",
    "x" * 300,
    "y/" * 3000,
    "z" * 100_000,
    "\n",
    "jam\r\n\x1b[2J\u202e",
    "\udc80",
    "../../x",
    "a b",
    "=",
    "a=",
    "=b",
    "a.b=c",
    "a.b.c=nan",
    "port=1",
    "line=1",
    "line.baud=inf",
    "%s%n",
    "{}",
    "{0.__class__}",
    "[::1",
    "::bad::",
    "tls://[::1",
    "tls://:99999",
    "http://x y",
    "shoe=",
    "shoe=x,",
    "2026-13-40",
    "0001-01-01T00:00+23:59",
    "9999-12-31",
    "folder",
    "pipe",
    "empty",
    "binary",
    "nested.toml",
    "nested.json",
    "table.journal",
    "other.db",
    "wnd.toml",
    "/dev/zero",
    "/dev/null",
    "/proc/self/mem",
    "nowhere/x",
    "wnd.toml/x",
    "server",
    "table",
    "ats-1",
    "authority",
    "host.example:1",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of every kind that somebody may name."""
    folder = tmp_path_factory.mktemp("odd") / "within" / "here"
    folder.mkdir(parents=True)
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe")
    (folder / "empty").touch()
    (folder / "binary").write_bytes(bytes(range(256)) * 10)
    (folder / "nested.toml").write_text(f"a = {'[' * 20_000}{']' * 20_000}")
    (folder / "nested.json").write_text("[" * 20_000)
    (folder / "wnd.toml").write_text(
        'role = "wnd"\n[devices.wnd]\ndriver = "sim.alpha"\nport = "x"\n'
        '[network]\nserver = "tls://127.0.0.1:1"\ndevice = "wnd-1"\ncertificates = "certificates"\n'
    )
    (folder / "other.db").write_bytes(b"SQLite format 3\0" + bytes(4096))
    asyncio.run(_a_table(folder / "table.journal"))
    for words in (
        ["provision", str(folder / "certificates"), "--ats", "1"],
        ["journal", "export", str(folder / "table.journal"), "--make-key", str(folder / "table.key")],
    ):
        assert main(words) == 0
    return folder


async def _a_table(path: Path) -> None:
    file = SqliteJournal(path)
    clock = board_clock(asyncio.get_running_loop())
    service = TableService.recovered(file.recover(), Setup("crown-baccarat"), file, clock, lambda _: None)
    await service.start()
    for command in (s.NewShoe(8), BuyIn(1, 100_00), s.OpenBets()):
        await service.submit(command)
    service.halt()
    file.close()


@pytest.fixture(autouse=True)
def _only_the_words(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What words lead to is another test's: nothing is served, soaked, measured or waited for."""

    async def nothing(*_: Any) -> None:
        """Serve nobody."""

    monkeypatch.chdir(folder)
    monkeypatch.setattr(bench, "_bench", nothing)
    monkeypatch.setattr(soak, "_told", _nothing_found)
    monkeypatch.setattr(soak, "repeat", _nothing_found)
    monkeypatch.setattr(soak, "MOST_SEEDS", 3)
    monkeypatch.setattr(benchmark, "importlib", argparse.Namespace(import_module=_nothing_measured))
    monkeypatch.setattr(rules, "report", REPORT)
    monkeypatch.setattr(rules, "load_books", BOOKS)
    monkeypatch.setattr(unprovisioned, "show", nothing)
    monkeypatch.setattr(healthy.HealthWatch, "wait", lambda *_: ("nobody was waited for",))
    monkeypatch.setattr(submission, "_write_all", lambda *_: [])
    monkeypatch.setattr(nats_bus, "CONNECT_S", 0.05)
    # argparse asks for translations of its sentences, thousands of times.
    monkeypatch.setattr(argparse, "_", str)
    monkeypatch.setattr(role, "importlib", argparse.Namespace(import_module=lambda _: argparse.Namespace(run=nothing)))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))


def _nothing_found(case: Case) -> SoakFound:
    return SoakFound(
        case.seed, case.hours, case.ats, case.rulebook, faults={}, kinds={}, phases={}, actions={}, mistakes={},
        together=0, cash_desk={}, tournaments={}, coups=0, events=0, virtual_s=0, digest="", acknowledged=0, wrong=(),
    )  # fmt: skip


def _nothing_measured(_: str) -> argparse.Namespace:
    figures = benchmark.FIGURES | benchmark.ON_BOARDS
    return argparse.Namespace(**dict.fromkeys(figures, lambda *_: benchmark.Figure(1.0, "s")))


def options(command: str) -> list[argparse.Action]:
    parser = Parser()
    importlib.import_module(f"firmware.cli.{command.replace('-', '_')}").add_arguments(parser)
    return [action for action in parser._actions if action.dest != "help" and action.nargs != 0]  # noqa: SLF001


def lines_with(command: str, given: dict[str, list[str]], odd: str) -> Iterator[list[str]]:
    """Return the command line with an odd value for each option in turn, the others as given."""
    for action in options(command):
        name = action.option_strings[0] if action.option_strings else action.dest
        others = [word for option, words in given.items() if option != name for word in words]
        if action.option_strings:
            yield [command, *others, *([f"{name}={odd}"] if odd.startswith("-") else [name, odd])]
        else:
            places = [a.dest for a in options(command) if not a.option_strings]
            words = [[odd] if place == name else given.get(place, []) for place in places]
            named = [word for option, more in given.items() if option.startswith("--") for word in more]
            yield [command, *named, *(word for more in words for word in more)]


def held(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    """Hold what is promised of every command line."""
    shown = [word if len(word) < 100 else f"{word[:20]}… ({len(word)})" for word in words]
    try:
        status = main(words)
    except Exception as error:
        raise AssertionError(f"{shown}: {error!r}") from error
    said = capfd.readouterr().err
    assert status in (0, 1, 2), shown
    assert bool(said) >= (status == 2), f"{shown} said nothing"
    assert said.count("\n") <= 2, f"{shown}: {said}"
    assert len(said) < 2000, f"{shown}: {len(said)} characters"
    assert "Traceback" not in said, f"{shown}: {said}"
    assert all(is_plain(line) for line in said.split("\n")), f"{shown}: {said!r}"


@pytest.mark.outside
@pytest.mark.parametrize("command", SUMMARIES)
def test_odd_values(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert command in GIVEN, "say what stands beside an odd value"
    for name, given in [(command, GIVEN[command]), *MORE]:
        if name == command:
            for odd in ODD:
                for words in lines_with(command, given, odd):
                    held(words, capfd)


@pytest.mark.parametrize("command", SUMMARIES)
def test_too_few_and_too_many_words(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["x"] * 9, ["--no-such-option"], ["--json", "--json"], ["--", "--json"]):
        held([command, *words], capfd)
