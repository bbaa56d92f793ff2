"""The dealer's console as a real window under a real X server, worked by a mouse: a coup at a table with chips."""

import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from every_screen import Shown
from processes import RAPID_TABLE, started
from tools_needed import need

from firmware.cli.main import main
from firmware.kit.in_place import STEADY_MS

pytestmark = pytest.mark.outside

TABLE = """
role = "table"
[table]
rulebook = "mbs-baccarat"
ats = 0
[journal]
path = "table.journal"
pin_secret = "pin.secret"
[screen]
size = [1280, 800]
[devices.shoe]
driver = "drivers.angel_eye"
port = "shoe"
[devices.touch]
driver = "drivers.touch"
"""


@contextmanager
def x_server(folder: Path) -> Iterator[str]:
    """Start an X server that finds itself a free display, and say which."""
    read, write = os.pipe()
    server = ("Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp")
    with (
        os.fdopen(read) as said,
        subprocess.Popen(server, pass_fds=(write,), stderr=subprocess.DEVNULL, cwd=folder) as x,
    ):
        os.close(write)
        try:
            yield f":{said.readline().strip()}"
        finally:
            x.terminate()


class Mouse:
    """Clicks where the picture of a state has something to touch."""

    def __init__(self, display: str) -> None:
        self._display = display

    def click(self, state: str, *action: str) -> None:
        scene = Shown("sgc", state, "en").scene((1280, 800))
        item = next(item for item in scene.items[scene.above :] if item.action == action)
        x, y = item.box.middle
        words = ["xdotool", "mousemove", str(x), str(y), "click", "1"]
        subprocess.run(words, env={**os.environ, "DISPLAY": self._display}, check=True)
        time.sleep(0.12)

    def keys(self, state: str, text: str) -> None:
        for key in text:
            self.click(state, "key", key)
        self.click(state, "yes")


def journal(folder: Path, capsys: pytest.CaptureFixture[str], kind: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert main(["journal", "show", str(folder / "table.journal"), "--kind", kind, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def eventually(folder: Path, capsys: pytest.CaptureFixture[str], kind: str, count: int = 1) -> list[dict[str, Any]]:
    until = time.monotonic() + 30
    while len(found := journal(folder, capsys, kind)) < count:
        assert time.monotonic() < until, f"no {kind}"
        time.sleep(0.1)
    # What comes of it stands on the screen for a while before it takes a touch.
    time.sleep(STEADY_MS / 1000 + 1.5)  # and on a busy machine it is drawn late
    return found


@contextmanager
def console(folder: Path) -> Iterator[tuple[Mouse, subprocess.Popen[str]]]:
    """A table board with its window, and a shoe on its line."""
    (folder / "table.toml").write_text(TABLE)
    with ExitStack() as stack:
        display = stack.enter_context(x_server(folder))
        shoe = stack.enter_context(started(folder, *RAPID_TABLE, "emulate", "shoe", "--link", "shoe"))
        assert shoe.stdout is not None
        shoe.stdout.readline()
        run = (*RAPID_TABLE, "run", "--role", "table", "--config", "table.toml")
        table = stack.enter_context(started(folder, *run, DISPLAY=display, SDL_VIDEODRIVER="x11"))
        assert table.stdout is not None
        # The board says when its first picture is there: on a busy machine that takes a while.
        said = sorted((table.stdout.readline(), table.stdout.readline()))
        assert ["first picture" in said[0], "table open" in said[1]] == [True, True], said
        find = ["xdotool", "search", "--sync", "--onlyvisible", "--pid", str(table.pid)]
        subprocess.run(find, env={**os.environ, "DISPLAY": display}, check=True, capture_output=True, timeout=10)
        time.sleep(0.3)
        yield Mouse(display), shoe


def test_a_coup_by_mouse_in_a_real_window(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    need("Xvfb", "xdotool")
    with console(tmp_path) as (mouse, shoe):
        assert shoe.stdin is not None
        mouse.click("first", "op", "first")
        mouse.keys("sign-on", "7")
        mouse.keys("enrol-name", "MEI")
        mouse.keys("sign-on", "4711")
        eventually(tmp_path, capsys, "staff_enrolled")
        mouse.click("nobody", "op", "sign-on")
        mouse.keys("sign-on", "7")
        mouse.keys("sign-on", "4711")
        eventually(tmp_path, capsys, "staff_signed_on")
        mouse.click("new-shoe", "op", "new-shoe")
        mouse.click("cut-by", "key", "dealer")
        mouse.click("close-sure", "yes")
        eventually(tmp_path, capsys, "shoe_started")
        mouse.click("between", "op", "open")
        eventually(tmp_path, capsys, "coup_opened")
        for card in ("7S player 1", "6H banker 1", "KD player 2", "KC banker 2"):
            shoe.stdin.write(f"card {card}\n")
            shoe.stdin.flush()
            time.sleep(0.25)
        eventually(tmp_path, capsys, "card", 4)
        mouse.click("complete", "op", "confirm")
        (result,) = eventually(tmp_path, capsys, "result")
        assert (result["winner"], result["notation"]) == ("player", "P 7S KD | B 6H KC = P7")
        (told,) = eventually(tmp_path, capsys, "take_pay")
        outcomes = {bet["bet"]: bet["outcome"] for bet in told["bets"]}
        assert outcomes == {"player": "win", "banker": "lose", "tie": "lose"}
    assert main(["journal", "verify", str(tmp_path / "table.journal")]) == 0
