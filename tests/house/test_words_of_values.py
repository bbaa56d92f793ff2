"""What boards tell each other is one of a few values, and each value that a screen shows has words in each language."""

import ast
import typing
from collections.abc import Iterator
from enum import EnumType
from pathlib import Path

import pytest
from parsed import nodes

from firmware.cli import cage_words
from firmware.console.pages.opening import LOOKS
from firmware.game.bets import Outcome as BetOutcome
from firmware.game.hands import Winner
from firmware.game.state import Phase
from firmware.kit.words import languages, words_of
from firmware.link.messages import ComingView, ResultView
from firmware.pictures import notices
from firmware.table.core.commands import Role
from firmware.table.core.faults import Faulty
from firmware.table.core.head import Verdict
from firmware.table.core.pockets import Fate
from firmware.table.core.reported import Redemption, fault_began, fault_ended, meaning
from firmware.table.core.waiting import Doubt, Heard
from firmware.table.core.waiting import OpeningStage as Opening
from firmware.table.features.card_checks import Finding
from firmware.table.features.exclusions import Measure
from hal.faults import FAULTS
from hal.life import Stage
from hal.ticket_printer import PrintOutcome

PROJECT = Path(__file__).parents[2]
# What two boards compare stands in one place, and is a value everywhere else. (`wnd` is a device's name, too.)
ONCE = {*(phase.value for phase in Phase), "system"}
ROOMS = ("link", "terminal", "console", "display", "pictures", "boards", "table_board")


def values(kind: object) -> tuple[str, ...]:
    if isinstance(kind, EnumType):
        return tuple(str(one.value) for one in kind)
    return tuple(typing.get_args(kind))


def of_field(kind: type, name: str) -> tuple[str, ...]:
    hint = typing.get_type_hints(kind)[name]
    parts = [part for part in typing.get_args(hint) if typing.get_origin(part) is typing.Literal]
    return tuple(word for part in parts for word in values(part)) + (() if parts else values(hint))


SHOWN: dict[str, tuple[str, ...]] = {
    "stage.{}": values(Stage),
    "fault.{}": tuple(what for what in values(Faulty) if what != "ats"),
    "fault.{}.note": tuple(what for what in values(Faulty) if what != "ats"),
    "result.{}": of_field(ResultView, "winner"),
    "take.{}": values(BetOutcome),
    "cash-out.{}": values(PrintOutcome),
    "note.{}": tuple(fate for fate in values(Fate) if fate in ("credited", "doubted")),
    "role.{}": tuple(role.name.lower() for role in Role),
    "need.{}": tuple(role.name.lower() for role in Role),
    "opening.{}": values(Opening),
    "opening.to_do.{}": values(Opening),
    "opening.heard.{}": (*values(Verdict), *of_field(Heard, "verdict")),
    # That no board remembers anything shows in what is listed of the boards.
    "opening.doubt.{}": tuple(doubt for doubt in values(Doubt) if doubt != "no_witness"),
    "opening.doubt.{}.note": tuple(doubt for doubt in values(Doubt) if doubt != "no_witness"),
    "finding.{}": values(Finding),
    "measure.{}": values(Measure),
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("key", SHOWN)
def test_each_value_that_is_shown_has_words(key: str, language: str) -> None:
    assert SHOWN[key]
    assert {key.format(value) for value in SHOWN[key]} <= words_of(language).said.keys()


def test_what_is_told_by_value_is_said_for_each_value() -> None:
    assert notices._SAY.keys() == set(of_field(ComingView, "kind"))  # noqa: SLF001
    assert cage_words.WORDS.keys() == set(values(Redemption))
    assert LOOKS.keys() <= set(values(Verdict))
    assert set(of_field(ResultView, "winner")) == {winner.value for winner in Winner}


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_is_read_as_it_was_written(code: str) -> None:
    assert meaning(fault_began(code)) == (code, "")
    assert meaning(fault_ended(code)) == ("", code)


def spelled(text: str) -> Iterator[tuple[int, str]]:
    """Return the texts that are compared in a file, with their lines."""
    for node in nodes(text):
        if isinstance(node, ast.Compare):
            for one in (part for side in (node.left, *node.comparators) for part in ast.walk(side)):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield one.lineno, one.value
                if isinstance(one, ast.JoinedStr):
                    yield one.lineno, ast.unparse(one)


def twice(text: str) -> list[tuple[int, str]]:
    return [(line, word) for line, word in spelled(text) if word in ONCE or word.startswith(("f'ats {", "f'fault {"))]


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_spells_a_phase_or_a_fault_of_its_own(room: str) -> None:
    files = sorted((PROJECT / "firmware" / room).rglob("*.py"))
    assert files
    assert {path.name: found for path in files if (found := twice(path.read_text()))} == {}


def test_a_spelled_phase_is_found() -> None:
    assert twice('if public.phase == "betting": ...') == [(1, "betting")]
    assert twice('out = f"ats {seen.ats}" in public.faults') == [(1, "f'ats {seen.ats}'")]
