"""Whatever is accepted: each event and each view of the state after it can be kept, sent, read back and drawn."""

from functools import cache
from itertools import cycle
from typing import Any

import pytest
from any_command import KINDS, any_command, built, is_built
from hypothesis import given, settings
from hypothesis import strategies as st
from story_beginnings import BEGINNINGS
from told_table import SCREENS, ToldTable

from firmware.kit.words import languages
from firmware.table.core import decide
from firmware.table.core.setup import NoteList
from firmware.table.features import buying_in
from firmware.table.features import buying_in as caps
from firmware.table.features.boards import ShowPocket
from firmware.table.features.buying_in import AskNote, BuyIn
from firmware.table.features.cash_desks import LookAtDesk, RedeemTicket
from firmware.table.features.claims import RecordClaim
from firmware.table.features.notes import SetCash

stories = st.lists(any_command, min_size=1, max_size=8)
# These only ask: nothing happens.
ASK_ONLY = {AskNote, LookAtDesk}


@cache
def begun(beginning: str) -> ToldTable:
    table = ToldTable()
    for command in BEGINNINGS[beginning]:
        assert table.tell(command)
    return table


@pytest.mark.some(3)
@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_each_story_begins_as_it_says(beginning: str) -> None:
    for draw, language in zip(SCREENS.values(), cycle(languages()), strict=False):
        draw(begun(beginning), language=language)


@settings(max_examples=settings().max_examples * 4)
@given(st.sampled_from(sorted(BEGINNINGS)), stories, st.sampled_from(sorted(SCREENS)), st.sampled_from(languages()))
def test_what_is_accepted_can_be_kept_sent_read_back_and_drawn(
    beginning: str, story: list[Any], screen: str, language: str
) -> None:
    table = begun(beginning).copy()
    for command in story:
        table.tell(command)
    SCREENS[screen](table, language=language)


@pytest.mark.some(12)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_each_kind_of_command_in_each_phase(kind: type[Any]) -> None:
    """A kind that no phase takes fails: give it a beginning (story_beginnings), or sensible values (any_command)."""
    accepted = []

    def tell(command: Any) -> None:
        accepted.extend(begun(beginning).copy().tell(command) for beginning in BEGINNINGS)

    for many in (33, 330):  # some say what they are about by several values that must all fit
        settings(derandomize=True, max_examples=many)(given(built(kind).filter(is_built))(tell))()
        if any(accepted) or kind in ASK_ONLY:
            break
    assert any(accepted) is (kind not in ASK_ONLY)


def _anything(*_: Any) -> None:
    """Let anything be."""


WITHOUT_BOUNDS = {
    "a credit of 4,300 digits": ("open", BuyIn(2, 10**4299)),
    "a text of half a character": ("settled", RecordClaim(2, "\ud800")),
    "a life that is none": ("open", ShowPocket(3, "anything", 0)),
    "a ticket's number that is none": ("open", RedeemTicket("cage-1", "7")),
    "a currency that is none": ("nobody there", SetCash(NoteList("dollars", (5_00,)))),
}


@pytest.mark.parametrize("what", WITHOUT_BOUNDS)
def test_what_has_no_bound_is_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    beginning, command = WITHOUT_BOUNDS[what]
    table = begun(beginning).copy()
    assert not table.tell(command)
    for bound in ("need_recordable", "need_money"):
        monkeypatch.setattr(decide, bound, _anything)
    for bound in ("MOST_STAKE", "MOST_BALANCE"):
        for module in (buying_in, caps):
            monkeypatch.setattr(module, bound, 10**5000, raising=False)
    with pytest.raises((ValueError, OverflowError, UnicodeEncodeError)):
        table.tell(command)
