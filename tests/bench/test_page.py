"""The bench's page in a real browser: a dealer and two players play a coup with an irregularity and a cash-out."""

import time
from pathlib import Path

import pytest
from page_under_test import at_the_page

from firmware.game.events import CoupResult, Irregularity
from firmware.table.features.cashing_out import CashedOut
from firmware.table.features.tickets import TicketReported

pytestmark = pytest.mark.outside


def test_a_coup_with_an_irregularity_and_a_cash_out(tmp_path: Path) -> None:
    with at_the_page(tmp_path) as (tester, running):
        page, state = tester.page, lambda: running.bench.table.state
        page.click("#tab-devices")
        page.locator(".device", has_text="ats-2 note_acceptor").get_by_role("button", name="insert 50").click()
        tester.touch("sgc", "terminal 1", "op buy-in 1")
        tester.keys("100")
        tester.touch("sgc", "key cash", "yes", "tab coup")
        tester.until(lambda: state().balance(2) == 50_00 and state().balance(1) == 100_00)
        tester.touch("sgc", "op open")
        tester.touch("ats-1", "chip 2500", "bet player")
        tester.touch("ats-2", "chip 2500", "bet banker")
        tester.until(lambda: state().accounts[1].wagers and state().accounts[2].wagers)
        # Player's second card is put on the other hand: 11.3, and play goes on.
        page.click("#tab-shoe")
        for how, card in (("draw", "7S"), ("draw", "6H"), ("wrong-hand", "KD"), ("draw", "KC")):
            page.select_option("#how", how)
            page.click(f"#card-{card}")
            time.sleep(1.2)
        tester.until(lambda: state().game.phase.value == "complete")
        tester.touch("sgc", "op confirm")
        tester.until(lambda: running.of(CoupResult))
        assert running.of(CoupResult)[0].notation == "P 7S KD | B 6H KC = P7"
        assert [(event.kind, event.rule) for event in running.of(Irregularity)] == [
            ("burn_missed", "11.1"), ("wrong_hand", "11.3"),
        ]  # fmt: skip
        irregular = page.locator("#journal li.irregular")
        irregular.nth(1).wait_for()
        assert "11.3" in irregular.nth(1).inner_text()
        tester.touch("ats-1", "cash-out", "pay")
        tester.until(lambda: running.of(TicketReported))
        assert [(event.ats, event.amount) for event in running.of(CashedOut)] == [(1, 125_00)]
        page.click("#tab-tickets")
        page.locator("img.ticket").wait_for()
        page.click("#tab-traffic")
        assert page.locator("#pane-traffic tbody tr").count() > 5
        recorded = page.request.get(f"{running.server.address}scenario/recorded.txt").text()
        assert "card KD to=banker" in recorded


def test_other_pages_cannot_touch_the_table_and_this_one_is_seen_whole(tmp_path: Path) -> None:
    with at_the_page(tmp_path) as (tester, running):
        port = running.server.port
        for headers in ({"Origin": "http://elsewhere.example"}, {"Host": "elsewhere.example"}):
            answer = tester.page.request.get(f"http://127.0.0.1:{port}/socket/bench", headers=headers)
            assert answer.status == 404
        assert tester.page.request.get(f"http://127.0.0.1:{port}/../server.py").status == 404
        # What cannot be done is said.
        tester.page.click("#tab-scenario")
        tester.page.fill("#scenario-text", "buyin 1 100\nnonsense")
        tester.page.click("#load")
        tester.page.wait_for_selector("#toast.shown")
        assert "scenario:2: no step 'nonsense'" in tester.page.inner_text("#toast")
        tester.page.fill("#scenario-text", "buyin 1 100\nbuyin 2 50")
        tester.page.click("#load")
        tester.page.click("#step")
        tester.until(lambda: running.bench.table.state.balance(1) == 100_00)
        tester.page.locator("#steps li.next", has_text="buyin 2 50").wait_for()
        tester.page.click("#play")
        tester.until(lambda: running.bench.table.state.balance(2) == 50_00)
        tester.page.wait_for_selector("#steps li.done:nth-child(2)")


