"""Approval, the Director, and entry: who may, who pays what, and who gets it back."""

import pytest
from held_tournament import DIRECTOR, EXAMPLE, FINAL, HEATS, MINUTE, Held, conditions, entering
from msgspec.structs import replace

from firmware.tournament import commands as c
from firmware.tournament import events as e

FEE = 100_00
HEATS_PAID = replace(HEATS, buy_in=20_00)


@pytest.mark.rule("crown 12.1.3")
def test_nothing_goes_on_without_approved_conditions_and_they_are_fixed_with_entry() -> None:
    held = Held()
    assert held.refused(c.OpenEntry()) == "not_approved 12.1.3"
    assert held.refused(c.AppointDirector(DIRECTOR, "Operator")) == "not_approved 12.1.3"
    assert held.refused(c.DrawSeats(DIRECTOR, 1)) == "not_approved 12.1.3"
    approve = c.ApproveConditions(EXAMPLE, "Commissioner", "T-17", "2026-11-01")
    [approved] = held.tell(approve)
    assert isinstance(approved, e.ConditionsApproved)
    assert (approved.digest, approved.by, approved.reference) == (EXAMPLE.digest(), "Commissioner", "T-17")
    changed = conditions()
    held.tell(c.ApproveConditions(changed, "Commissioner", "T-18", "2026-11-02"))
    assert held.state.digest == changed.digest()
    assert held.refused(c.OpenEntry()) == "director_missing 12.1.2"
    held.tell(c.AppointDirector(DIRECTOR, "Operator"))
    held.tell(c.OpenEntry())
    assert held.refused(c.OpenEntry()) == "entry_begun"
    assert held.refused(approve) == "conditions_fixed 12.1.3"


@pytest.mark.rule("crown 12.1.2")
def test_there_is_one_director_at_a_time_by_name_and_a_stand_in_takes_their_place() -> None:
    held = Held()
    held.tell(c.ApproveConditions(conditions(), "Commissioner", "T-17", "2026-11-01"))
    assert held.refused(c.SignOn(DIRECTOR)) == "director_missing 12.1.2"
    assert held.refused(c.DrawSeats(DIRECTOR, 1)) == "director_missing 12.1.2"
    held.tell(c.AppointDirector(DIRECTOR, "Operator"))
    held.tell(c.SignOn(DIRECTOR))
    assert held.refused(c.SignOn("Grace Hopper")) == "not_the_director 12.1.2"
    held.tell(c.AppointDirector("Grace Hopper", "Operator"))
    assert held.refused(c.SignOff(DIRECTOR)) == "not_the_director 12.1.2"
    assert held.refused(c.DrawSeats(DIRECTOR, 1)) == "not_the_director 12.1.2"
    # The one who stands in has to come first.
    assert held.refused(c.DrawSeats("Grace Hopper", 1)) == "director_away 12.2.5"
    held.tell(c.SignOn("Grace Hopper"))
    assert held.refused(c.DrawSeats("Grace Hopper", 1)) == "no_round 12.3.1"


@pytest.mark.rule("crown 12.2.1(a), 12.2.1(f)(i), 12.2.1(g)")
def test_who_may_enter() -> None:
    held = Held(conditions(entry={"waiting_list": False, "most": 2}))
    assert held.refused(entering(1, FEE)) == "entry_shut 12.2.1(g)"
    held.tell(c.OpenEntry())
    assert held.refused(c.Enter("M1", "A", entitled=False, form=True, paid=FEE)) == "not_entitled 12.2.1(f)(i)"
    assert held.refused(c.Enter("M1", "A", entitled=True, form=False, paid=FEE)) == "no_application_form 12.2.1(g)"
    assert held.refused(entering(1, FEE - 1)) == "fee_differs 12.2.1(a)"
    held.tell(entering(1, FEE))
    assert held.refused(entering(1, FEE)) == "person_plays"
    assert held.refused(c.CloseEntry()) == "too_few_players 12.2.1(g)"
    held.tell(entering(2, FEE))
    assert held.refused(entering(3, FEE)) == "tournament_full 12.2.1(g)"
    assert held.refused(c.OpenRound(DIRECTOR, (1, 2))) == "entry_still_open 12.2.1(g)"
    held.tell(c.CloseEntry())
    assert held.refused(entering(3, FEE)) == "entry_shut 12.2.1(g)"


