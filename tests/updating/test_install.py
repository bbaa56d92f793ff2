"""Bundles: each refusal has its own code and leaves both slots as they were; what is taken lies there byte for byte."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from firmware.openssl import public_of
from firmware.updating.bundle import CHUNK, NAMED, Bundle, NotUpdated, PartPacked, WhyNotUpdated, packed, write_bundle
from firmware.updating.install import (
    CANCEL,
    STATE,
    Updated,
    UpdateState,
    activate,
    cancel,
    install,
    state_of,
)
from firmware.updating.outcome import BEFORE, UpdateOutcome, keep, read_outcome
from firmware.updating.slots import OneSlot, SlotError, Slots, SlotStatus
from firmware.updating.vitals import Vitals, read_vitals, write_vitals

pytestmark = pytest.mark.lab(75)

SEED = bytes(range(32))
CONTENTS = {"boot": b"boot" * 1000, "root": bytes(range(256)) * (2 * CHUNK // 256) + b"end"}


class Card(Slots):
    """A card with two slots in files, on which what was asked is kept."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.asked: list[str] = []
        self.broken = False
        self.slots = {}
        for slot in "ab":
            parts = {name: folder / f"{name}-{slot}" for name in CONTENTS}
            for place in parts.values():
                place.write_bytes(bytes(3 * CHUNK))
            self.slots[slot] = OneSlot({name: str(place) for name, place in parts.items()})

    def _run(self, word: str) -> bytes:
        if self.broken:
            raise SlotError("the card is gone")
        self.asked.append(word)
        return msgspec.json.encode(SlotStatus("a", "b", self.slots))


@pytest.fixture
def card(tmp_path: Path) -> Card:
    (tmp_path / "card").mkdir()
    return Card(tmp_path / "card")


def fits(_: bytes) -> None:
    return None


@pytest.fixture
def board(tmp_path: Path, card: Card) -> Updated:
    return Updated("table", "0.4.0", public_of(SEED), tmp_path / "update", card, fits)


Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(*, seed: bytes = SEED, name: str = "new.rtbundle", **change: Any) -> Path:
        files = {}
        for part, contents in CONTENTS.items():
            files[part] = tmp_path / f"{part}.img"
            files[part].write_bytes(contents)
        parts = tuple(packed(part, file) for part, file in files.items())
        bundle = replace(Bundle("0.5.0", "table", parts), **change)
        (tmp_path / "stick").mkdir(exist_ok=True)
        file = tmp_path / "stick" / name
        write_bundle(file, bundle, files, seed)
        return file

    return made


def patient(_: int) -> None:
    """Nobody else needs the card."""


def refused(file: Path, board: Updated, card: Card) -> WhyNotUpdated:
    with pytest.raises(NotUpdated) as why:
        install(file, board, patient)
    assert "activate" not in card.asked
    state = state_of(board.folder)
    assert state is not None
    assert state.phase in ("refused", "cancelled")
    assert state.code == why.value.why
    return why.value.why


def untouched(card: Card) -> bool:
    return "clear" not in card.asked and all(
        Path(place).read_bytes() == bytes(3 * CHUNK) for slot in card.slots.values() for place in slot.parts.values()
    )


def test_a_good_bundle_lies_in_the_other_slot_and_waits_for_people(make: Make, board: Updated, card: Card) -> None:
    waited: list[int] = []
    bundle = install(make(), board, waited.append)
    assert bundle.version == "0.5.0"
    assert card.asked == ["status", "clear"]
    for name, contents in CONTENTS.items():
        assert Path(card.slots["b"].parts[name]).read_bytes()[: len(contents)] == contents
        assert Path(card.slots["a"].parts[name]).read_bytes() == bytes(3 * CHUNK)
    assert state_of(board.folder) == UpdateState("ready", "0.5.0")
    # It waits after each chunk: one of boot, three of root.
    assert len(waited) == 4


