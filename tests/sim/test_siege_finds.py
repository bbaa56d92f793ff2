"""What a siege is for: each act finds what it looks for, on a floor where a table lets it happen."""

import asyncio
import random
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware.link.nats_link import Link
from sim.devices.model import NoCommand
from sim.siege import attackers, changed, forgery, kills, troubles
from sim.siege.attackers import Attacker
from sim.siege.siege import Siege
from sim.virtual_time import VirtualTimeLoop


def play(story: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(story)


class Board:
    """A board of which the process lives, or does not."""

    def __init__(self, log: Path, *, ends_well: bool = True, says: Any = None) -> None:
        self.name, self.log, self.on = "table", log, True
        self.ended = ["table ended by itself with status 1"]
        self._ends_well, self._says = ends_well, says

    async def start(self) -> None:
        self.on = True

    async def kill(self) -> None:
        self.on = False

    async def stop(self) -> bool:
        self.on = False
        return self._ends_well

    def last_words(self) -> str:
        return "it hangs"

    async def order(self, *_: Any, **__: Any) -> Any:
        return self._says


class OpensOnAnything(Board):
    """A table that looks at no journal."""

    async def start(self) -> None:
        self.on = True
        with self.log.open("a") as log:
            log.write(f"{forgery.OPENED}nothing was looked at\n")


class Besieged(SimpleNamespace):
    """A siege without processes, which counts and keeps as one does."""

    killed, keep = Siege.killed, Siege.keep


def siege(folder: Path, table: Board) -> Any:
    floor = SimpleNamespace(
        folder=folder, journal=folder / forgery.NAME, table=table, dark=set(), terminals=(1,),
        hostile=("ats-2", "ats-3"), boards={1: Board(folder / "ats-1.log")},
    )  # fmt: skip
    players = {1: SimpleNamespace(insert=lambda _: True, any_money=lambda *_: "20")}
    return Besieged(
        floor=floor,
        players=players,
        counts=Counter(),
        wrong=[],
        kills=0,
        copy={},
        chance=random.Random(1),
        devices=None,
    )


def forge(path: Path) -> bool:
    path.write_bytes(b"another journal")
    return True


def leave_as_it_is(_: Path) -> bool:
    return False


def test_a_table_that_opens_on_a_forged_journal_is_found_and_what_was_there_is_put_back(tmp_path: Path) -> None:
    (tmp_path / forgery.NAME).write_bytes(b"the journal")
    (tmp_path / "table.log").write_text("")
    for table, said in (
        (OpensOnAnything(tmp_path / "table.log"), ["the table opened on a journal that was forged: a word"]),
        (Board(tmp_path / "table.log"), []),
    ):
        found = siege(tmp_path, table)
        play(forgery._forged(found, "a word", forge))  # noqa: SLF001
        assert found.wrong == said
        assert found.counts == {"forged: a word": 1}
        assert table.ended == []
        assert table.on
        assert (tmp_path / forgery.NAME).read_bytes() == b"the journal"
        assert found.copy == {forgery.NAME: b"the journal"}


def test_a_table_that_ends_on_a_forged_journal_by_what_nobody_foresaw_is_found(tmp_path: Path) -> None:
    (tmp_path / forgery.NAME).write_bytes(b"the journal")
    (tmp_path / "table.log").write_text("")
    table = Board(tmp_path / "table.log")
    unforeseen = f"table ended by itself with status 1: {forgery.UNFORESEEN}, and ends: KeyError: 1"
    table.ended = [unforeseen, "table ended by itself with status 1: row 7 is not what was written there"]
    found = siege(tmp_path, table)
    play(forgery._forged(found, "a word", forge))  # noqa: SLF001
    assert found.wrong == [f"a word: {unforeseen}"]


def test_a_journal_in_which_there_is_nothing_to_forge_yet_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / forgery.NAME).write_bytes(b"")
    found = siege(tmp_path, OpensOnAnything(tmp_path / "table.log"))
    for act in (forgery.log_gone, forgery.older_copy):
        play(act(found))
    play(forgery._forged(found, "a word", leave_as_it_is))  # noqa: SLF001
    assert found.wrong == []
    assert found.counts == {}
    assert forgery._signed(tmp_path / forgery.NAME) == 0  # noqa: SLF001
    assert found.floor.dark == set()


def test_a_table_that_does_not_end_when_told_to_is_found(tmp_path: Path) -> None:
    found = siege(tmp_path, Board(tmp_path / "log", ends_well=False))
    play(kills.stop_table(found))
    assert found.wrong == ["the table does not end with status 0 when told to: it hangs"]
    assert found.floor.table.on


