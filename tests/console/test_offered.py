"""What features offer at the console: a command's fields are asked for, and it has all the words that it needs."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

import pytest
from msgspec.structs import fields
from sgc_table import Console

from firmware.console.every_operation import OPERATIONS
from firmware.console.flow import Flow
from firmware.console.offered import operation_of
from firmware.kit.words import Words, languages, words_of
from firmware.table.core.commands import Command
from firmware.table.core.feature import FEATURES
from firmware.table.features.exclusions import RecordMeasure
from firmware.table.features.freezing import FreezeAccounts
from firmware.table.features.limits import SetPeriod
from firmware.table.features.sessions import StartSession
from firmware.table.features.winnings import HoldWinnings
from sim.virtual_time import VirtualTimeLoop


class TellNews(Command, frozen=True):
    """A command that asks for a text and for one of two words."""

    text: str
    measure: Literal["detained", "removed"]


def on_console(story: Callable[[Console], Awaitable[None]]) -> None:
    async def whole() -> None:
        await story(Console("en"))

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def wanting(offers: dict[str, type[Command]], words: Words) -> set[str]:
    """The keys that no line of a language has, of those that operations need."""
    wanted = set()
    for key, command in offers.items():
        asks = [field.name for field in fields(command) if field.name != "ats"]
        wanted |= {f"op.{key}", *(f"ask.{ask}" for ask in asks if f"ask.{key}.{ask}" not in words.said)}
    return wanted - words.said.keys()


@pytest.mark.parametrize("language", languages())
def test_what_is_offered_has_its_words(language: str) -> None:
    missing = wanting(FEATURES.offers, words_of(language))
    assert not missing, f"say these in firmware/kit/words/{language}.toml: {', '.join(sorted(missing))}"
    assert FEATURES.offers.keys() <= OPERATIONS.keys()


def test_missing_words_are_found() -> None:
    assert wanting({"unheard-of": TellNews, "freeze": FreezeAccounts}, words_of("en")) == {"op.unheard-of", "ask.text"}


def test_the_fields_of_a_command_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPERATIONS, "hold", operation_of(HoldWinnings))
    monkeypatch.setitem(OPERATIONS, "period", operation_of(SetPeriod))
    monkeypatch.setitem(OPERATIONS, "measure", operation_of(RecordMeasure))
    monkeypatch.setitem(OPERATIONS, "news", operation_of(TellNews))

    async def story(t: Console) -> None:
        await t.open()
        assert t.desk is not None
        known = t.desk.known()
        answered: list[tuple[str, tuple[str, ...], tuple[str, ...], Command]] = [
            ("hold", ("4",), ("7", "5"), HoldWinnings(4, 75_00)),
            ("period", (), ("4", "5"), SetPeriod(45)),
            ("measure", ("4",), ("detained",), RecordMeasure(4, "detained")),
        ]
        for key, given, keys, command in answered:
            flow = Flow(key, given)
            for one in keys:
                flow.enter(one, known)
            flow.next(known)
            assert flow.ask(known) is None
            assert flow.command(known) == command
        news = Flow("news", ())
        news.enter("A", known)
        news.next(known)
        news.enter("removed", known)
        assert news.command(known) == TellNews("A", "removed")

    on_console(story)


def test_the_row_stands_where_the_command_is_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(FEATURES), "offers", {"hold": HoldWinnings, "freeze": FreezeAccounts})

    async def story(t: Console) -> None:
        await t.open()
        assert t.desk is not None
        rows = {}
        for page, touch in (("terminal", ("terminal", "3")), ("game", ("tab", "game"))):
            t.desk.act(touch)
            view = t.desk.view()
            assert view.page is not None
            found = [row for row in view.page.rows if row.label == words_of("en")("sgc.more")]
            rows[page] = [(choice.action, choice.on) for row in found for choice in row.choices]
        # 13.2.3 is a casino supervisor's; a game supervisor stands there.
        assert rows == {"terminal": [(("op", "hold", "3"), False)], "game": [(("op", "freeze"), True)]}

    on_console(story)


def test_what_nobody_can_enter_needs_an_operation_of_its_own() -> None:
    with pytest.raises(TypeError, match=r"terminals: .* write an operation for it"):
        operation_of(StartSession)
    assert operation_of(TellNews).like == TellNews("", "detained")
