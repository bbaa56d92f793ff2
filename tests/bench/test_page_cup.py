"""A small tournament at the bench's page, in a real browser: begun by a click, directed and dealt by hand."""

import time
from pathlib import Path

import pytest
from page_under_test import Hands, Running, at_the_page

from firmware.table.core.hall_page import hall_page
from firmware.table.core.session_standing import standing_of

pytestmark = pytest.mark.outside


def _sign_on(tester: Hands, number: str, pin: str) -> None:
    tester.touch("sgc", "tab staff", "op sign-off", "op sign-on")
    tester.keys(number)
    tester.keys(pin)


def _choose(tester: Hands, running: Running, do: str) -> None:
    """Touch what the Director's page offers, and say yes."""
    screen = running.bench.screens["sgc"]

    def asked() -> bool:
        # Rows move while players sign: whoever touched beside it touches again.
        if ("yes",) not in screen.actions():
            found = [action for action in screen.actions() if do in action and "hall" in action]
            for action in found[:1]:
                tester.touch_one("sgc", action)
        return ("yes",) in screen.actions()

    tester.until(asked)
    tester.touch("sgc", "yes")


def test_a_tournament_is_begun_by_a_click_and_directed_at_the_console(tmp_path: Path) -> None:
    with at_the_page(tmp_path) as (tester, running):
        page, state = tester.page, lambda: running.bench.table.state
        page.click("#cup")
        page.locator("#cup.on", has_text="Spring Cup").wait_for()
        # The Director of the bench signs on at the console, and is asked to open the first round.
        tester.until(lambda: hall_page(state()) is not None)
        _sign_on(tester, "4", "7394")
        tester.touch("sgc", "tab game", "tab director")
        for do in ("open", "draw", "briefed", "now", "start"):
            _choose(tester, running, do)
        tester.until(lambda: state().session == "heats 1")
        page.locator("#cup", has_text="Spring Cup: heats").wait_for()
        # Players wager by themselves, and the visitor deals; both terminals say where their players stand.
        _sign_on(tester, "1", "7391")
        page.click("#tab-shoe")
        while running.bench.state()["burns"]:
            page.click("#deal-next")
            time.sleep(1)
        tester.touch("sgc", "tab coup", "op open")
        tester.until(lambda: all(account.wagers for account in state().accounts.values()))
        seats = running.bench.table.seats.values()
        tester.until(lambda: all(seat.remote.account and seat.remote.account.place for seat in seats))
        standing = standing_of(state())
        assert standing is not None
        assert (standing.field, standing.left) == (2, 3)