# A screen is seen whole, and the larger the window, the larger it is; a phone has one scroll.
BOXES = "[...document.querySelectorAll('canvas')].map((one) => one.getBoundingClientRect().toJSON())"
SCROLLS = """[...document.querySelectorAll('*')]
    .filter((one) => !['visible', 'hidden', 'clip'].includes(getComputedStyle(one).overflowY))
    .filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.id)"""


def test_screens_fill_the_window_at_any_size(tmp_path: Path) -> None:
    with at_the_page(tmp_path) as (tester, _):
        shares = []
        for width, height in ((390, 844), (760, 900), (1200, 800), (1920, 1080), (3840, 2160)):
            tester.page.set_viewport_size({"width": width, "height": height})
            time.sleep(0.3)
            boxes = tester.page.evaluate(BOXES)
            assert len(boxes) == 4
            assert all(box["left"] >= 0 and box["right"] <= width for box in boxes)
            assert tester.page.evaluate("document.documentElement.scrollWidth") <= width
            if width < 1100:
                assert min(box["width"] for box in boxes) >= 0.9 * width
                assert tester.page.evaluate(SCROLLS) == []
            else:
                assert max(box["bottom"] for box in boxes) <= height
                shares.append(sum(box["width"] * box["height"] for box in boxes) / width / height)
        assert shares == sorted(shares)
        assert min(shares) >= 0.4


def test_one_screen_alone_by_a_link_and_by_a_click(tmp_path: Path) -> None:
    with at_the_page(tmp_path) as (tester, running):
        page = tester.page
        page.set_viewport_size({"width": 1440, "height": 900})
        page.locator("#figure-ats-2 .larger").click()
        assert page.url.endswith("#terminal=2")
        page.locator("#figure-sgc").wait_for(state="hidden")
        box = page.locator("#screen-ats-2").bounding_box()
        assert box is not None
        assert box["width"] * box["height"] >= 0.85 * 1440 * 900
        page.keyboard.press("Escape")
        page.locator("#figure-sgc").wait_for()
        page.goto(f"{running.server.address}#screen=wnd")
        page.locator("#screen-wnd[data-drawn]").wait_for()
        page.locator("#figure-sgc").wait_for(state="hidden")


def test_a_newcomers_first_coup_by_the_guide_and_the_keyboard(tmp_path: Path) -> None:
    with at_the_page(tmp_path) as (tester, running):
        page, state = tester.page, lambda: running.bench.table.state
        guide, said = page.locator("#guide"), lambda step: page.locator("#guide h2", has_text=f"{step} of 7").wait_for()
        assert "1 Dora, dealer" in page.inner_text("#people .on")
        assert "7393" in page.inner_text("#people")
        said(1)
        while guide.locator("h2", has_text="1 of 7").count():
            page.click("#deal-next.pointed")
            time.sleep(0.5)
        said(2)
        page.click("#guide-note")
        said(3)
        ring = None
        until = time.monotonic() + 10
        while ring is None:  # it is put there anew whenever the screen is drawn
            assert time.monotonic() < until, "no ring is around what the guide speaks of"
            ring = page.locator("#figure-sgc .ring").bounding_box()
        page.mouse.click(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
        said(4)
        page.keyboard.press("2")  # the second chip of terminal 1
        tester.touch("ats-1", "bet player")
        said(5)
        assert state().accounts[1].wagers == {"player": 25_00}
        tester.touch("sgc", "op close")
        said(6)
        while state().game.phase.value != "complete":
            page.keyboard.press(" ")
            time.sleep(1.5)
        said(7)
        tester.touch("sgc", "op confirm")
        page.locator("#guide h2", has_text="Your first coup is played").wait_for()
        assert running.of(CoupResult)
        assert not running.of(Irregularity)
        page.click("#guide-leave")
        guide.wait_for(state="hidden")
        page.reload()
        page.wait_for_selector("#screen-ats-2[data-drawn]")
        assert guide.is_hidden()
