"""The rooms of the firmware: the page that lists them is what the contract says, and no feature is forgotten."""

from pathlib import Path

import pytest
import rooms

from firmware.game.events import Event
from firmware.game.steps import Step
from firmware.table.core.commands import Command
from firmware.table.core.feature import FEATURES

PROJECT = Path(__file__).parents[2]
PAGE = PROJECT / "docs/architecture.md"
# Carried out by the core itself, which hands on what a person asks for.
FEATURE_FILES = sorted(path.stem for path in (PROJECT / "firmware/table/features").glob("*.py") if path.stem[0] != "_")


def kinds(kind: type) -> set[type]:
    return {one for direct in kind.__subclasses__() for one in (direct, *kinds(direct))}


def test_the_page_has_the_rooms_that_the_contract_has() -> None:
    page = PAGE.read_text()
    assert rooms.written(page) == page, "run make manual"
    assert "firmware/table/features/" in page


def test_another_contract_is_another_page(monkeypatch: pytest.MonkeyPatch) -> None:
    page = PAGE.read_text()
    monkeypatch.setattr(rooms, "contracts", lambda: [{"containers": ["firmware"], "layers": ["cli", "kit | game"]}])
    assert rooms.written(page) != page


def of_table(found: set[type]) -> set[type]:
    return {kind for kind in found if kind.__module__.startswith("firmware.table.")}


def test_every_command_of_the_table_is_decided_by_one_feature() -> None:
    assert FEATURES.decides.keys() >= of_table(kinds(Command))
    assert {kind for kind in FEATURES.decides if not issubclass(kind, Step)} == of_table(kinds(Command))


def test_every_event_of_a_feature_changes_something_or_is_only_put_on_record() -> None:
    assert FEATURES.folds
    of_features = {kind for kind in kinds(Event) if kind.__module__.startswith("firmware.table.features.")}
    assert of_features - FEATURES.folds.keys() - FEATURES.moves.keys() == FEATURES.recorded


def test_every_feature_is_found() -> None:
    import_names = {kind.__module__.rpartition(".")[2] for kind in FEATURES.decides}
    assert import_names <= {*FEATURE_FILES, "steps", "commands"}
