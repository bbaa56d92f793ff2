"""An update on the image's own card: its slot program, its counters, and what the boot script would start next."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from firmware.openssl import public_of
from firmware.updating.bundle import Bundle, NotUpdated, packed, write_bundle
from firmware.updating.install import Updated, activate, cancel, install
from firmware.updating.slots import Slots

PROGRAM = Path(__file__).parents[2] / "deploy/boot/slot.py"
SEED = bytes(range(32))


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("slot_program", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class OnCard(Slots):
    """The image's program, run here on a card in files."""

    def __init__(self, card: Path, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__(PROGRAM)
        self.card = card
        self.program: Any = loaded()
        self._capsys = capsys

    def _run(self, word: str) -> bytes:
        self._capsys.readouterr()
        assert self.program.main([word], self.card, self.card / "booted", self.card / "version") == 0
        return self._capsys.readouterr().out.encode()

    def state(self) -> Any:
        return self.program.read_state(self.card / "card-state")[0]


@pytest.fixture
def card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> OnCard:
    folder = tmp_path / "card"
    folder.mkdir()
    (folder / "booted").write_text("a\n")
    (folder / "version").write_text("0.4.0\n")
    (folder / "card-state").write_bytes(bytes(1024 * 1024))
    for part in ("boot", "root"):
        for slot in "ab":
            (folder / f"card-{part}-{slot}").write_bytes(bytes(4096))
    return OnCard(folder, capsys)


@pytest.fixture
def board(tmp_path: Path, card: OnCard) -> Updated:
    return Updated("table", "0.4.0", public_of(SEED), tmp_path / "update", card, lambda _: None)


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    files = {part: tmp_path / f"{part}.img" for part in ("boot", "root")}
    for file in files.values():
        file.write_bytes(file.name.encode() * 100)
    parts = tuple(packed(part, file) for part, file in files.items())
    write_bundle(tmp_path / "new.rtbundle", Bundle("0.5.0", "table", parts), files, SEED)
    return tmp_path / "new.rtbundle"


def test_from_writing_to_the_next_start_and_good(card: OnCard, board: Updated, bundle: Path) -> None:
    card.good()
    half: list[tuple[str, int]] = []
    install(bundle, board, lambda _: half.append((card.state().first, card.state().left_b)))
    # While it is written, and until people allow it, the slot that runs is the one that is started.
    assert set(half) == {("a", 0)}
    assert (card.state().first, card.state().left_b, card.state().good_a) == ("a", 0, True)
    assert (card.card / "card-root-b").read_bytes()[:800] == b"root.img" * 100
    activate(board, board.folder / "vitals.json", lambda: None)
    assert (card.state().first, card.state().left_b, card.state().good_b) == ("b", 3, False)
    # Healthy there: it stays. Otherwise the boot script's count runs out, and slot a has all that it had.
    assert (card.state().left_a, card.state().good_a) == (3, True)
    (card.card / "booted").write_text("b\n")
    card.good()
    assert (card.state().first, card.state().good_b) == ("b", True)


def test_what_is_cancelled_is_never_started(card: OnCard, board: Updated, bundle: Path) -> None:
    with pytest.raises(NotUpdated, match="update_cancelled"):
        install(bundle, board, lambda _: cancel(board.folder))
    assert (card.state().first, card.state().left_b) == ("a", 0)


def test_a_card_that_is_too_small_is_left_as_it_is(card: OnCard, board: Updated, bundle: Path) -> None:
    (card.card / "card-root-b").write_bytes(bytes(100))
    with pytest.raises(NotUpdated, match="update_no_room"):
        install(bundle, board, lambda _: None)
    assert card.state().left_b == 3
