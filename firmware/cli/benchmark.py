"""`rapid-table benchmark`: the performance figures of this machine."""

import argparse
import importlib
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Final

from msgspec import to_builtins

from firmware.cli.errors import BadInput
from firmware.cli.say import say_json
from firmware.measures import Figure
from firmware.measures.tools import ToolMissing

EXAMPLES: Final = """\
  rapid-table benchmark                                    every figure, as it is measured
  rapid-table benchmark --json
  rapid-table benchmark --only odds_s,import_table_ms --json
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
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--only", metavar="KEY[,KEY]", help=f"only these figures: {', '.join(FIGURES)}")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Measure, and print."""
    keys = arguments.only.split(",") if arguments.only is not None else list(FIGURES)
    unknown = [key for key in keys if key not in FIGURES]
    if unknown:
        raise BadInput(f"--only: no figure {unknown[0]!r}; there are {', '.join(FIGURES)}")
    measured = {}
    for key in keys:
        if find_spec(FIGURES[key].partition(".")[0]) is None:
            continue
        measure: Callable[[], Figure] = getattr(importlib.import_module(FIGURES[key]), key)
        try:
            measured[key] = measure()
        except ToolMissing as missing:
            sys.stderr.write(f"{key} is left out: {missing}\n")
            continue
        if not arguments.json:
            sys.stdout.write(_line(key, measured[key]))
            sys.stdout.flush()
    if arguments.json:
        say_json(to_builtins(measured))
    return 0


def _line(key: str, figure: Figure) -> str:
    beside = f"   (beside it {figure.reference:,}, ratio {figure.ratio})" if figure.reference is not None else ""
    return f"{key:28}{figure.value:>14,} {figure.unit}{beside}\n"
