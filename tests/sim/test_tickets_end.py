"""No ticket is printed for ever: whatever happens meanwhile it ends, or a person can end it. Here a part of it."""

import random
from pathlib import Path
from typing import Any

import pytest

from firmware.link.remote_table import RemoteTable
from firmware.table.core.feature import FEATURES
from firmware.table.features.tickets import ResolveTicket
from sim import tickets_end
from sim.tickets_end import HAPPENS, TicketCase, pairs, singles, try_case

PRINTING_S = 0.6  # the printer is at it


@pytest.mark.some(3)
@pytest.mark.parametrize("name", HAPPENS)
def test_a_ticket_ends_whatever_happens_while_it_is_printed(name: str, tmp_path: Path) -> None:
    assert try_case(str(tmp_path), TicketCase(name, PRINTING_S)) == []


@pytest.mark.some(3)
@pytest.mark.parametrize("case", pairs(random.Random(5), 24), ids=str)
def test_a_ticket_ends_whatever_two_things_happen(case: TicketCase, tmp_path: Path) -> None:
    assert try_case(str(tmp_path), case) == []


@pytest.mark.parametrize(("at", "later"), [(0.16, 1.896), (0.02, 2.811)])
def test_a_reprint_for_a_board_that_waits_ends_once_it_is_let_in(at: float, later: float, tmp_path: Path) -> None:
    # Seen as "reprinting for ever": a supervisor had let in the other board, which was not there any more.
    case = TicketCase("the table is closed", at, "another board is turned away", later)
    assert try_case(str(tmp_path), case) == []


def test_a_board_that_says_nothing_when_it_is_back_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unsaid(*_: Any) -> None:
        """Say nothing."""

    monkeypatch.setattr(RemoteTable, "report", unsaid)
    (wrong, *_) = try_case(str(tmp_path), TicketCase("news are lost", PRINTING_S))
    assert wrong.endswith("is printing for ever")


def test_a_ticket_that_nobody_can_end_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    others = tuple(kind for kind in FEATURES.while_closed if kind is not ResolveTicket)
    monkeypatch.setattr(FEATURES, "while_closed", others)
    (wrong, *_) = try_case(str(tmp_path), TicketCase("the table is closed", PRINTING_S))
    assert wrong.startswith("nobody can end ticket ")


def test_it_says_what_it_found(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr("sys.argv", ["tickets_end", "--pairs", "1"])
    few = singles()[:1]
    monkeypatch.setattr(tickets_end, "singles", lambda: few)
    assert tickets_end.main() == 0
    assert capsys.readouterr().out == "2 cases, seed 1: 0 of them with something wrong\n"
    monkeypatch.setattr(tickets_end, "try_case", lambda *_: ["a ticket is printing for ever"])
    assert tickets_end.main() == 1
