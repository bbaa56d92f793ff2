"""docs/terminal.md says what is so: requests, codes, times and bets of a terminal are those of the code."""

import re
from pathlib import Path
from typing import Final, get_args

from firmware.game.codes import GameCode
from firmware.link import bounds as b
from firmware.link import messages as m
from firmware.link.remote_table import BEAT_S
from firmware.link.remote_table import LOST_S as TABLE_LOST_S
from firmware.table.core.codes import TableCode
from firmware.table.features.guest_limits import GuestLimitsCode
from firmware.table.features.wagers import WagersCode
from firmware.table_board.attendance import LOST_S

PAGE: Final = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text()
# What cash desks and boards that keep a copy or remember heads ask.
OF_OTHERS: Final = {"show-ticket", "last-shown", "show-head", "fetch-copy", "see-table", "order-table"}
WORDS: Final = set(re.findall(r"`([a-z0-9_-]+)`", PAGE))


def test_every_request_of_a_terminal_has_its_time() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in get_args(m.Request)}
    assert tags - OF_OTHERS <= WORDS


def test_every_bet_and_outcome_is_named() -> None:
    assert set(b.BETS) <= WORDS
    assert {"done", "refused", "in-doubt", "later"} <= WORDS


def test_a_wagers_refusals_are_codes_that_there_are() -> None:
    table = PAGE.partition("## What a wager is refused for")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z0-9_]+)`", table)) - {"code", "until", "amount", "minutes"}
    assert named <= {str(code) for kind in (GameCode, TableCode, WagersCode, GuestLimitsCode) for code in kind}
    assert {str(code) for kind in (WagersCode, GuestLimitsCode) for code in kind} <= named


def test_its_times_are_the_codes_times() -> None:
    assert (BEAT_S, LOST_S, TABLE_LOST_S) == (1.0, 5.0, 3.0)
    for words in ("every second", "after five seconds without one", "no beat of the table for three seconds"):
        assert words in PAGE
