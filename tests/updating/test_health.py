"""When a slot is healthy: each way in which others marked a dead system good is one that does not."""

from typing import Any

import pytest
from msgspec.structs import replace

from firmware.updating.health import FRESH_S, why_unhealthy
from firmware.updating.vitals import PartVital, Vitals

WELL = Vitals(
    "table", "0.5.0", 30.0, journal=812, picture=True, software="sound",
    parts={"shoe": PartVital(ready=True), "panel": PartVital(ready=True)},
)  # fmt: skip
BEFORE = replace(WELL, version="0.4.0")


def why(vitals: Vitals | None, before: Vitals | None = None, *, now: float = 31.0, needs_proof: bool = True) -> str:
    return "; ".join(why_unhealthy(vitals, now, before, needs_proof=needs_proof))


def test_a_board_that_gets_on_with_all_its_devices_is_healthy() -> None:
    assert why(WELL) == why(WELL, BEFORE) == ""


def test_a_process_that_says_nothing_is_not() -> None:
    assert why(None) == "the board's process says nothing"


@pytest.mark.parametrize("now", [30.0 + FRESH_S + 0.1, 29.9])
def test_what_was_said_long_ago_or_before_the_last_start_counts_no_more(now: float) -> None:
    assert "nothing for too long" in why(WELL, now=now)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"why_not": "the journal does not take what has happened"}, "the journal does not take"),
        ({"picture": False}, "there is no picture"),
        ({"journal": None}, "the journal is not verified"),
        ({"software": "wrong"}, "the software is wrong"),
        ({"software": "unproven"}, "the software is unproven"),
        ({"software": "proving"}, "the software is proving"),
        ({"parts": {"shoe": PartVital(ready=False)}}, "shoe is not identified, and no fault says why"),
    ],
)
def test_what_is_amiss_is_named(change: dict[str, Any], says: str) -> None:
    assert says in why(replace(WELL, **change))


def test_software_that_came_without_a_manifest_need_not_be_proven_but_not_be_wrong() -> None:
    assert why(replace(WELL, software="unproven"), needs_proof=False) == ""
    assert why(replace(WELL, software="wrong"), needs_proof=False) == "the software is wrong"


def with_faults(vitals: Vitals, *faults: str) -> Vitals:
    return replace(vitals, parts={**vitals.parts, "panel": PartVital(ready=False, faults=faults)})


def test_a_fault_is_no_reason_where_the_version_before_had_it_too() -> None:
    assert why(with_faults(WELL, "absent"), with_faults(BEFORE, "absent")) == ""
    assert why(with_faults(WELL, "absent"), BEFORE) == "panel has faults that 0.4.0 did not have: absent"
    assert "silent" in why(with_faults(WELL, "absent", "silent"), with_faults(BEFORE, "absent"))


def test_at_a_first_start_and_at_a_later_one_of_the_same_version_a_shown_fault_is_enough() -> None:
    assert why(with_faults(WELL, "absent")) == ""
    assert why(with_faults(WELL, "absent"), WELL) == ""


def test_a_table_that_waits_for_a_supervisor_is_not_held_by_devices_that_have_not_begun() -> None:
    waits = replace(WELL, waits="a supervisor's word", parts={"shoe": PartVital(ready=False)})
    assert why(waits, BEFORE) == ""
    assert why(replace(waits, picture=False), BEFORE) == "there is no picture"


def test_other_boards_and_one_that_is_no_tables_yet_have_no_journal() -> None:
    assert why(replace(WELL, role="ats", journal=None)) == ""
    assert why(replace(WELL, journal=None, provisioned=False)) == ""


def test_what_a_board_keeps_and_cannot_use_is_no_fault_of_software_that_could_before() -> None:
    # Three starts of each slot, and then `both_slots_bad`, which has the card written anew: with the journal on it.
    broken = replace(WELL, journal=None, broken="journal_unusable", parts={})
    assert why_unhealthy(broken, 31.0, None, needs_proof=True, was_healthy=True) == ()
    # New software that cannot read it is given up.
    assert why(broken) == "journal_unusable: what the board keeps cannot be used"
    terminal = replace(broken, role="ats", broken="pocket_unusable")
    assert why(terminal) == "pocket_unusable: what the board keeps cannot be used"
    # All else counts as ever.
    wrong = replace(broken, software="wrong", picture=False)
    said = why_unhealthy(wrong, 31.0, None, needs_proof=True, was_healthy=True)
    assert said == ("there is no picture", "the software is wrong")
