"""Figures of single processes on a stand-in for a small board: a card, a touch, a start."""

import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from firmware.measures import Figure
from firmware.measures.stopwatch import rest
from firmware.measures.tools import CannotBeMeasured
from hal.clock import ticks_s
from sim.profiles import Setting
from sim.stand_in.board import SmallBoard, small_board
from sim.stand_in.installed import python_of
from sim.stand_in.table import CARDS
from sim.ticket_numbers import MACHINE

STARTS: Final = 3
TOUCHES: Final = 60
# So many that one of a hundred is more than the very worst.
PIXELS: Final = 200
# Coups that are filmed, chips that are put in each, and how long each step is looked at: longer than it moves.
FILMED: Final = 5
CHIPS: Final = 3
MOVED_S: Final = 1.5
COUPS: Final = 50
SCREEN: Final = """
[screen]
size = [1280, 800]

[devices.touch]
driver = "drivers.touch"
"""
TABLE: Final = """
role = "table"

[table]
rulebook = "crown-baccarat"
name = "Table 7"
ats = 50
decks = 8
side = ["pairs"]
machine = {machine}

[journal]
path = "{folder}/journal"
pin_secret = "{folder}/pin.secret"
ticket_secret = "{folder}/ticket.secret"
key = "{folder}/journal.key"
"""
# A terminal's devices, by the drivers of real ones: simulated ones would be loaded as no board does.
PARTS: Final = {
    "acceptor": "drivers.id003", "acceptor_port": "none", "printer": "drivers.escpos", "printer_port": "none",
}  # fmt: skip
SHOE: Final = """
[devices.shoe]
driver = "drivers.angel_eye"
port = "none"
"""
_CARDS: Final = """
import sys
from firmware.measures import journal
journal.DEALT = int(sys.argv[1])
print(journal.card_to_decision_p99_ms().value)
"""


def card_to_decision_p99_ms(percent: int) -> Figure:
    """The last byte of a card's telegram to its decision published: what the table's process takes, sync included."""
    with small_board(percent, 1) as board:
        words = board.within("cards", [sys.executable, "-c", _CARDS, str(COUPS)])
        run = subprocess.run(words, env=board.card.environment, capture_output=True, text=True, check=True)
    return Figure(round(float(run.stdout), 1), "ms")


def touch_to_accepted_p99_ms(percent: int) -> Figure:
    """A finger on a bet to the picture that shows it accepted; terminal, server and table each have their share."""
    with small_board(percent, 1) as board:
        board.program("table", slow=True)
        return _late(board.program("terminal", slow=True).ask(f"accepted {TOUCHES}"))


def touch_to_pixel_p99_ms(percent: int) -> Figure:
    """A finger on a bet to the first pixel that is another; beside it the middle one."""
    with small_board(percent, 1) as board:
        board.program("table", slow=True)
        return _late(board.program("terminal", slow=True).ask(f"seen {PIXELS}"))


def motion_pictures_per_s(percent: int) -> Figure:
    """How many pictures a second a terminal shows of what moves: chips, cards, settlements; beside it, at the slowest.

    The slowest is of the one of a hundred that stood the longest until the next.
    """
    with small_board(percent, 1) as board:
        table, terminal = board.program("table", slow=True), board.program("terminal", slow=True)
        stood: list[float] = []
        for _ in range(FILMED):
            terminal.ask(f"accepted {CHIPS}")
            for step in (*CARDS, "confirm", "open"):
                table.ask(step)
                rest(MOVED_S)
            stood += terminal.ask("filmed")
    return of_film(stood)


def of_film(stood: list[float]) -> Figure:
    """Return the figure of pictures that stood for so many milliseconds each. Raises CannotBeMeasured for none."""
    if not stood:
        raise CannotBeMeasured("nothing moved")
    late = sorted(stood)[int(len(stood) * 0.99)]
    usual = 1000 * len(stood) / sum(stood)
    return Figure(round(usual, 1), "pictures/s", round(1000 / late, 1), round(usual * late / 1000, 2))


def _late(taken: list[float]) -> Figure:
    """Return the figure of what is below in 99 of 100, beside what is in the middle."""
    taken = sorted(taken)
    middle, late = taken[len(taken) // 2], taken[int(len(taken) * 0.99)]
    return Figure(round(late, 1), "ms", round(middle, 1), round(late / middle, 2))


def starting_shown_s(percent: int) -> Figure:
    """From the start of a terminal's process to the picture that says what is waited for, at the median."""
    return _start(percent, "ats", "starting picture")


def terminal_start_s(percent: int) -> Figure:
    """From the start of a terminal's process to its first picture, at the median; the table need not be there."""
    return _start(percent, "ats", "first picture")


def table_start_s(percent: int) -> Figure:
    """From the start of a table's process that has a journal to its first picture and its being open, at the median."""
    return _start(percent, "table", "first picture", "table open")


def _start(percent: int, role: str, *awaited: str) -> Figure:
    with small_board(percent, 1) as board:
        config = board.folder / f"{role}.toml"
        if role == "table":
            config.write_text(TABLE.format(machine=MACHINE, folder=board.folder) + SCREEN + SHOE)
            (board.folder / "ticket.secret").write_text("51" * 32)
        else:
            config.write_text(Setting(**PARTS).terminal(1).replace('"unused"', f'"{board.folder}/pocket"', 1) + SCREEN)
        python = python_of(role, board.folder / "python")
        taken = sorted(_begun(board, python, role, config, awaited, number) for number in range(STARTS + 1))
    return Figure(round(taken[len(taken) // 2 - 1], 2), "s")


def _begun(board: SmallBoard, python: Path, role: str, config: Path, awaited: tuple[str, ...], number: int) -> float:
    """Return how long it is until it has said all that is awaited."""
    words = [str(python), "-m", "firmware.cli.main", "run", "--role", role, "--config", str(config)]
    words += ["--log-level", "debug"]  # that the picture of a start is there is said to nobody else
    environment = {**board.card.environment, "SDL_VIDEODRIVER": "dummy"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # it is compiled, as pip leaves it on a board
    said = ""
    began = ticks_s()
    command = board.within(f"{role}-{number}", words)
    # Elsewhere than in the checkout, whose folder python would look into first.
    with (
        subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment, cwd=board.folder) as process,
        ExitStack() as stack,
    ):
        stack.callback(process.send_signal, signal.SIGKILL)
        assert process.stderr is not None
        for line in process.stderr:
            said += line
            if all(word in said for word in awaited):
                return ticks_s() - began
    raise AssertionError(f"{role} did not begin: {said}")
