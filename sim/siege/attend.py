"""A board of a siege from its first instant: `python -m sim.siege.attend run --role table --config table.toml`.

Its first line on standard output says that from here on it ends with status 0 when it is told to stop.
"""

import sys

from firmware.cli.desk import print_line
from firmware.stop_signal import kept_until_heard, nothing_begun


def main() -> int:
    """Run a board, and somebody at its screen."""
    with kept_until_heard():
        print_line({"hears": True})
        # Loading the whole board takes longer than anything else that it does before it runs.
        with nothing_begun():
            from sim.siege.attended import run  # noqa: PLC0415

        return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
