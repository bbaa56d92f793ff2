"""Whatever a board may ask by the bounds of its messages is answered, and moves nobody else's money."""

import asyncio
from typing import Any

import msgspec
import pytest
from any_request import LIFE, any_request
from hypothesis import given
from hypothesis import strategies as st
from network_under_test import Net, on_a_network

from firmware.game import steps as s
from firmware.link import messages as m
from firmware.link.bounds import LONGEST_MESSAGE, LONGEST_ORDER, LONGEST_REQUEST
from firmware.link.bus import Unanswered
from firmware.link.tournament_messages import OrderTable
from firmware.table.core.codec import read_event, read_state, write_event, write_state
from firmware.table.features.buying_in import BuyIn

# So long between two requests that no quota is in the way of either.
APART_S = 2.5
lives = st.sampled_from((LIFE, LIFE, LIFE, "f" * 16, ""))
asked = st.tuples(st.sampled_from(("ats-1", "ats-1", "ats-1", "cage-1", "wnd-1")), lives, any_request)


async def answered(net: Net, device: str, life: str, number: int, what: m.Request) -> m.Answer:
    said = msgspec.json.encode(m.Envelope(f"r {number}", 2**53 - 1, what, life))
    assert len(said) <= (LONGEST_ORDER if isinstance(what, OrderTable) else LONGEST_REQUEST)
    try:
        answer = await net.memory.board(device).ask(said, 1)
    except Unanswered:
        pytest.fail(f"{device} is not answered: {what}")
    assert len(answer) <= LONGEST_MESSAGE
    return msgspec.json.decode(answer, type=m.Answer)


@given(st.lists(asked, min_size=1, max_size=8))
def test_every_request_is_answered_and_moves_nobody_elses_money(story: list[tuple[str, str, Any]]) -> None:
    async def whole(net: Net) -> None:
        honest = await net.terminal("ats-2")
        await net.tell(BuyIn(2, 200_00), s.OpenBets())
        assert await honest.set_wager("player", 10_00) == 10_00
        for number, (device, life, what) in enumerate(story):
            device = "tournament-1" if isinstance(what, OrderTable) else device  # noqa: PLW2901
            answer = await answered(net, device, life, number, what)
            # What may be said is within what the table takes: a fact least of all may fail at that.
            assert answer.refusal is None or answer.refusal.code not in ("beyond_bounds", "failed")
            await asyncio.sleep(APART_S)
        assert await honest.set_wager("player", 20_00) == 20_00
        assert net.service.state.balance(2) == 180_00
        assert not net.service.stopped
        assert all(read_event(write_event(event)) == event for event in net.said)
        assert read_state(write_state(net.service.state)) == net.service.state

    on_a_network(whole)
