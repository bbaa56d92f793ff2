"""The list of mends: each undoes something that is there, somebody notices, and with nothing undone nobody does."""

import asyncio
import importlib
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import msgspec
import pytest
from table_under_test import Table

from firmware.link.wager_messages import SetWager
from firmware.table.core.pockets import Life, Money, TerminalPockets, Told, Verdict
from firmware.table.core.state import IssuedTicket
from firmware.table.features import notes_credited
from firmware.table.features.cash_desks import RedeemTicket
from firmware.table.features.notes_credited import CreditNote
from firmware.table_board.conduct import Reception as Heard
from hal.note_way import DOUBT, NoteInFlight, NoteStage
from sim.siege import breaks as b
from sim.siege import broken, mends
from sim.siege.mend_kinds import Kind, Mend, WhoNotices
from sim.siege.mend_list import MENDS
from sim.siege.mends import Noticed, page, run

ROOT = Path(__file__).parents[2]
TOLD = Told("note", 20_00, "USD", "credited")
ANYTHING: Any = SimpleNamespace()


@pytest.mark.parametrize("mend", MENDS.values(), ids=MENDS)
def test_what_undoes_a_mend_is_there_and_so_is_who_must_notice(mend: Mend) -> None:
    for one in mend.undo:
        module, _, path = one.target.partition(":")
        there: Any = importlib.import_module(module)
        for part in path.split("."):
            there = getattr(there, part)
        assert there is not one.after
    for notice in mend.notices:
        assert notice.kind in get_args(Kind)
        assert notice.kind != "tests" or all((ROOT / word.partition("::")[0]).exists() for word in notice.words)


def test_each_point_has_its_mends_and_what_they_promise_is_said_once() -> None:
    assert {mend.point for mend in MENDS.values()} == {str(point) for point in range(1, 11)}
    assert len({mend.promise for mend in MENDS.values()}) == len(MENDS)
    assert all(mend.notices for mend in MENDS.values())
    # A test's name says what it found; whoever else notices can fail for any reason.
    assert all(one.says for mend in MENDS.values() for one in mend.notices if one.kind != "tests")


@pytest.mark.outside
def test_what_is_undone_is_noticed_and_what_is_not_is_not() -> None:
    notice = WhoNotices("tests", ("tests/table/test_numbering.py",))
    assert not run("-", notice).noticed
    found = run("numbers-nobody-computes", notice)
    assert found.noticed
    assert found.by.startswith("tests/table/test_numbering.py::test_")


@pytest.mark.outside
def test_a_million_messages_notice_that_what_cannot_be_read_ends_the_table() -> None:
    found = run("unreadable-ends-nothing", WhoNotices("messages", ("300",)))
    assert found.noticed
    assert found.by


@pytest.mark.outside
def test_who_does_not_end_has_noticed_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mends, "LONGEST_S", 0.01)
    found = run("-", WhoNotices("soak", ("--hours", "1")))
    assert found == Noticed(found.notice, noticed=False, by="it does not end within 0.01 s")


REPORT = """{
 "seed": 1,
 "wrong": [
  "the table does not end with status 0",
  "ats-1: 40.00 in its boxes, 20.00 credited, in doubt []"
 ]
}
"""


# Who noticed, what was said with which status, what is of the kind; whether that is a notice, and how it is quoted.
Case = tuple[Kind, str, int, str, bool, str]


@pytest.mark.parametrize(
    "case",
    [
        ("siege", REPORT, 1, "in its boxes, .* credited", True, "ats-1: 40.00 in its boxes"),
        ("siege", REPORT, 1, "its acceptor knew", False, "the table does not end"),
        ("siege", REPORT, 0, "credited", False, "all held"),
        ("siege", "Traceback:\nOSError: no port\n", 1, "credited", False, "OSError: no port"),
        ("siege", "", 1, "credited", False, ""),
        (
            "messages",
            '{\n "wrong": ["the table stopped: RecursionError"]\n}\n',
            1,
            "Recursion",
            True,
            "the table stopped",
        ),
        ("soak", "seed 3 did not hold: a thing\nseed 3 did not hold: 5 more\n", 1, "more", True, "5 more"),
        ("soak", "seed 3 did not hold: a thing\n", 1, "more", False, "a thing"),
        ("tests", "FAILED tests/x.py::test_y - no\n", 1, "", True, "tests/x.py::test_y"),
        ("tests", "no tests ran: an import failed\n", 2, "", False, "no tests ran"),
    ],
)
def test_only_words_of_its_kind_are_a_notice(monkeypatch: pytest.MonkeyPatch, case: Case) -> None:
    kind, said, status, says, noticed, by = case
    done = SimpleNamespace(stdout=said, stderr="", returncode=status)
    monkeypatch.setattr(mends.subprocess, "run", lambda *_, **__: done)
    found = run("-", WhoNotices(kind, (), says))
    assert found.noticed is noticed
    assert found.by.startswith(by)


