"""The display on a screen of its own: it follows the table, and its pixels are held against those drawn (11.13)."""

import asyncio

import pygame
import pytest
from network_under_test import Net, on_a_network

from firmware.boards.picture import Picture
from firmware.display import board as wnd
from firmware.game import events as g
from firmware.game import steps as s
from firmware.kit.settings import ScreenSettings
from firmware.kit.sounds import Sounds
from firmware.kit.window import Window
from firmware.link.remote_table import RemoteTable
from hal.cards import Card


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    return Window(ScreenSettings(size=(960, 540)), "WND")


async def display(net: Net, window: Window) -> Picture:
    shown = Picture(window, None, Sounds(0), "en")
    table = RemoteTable(net.memory.board("wnd-1"), shown.changed)
    tasks = [table.run(), wnd.show(table, shown), wnd._look(table, shown, window)]  # noqa: SLF001
    net.tasks["wnd-1"] = asyncio.ensure_future(asyncio.gather(*tasks))  # type: ignore[assignment]
    await asyncio.sleep(1)
    return shown


def said(shown: Picture) -> list[str]:
    assert shown.stage is not None
    return [what.text for item in shown.stage.scene.items for what in item.lettering()]


def test_it_shows_the_outcome(window: Window) -> None:
    async def story(net: Net) -> None:
        shown = await display(net, window)
        await net.tell(s.OpenBets())
        assert "Place your bets, please" in said(shown)
        await net.tell(s.CloseBets(), *(s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")))
        await net.tell(s.Confirm())
        await asyncio.sleep(0.5)
        assert "Dummy Coup, Player wins 7 – 6" in said(shown)  # nobody had wagered (11.5)
        net.memory.carry = lambda _: ()
        await asyncio.sleep(6)
        assert said(shown) == ["Please wait"]

    on_a_network(story)
    pygame.display.quit()


def test_pixels_that_are_not_the_ones_drawn_are_blanked_recorded_and_drawn_anew(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    blanked: list[tuple[int, ...]] = []
    blank = window.blank

    def watched() -> None:
        blank()
        blanked.append(tuple(window.surface.get_at((20, 20))[:3]))

    monkeypatch.setattr(window, "blank", watched)

    async def story(net: Net) -> None:
        shown = await display(net, window)
        await asyncio.sleep(6)
        before = bytes(window.surface.get_buffer().raw)
        window.surface.fill((200, 0, 0), (10, 10, 50, 50))
        await asyncio.sleep(8)
        assert bytes(window.surface.get_buffer().raw) == before
        flagged = [event for event in net.said if isinstance(event, g.Irregularity)]
        assert [event.kind for event in flagged] == ["wnd_mismatch"]
        assert blanked == [(0, 0, 0)]
        assert not net.service.state.faults
        assert shown.stage is not None

    on_a_network(story)
    pygame.display.quit()
