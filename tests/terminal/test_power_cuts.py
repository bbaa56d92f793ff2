"""A cut at bytes all along the way; `make cuts` takes every byte."""

import pytest

from firmware.terminal.note_desk import NoteDesk
from hal.note_way import NoteInFlight
from sim import cuts
from sim.memory_pocket import MemoryPocket


@pytest.mark.some(20)
@pytest.mark.parametrize("what", cuts.CUTS)
@pytest.mark.parametrize(("way", "kind"), [(way, kind) for way, (_, kinds) in cuts.WAYS.items() for kind in kinds])
def test_the_money_is_right_whatever_is_cut_when(way: str, kind: str, what: str) -> None:
    # Each is cut at bytes of its own: together they come near every byte.
    step = 17 if way == "two notes" else 12
    found, wrongs = cuts.cut_all(way, kind, what, step, first=1 + cuts.CUTS.index(what) * step // len(cuts.CUTS))
    assert wrongs == []
    assert found["cuts"] > 10
    if way not in ("note", "two notes") or what == "cable, then device":
        return
    if kind == "id003-forgets" and what == "both":
        # It says that it has a note once that is stored: if it forgets then, as the board goes out, nobody knows.
        assert found["in doubt"] <= 1
    else:
        # Whoever lost the power, the other still knows.
        assert found["in doubt"] == 0


def test_a_terminal_that_forgets_its_note_and_keeps_silent_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def forget(pocket: MemoryPocket, note: NoteInFlight | None) -> None:
        assert pocket
        assert note is None or note

    async def keep_silent(desk: NoteDesk, note: NoteInFlight | None, why: str) -> None:
        assert desk
        assert why
        assert note is None or note

    monkeypatch.setattr(MemoryPocket, "keep", forget)
    monkeypatch.setattr(NoteDesk, "in_doubt", keep_silent)
    _, wrongs = cuts.cut_all("note", "id003", "terminal", step=19)
    assert wrongs
