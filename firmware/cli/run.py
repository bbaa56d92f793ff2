"""`rapid-table run`: one role of a real table, from its configuration, on the devices that are there."""

import argparse
import logging
from typing import Final

from firmware.boards.garbage import while_it_is_made
from firmware.cli.arguments import path
from firmware.cli.log import add_log_argument, start_log
from firmware.stop_signal import nothing_begun

EXAMPLES: Final = """\
  rapid-table run --role table --config deploy/table.toml
  rapid-table run --role ats --config deploy/ats.toml
  rapid-table run --role wnd --config deploy/wnd.toml
  rapid-table run --role tournament --config deploy/tournament.toml

It runs until it is told to stop (SIGTERM), and logs on standard error what it does; under systemd, to journald.
"""
_log: Final = logging.getLogger(__name__)
SHOWN: Final = ("table", "ats", "wnd")
ROLES: Final = (*SHOWN, "tournament")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--role", required=True, choices=ROLES, help="what this board is")
    parser.add_argument("--config", required=True, type=path, metavar="FILE", help="its configuration, in TOML")
    add_log_argument(parser, "info")
    parser.add_argument("--log-json", action="store_true", help="log JSON, one object a line, on standard error")


def run(arguments: argparse.Namespace) -> int:
    """Show that it starts before all else is loaded, which a weak board takes seconds for; then run the role."""
    start_log(arguments.log_level, {"role": arguments.role}, as_json=arguments.log_json)
    with while_it_is_made(), nothing_begun():
        if arguments.role in SHOWN:
            from firmware.boards.starting import show_starting  # noqa: PLC0415

            if show_starting(arguments.role, arguments.config):
                _log.debug("starting picture")
        from firmware.cli.role import run_role  # noqa: PLC0415
    return run_role(arguments)