class Wire:
    """A link to a server that lets everything pass, and complains of nothing."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.up = True
        self.complaints: list[str] = []

    def send(self, data: bytes) -> None:
        self.sent.append(data)

    async def free(self) -> None:
        """Nothing waits."""

    async def leave(self) -> None:
        self.up = False


@pytest.fixture
def open_door(monkeypatch: pytest.MonkeyPatch) -> list[Wire]:
    wires: list[Wire] = []

    async def dial(_: Any, __: Any) -> Any:
        wires.append(Wire())
        return wires[-1]

    monkeypatch.setattr(attackers, "dial", dial)
    return wires


@pytest.mark.parametrize(
    ("faults", "wrong"),
    [(["ats 1"], []), ([], ["ats-1 is dead, and another's beats keep it alive"])],
)
def test_beats_that_keep_a_dead_terminal_alive_are_found(
    faults: list[str], wrong: list[str], tmp_path: Path, open_door: list[Wire]
) -> None:
    found = siege(tmp_path, Board(tmp_path / "log", says={"faults": faults, "opening": ""}))
    found.floor.boards[1] = Board(tmp_path / "ats-1.log", says={"headline": "Place your bets"})
    found.floor.settings = str
    play(attackers.forged_beats(found))
    assert found.wrong == wrong
    assert [wire.up for wire in open_door] == [False]
    assert any(b"beat.ats-1" in data for data in open_door[0].sent) is bool(wrong)
    assert found.floor.boards[1].on


def test_a_terminal_that_the_table_does_not_know_of_is_not_waited_for(tmp_path: Path, open_door: list[Wire]) -> None:
    found = siege(tmp_path, Board(tmp_path / "log", says={"faults": [], "opening": "asking"}))
    play(attackers.forged_beats(found))
    assert (found.wrong, open_door) == ([], [])
    assert found.counts == {"nobody to be missed": 1}
    assert found.floor.boards[1].on


def test_a_server_that_lets_a_device_speak_for_others_is_found(tmp_path: Path, open_door: list[Wire]) -> None:
    found = siege(tmp_path, Board(tmp_path / "log"))
    found.floor.settings = str
    play(attackers.speaks_for_others(found))
    assert len(found.wrong) == 1
    assert "spoke for others, and the server said []" in found.wrong[0]
    assert len(open_door[0].sent) == 7


def test_an_attacker_who_is_kept_out_attacks_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def shut(*_: Any) -> Link:
        raise ConnectionRefusedError

    monkeypatch.setattr(attackers, "dial", shut)
    found = siege(tmp_path, Board(tmp_path / "log"))
    found.floor.settings = str
    for act in (attackers.replays, attackers.mutations, attackers.flood):
        play(act(found))
    assert found.counts == {"kept out": 3}

    async def alone() -> None:
        attacker = Attacker(found, "ats-2")
        attacker.say(b"nobody hears it")
        await attacker.breathe()
        assert attacker.complaints == []
        assert not attacker.up

    play(alone())
    assert found.counts == {"kept out": 3}


def test_an_answer_that_cannot_be_read_does_not_stop_an_attacker(tmp_path: Path, open_door: list[Wire]) -> None:
    found = siege(tmp_path, Board(tmp_path / "log"))
    found.floor.settings = str

    async def story() -> None:
        attacker = Attacker(found, "ats-2")
        assert await attacker.join()
        assert len(open_door) == 1
        attacker._heard(SimpleNamespace(data=b"no JSON"))  # type: ignore[arg-type]  # noqa: SLF001
        attacker._heard(SimpleNamespace(data=b'{"outcome": "done"}'))  # type: ignore[arg-type]  # noqa: SLF001
        assert attacker.answers == [{}, {"outcome": "done"}]

    play(story())


def test_an_attacker_who_is_put_out_gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_let_in = iter([True, False])

    async def join(_: Attacker) -> bool:
        return next(is_let_in)

    monkeypatch.setattr(Attacker, "join", join)
    found = siege(tmp_path, Board(tmp_path / "log"))
    play(attackers.mutations(found))
    assert found.counts.total() == 1


class Cheated:
    """An acceptor with nothing to pull out, full at its mouth; what it once took, it keeps."""

    values = (5,)
    path = SimpleNamespace(given_back=Counter(), cash_box={5: 2})

    def __init__(self) -> None:
        self.did: list[str] = []

    def do(self, line: str) -> None:
        self.did.append(line)
        if line == "cheat" or line.startswith("insert"):
            raise NoCommand


def devices(model: Cheated) -> Any:
    acceptor = SimpleNamespace(model=model)
    return SimpleNamespace(
        disturbed=set(), acceptors={1: [acceptor]}, foreign=lambda *_: acceptor, own_again=lambda *_: None,
        acceptor=lambda *_: acceptor, spare_printer=lambda _: None,
    )  # fmt: skip


def test_notes_of_another_country_that_are_kept_are_found(tmp_path: Path) -> None:
    found = siege(tmp_path, Board(tmp_path / "log"))
    found.devices = devices(Cheated())
    play(troubles.foreign_notes(found))
    assert found.wrong == ["ats-1: notes of another country are in its box: {5: 2}"]
    assert found.counts["foreign mouth is full"] > 3
    assert found.devices.disturbed == {1}


def test_who_finds_no_note_to_pull_out_leaves_it(tmp_path: Path) -> None:
    found = siege(tmp_path, Board(tmp_path / "log"))
    model = Cheated()
    found.devices = devices(model)
    play(troubles.cheat(found))
    assert model.did == ["cheat", "clear"]
    assert found.counts == {"nothing to pull out": 1}


def test_a_second_board_whose_mouth_is_full_is_told_of_and_taken_away(tmp_path: Path) -> None:
    found = siege(tmp_path, Board(tmp_path / "log"))
    second = Board(tmp_path / "second.log")
    found.devices, found.books = devices(Cheated()), SimpleNamespace(tampered=set())
    found.dealer = SimpleNamespace(not_ours=set())
    found.floor.seconds = {1: second}
    play(changed.two_lives(found))
    assert found.counts["second mouth is full"] > 3
    assert not second.on
    assert (found.books.tampered, found.dealer.not_ours) == ({1}, set())


def test_a_table_that_never_comes_is_found() -> None:
    async def never() -> bool:
        return False

    async def story() -> None:
        waits = Siege.__new__(Siege)
        waits.wrong = []
        await waits._until(never, 0.5, "the table does not begin to play")  # noqa: SLF001
        assert waits.wrong == ["the table does not begin to play"]

    asyncio.run(story())
