"""What a wager costs a full table: one decision, and a view for whoever wagered."""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from network_under_test import Net, on_a_network

from firmware.game import events as g
from firmware.game import steps as s
from firmware.table.core import group
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.devices import DeviceReported
from firmware.table.features.freezing import AccountsFrozen
from firmware.table.features.wagers import Wager, WagerSet
from firmware.table_board import telling as table_board
from firmware.table_board.touched import NOBODY, TouchedViews, touched_by
from hal.cards import Card

FULL = 50
OF_ONE = WagerSet(7, "player", 10_00, 10_00, None)


def test_a_wager_at_a_full_table_is_one_decision_and_touches_one_view(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Counter[str]()

    def counting(name: str, work: Callable[..., Any], *what: Any) -> Any:
        asked[name] += 1
        return work(*what)

    async def story(net: Net) -> None:
        for ats in range(1, FULL + 1):
            await net.service.submit(BuyIn(ats, 100_00))
        remotes = [await net.terminal(f"ats-{ats}") for ats in range(1, FULL + 1)]
        await net.tell(s.OpenBets())
        for module, name in ((group, "decide"), (table_board, "account_view"), (table_board, "public_view")):
            monkeypatch.setattr(module, name, partial(counting, name, getattr(module, name)))
        await net.service.submit(Wager(7, "player", 10_00))
        await asyncio.sleep(0)
        assert asked == {"decide": 1, "account_view": 1}
        monkeypatch.undo()
        await asyncio.sleep(0.1)
        placed = [remote.account.wagers for remote in remotes if remote.account is not None]
        assert placed == [{"player": 10_00} if ats == 7 else {} for ats in range(1, FULL + 1)]

    on_a_network(story, ats=FULL)


def test_a_card_touches_the_public_view_alone() -> None:
    card = g.CardLaid(1, Card("7S"), "player", 1)
    assert touched_by([card]) == TouchedViews(public=True, terminals=frozenset())
    assert touched_by([card, OF_ONE]) == TouchedViews(public=True, terminals=frozenset({7}))


def test_what_nobody_is_shown_touches_nobody() -> None:
    assert touched_by([DeviceReported("ats-1 note-acceptor", "fault jam", "")]) == NOBODY == touched_by([])


def test_what_is_not_said_to_touch_few_touches_everybody() -> None:
    assert touched_by([OF_ONE, AccountsFrozen(None)]) == TouchedViews(public=True, terminals=None)
