"""What is wrong with a board itself is shown and put on record, and is no reason not to deal."""

import asyncio
from pathlib import Path

import pytest

from firmware.boards.own_faults import OwnFaults
from firmware.boards.picture import picture_of
from firmware.config import read_board
from firmware.kit.scene import Scene
from firmware.table_board.board import run
from hal.device import DeviceEvent, FaultBegan, FaultEnded

TABLE = """
role = "table"
[table]
rulebook = "crown-baccarat"
tickets = false
[journal]
path = "{folder}/table.journal"
pin_secret = "{folder}/pin"
[screen]
size = [1280, 800]
sound = 0.4
[devices.shoe]
driver = "drivers.angel_eye"
port = "{folder}/shoe"
[devices.touch]
driver = "drivers.touch"
"""


def test_each_fault_is_told_once_as_it_begins_and_ends() -> None:
    heard: list[tuple[str, DeviceEvent]] = []
    own = OwnFaults()
    own.hold("sound", "no_sound", "no card")
    own.serve(lambda part, event: heard.append((part, event)))
    assert heard == [("sound", FaultBegan("no_sound", "no card"))]
    own.hold("sound", "no_sound", "no card")
    own.hold("certificates", "lost", "")
    assert [(part.name, part.faults) for part in own.seen()] == [("sound", frozenset({"no_sound"}))]
    own.hold("sound", "no_sound", "")
    assert heard[1:] == [("sound", FaultEnded("no_sound", "no card"))]
    assert own.seen() == ()
    own.hold("sound", "no_sound", "gone again")
    assert heard[2:] == [("sound", FaultBegan("no_sound", "gone again"))]


@pytest.fixture
def no_sound_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.mark.usefixtures("no_sound_card")
def test_a_board_without_a_sound_card_has_a_picture_and_a_fault(tmp_path: Path) -> None:
    shown = picture_of(read_board(TABLE.format(folder=tmp_path)), "Table 7", lambda _: None)
    assert shown.canvas is not None

    async def for_a_moment() -> None:
        showing = asyncio.create_task(shown.run(lambda _, __: Scene(()), lambda _: None, lambda: 0))
        await asyncio.sleep(0.01)
        showing.cancel()

    asyncio.run(for_a_moment())
    assert [(part.name, part.faults) for part in shown.own_faults.seen()] == [("sound", frozenset({"no_sound"}))]


@pytest.mark.usefixtures("no_sound_card")
def test_a_table_without_a_sound_card_opens_and_has_the_fault_on_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from firmware.cli.main import main  # noqa: PLC0415

    said: list[str] = []

    async def for_a_while() -> None:
        task = asyncio.create_task(run(read_board(TABLE.format(folder=tmp_path)), said.append))
        while not any("table open" in line for line in said) and not task.done():
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(for_a_while())
    assert main(["journal", "show", str(tmp_path / "table.journal"), "--kind", "device_reported", "--json"]) == 0
    assert '"what":"fault no_sound"' in capsys.readouterr().out.replace(": ", ":")
