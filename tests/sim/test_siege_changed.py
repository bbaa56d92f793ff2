"""What a siege does to terminals' boards finds money twice, on a floor where a table lets it happen."""

import asyncio
import random
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sim.devices.id003 import Id003Model
from sim.devices.note_path import NotePlace
from sim.siege import changed
from sim.virtual_time import VirtualTimeLoop

LEFT = {"ats": 1, "left_by": "a" * 16, "amount": 0}
TWICE = "ats-1: a note of 20 was credited, and its player got it back"


class Acceptor(Id003Model):
    """An acceptor whose host takes each note at once, except that it waits for the next one while that is in escrow."""

    def __init__(self, *, takes: bool = True) -> None:
        super().__init__(currency="AUD")
        self.does_take = takes

    def takes_notes(self) -> bool:
        return self.does_take

    def switched_on(self, _: int) -> bool:
        return True

    def moved(self, before: NotePlace, place: NotePlace) -> None:
        del before
        if place is NotePlace.ESCROW and not self.path.cash_box:
            self.path.stack()


class Table:
    """A table that answers now and then, and has a note in doubt where a board was changed."""

    def __init__(self, *, leaves: bool = True, credits_it: bool = False) -> None:
        self.told: list[tuple[Any, ...]] = []
        self.doubts: dict[str, Any] = {"2-older-left": {"ats": 2}, "1-older-left": {"ats": 1}}
        self.leaves, self.credits_it = leaves, credits_it
        self._asked = 0

    async def order(self, _: float) -> Any:
        self._asked += 1
        if self._asked % 3 == 0:
            return None
        return {"phase": "betting"} if self._asked % 2 else {"doubts": dict(self.doubts)}

    async def op(self, name: str, *answers: str, given: tuple[str, ...]) -> dict[str, Any]:
        self.told.append((name, *answers, *given))
        if self.credits_it:
            del self.doubts[given[0]]
        return {}


def siege(folder: Path, table: Table, model: Acceptor) -> Any:
    async def kill() -> None:
        if table.leaves:
            table.doubts["1-left"] = LEFT

    async def start() -> None:
        found.new_pocket = not pocket.exists()

    def insert(note: str) -> None:
        if model.path.place is NotePlace.NOWHERE:
            model.do(f"insert {note}")

    pocket = folder / "ats-1.pocket"
    pocket.write_text("what it knows")
    board = SimpleNamespace(kill=kill, start=start)
    found = SimpleNamespace(
        floor=SimpleNamespace(folder=folder, table=table, dark=set(), terminals=(1,), boards={1: board}),
        players={1: SimpleNamespace(insert=insert, any_money=lambda *_: "20")}, dealer=table,
        books=SimpleNamespace(tampered=set()),
        devices=SimpleNamespace(acceptors={1: [SimpleNamespace(model=model)]}, disturbed=set()),
        counts=Counter(), wrong=[], killed=lambda: None, chance=random.Random(1),
        new_pocket=False,
    )  # fmt: skip
    return found


def played(folder: Path, table: Table, *, takes: bool = True) -> tuple[Any, Acceptor]:
    async def story() -> tuple[Any, Acceptor]:
        model = Acceptor(takes=takes)
        found = siege(folder, table, model)
        await changed.credited_early(found)
        assert model.path.place is NotePlace.NOWHERE
        return found, model

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(story())


@pytest.mark.parametrize(("credits_it", "wrong"), [(True, [TWICE]), (False, [])])
def test_a_note_that_is_credited_and_handed_back_besides_is_found(
    tmp_path: Path,
    credits_it: bool,  # noqa: FBT001
    wrong: list[str],
) -> None:
    table = Table(credits_it=credits_it)
    found, model = played(tmp_path, table)
    assert found.wrong == wrong
    assert found.counts["credited early"] == credits_it
    assert found.new_pocket
    assert table.told == [("note", "20.00", "1-left")]
    assert (model.path.cash_box, model.path.given_back) == ({20: 1}, {20: 1})
    assert found.books.tampered == found.devices.disturbed == {1}


def test_a_supervisor_credits_nothing_where_a_board_left_nothing(tmp_path: Path) -> None:
    table = Table(leaves=False)
    found, model = played(tmp_path, table)
    assert (table.told, found.wrong) == ([], [])
    assert found.counts["nothing was left to credit"] == 1
    assert model.path.given_back == {20: 1}


def test_a_terminal_whose_acceptor_takes_nothing_is_left_alone(tmp_path: Path) -> None:
    table = Table()
    found, model = played(tmp_path, table, takes=False)
    assert found.counts == {"no note was held": 1}
    assert (table.told, found.wrong, model.path.cash_box) == ([], [], {})
    assert (tmp_path / "ats-1.pocket").exists()
