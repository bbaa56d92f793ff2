"""No note is ever credited in a wrong currency: any data set, any list, either protocol, named either way, any cut."""

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.ebds.driver import Ebds
from drivers.ebds.driver import Options as EbdsOptions
from drivers.id003.driver import Id003
from drivers.id003.notes import CODES
from drivers.id003.options import COUNTRIES
from drivers.id003.options import Options as Id003Options
from firmware.table.core.setup import NoteList
from hal.currency import MINOR, NOTES
from sim import cuts
from sim.devices.ebds import EbdsModel
from sim.devices.id003 import Id003Model
from sim.devices.id003_facts import COUNTRIES as COUNTRY_OF
from sim.note_makes import CutAcceptor
from sim.virtual_time import VirtualTimeLoop

CURRENCIES = sorted(NOTES)
# Every country is named, so that only the table can tell that a note is not its own.
NAMED = {next(hexed for hexed, number in COUNTRIES.items() if number == COUNTRY_OF[one]): one for one in CURRENCIES}


def by_table(currency: str) -> CutAcceptor:
    return CutAcceptor(lambda: Id003Model(currency=currency), Id003, Id003Options("", country=NAMED))


def by_map(currency: str) -> CutAcceptor:
    codes = {f"{code:02X}": f"{currency} {value}" for code, value in zip(CODES, NOTES[currency], strict=False)}
    return CutAcceptor(lambda: Id003Model(currency=currency, table=False), Id003, Id003Options("", notes=codes))


def by_extended_notes(currency: str) -> CutAcceptor:
    return CutAcceptor(lambda: EbdsModel(currency=currency), Ebds, EbdsOptions(""))


def by_positions(currency: str) -> CutAcceptor:
    notes = {str(place): f"{currency} {value}" for place, value in enumerate(NOTES[currency], 1)}
    options = EbdsOptions("", extended_notes=False, notes=notes)
    return CutAcceptor(lambda: EbdsModel(currency=currency, extended=False), Ebds, options)


def by_nothing(currency: str) -> CutAcceptor:
    return CutAcceptor(lambda: EbdsModel(currency=currency, extended=False), Ebds, EbdsOptions(""))


NAMING: dict[str, Any] = {
    "by table": by_table,
    "by map": by_map,
    "by extended notes": by_extended_notes,
    "by positions": by_positions,
    "by nothing": by_nothing,
}


@st.composite
def stories(draw: st.DrawFn) -> tuple[str, str, int, NoteList, str, int]:
    device, table = draw(st.sampled_from(CURRENCIES)), draw(st.sampled_from(CURRENCIES))
    table = draw(st.sampled_from([device, table]))
    values = draw(st.sets(st.sampled_from(NOTES[table]), min_size=1))
    value = draw(st.sampled_from(NOTES[device]))
    notes = NoteList(table, tuple(one * MINOR for one in sorted(values)))
    naming, what = draw(st.sampled_from(sorted(NAMING))), draw(st.sampled_from(("nothing", *cuts.CUTS)))
    return naming, device, value, notes, what, draw(st.integers(1, 900))


@pytest.mark.rule("crown 6.3.2")
@settings(max_examples=250, deadline=None)
@given(stories())
def test_a_note_is_credited_as_what_it_is_or_not_at_all(story: tuple[str, str, int, NoteList, str, int]) -> None:
    naming, device, value, notes, what, byte = story
    make = NAMING[naming](device)

    async def whole() -> cuts.CutOutcome:
        return await cuts.note_cut(make, what, byte, notes=notes, value=value)

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        outcome = runner.run(whole())
    assert outcome.wrong == ""
    taken = naming != "by nothing" and device == notes.currency and value * MINOR in notes.values
    assert outcome.credited in ((0, value * MINOR) if taken else (0,))
    if what == "nothing":
        assert outcome.credited == (value * MINOR if taken else 0)
    if not taken:
        assert not outcome.doubt
