"""A note in doubt whose acceptor cannot say what it holds: two people open it, and only then is the note credited."""

import asyncio

from sgc_table import Console

from firmware.console.desk import CONSOLE
from firmware.kit.words import words_of
from firmware.table.core.commands import Role
from firmware.table.features.acceptors import AcceptorSeen
from firmware.table.features.boards import ShowPocket
from firmware.table.features.employment import ChangePin
from firmware.table.features.note_doubts import ReportNoteDoubt
from firmware.table.features.staff import SignOn
from sim.virtual_time import VirtualTimeLoop

DOUBT = f"5-{'a1' * 8}-1"
DAYS_S = 48 * 60 * 60.0


def keys(figures: str) -> list[str]:
    return [*(f"key {figure}" for figure in figures), "yes"]


def labels(t: Console) -> list[str]:
    assert t.desk is not None
    t.touch("tab terminals", "terminal 5")
    page = t.desk.view().page
    assert page is not None
    return [row.label for row in page.rows]


def test_two_people_open_an_acceptor_and_say_so() -> None:
    async def whole() -> None:
        t, words = Console("en"), words_of("en")
        await t.open(Role.CASINO_SUPERVISOR)
        await t.tell(ChangePin("202", await t.staff.hash_pin("70482", "202")))
        await asyncio.sleep(DAYS_S)  # who was enrolled today approves for nobody
        await t.tell(SignOn(CONSOLE, "303"), ShowPocket(5, "a1" * 8, 0, answers=True))
        await t.tell(ReportNoteDoubt(5, "a1" * 8, 1, 0, "nobody knows which"))
        assert words("sgc.acceptor_asked") in labels(t)
        t.touch(f"op note {DOUBT}", "key 5", "key 0", "yes", "yes")
        await asyncio.sleep(0.5)
        assert t.desk is not None
        assert "may still hold this note" in t.desk.view().toast
        assert t.service.state.balance(5) == 0
        t.touch("op acceptor-seen 5", "key 202", *keys("70482"))
        await asyncio.sleep(0.5)
        assert AcceptorSeen(5, 1) in [entry.event for entry in t.journal.entries]
        assert words("sgc.acceptor_asked") not in labels(t)
        t.touch(f"op note {DOUBT}", "key 5", "key 0", "yes", "yes")
        await asyncio.sleep(0.5)
        assert t.service.state.balance(5) == 50_00

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())
