"""The bench's page under a hand: nothing moves from under it, and what it began it can take back."""

import time
from pathlib import Path
from typing import Any

import pytest
from page_under_test import Hands, at_the_page

from sim.bench.guide import ALL, Guide

pytestmark = pytest.mark.outside

TOPS = "(id) => document.getElementById(id).getBoundingClientRect().top"
SHOWN = "[...document.querySelectorAll('#guide .steps > div')].filter((one) => !one.matches('.unseen')).length"
ROWS = """[...document.querySelectorAll('.cards button')].map((one) => [one, one.getBoundingClientRect()])
    .map(([one, box]) => [one.id.slice(-1), box.top, box.width])"""
SAYS = "(text) => document.querySelector('#guide').innerText.includes(text)"


def _slide(tester: Hands, start: tuple[float, float], end: tuple[float, float]) -> None:
    mouse = tester.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(*end, steps=3)
    mouse.up()
    time.sleep(0.5)


def _middle(box: Any) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("size", [(390, 844), (1200, 800), (1920, 1080)])
def test_no_step_of_the_guide_moves_the_buttons_below_it(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_the_page(tmp_path) as (tester, running):
        tester.page.set_viewport_size({"width": size[0], "height": size[1]})
        tops, said = set(), set()
        for number, says in enumerate(ALL):
            lesson = {**running.bench.state()["guide"], "step": number + 1, "says": says}
            monkeypatch.setattr(Guide, "view", lambda *_, lesson=lesson: lesson)
            tester.page.wait_for_function(SAYS, arg=says)
            tops.add(tester.page.evaluate(TOPS, "deal-next"))
            said.add(tester.page.inner_text("#guide .steps"))
            assert tester.page.evaluate(SHOWN) == 1
        assert len(tops) == 1
        assert len(said) == len(ALL)


def test_a_press_that_slides_off_is_taken_back(tmp_path: Path) -> None:
    with at_the_page(tmp_path) as (tester, running):
        button = tester.page.locator("#deal-next").bounding_box()
        assert button is not None
        shoe = running.bench.table.state.game.shoe
        _slide(tester, _middle(button), (button["x"] + 10, button["y"] + 200))
        assert running.bench.table.state.game.shoe == shoe
        # On a screen, too: the finger leaves it by the edge of the page's picture.
        canvas = tester.page.locator("#screen-sgc").bounding_box()
        stage = running.bench.screens["sgc"].stage
        assert canvas is not None
        assert stage is not None
        day = next(item for item in stage.scene.items if item.action == ("tab", "day"))
        scale = canvas["width"] / running.bench.screens["sgc"].off.size[0]
        at = (canvas["x"] + day.box.middle[0] * scale, canvas["y"] + day.box.middle[1] * scale)
        surface, corner = running.bench.screens["sgc"].off.surface, (day.box.middle[0], day.box.y + 4)
        before = surface.get_at(corner)
        _slide(tester, at, (at[0], canvas["y"] + canvas["height"] + 30))
        assert surface.get_at(corner) == before  # no light is left on it, and its page is not shown
        _slide(tester, at, at)
        tester.until(lambda: day not in stage.scene.items)


def test_a_row_of_cards_on_a_phone_is_of_one_suit(tmp_path: Path) -> None:
    with at_the_page(tmp_path) as (tester, _):
        tester.page.set_viewport_size({"width": 390, "height": 844})
        rows: dict[float, set[str]] = {}
        for suit, top, width in tester.page.evaluate(ROWS):
            rows.setdefault(top, set()).add(suit)
            assert width >= 44
        assert [len(suits) for suits in rows.values()] == [1] * 8


def test_no_card_is_said_to_be_due_while_betting_is_open(tmp_path: Path) -> None:
    with at_the_page(tmp_path) as (tester, running):
        where = tester.page.locator("#where")
        for step in ("shoe", "bets"):
            running.bench.script.load(step)
            running.loop.call_soon_threadsafe(lambda: running.bench.script.begin(whole=True))
            tester.until(lambda: not running.bench.script.playing)
        tester.page.locator("#where", has_text="betting").wait_for()
        assert "due" not in where.inner_text()
