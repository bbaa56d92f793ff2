"""A board that is nobody's yet shows what it needs, with its serial number, and its slot is no failure."""

import asyncio
import os
import signal
from pathlib import Path

import pygame
import pytest
import qrcode

from firmware.boards import unprovisioned as module
from firmware.boards.unprovisioned import SerialCode, opened, picture, show
from firmware.cli.main import main
from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.items import Text
from firmware.kit.qr import qr_code
from firmware.kit.words import languages, words_of
from firmware.provisioned.board_file import WhyNot
from firmware.provisioned.said import TakeInSaid, said_at, say_at
from firmware.updating.health import why_unhealthy
from firmware.updating.vitals import Vitals, read_vitals

SERIAL = "10000000abcdef12"
SIZES = [(1280, 800), (800, 1280), (480, 480)]


def texts(code: str, size: tuple[int, int] = (1280, 800), serial: str = SERIAL) -> list[str]:
    scene = picture(TakeInSaid(code), "ats", serial, size)
    return [item.text for item in scene.items if isinstance(item, Text)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", list(WhyNot))
def test_it_says_what_is_missing_in_every_language_with_its_code_and_number(code: str, size: tuple[int, int]) -> None:
    said = texts(code, size)
    assert {code, SERIAL} <= set(said)
    assert all(words_of(language)(f"unprovisioned.{code}") in said for language in languages())


def test_the_number_can_be_read_by_a_phone() -> None:
    """The pixels are another maker's modules, with four light ones around them."""
    scene = picture(TakeInSaid(WhyNot.NONE), "ats", SERIAL, (1280, 800))
    (code,) = [item for item in scene.items if isinstance(item, SerialCode)]
    assert code.modules == qr_code(SERIAL)
    surface = pygame.Surface((290, 290), depth=32)
    SerialCode(Box(0, 0, 290, 290), code.modules).draw(surface, Art())
    made = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, mask_pattern=0, border=4)
    made.add_data(qrcode.util.QRData(SERIAL.encode(), mode=qrcode.util.MODE_8BIT_BYTE), optimize=0)
    made.make(fit=True)
    for row, modules in enumerate(made.get_matrix()):
        for column, dark in enumerate(modules):
            assert (surface.get_at((column * 10 + 5, row * 10 + 5))[0] == 0) is dark, (row, column)


def test_a_board_without_a_number_shows_none() -> None:
    scene = picture(TakeInSaid(WhyNot.NONE), "ats", "", (1280, 800))
    assert not [item for item in scene.items if isinstance(item, SerialCode)]


def test_what_take_in_said_is_read_and_nothing_else(tmp_path: Path) -> None:
    place = tmp_path / "said.json"
    assert said_at(place) == TakeInSaid(WhyNot.NONE)
    say_at(place, TakeInSaid(WhyNot.TWICE, "it was"))
    assert said_at(place) == TakeInSaid(WhyNot.TWICE, "it was")
    say_at(place, TakeInSaid("\x1b[2J"))
    assert said_at(place) == TakeInSaid(WhyNot.NONE)
    place.write_text("{")
    assert said_at(place) == TakeInSaid(WhyNot.NONE)


def test_take_in_leaves_why_for_the_screen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = tmp_path / "said.json"
    given = ["take-in", "--role", "ats", "--media", str(tmp_path), "--into", str(tmp_path / "data")]
    (tmp_path / "data").mkdir()
    assert main([*given, "--said", str(said)]) == 1
    assert said_at(said).code == "provision_none"
    assert said.stat().st_mode & 0o777 == 0o644
    assert main([*given, "--said", str(tmp_path / "none/said.json")]) == 1
    assert "said.json: cannot be written" in capsys.readouterr().err


def test_its_slot_is_marked_good_without_a_journal_and_a_picture() -> None:
    vitals = Vitals("table", "0.5.0", 30.0, software="sound", provisioned=False)
    assert why_unhealthy(vitals, 31.0, None, needs_proof=True) == ()
    wrong = Vitals("table", "0.5.0", 30.0, software="wrong", provisioned=False)
    assert why_unhealthy(wrong, 31.0, None, needs_proof=True) == ("the software is wrong",)


@pytest.mark.outside
def test_it_shows_until_it_is_told_to_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(module, "LOOK_S", 0.1)
    said: list[str] = []

    async def story() -> None:
        task = asyncio.create_task(show("ats", SERIAL, said.append, tmp_path / "said.json"))
        while not (tmp_path / "vitals.json").exists():
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        os.kill(os.getpid(), signal.SIGTERM)
        await task

    asyncio.run(story())
    vitals = read_vitals(tmp_path / "vitals.json")
    assert vitals is not None
    assert (vitals.picture, vitals.provisioned, vitals.role) == (True, False, "ats")
    assert any("first picture" in line for line in said)


def test_a_board_without_a_screen_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def none(*_: object) -> None:
        raise pygame.error("No available video device")

    monkeypatch.setattr(module, "Window", none)
    assert opened(said.append) is None
    assert said == ["there is no screen: No available video device"]


def test_the_command_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    async def quickly(role: str, serial: str, _: object) -> None:
        assert serial is not None
        shown.append(role)

    monkeypatch.setattr("firmware.cli.unprovisioned.show", quickly)
    monkeypatch.setattr("firmware.cli.unprovisioned.start_log", lambda *_: None)
    assert main(["unprovisioned", "--role", "wnd"]) == 0
    assert shown == ["wnd"]