@pytest.mark.rule("crown 12.2.1(a)")
@pytest.mark.parametrize("paid", [0, FEE - 1, FEE + 1, 2 * FEE])
def test_the_fee_is_paid_whole_and_nothing_beyond_it(paid: int) -> None:
    held = Held(conditions())
    held.tell(c.OpenEntry())
    assert held.refused(entering(1, paid)) == "fee_differs 12.2.1(a)"
    held.tell(entering(1, FEE))
    # 90 percent of it in the pool
    assert held.state.money == {"paid": -FEE, "pool": 90_00, "house": 10_00}


@pytest.mark.rule("crown 12.2.1(f)(i)")
def test_who_is_not_entitled_does_not_enter_whatever_they_pay() -> None:
    held = Held(conditions(eligibility={"may_refuse": "none"}))
    held.tell(c.OpenEntry())
    assert held.refused(replace(entering(1, FEE), entitled=False)) == "not_entitled 12.2.1(f)(i)"
    assert held.state.players == {}


@pytest.mark.rule("crown 12.2.1(f), 12.2.1(f)(ii), 12.2.1(f)(iii)")
def test_an_application_is_refused_only_for_what_the_conditions_reserve() -> None:
    reserved = Held(conditions(eligibility={"may_refuse": "The operator may refuse.", "criteria": ("Members.",)}))
    silent = Held(conditions(eligibility={"may_refuse": "none", "criteria": ()}))
    for held in (reserved, silent):
        held.tell(c.OpenEntry())
        held.tell(c.RefuseEntry("M1", "A", "not-entitled", "excluded person"))
    for ground in ("criteria", "reserved"):
        command = c.RefuseEntry("M1", "A", ground, "why")
        assert isinstance(reserved.tell(command)[0], e.EntryRefused)
        assert silent.refused(command) == "right_not_reserved 12.2.1(f)"


@pytest.mark.rule("crown 12.2.1(g)")
def test_who_withdraws_in_time_has_the_whole_fee_back_and_the_waiting_list_moves_up() -> None:
    held = Held(conditions(entry={"most": 2, "withdraw_minutes": 60, "late_refund_percent": 50}))
    held.enter(4)
    assert [player.status for player in held.state.players.values()] == ["in", "in", "waiting", "waiting"]
    followed = held.tell(c.Withdraw(1))
    assert followed == [e.PlayerWithdrew(e.Refund(1, 100_00, 90_00)), e.PlayerPromoted(3)]
    assert held.refused(c.Withdraw(1)) == "player_out"
    assert held.refused(c.Withdraw(9)) == "player_unknown"
    held.tell(c.Enter("M1", "Player 1", entitled=True, form=True, paid=FEE))  # may come again
    held.seat(1, 2)
    held.tell(c.ScheduleSession(DIRECTOR, 60 * MINUTE))
    # An hour before the start is in time; a second later costs half of the fee. Drawn seats are not filled again.
    assert held.tell(c.Withdraw(2)) == [e.PlayerWithdrew(e.Refund(2, 100_00, 90_00))]
    held.now = 1000
    assert held.tell(c.Withdraw(3)) == [e.PlayerWithdrew(e.Refund(3, 50_00, 45_00))]
    assert held.tell(c.Withdraw(4)) == [e.PlayerWithdrew(e.Refund(4, 100_00, 90_00))]  # still waited


