"""Figures of a board for Prometheus, for whoever looks after many boards.

They are served on loopback or on a separate network. None of them is a secret, and there is only this one page.
A board that cannot serve them plays on.
"""

import asyncio
import logging
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, NamedTuple

from firmware.board_parts import MetricsSettings
from firmware.boards.self_test import quiet_checks
from firmware.boards.vital_signs import VitalSigns
from firmware.config import Board
from firmware.errands import Errand
from firmware.files import NotReadable, read_file
from firmware.updating.vitals import Vitals
from hal.clock import since_start_s

# Where the image names the running slot; a board without slots has no such file.
SLOT: Final = Path("/run/rapid-table.slot/name")
PREFIX: Final = "rapid_table"
MOST_ASKED: Final = 2048
AT_ONCE: Final = 4
ASKS_S: Final = 5.0
# When to try again to serve: a port that is taken may become free.
AGAIN_S: Final = 30.0
_log: Final = logging.getLogger(__name__)
Labels = tuple[tuple[str, str], ...]


class Metric(NamedTuple):
    """A figure: its name, its meaning, and its values by label. One that only grows is a counter."""

    name: str
    says: str
    values: Mapping[Labels, float]
    kind: Literal["gauge", "counter"] = "gauge"


def one(name: str, says: str, value: float, kind: Literal["gauge", "counter"] = "gauge") -> Metric:
    """Return a figure with one value."""
    return Metric(name, says, {(): value}, kind)


def page(figures: Iterable[Metric]) -> str:
    """Return figures as Prometheus reads them.

    >>> print(page([one("coups_total", "Coups so far.", 3, "counter")]), end="")
    # HELP rapid_table_coups_total Coups so far.
    # TYPE rapid_table_coups_total counter
    rapid_table_coups_total 3
    """
    return "".join(f"{line}\n" for figure in figures for line in _lines(figure))


def _lines(figure: Metric) -> Iterator[str]:
    name = f"{PREFIX}_{figure.name}"
    yield f"# HELP {name} {figure.says}"
    yield f"# TYPE {name} {figure.kind}"
    for labels, value in figure.values.items():
        said = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels)
        yield f"{name}{{{said}}} {_number(value)}" if said else f"{name} {_number(value)}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    return str(int(value)) if math.isfinite(value) and value == int(value) else repr(value)


def of_vitals(vitals: Vitals, slot: str) -> Iterator[Metric]:
    """Return what every board reports of itself."""
    info = (("role", vitals.role), ("version", vitals.version), ("slot", slot), ("software", vitals.software))
    yield Metric("info", "Which software runs, in which slot, and whether it is as signed.", {info: 1})
    yield one("up", "Whether the board gets on.", 0 if vitals.why_not else 1)
    yield one("picture", "Whether there is a picture.", vitals.picture)
    if vitals.journal is not None:
        yield one("journal_row", "The journal's last row.", vitals.journal, "counter")
    parts = vitals.parts.items()
    yield Metric("part_ready", "Whether a device is in use.", {(("part", name),): part.ready for name, part in parts})
    faults: dict[Labels, float] = {
        (("part", name), ("code", code)): 1.0 for name, part in parts for code in part.faults
    }
    yield Metric("fault", "Faults that stand, by the codes of docs/faults.md.", faults)


def of_board(board: Board) -> Iterator[Metric]:
    """Return what the board measures of itself; what it does not know is left out."""
    named = {
        "memory": ("memory_free_megabytes", "Memory to be had."),
        "temperature": ("temperature_celsius", "The hottest place that the kernel shows."),
        "certificate": ("certificate_days", "Days until the board's certificate ends."),
    }
    for check in quiet_checks(board):
        if check.name in named and check.value is not None:
            yield one(*named[check.name], check.value)


def slot_of(place: Path = SLOT) -> str:
    """Return the running slot; nothing on a board without slots."""
    try:
        return read_file(place, 64).decode("ascii", "replace").strip()
    except NotReadable:
        return ""


def _no_more() -> Iterable[Metric]:
    return ()


class Metrics:
    """The page of one board. `more`: a role's own figures."""

    def __init__(
        self,
        settings: MetricsSettings,
        board: Board,
        signs: VitalSigns,
        more: Callable[[], Iterable[Metric]] = _no_more,
    ) -> None:
        self._settings = settings
        self._board = board
        self._signs = signs
        self._more = more
        self._open = 0

    def page(self) -> str:
        """Return the page as of now."""
        vitals = self._signs.vitals("", since_start_s())
        return page([*of_vitals(vitals, slot_of()), *self._more(), *of_board(self._board)])

    async def run(self) -> None:
        """Serve it. If that fails, try again later; the board plays on."""
        host, _, port = self._settings.listen.rpartition(":")
        while True:
            try:
                server = await asyncio.start_server(self._answer, host.strip("[]"), int(port), limit=MOST_ASKED)
            except OSError as error:
                _log.warning("metrics: %s: %s", self._settings.listen, error.strerror or error)
                await asyncio.sleep(AGAIN_S)
                continue
            async with server:
                await server.serve_forever()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self._open < AT_ONCE:
                self._open += 1
                try:
                    async with asyncio.timeout(ASKS_S):
                        writer.write(await self._said(reader))
                        await writer.drain()
                finally:
                    self._open -= 1
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # the client has gone, or sends no valid request
        finally:
            writer.close()

    async def _said(self, reader: asyncio.StreamReader) -> bytes:
        asked = await reader.readuntil(b"\r\n\r\n")
        if not asked.startswith((b"GET /metrics ", b"GET /metrics?")):
            return b"HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        # In a thread: looking at the card takes its time, and play must not wait for it.
        body = (await asyncio.to_thread(self.page)).encode()
        head = f"HTTP/1.0 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: {len(body)}\r\n\r\n"
        return head.encode() + body


def metrics_of(board: Board, signs: VitalSigns, more: Callable[[], Iterable[Metric]] = _no_more) -> list[Errand]:
    """Return what serves a board's figures, if its configuration asks for it."""
    settings = board.config.metrics
    return [] if settings is None else [Metrics(settings, board, signs, more).run()]