def test_the_one_bundle_in_a_folder_is_meant_and_of_two_none_is(make: Make, board: Updated, card: Card) -> None:
    install(make().parent, board, patient)
    make(name="other.rtbundle")
    assert refused(make().parent, board, card) is WhyNotUpdated.TWO_FILES


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"role": "ats"}, WhyNotUpdated.OTHER_ROLE),
        ({"version": "0.4.0"}, WhyNotUpdated.SAME),
        ({"version": "0.3.9"}, WhyNotUpdated.TOO_OLD),
        ({"version": "newest"}, WhyNotUpdated.UNREADABLE),
        ({"seed": bytes(32)}, WhyNotUpdated.WRONG_SIGNER),
    ],
)
def test_what_a_bundle_says_of_itself_is_refused(
    change: dict[str, Any], code: WhyNotUpdated, make: Make, board: Updated, card: Card
) -> None:
    board.folder.mkdir()
    (board.folder / "floor").write_text("0.4.0\n")
    assert refused(make(**change), board, card) is code
    assert untouched(card)


def test_a_version_below_the_one_that_runs_is_taken_down_to_the_floor(make: Make, board: Updated) -> None:
    """A healthy 0.3.0, then 0.4.0 that was never healthy: back to 0.3.0 is no way down."""
    board.folder.mkdir()
    (board.folder / "floor").write_text("0.3.0\n")
    assert install(make(version="0.3.5"), board, patient).version == "0.3.5"


def test_a_floor_that_cannot_be_read_lets_nothing_through(make: Make, board: Updated, card: Card) -> None:
    board.folder.mkdir()
    (board.folder / "floor").write_text("?")
    assert refused(make(), board, card) is WhyNotUpdated.TOO_OLD


def test_what_nobody_signed_or_somebody_changed_is_refused(make: Make, board: Updated, card: Card) -> None:
    file = make()
    data = file.read_bytes()
    file.write_bytes(data.replace(b'"0.5.0"', b'"0.6.0"', 1))
    assert refused(file, board, card) is WhyNotUpdated.UNSIGNED
    head = json.loads(data[len(NAMED) :].split(b"\n")[0])
    unsigned = json.dumps({"bundle": head["bundle"]}).encode()
    file.write_bytes(NAMED + unsigned + b"\n" + data.split(b"\n", 2)[2])
    assert refused(file, board, card) is WhyNotUpdated.UNSIGNED
    assert untouched(card)


