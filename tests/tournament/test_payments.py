"""Refunds and prizes as money: paid out once, also after the report was signed, which stays the signed one."""

import json
from pathlib import Path

import pytest
from held_tournament import DIRECTOR, FINAL, HEATS, Held, conditions, entering
from msgspec.structs import replace

from firmware.cli.main import main
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.payments import owed
from firmware.tournament.report import report
from firmware.tournament_board.journal import TournamentJournal
from firmware.tournament_board.service import TournamentService

ONE = replace(HEATS, tables=1, coups=1)


def pay(player: int, slip: str = "hand-pay S-17") -> c.PayOut:
    return c.PayOut(player, slip)


@pytest.mark.rule("crown 12.2.1(h), 12.2.1(j)")
def test_prizes_and_refunds_are_paid_once_and_the_report_stays_as_it_was_signed() -> None:
    held = Held(conditions(ONE, FINAL, departures={"retired_refund_percent": 50}))
    held.enter(3)
    assert held.refused(pay(1)) == "player_paid"
    assert held.refused(pay(9)) == "player_unknown"
    held.seat(1)
    held.tell(c.Retire(3))
    # Half of the fee: at once, whatever becomes of the others.
    assert held.tell(pay(3, "ticket 0815")) == [e.PlayerPaid(3, 50_00, "ticket 0815")]
    assert held.refused(pay(3)) == "player_paid"
    held.tell(c.Brief(DIRECTOR, (1, 2)))
    held.tell(c.ScheduleSession(DIRECTOR, held.now))
    held.tell(c.StartSession(DIRECTOR, (1, 2)))
    held.coup += 1
    held.tell(c.OpenCoup(1))
    held.tell(c.ReportCoup(1, held.coup, "played", (e.Line(1, 10_00, 10_00), e.Line(2, 10_00, -10_00))))
    held.progress()
    held.seat(1)
    held.start()
    first, second = held.at(1)
    held.play(1, 10_00, 0)
    held.progress()
    held.tell(c.AwardPrizes(DIRECTOR, 1))
    held.tell(c.SignReport(DIRECTOR))
    signed = report(held.state).digest()
    # Three fees of 100, 90 percent in the pool, less 45 of the refund's 50: 60 and 40 percent of 225.
    assert [owed(held.state, player) for player in (first, second, 3)] == [135_00, 90_00, 0]
    assert held.tell(pay(first)) == [e.PlayerPaid(first, 135_00, "hand-pay S-17")]
    assert held.refused(pay(first)) == "player_paid"
    held.tell(pay(second))
    paid = {f"player/{first}": 135_00, f"player/{second}": 90_00, "player/3": 50_00}
    assert held.state.payouts == {"desk": -275_00, **paid}
    assert report(held.state).digest() == signed
    assert held.refused(c.Retire(1)) == "tournament_over"


def test_who_is_called_off_has_the_whole_fee_back() -> None:
    held = Held(conditions())
    held.enter(2)
    held.tell(c.CallOff("flood"))
    assert held.tell(pay(2)) == [e.PlayerPaid(2, 100_00, "hand-pay S-17")]
    assert owed(held.state, 1) == 100_00


def test_a_receipt_says_what_was_paid_got_and_is_owed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cup.journal"
    journal = TournamentJournal(path)
    service = TournamentService(journal, lambda: 1_800_000_000_000)
    service.tell(c.ApproveConditions(conditions(), "Commissioner", "T-17", "2026-11-01"))
    for command in (
        c.AppointDirector(DIRECTOR, "Operator"), c.OpenEntry(), entering(1, 100_00), entering(2, 100_00), c.Withdraw(2),
    ):  # fmt: skip
        service.tell(command)
    assert main(["tournament", "receipt", str(path), "2"]) == 0
    said = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["Player", "2", "Player", "2"] in said
    assert [line[2:] for line in said if "fee" in line] == [["entry", "fee", "100.00"]]
    assert ["Still", "owed,", "AUD", "100.00"] in said
    service.tell(pay(2))
    journal.close()
    assert main(["tournament", "receipt", str(path), "2"]) == 0
    said = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[2:] for line in said if "paid," in line] == [["paid,", "hand-pay", "S-17", "-100.00"]]
    assert ["Still", "owed,", "AUD", "0.00"] in said
    assert main(["tournament", "receipt", str(path), "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["player"], told["owed"], len({len(line) for line in told["receipt"] if line})) == (1, 0, 2)


@pytest.mark.parametrize("number", ["3", "0", "one", "9" * 5000, "-1", ""])
def test_a_player_that_there_is_not_has_no_receipt(
    number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cup.journal"
    journal = TournamentJournal(path)
    service = TournamentService(journal, lambda: 0)
    service.tell(c.ApproveConditions(conditions(), "Commissioner", "T-17", "2026-11-01"))
    journal.close()
    assert main(["tournament", "receipt", str(path), number]) == 2
    said = capsys.readouterr().err
    assert "STEP: there is no player" in said
    assert (said.count("\n"), len(said) < 200) == (1, True)
    assert main(["tournament", "receipt", str(path)]) == 2
    assert "STEP goes with" in capsys.readouterr().err
