"""A tournament of this release and tables of the last one, and the other way around: each works, or says why not."""

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from any_request import built
from directors_evening import Evening, at_the_console
from hypothesis import given
from last_release import FEW, LAST, as_before, plain, wrong

from firmware.kit.words import words_of
from firmware.link import messages as m
from firmware.link import tournament_messages as t
from firmware.link.session_orders import command_of
from firmware.refusal import Refused
from firmware.table.core.commands import Command
from firmware.tournament import commands as c

OLD_ORDERS = [kind for kind in get_args(t.Order) if kind.__name__ in LAST]


@pytest.mark.parametrize("kind", OLD_ORDERS, ids=lambda kind: kind.__name__)
def test_this_table_takes_the_orders_of_a_tournament_of_the_last_release(kind: type[msgspec.Struct]) -> None:
    @FEW
    @given(built(kind))
    def ordered(order: msgspec.Struct) -> None:
        before = as_before(plain(order), LAST[kind.__name__])
        said = {
            "number": "1",
            "until": 0,
            "what": {"ask": "order-table", "order": {**before, "type": plain(order)["type"]}},
        }
        assert wrong(said["what"], LAST["OrderTable"], "OrderTable") == ""
        what = msgspec.json.decode(json.dumps(said), type=m.Envelope).what
        assert isinstance(what, t.OrderTable)
        assert isinstance(command_of(what.order), Command)

    ordered()


def test_a_tournament_of_the_last_release_reads_what_this_table_tells_of_itself(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        await one.look()
        view = (await one.remote.ask_once(t.SeeTable())).hall
        assert view is not None
        assert view.orders == t.ORDERS
        assert wrong(plain(view), LAST["HallView"], "HallView") == ""

    at_the_console(story, tmp_path)


def test_a_table_of_the_last_release_is_refused_in_a_sentence_and_asked_nothing_that_it_cannot_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    async def story(one: Evening) -> None:
        await one.do("I am here")
        ask_once = one.remote.ask_once

        async def of_the_last_release(what: Any) -> m.Answer:
            asked.append(what)
            answer = await ask_once(what)
            return msgspec.json.decode(json.dumps(as_before(plain(answer), LAST["Answer"])), type=m.Answer)

        monkeypatch.setattr(one.remote, "ask_once", of_the_last_release)
        await one.look()
        with pytest.raises(Refused) as refused:
            await one.hall.ask(c.OpenRound("Ada Reyes", (1,)))
        assert words_of("en").refused(refused.value) == (
            "Table 1 has an older release of the software: update it before it plays in a tournament."
        )
        assert all(wrong(plain(what), LAST[type(what).__name__], "asked") == "" for what in asked)
        assert {type(what) for what in asked} == {t.SeeTable}
        # Once it is updated, it plays.
        monkeypatch.undo()
        await one.look()
        await one.hall.ask(c.OpenRound("Ada Reyes", (1,)))
        assert one.service.state.current == "final"

    at_the_console(story, tmp_path)