@pytest.mark.parametrize("cut", [1, 3, 40])
def test_half_a_file_is_refused_before_a_byte_is_written(cut: int, make: Make, board: Updated, card: Card) -> None:
    file = make()
    data = file.read_bytes()
    file.write_bytes(data[: len(data) * cut // 41])
    assert refused(file, board, card) in (WhyNotUpdated.HALF, WhyNotUpdated.UNREADABLE)
    file.write_bytes(data[:-1])
    assert refused(file, board, card) is WhyNotUpdated.HALF
    file.write_bytes(data[: len(NAMED) + 20])
    assert refused(file, board, card) is WhyNotUpdated.HALF
    assert untouched(card)


def test_one_wrong_byte_is_found_and_the_slot_is_not_started(make: Make, board: Updated, card: Card) -> None:
    file = make()
    data = bytearray(file.read_bytes())
    data[-5] ^= 1
    file.write_bytes(data)
    assert refused(file, board, card) is WhyNotUpdated.CHANGED
    assert card.asked == ["status", "clear"]


def test_what_lies_on_the_card_is_read_again(
    make: Make, board: Updated, card: Card, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.updating.bundle._read_again", lambda *_: "0" * 64)
    assert refused(make(), board, card) is WhyNotUpdated.CHANGED


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", NAMED + b"{}\n", NAMED + b"x" * (1024 * 1024 + 2)])
def test_what_is_no_bundle_is_said(data: bytes, make: Make, board: Updated, card: Card) -> None:
    file = make()
    file.write_bytes(data)
    assert refused(file, board, card) is WhyNotUpdated.UNREADABLE
    file.unlink()
    assert refused(file, board, card) is WhyNotUpdated.UNREADABLE


def test_a_card_that_is_too_small_is_refused_before_a_byte_is_written(make: Make, board: Updated, card: Card) -> None:
    Path(card.slots["b"].parts["root"]).write_bytes(bytes(CHUNK))
    assert refused(make(), board, card) is WhyNotUpdated.NO_ROOM
    card.slots["b"] = OneSlot({"root": card.slots["b"].parts["root"]})
    assert refused(make(), board, card) is WhyNotUpdated.NO_ROOM
    assert "clear" not in card.asked


def test_a_board_without_a_second_slot_and_a_card_that_fails(make: Make, board: Updated, card: Card) -> None:
    card.broken = True
    assert refused(make(), board, card) is WhyNotUpdated.NO_SLOT
    nowhere = replace(board, slots=Slots(board.folder / "none"))
    assert refused(make(), nowhere, card) is WhyNotUpdated.NO_SLOT


@pytest.mark.parametrize("why", [WhyNotUpdated.JOURNAL, WhyNotUpdated.NO_WAY_BACK])
def test_a_journal_that_one_of_them_could_not_read(why: WhyNotUpdated, make: Make, board: Updated, card: Card) -> None:
    unfit = replace(board, journal=lambda _: why)
    assert refused(make(), unfit, card) is why
    said = replace(unfit, no_way_back=True)
    if why is WhyNotUpdated.NO_WAY_BACK:
        assert install(make(), said, patient).version == "0.5.0"
    else:
        assert refused(make(), said, card) is why


def test_one_update_at_a_time(make: Make, board: Updated, card: Card) -> None:
    file, tried = make(), list[WhyNotUpdated]()

    def meanwhile(_: int) -> None:
        with pytest.raises(NotUpdated) as why:
            install(file, board, patient)
        tried.append(why.value.why)

    install(file, board, meanwhile)
    assert set(tried) == {WhyNotUpdated.UNDER_WAY}
    assert card.asked.count("clear") == 1


def test_it_leaves_off_when_it_is_cancelled_and_is_not_started(make: Make, board: Updated, card: Card) -> None:
    with pytest.raises(NotUpdated, match="update_cancelled"):
        install(make(), board, lambda _: cancel(board.folder))
    state = state_of(board.folder)
    assert state is not None
    assert (state.phase, state.code) == ("cancelled", "update_cancelled")
    install(make(), board, patient)
    cancel(board.folder)
    with pytest.raises(NotUpdated, match="update_not_ready"):
        activate(board, board.folder / "vitals.json", lambda: None)
    with pytest.raises(NotUpdated, match="update_not_ready"):
        cancel(board.folder)
    assert (board.folder / CANCEL).exists()
    assert "activate" not in card.asked


def test_it_is_started_once_and_how_the_version_before_was_is_kept(make: Make, board: Updated, card: Card) -> None:
    vitals, restarted = board.folder.parent / "vitals.json", list[str]()
    install(make(), board, patient)
    write_vitals(vitals, Vitals("table", "0.4.0", 10.0))
    assert activate(board, vitals, lambda: restarted.append("now")) == "0.5.0"
    assert restarted == ["now"]
    assert card.asked[-1] == "activate"
    assert read_vitals(board.folder / BEFORE) == Vitals("table", "0.4.0", 10.0)
    assert read_outcome(board.folder) == UpdateOutcome("tried", "0.5.0")
    with pytest.raises(NotUpdated, match="update_not_ready"):
        activate(board, vitals, lambda: restarted.append("again"))


def test_a_board_that_says_nothing_of_itself_is_started_all_the_same(make: Make, board: Updated) -> None:
    install(make(), board, patient)
    assert activate(board, board.folder / "none.json", lambda: None) == "0.5.0"


def test_a_state_that_cannot_be_read_is_none(board: Updated) -> None:
    assert state_of(board.folder) is None
    keep(board.folder, STATE, PartPacked("root", 1, "0" * 64))
    assert state_of(board.folder) is None
