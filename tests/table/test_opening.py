"""When a table that has come back may open, and what a board's memory can mean."""

from pathlib import Path

import msgspec
import pytest
from signed_table import on_journal, tell

from firmware.game import steps as s
from firmware.refusal import Refused
from firmware.table.core.commands import Role
from firmware.table.core.head import SignedHead, Verdict
from firmware.table.core.service import TableService
from firmware.table.core.state import Branch
from firmware.table.core.waiting import Doubt, Heard, OpeningStage, Waiting
from firmware.table.features.closing import AnnounceClosing, CloseTable
from firmware.table.features.opening import word_for
from firmware.table.features.staff import EnrolStaff, SignOff, SignOn
from firmware.table.journal.check import verify
from firmware.table.journal.signing import new_signer
from firmware.table.journal.testimony import Against, judge

TABLE = new_signer()


@pytest.mark.parametrize(
    ("expected", "heard", "doubts", "now", "stage"),
    [
        ((), {}, (), 0, "asking"),
        ((), {}, (), 10, "word_needed"),
        ((), {"wnd-1": "agrees"}, (), 0, "agreed"),
        (("ats-1",), {}, (), 9, "asking"),
        (("ats-1",), {}, (), 10, "word_needed"),
        (("ats-1",), {"ats-1": "agrees"}, (), 0, "agreed"),
        (("ats-1",), {"ats-1": "nothing"}, (), 0, "word_needed"),
        (("ats-1",), {"ats-1": "foreign"}, (), 0, "word_needed"),
        (("ats-1",), {"ats-1": "lost"}, (), 0, "word_needed"),
        (("ats-1",), {"ats-1": "later"}, (), 10, "stopped"),
        (("ats-1",), {"ats-1": "other"}, (), 0, "stopped"),
        (("ats-1",), {"ats-1": "agrees"}, ("unsigned",), 0, "word_needed"),
        (("ats-1", "ats-2"), {"ats-1": "agrees"}, (), 9, "asking"),
        (("ats-1", "ats-2"), {"ats-1": "agrees"}, (), 10, "agreed"),
        (("ats-1", "ats-2"), {"ats-1": "agrees", "ats-2": "nothing"}, (), 0, "agreed"),
        (("ats-1", "ats-2"), {"ats-1": "agrees", "ats-2": "other"}, (), 0, "stopped"),
        (("ats-1",), {"ats-1": "agrees", "wnd-1": "later"}, ("restored",), 0, "stopped"),
    ],
)
def test_stages(
    expected: tuple[str, ...], heard: dict[str, Verdict], doubts: tuple[Doubt, ...], now: int, stage: str
) -> None:
    waiting = Waiting(expected, 10, doubts)
    for device, verdict in heard.items():
        waiting = waiting.hears(Heard(device, verdict, 7))
    assert waiting.stage(now) == OpeningStage(stage)
    wanted = {"no_witness"} - ({"no_witness"} if "agrees" in heard.values() else set())
    assert set(word_for(waiting).doubts) == {*doubts, *wanted}


def test_what_speaks_against_the_journal_stays_said_and_boards_stand_in_their_order() -> None:
    waiting = Waiting(("ats-1", "ats-2", "ats-10"), 10)
    for heard in (
        Heard("wnd-1", "nothing"),
        Heard("ats-10", "agrees"),
        Heard("ats-2", "other", 9),
        Heard("ats-1", "nothing"),
    ):
        waiting = waiting.hears(heard)
    waiting = waiting.hears(Heard("ats-2", "agrees", 9)).hears(Heard("ats-1", "agrees", 9))
    assert [(heard.device, heard.verdict) for heard in waiting.heard] == [
        ("ats-1", "agrees"), ("ats-2", "other"), ("ats-10", "agrees"), ("wnd-1", "nothing"),
    ]  # fmt: skip


def hash_at(row: int) -> bytes | None:
    """A journal of a hundred rows, whose hashes are their numbers."""
    return row.to_bytes(32, "big") if 1 <= row <= 100 else None


def head(row: int, era: int = 0, *, true: bool = True) -> SignedHead:
    return TABLE(row, (row if true else row + 1).to_bytes(32, "big"), b"", era)


@pytest.mark.parametrize(
    ("remembered", "branches", "verdict"),
    [
        (head(1), (), "agrees"),
        (head(100), (), "agrees"),
        (head(101), (), "later"),
        (head(50, true=False), (), "other"),
        (head(50, era=1), (), "later"),
        # Restored from a copy that ended at row 60: rows after it were lost, and others written since.
        (head(60), (Branch(1, 60),), "agrees"),
        (head(60, true=False), (Branch(1, 60),), "other"),
        (head(61), (Branch(1, 60),), "lost"),
        (head(400), (Branch(1, 60),), "lost"),
        (head(61, era=1), (Branch(1, 60),), "agrees"),
        (head(61, era=1, true=False), (Branch(1, 60),), "other"),
        (head(101, era=1), (Branch(1, 60),), "later"),
        (head(5, era=2), (Branch(1, 60),), "later"),
        # Restored again, from an older copy: what was shared with the first journal is what came before both.
        (head(40), (Branch(1, 60), Branch(2, 40)), "agrees"),
        (head(50), (Branch(1, 60), Branch(2, 40)), "lost"),
        (head(50, era=1), (Branch(1, 60), Branch(2, 80)), "agrees"),
        (head(90, era=1), (Branch(1, 60), Branch(2, 80)), "lost"),
        (msgspec.structs.replace(head(50), row=51), (), "foreign"),
        (new_signer()(50, (50).to_bytes(32, "big"), b"", 0), (), "foreign"),
    ],
)
def test_what_a_board_remembers_is_judged(
    remembered: SignedHead, branches: tuple[Branch, ...], verdict: Verdict
) -> None:
    assert judge(remembered, Against(TABLE.public, 100, branches, hash_at)) == verdict


def test_a_table_that_was_closed_comes_back_with_its_staff_and_its_tickets(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"

    async def evening(service: TableService) -> None:
        await tell(
            EnrolStaff("303", "Tom", Role.CASINO_SUPERVISOR, "kept"), AnnounceClosing(), CloseTable(),
        )(service)  # fmt: skip

    async def morning(service: TableService) -> None:
        assert service.state.open
        assert service.state.staff["303"].name == "Tom"
        assert service.state.closes_at is None
        await tell(SignOn("sgc", "303"), s.NewShoe(8), s.OpenBets())(service)

    on_journal(path, None, evening)
    on_journal(path, None, morning)
    assert verify(path).state.staff["303"].name == "Tom"


def test_people_sign_on_at_a_table_that_is_closed(tmp_path: Path) -> None:
    async def story(service: TableService) -> None:
        await tell(EnrolStaff("303", "Tom", Role.CASINO_SUPERVISOR, "kept"), AnnounceClosing(), CloseTable())(service)
        await tell(SignOn("sgc", "303"), SignOff("sgc"))(service)
        with pytest.raises(Refused):
            await tell(s.NewShoe(8))(service)

    on_journal(tmp_path / "table.journal", None, story)