def test_the_page_says_who_noticed_and_who_did_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def pretend(name: str, notice: WhoNotices) -> Noticed:
        return Noticed(notice, noticed=name != "caps", by="because")

    monkeypatch.setattr(mends, "run", pretend)
    monkeypatch.setattr(
        sys, "argv", ["mends", "--only", "caps,once-for-ever", "--json", str(tmp_path / "made/mends.json")]
    )
    assert mends.main() == 1
    said = capsys.readouterr().out
    nobody = "**nobody**: tests tests/table/test_caps.py, which says: because"
    assert f"| `firmware.table.features.buying_in:need_within_caps` | {nobody} |" in said
    assert (
        "| 1 | a note is credited once after any number of other commands | `firmware.table.core.pockets:judge` |"
        in said
    )
    assert "--faults long-absence: because |" in said
    assert page({"caps": [Noticed(MENDS["caps"].notices[0], noticed=True, by="a_test")]}).endswith("| `a_test` |\n")
    assert json.loads((tmp_path / "made/mends.json").read_text())["caps"] == [
        ["tests tests/table/test_caps.py", False, "because"]
    ]
    monkeypatch.setattr(sys, "argv", ["mends", "--quick"])
    assert mends.main() == 1
    assert "siege --seconds" not in capsys.readouterr().out
    assert page({}).startswith("| content |")


def test_a_siege_is_told_what_is_undone_by_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def pretend(words: list[str], **_: Any) -> Any:
        asked.append(words)
        return SimpleNamespace(returncode=1)

    monkeypatch.setattr(broken.subprocess, "run", pretend)
    monkeypatch.setattr(sys, "argv", ["broken", "caps", "siege", "--seconds", "1"])
    assert broken.main() == 1
    assert asked[0][1:] == ["-m", "sim.siege", "--seconds", "1"]


@pytest.mark.parametrize(
    ("words", "status"), [(["messages", "60"], 0), (["soak", "--hours", "0.01", "--ats", "1", "--faults", "none"], 0)]
)
def test_nothing_is_noticed_where_nothing_is_undone(
    words: list[str], status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["broken", "-", *words])
    assert broken.main() == status
    assert capsys.readouterr().out


# What stands in the place of what is undone.


def test_breaks_of_money() -> None:
    life = Life(9, {9: TOLD})
    money = Money("note", 20_00, "USD")
    assert b.forgetful_judge(life, 9, money) is Verdict.NEW
    assert b.forgetful_judge(Life(8, {9: TOLD}), 9, money) is Verdict.REPEAT
    assert b.of_any_life(TerminalPockets(lives={"a": life}), "b") == life
    assert b.of_any_life(TerminalPockets(), "b") == Life()
    assert b.in_order(b"secret", 7) == 7
    assert b.any_country(b"\x61\x02\x05\x00", {})[0x61].currency == "AUD"
    command = RedeemTicket("cage-1", "1", pay=True, amount=700_00)
    turn: Any = SimpleNamespace(at=0)
    assert b.whatever_the_paper_says(turn, IssuedTicket(1, 7_00, "printed"), command) == "paid"


def test_breaks_of_what_a_table_lets_in(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(table: Table) -> None:
        monkeypatch.setattr(notes_credited, "begin", b.welcome)
        await table.tell(CreditNote(1, "a" * 16, 1, 20_00, "USD"), CreditNote(1, "b" * 16, 1, 20_00, "USD"))
        assert table.service.state.balance(1) == 40_00  # which a table does not do by itself
        monkeypatch.setattr(notes_credited, "_why_not", b.refuse_note)
        await table.tell(CreditNote(1, "b" * 16, 2, 20_00, "USD"))
        await table.refuse(CreditNote(1, "b" * 16, 3, 37, "USD"))

    Table().run(story)


@pytest.mark.parametrize(
    ("stage", "says"), [(NoteStage.CREDITED, DOUBT), (NoteStage.STACKING, "returned"), (None, "returned")]
)
def test_a_break_of_a_notes_way(stage: NoteStage | None, says: str) -> None:
    way: Any = SimpleNamespace(note=NoteInFlight(1, 20_00, stage, "USD") if stage is not None else None)
    due = b.given_back_of_before(way)
    assert due is not None
    assert due.what == says


def test_breaks_of_the_network() -> None:
    absurd = msgspec.json.encode({"number": "1", "until": 5, "what": {"ask": "wager", "bet": "x" * 999, "amount": -1}})
    assert b.believing(absurd).what == SetWager("x" * 999, -1)
    with pytest.raises(msgspec.ValidationError):
        b.believing(b'{"what": {"ask": "nothing"}}')
    assert b.hear() is Heard.HEAR
    assert b.table_may_all([]).speaks == [">"]
    assert RecursionError not in b.only_decode_errors()
    assert b.as_it_is("\x1b") == "\x1b"
    door: Any = SimpleNamespace(_lines={})
    assert b.one_line(door, "ats-1") is b.one_line(door, "ats-2")
    bus: Any = SimpleNamespace(_known=set(), _come=print, _reply=print)
    b.answer_anybody(bus, SimpleNamespace(subject=b"ask.ats-3", data=b"", reply=b"public"))
    assert bus._known == {"ats-3"}  # noqa: SLF001


def test_breaks_that_wait() -> None:
    async def story() -> None:
        async def fails() -> None:
            raise ValueError

        await b.deaf_to_failures([fails()])
        await b.do_nothing(ANYTHING)
        assert not await b.say_no(ANYTHING)
        asked: list[Any] = []

        async def look(hears: Any) -> None:
            asked.append(hears)

        asking = asyncio.create_task(b.ask_at_once(SimpleNamespace(look=look), bool, asyncio.Event()))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        asking.cancel()
        assert asked == [bool]

    asyncio.run(story())
    assert b.nothing("a:b").after() is None
    assert b.returns("a:b", value=3).after("anything") == 3