def test_with_play_nobody_withdraws_and_nothing_is_called_off() -> None:
    held = Held(conditions())
    held.enter(4)
    held.seat(1, 2)
    held.start()
    assert held.refused(c.Withdraw(1)) == "play_begun 12.2.1(g)"
    assert held.refused(c.CallOff("rain")) == "play_begun"


def test_who_waited_in_vain_has_the_fee_back() -> None:
    held = Held(conditions(entry={"most": 2}))
    held.enter(3)
    held.seat(1, 2)
    held.start()
    for _ in range(2):
        held.play(1, 5_00)
        held.play(2, 5_00)
    followed = held.progress()
    assert followed[1:] == [e.PlayerOut(3, "not-placed", 0, e.Refund(3, 100_00, 90_00))]


@pytest.mark.rule("crown 12.2.3, 12.2.4, 12.2.1(b)")
def test_a_session_starts_with_players_who_were_briefed_have_signed_and_paid() -> None:
    held = Held(conditions(HEATS_PAID, FINAL, entry={"signatures": True}))
    held.enter(2)
    held.seat(1, 2)
    held.tell(c.ScheduleSession(DIRECTOR, 0))
    both = c.StartSession(DIRECTOR, (1, 2))
    assert held.refused(both) == "not_briefed 12.2.3"
    held.tell(c.Brief(DIRECTOR, (1, 2)))
    assert held.refused(both) == "not_signed 12.2.4"
    held.tell(c.Sign(1, "paper"))
    held.tell(c.Sign(2, "screen"))
    assert held.of(e.ConditionsSigned)[1] == e.ConditionsSigned(2, "screen", held.state.digest)
    assert held.refused(both) == "buy_in_due 12.2.1(b)"
    held.state = replace(held.state, players={**held.state.players, 3: replace(held.state.players[1], number=3)})
    assert held.refused(c.PayBuyIn(3, 20_00)) == "not_seated"
    assert held.refused(c.PayBuyIn(1, 19_00)) == "fee_differs 12.2.1(b)"
    held.tell(c.PayBuyIn(1, 20_00))
    assert held.refused(c.PayBuyIn(1, 20_00)) == "no_buy_in 12.2.1(b)"
    held.tell(c.PayBuyIn(2, 20_00))
    held.tell(both)
    # twice 100 and 20, 90 percent of it in the pool
    assert held.state.money == {"paid": -240_00, "pool": 216_00, "house": 24_00}
    assert held.refused(c.StartSession(DIRECTOR, (1, 2))) == "session_under_way"
    assert held.refused(c.ScheduleSession(DIRECTOR, 0)) == "session_under_way"


@pytest.mark.rule("crown 12.2.4")
@pytest.mark.parametrize("wanted", [True, False])
def test_nobody_plays_who_has_not_signed_where_the_conditions_want_it(wanted: bool) -> None:  # noqa: FBT001
    held = Held(conditions(HEATS, FINAL, entry={"signatures": wanted}))
    held.enter(2)
    held.tell(c.Sign(1, "paper"))
    held.seat(1, 2)
    held.tell(c.ScheduleSession(DIRECTOR, 0))
    held.tell(c.Brief(DIRECTOR, (1, 2)))
    start = c.StartSession(DIRECTOR, (1, 2))
    if wanted:
        assert held.refused(start) == "not_signed 12.2.4"
        held.tell(c.Sign(2, "screen"))
    assert held.tell(start)


@pytest.mark.rule("crown 12.2.1")
def test_conditions_that_do_not_fit_together_are_not_approved_whoever_hands_them_over() -> None:
    held = Held()
    unsound = conditions(prizes={"percents": (60, 50)})
    assert (
        held.refused(c.ApproveConditions(unsound, "Commissioner", "T-17", "2026-11-01")) == "conditions_unsound 12.2.1"
    )
    held.tell(c.ApproveConditions(conditions(), "Commissioner", "T-17", "2026-11-01"))
