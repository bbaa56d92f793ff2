"""Each page of the console, whichever there are: it has a tab, and is drawn in each language."""

import asyncio

import pytest
from sgc_table import HALF_PAST_NINE, Console

from firmware.console.pages import BEHIND, PAGES
from firmware.console.scene import picture
from firmware.kit.items import Text
from firmware.kit.words import languages, words_of
from firmware.table.core.commands import Role
from sim.virtual_time import VirtualTimeLoop


def shown(page: str, language: str) -> tuple[str, list[str]]:
    """The title of a page, and all that its picture says."""

    async def story() -> tuple[str, list[str]]:
        console = Console(language)
        await console.open(Role.CASINO_SUPERVISOR)
        await console.seat()
        assert console.desk is not None
        console.desk.act(("terminal", "3") if page in BEHIND else ("tab", page))
        view = console.desk.view()
        assert view.page is not None
        scene = picture(view, (1280, 800), words_of(language, "AUD"), HALF_PAST_NINE)
        return view.page.title, [item.text for item in scene.items if isinstance(item, Text)]

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(story())


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("page", PAGES)
def test_each_page_has_a_tab(page: str, language: str) -> None:
    assert f"tab.{page}" in words_of(language).said, f'say "tab.{page}" in firmware/kit/words/{language}.toml'


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("page", [*PAGES, *BEHIND])
def test_each_page_is_drawn(page: str, language: str) -> None:
    title, said = shown(page, language)
    assert title
    assert title in said


def test_the_tabs_stand_in_the_order_of_their_places() -> None:
    ours = ["terminals", "shoe", "game", "coups", "devices", "staff"]
    assert [page for page in PAGES if page in ours] == ours
    assert not PAGES.keys() & BEHIND.keys()
