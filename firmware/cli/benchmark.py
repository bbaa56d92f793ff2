"""`rapid-table benchmark`: the performance figures of this machine."""

import argparse
import importlib
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Final

from msgspec import to_builtins

from firmware.cli.errors import BadInput
from firmware.cli.say import say_json
from firmware.measures import Figure
from firmware.measures.tools import CannotBeMeasured

EXAMPLES: Final = """\
  rapid-table benchmark                                    every figure, as it is measured
  rapid-table benchmark --json
  rapid-table benchmark --only odds_s,import_table_ms --json
  rapid-table benchmark --year                             a long journal: shown, checked, packed; takes minutes
  rapid-table benchmark --board 7                          on a stand-in: 7 % of a core for each process, 30 ms a sync
"""

# Where each figure is measured. Those of simulated tables are not there on a production image, and are left out.
FIGURES: Final = {
    "resolve_coups_per_s": "firmware.measures.game",
    "deal_coups_per_s": "firmware.measures.game",
    "controller_coups_per_s": "firmware.measures.game",
    "odds_s": "firmware.measures.game",
    "growth_shoe": "firmware.measures.game",
    "commit_ms": "firmware.measures.journal",
    "settle_50_ms": "firmware.measures.journal",
    "card_to_decision_p50_ms": "firmware.measures.journal",
    "card_to_decision_p99_ms": "firmware.measures.journal",
    "recovery_10k_s": "firmware.measures.recovery",
    "recovery_100k_s": "firmware.measures.recovery",
    "recovery_1m_s": "firmware.measures.recovery",
    "recovery_10m_s": "firmware.measures.recovery",
    "show_coup_10m_s": "firmware.measures.long_journal",
    "show_coup_10m_mb": "firmware.measures.long_journal",
    "verify_rows_per_s": "firmware.measures.long_journal",
    "disk_bytes_per_row": "firmware.measures.long_journal",
    "table_rss_mb": "firmware.measures.process",
    "import_table_ms": "firmware.measures.process",
    "redraw_full_ms": "firmware.measures.screen",
    "redraw_area_ms": "firmware.measures.screen",
    "terminal_rss_mb": "sim.screen_measures",
    "terminal_start_s": "sim.screen_measures",
    "idle_screen_cpu_percent": "sim.screen_measures",
    "virtual_speed_50": "sim.measures",
    "growth_terminals": "sim.measures",
    "virtual_speed_lines_8": "sim.device_measures",
    "bench_speed_2": "sim.bench.measures",
    "bench_speed_8": "sim.bench.measures",
    "poll_4_devices_cpu_percent": "sim.device_measures",
    "beside_babbler_p99_ms": "sim.device_measures",
    "network_50_p50_ms": "sim.network_measures",
    "network_50_p99_ms": "sim.network_measures",
    "network_50_flapping_p99_ms": "sim.network_measures",
    "network_growth_ms": "sim.network_measures",
    "nats_rss_mb": "sim.network_measures",
    "wager_cpu_ms": "sim.stand_in.measures",
    "wager_cpu_growth": "sim.followed_measures",
    "settle_50_followed_ms": "sim.followed_measures",
    "device_kb_per_coup": "sim.stand_in.device_bytes",
    "device_kb_per_coup_together": "sim.stand_in.device_bytes",
}
# What is asked of a journal as long as a full table's year makes it.
OF_A_YEAR: Final = (
    "show_coup_10m_s",
    "show_coup_10m_mb",
    "verify_rows_per_s",
    "disk_bytes_per_row",
    "recovery_10m_s",
    "device_kb_per_coup",
)
# What is measured on a stand-in for a small board, which has so much of a core for each process.
ON_BOARDS: Final = {
    "rush_50_accepted_percent": "sim.stand_in.measures",
    "rush_50_p99_ms": "sim.stand_in.measures",
    "rush_50_console_percent": "sim.stand_in.measures",
    "wager_cpu_ms": "sim.stand_in.measures",
    "instant_50_syncs": "sim.stand_in.measures",
    "instant_50_last_ms": "sim.stand_in.measures",
    "rest_percent": "sim.stand_in.measures",
    "card_to_decision_p99_ms": "sim.stand_in.processes",
    "touch_to_accepted_p99_ms": "sim.stand_in.processes",
    "touch_to_pixel_p99_ms": "sim.stand_in.processes",
    "motion_pictures_per_s": "sim.stand_in.processes",
    "starting_shown_s": "sim.stand_in.processes",
    "terminal_start_s": "sim.stand_in.processes",
    "table_start_s": "sim.stand_in.processes",
}
BOARDS: Final = (7, 10, 20, 100)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--only", metavar="KEY[,KEY]", help=f"only these figures: {', '.join(FIGURES)}")
    parser.add_argument(
        "--year",
        action="store_true",
        help=f"only what a full table's year makes of a journal: {', '.join(OF_A_YEAR)}; on ten million rows, which "
        "takes some minutes",
    )
    parser.add_argument(
        "--board",
        type=int,
        choices=BOARDS,
        metavar="PERCENT",
        help="on a stand-in for a small board: so much of a core for each process (7, 10, 20 or 100), and a card that "
        f"syncs in 30 ms; the figures are {', '.join(ON_BOARDS)}, each with _board_PERCENT behind it",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Measure, and print."""
    figures = _figures(arguments.board)
    keys = arguments.only.split(",") if arguments.only is not None else list(figures)
    if arguments.year:
        keys = [key for key in keys if key in OF_A_YEAR]
    unknown = [key for key in keys if key not in figures]
    if unknown:
        raise BadInput(f"--only: no figure {unknown[0]!r}; there are {', '.join(figures)}")
    measured = {}
    for key in keys:
        try:
            figure = figures[key]()
        except CannotBeMeasured as why:
            sys.stderr.write(f"{key} is left out: {why}\n")
            continue
        if figure is None:
            continue
        measured[key] = figure
        if not arguments.json:
            sys.stdout.write(_line(key, figure))
            sys.stdout.flush()
    if arguments.json:
        say_json(to_builtins(measured))
    return 0


def _figures(board: int | None) -> dict[str, Callable[[], Figure | None]]:
    """Return what measures each figure."""
    if board is None:
        return {key: partial(_measured, module, key) for key, module in FIGURES.items()}
    return {f"{key}_board_{board}": partial(_measured, module, key, board) for key, module in ON_BOARDS.items()}


def _measured(module: str, key: str, *board: int) -> Figure | None:
    """Measure one figure; none where its part is not there."""
    if find_spec(module.partition(".")[0]) is None:
        return None
    measure: Callable[..., Figure] = getattr(importlib.import_module(module), key)
    return measure(*board)


def _line(key: str, figure: Figure) -> str:
    beside = f"   (beside it {figure.reference:,}, ratio {figure.ratio})" if figure.reference is not None else ""
    return f"{key:33}{figure.value:>14,} {figure.unit}{beside}\n"
