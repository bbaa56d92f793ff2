"""In whose name things are done at a bench that asks nobody to sign on: the least who may, by the book's own rule."""

from typing import Any

import msgspec
import pytest

from firmware.game import steps as s
from firmware.table.core.setup import Setup
from firmware.table.core.state import StaffMember, TableState
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.devices import ReportDevice
from firmware.table.features.exclusions import DeclareVoid, ExcludePlayer
from firmware.table.features.freezing import FreezeAccounts
from firmware.table.features.malfunctions import ClearMalfunction
from firmware.table.features.sessions import EndSession
from firmware.table.features.wagers import Wager
from hal.cards import Card
from sim.bench.people import PEOPLE, whoever_may

CROWN, RWS = "crown-baccarat", "rws-non-commission"


def staffed(book: str) -> TableState:
    staff = {number: StaffMember(person.name, person.role, "", "") for number, person in PEOPLE.items()}
    return msgspec.structs.replace(TableState.unopened(), setup=Setup(book), staff=staff)


@pytest.mark.parametrize(
    ("book", "command", "name"),
    [
        (CROWN, ExcludePlayer(1, by="dealer"), "1 dealer, rule 6.6.2"),
        (CROWN, ExcludePlayer(1), "3 casino supervisor, rule 13.2.2"),
        (CROWN, DeclareVoid(1), "3 casino supervisor, rule 13.2.1"),
        (CROWN, FreezeAccounts(), "1 dealer, rule 11.11"),
        (CROWN, s.Invalidate(), "3 casino supervisor, rule 13.3"),
        (CROWN, s.Invalidate(by="dealer"), "1 dealer, rule 11.4"),
        # The dealer enters what the reader could not read, and a supervisor confirms it.
        (RWS, s.Enter(Card("7S")), "1 dealer, approved by 2 game supervisor"),
        (CROWN, ClearMalfunction("ats", 1), "2 game supervisor"),
        (CROWN, EndSession(cash=True), "4 tournament director"),
        # Players, acceptors and devices are none of the staff.
        (CROWN, Wager(1, "player", 5_00), "bench"),
        (CROWN, BuyIn(1, 20_00, "note"), "bench"),
        (CROWN, ReportDevice("shoe", "began", ""), "bench"),
    ],
)
def test_each_act_is_in_the_name_of_the_least_who_may(book: str, command: Any, name: str) -> None:
    assert whoever_may(staffed(book), command) == name


def test_nobody_who_is_not_enrolled_is_named() -> None:
    state = msgspec.structs.replace(TableState.unopened(), setup=Setup(CROWN))
    assert whoever_may(state, FreezeAccounts()) == "bench"
