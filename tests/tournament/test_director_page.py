"""What the Director's page says waits, from the first round to the signed report, and what can be done about each."""

from typing import Any

from held_tournament import DIRECTOR, FINAL, HEATS, MINUTE, Held, conditions, entering
from msgspec.structs import replace

from firmware.refusal import Refused
from firmware.table.core.hall_page import DOS, WHATS, HallAsk, HallPage, written_hall
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.codes import TournamentCode
from firmware.tournament_board.director_page import director_page, is_director
from firmware.tournament_board.director_pages import DirectorPages
from firmware.tournament_board.steps import read_wish

TERMINALS = {7: 8, 8: 8}
ONE_TABLE = replace(HEATS, tables=1, coups=2)
SEEN: set[str] = set()


def page(held: Held, waiting: Any = ()) -> HallPage:
    found = director_page(held.state, TERMINALS, dict(waiting), held.now)
    assert found is not None
    written_hall(found)  # a message can carry it
    SEEN.update(ask.what for ask in found.asks)
    SEEN.update(choice.do for ask in found.asks for choice in ask.choices)
    return found


def asks(held: Held, what: str) -> list[HallAsk]:
    return [ask for ask in page(held).asks if ask.what == what]


def do(held: Held, what: str, which: str) -> list[e.TournamentEvent]:
    """Do what a page offers, as the hall does it."""
    (ask,) = asks(held, what)
    (step,) = (choice.step for choice in ask.choices if choice.do == which)
    wish = read_wish(step.replace("SEED", "7").replace("DIRECTOR", held.state.director))
    assert wish is not None
    return [event for command in wish.commands(held.state, held.now) for event in held.tell(command)]


def whats(held: Held) -> list[str]:
    return [ask.what for ask in page(held).asks]


def test_a_tournament_from_its_first_round_to_its_report_by_what_the_page_offers() -> None:
    assert director_page(Held().state, TERMINALS, {}, 0) is None
    held = Held(conditions(ONE_TABLE, FINAL, entry={"signatures": True}))
    assert (page(held).stage, whats(held)) == ("entry", ["director"])
    held.enter(3)
    held.tell(c.CloseEntry())
    assert (page(held).stage, whats(held)) == ("between", ["director", "round"])
    do(held, "round", "open")
    assert held.state.round is not None
    assert held.state.round.tables == (7,)
    assert page(held).stage == "seating"
    do(held, "seats", "draw")
    assert whats(held) == ["director", "unsigned", "brief", "schedule"]
    assert asks(held, "unsigned")[0].choices == ()
    for player in (1, 2, 3):
        held.tell(c.Sign(player, "paper"))
    do(held, "brief", "briefed")
    do(held, "schedule", "in-ten")
    assert held.state.round.start == held.now + 10 * MINUTE
    held.now += 10 * MINUTE
    do(held, "start", "start")
    shown = page(held)
    assert (shown.stage, shown.since, shown.session, shown.sessions) == ("session", held.now, 1, 1)
    assert [(table.table, table.coups, table.left, table.players) for table in shown.tables] == [(7, 0, 2, 3)]
    held.play(7, 50_00, 20_00, 0)
    held.play(7, 50_00, 20_00, 0)
    assert page(held).stage == "ended"
    assert isinstance(do(held, "progress", "go-on")[0], e.ProgressionAnnounced)
    do(held, "round", "open")
    do(held, "seats", "draw")
    do(held, "brief", "briefed")
    do(held, "schedule", "now")
    do(held, "start", "start")
    held.play(7, 50_00, 20_00)
    do(held, "progress", "go-on")
    assert whats(held) == ["director", "prizes"]
    do(held, "prizes", "award")
    assert (page(held).stage, whats(held)) == ("over", ["director", "report"])
    do(held, "report", "sign")
    assert director_page(held.state, TERMINALS, {}, held.now) is None


def test_whoever_has_a_seat_is_shown_there_and_can_be_disqualified() -> None:
    held = Held(conditions(ONE_TABLE, FINAL))
    held.enter(3)
    held.seat(7)
    held.start()
    held.play(7, 50_00, -20_00, 0)
    seats = page(held).seats
    assert [(seat.table, seat.ats, seat.player) for seat in seats] == [
        (7, ats, player) for ats, player in enumerate(held.at(7), 1)
    ]
    (act,) = page(held).acts
    SEEN.add(act.do)
    for ground, text in enumerate(page(held).grounds, 1):
        assert text == held.state.rules.departures.grounds[ground - 1]
        assert act.offers("disqualify", f"disqualify 2 {ground}")
    held.tell(c.Disqualify(DIRECTOR, 2, 1))
    assert sorted(seat.player for seat in page(held).seats) == [1, 3]


def test_a_round_that_nobody_is_left_in_can_be_announced() -> None:
    held = Held(conditions(ONE_TABLE, FINAL))
    held.enter(2)
    held.seat(7)
    for player in (1, 2):
        held.tell(c.Retire(player))
    assert page(held).stage == "ended"
    assert isinstance(do(held, "progress", "go-on")[0], e.ProgressionAnnounced)
    assert whats(held) == ["director", "prizes"]


def test_the_director_is_here_or_is_not() -> None:
    held = Held(conditions(ONE_TABLE, FINAL))
    assert do(held, "director", "sign-off") == [e.DirectorLeft(DIRECTOR)]
    assert not page(held).present
    assert do(held, "director", "sign-on") == [e.DirectorPresent(DIRECTOR)]
    assert is_director(held.state, DIRECTOR.upper())
    assert not is_director(held.state, "Ada")
    # A table's list of staff has names of 24 letters at most.
    held.tell(c.AppointDirector("Wilhelmina Constantinopolitan-Smythe", "Operator"))
    assert is_director(held.state, "Wilhelmina Constantinopo")


def test_who_is_late_can_come_and_after_the_grace_be_absent() -> None:
    held = Held(conditions(ONE_TABLE, FINAL, attendance={"grace_minutes": 10}))
    held.enter(3)
    held.seat(7)
    held.start(2)
    (late,) = asks(held, "late")
    assert (late.who, late.table, late.at) == ("Player 2", 7, held.now + 10 * MINUTE)
    assert [choice.do for choice in late.choices] == ["arrived"]
    pages = DirectorPages()
    first = pages.at(held.state, TERMINALS, {}, held.now, {})
    assert pages.at(held.state, TERMINALS, {}, held.now + 10 * MINUTE - 1, {}) is first
    held.now += 10 * MINUTE
    assert pages.at(held.state, TERMINALS, {}, held.now, {}) != first
    assert [choice.do for choice in asks(held, "late")[0].choices] == ["arrived", "absent"]
    do(held, "late", "absent")
    assert asks(held, "late") == []


def test_who_sits_at_a_terminal_that_failed_moves_to_a_free_one() -> None:
    held = Held(conditions(ONE_TABLE, FINAL))
    held.enter(3)
    held.seat(7)
    held.start()
    seats = {seat.ats: seat.player for seat in held.state.rounds["heats"].seats.values()}
    for ats in (2, 4):  # nobody sits at terminal 4: nothing waits for that
        held.tell(c.ReportFailure(7, ats, "malfunction"))
    (failed,) = asks(held, "failed")
    assert (failed.who, failed.table, failed.ats, failed.to, failed.to_ats) == (f"Player {seats[2]}", 7, 2, 7, 5)
    do(held, "failed", "move")
    assert held.state.rounds["heats"].seats[seats[2]].ats == 5
    # At a table without a free terminal there is nothing to do but to have it mended.
    held.tell(c.ReportFailure(7, 5, "malfunction"))
    found = director_page(held.state, {7: 3}, {}, held.now)
    assert found is not None
    assert [ask.choices for ask in found.asks if ask.what == "failed"] == [()]


def test_where_their_own_table_has_none_a_table_that_is_as_far_has_a_seat() -> None:
    held = Held(conditions(replace(HEATS, best_overall=0), FINAL))
    held.enter(6)
    held.seat(7, 8)
    held.start()
    player = held.at(7)[1]
    terminals = {7: 3, 8: 4}

    def moves() -> list[str]:
        found = director_page(held.state, terminals, {}, held.now)
        assert found is not None
        return [choice.step for ask in found.asks if ask.what == "failed" for choice in ask.choices]

    held.play(8, 0, 0, 0)
    held.tell(c.ReportFailure(7, 2, "malfunction"))
    assert moves() == []
    held.tell(c.ReportRestored(7, 2))
    held.play(7, 0, 0, 0)
    held.tell(c.ReportFailure(7, 2, "malfunction"))
    assert moves() == [f"move {player} 8 4"]


def test_what_ends_a_table_early_and_what_a_correction_asks() -> None:
    held = Held(conditions(replace(ONE_TABLE, coups=2, best_overall=0), FINAL))
    held.enter(2)
    held.seat(7)
    held.start()
    held.play(7, 9000_00, -990_00)
    held.now += MINUTE
    assert asks(held, "determined")
    assert do(held, "determined", "end")[0] == held.of(e.TableFinished)[-1]
    do(held, "progress", "go-on")
    winner = held.state.rounds["heats"].through[0]
    other = 3 - winner
    lines = (e.Line(winner, 10_00, -990_00), e.Line(other, 10_00, 9000_00))
    held.tell(c.ReportCorrection(7, 1, "played", lines))
    (ask,) = asks(held, "correction")
    assert (ask.table, ask.count, ask.other) == (7, 1, "heats")
    do(held, "correction", "change")
    assert held.state.rounds["heats"].through == (other,)
    assert asks(held, "correction") == []


def test_balances_in_cash_end_when_all_agree_and_a_substitute_waits_for_a_word() -> None:
    held = Held(conditions(replace(ONE_TABLE, balances="cash"), FINAL))
    held.enter(2)
    held.seat(7)
    held.tell(c.Nominate(1, "Grace Hopper"))
    (ask,) = asks(held, "substitute")
    assert (ask.who, ask.other) == ("Player 1", "Grace Hopper")
    do(held, "substitute", "reject")
    held.tell(c.Nominate(1, "Grace Hopper"))
    do(held, "substitute", "approve")
    assert held.state.players[1].substitute == "Grace Hopper"
    held.start()
    held.tell(c.Agree(1))
    assert asks(held, "agreed") == []
    held.tell(c.Agree(2))
    do(held, "agreed", "end")
    assert held.state.round is not None
    assert held.state.round.session is None


def test_a_play_off_asks_for_points_and_a_buy_in_is_said() -> None:
    held = Held(conditions(
        replace(ONE_TABLE, coups=1, buy_in=50_00, best_overall=0), FINAL, standing={"tie_breaks": ("play-off", "lot")},
    ))  # fmt: skip
    held.enter(2)
    held.seat(7)
    assert [(ask.count, ask.choices) for ask in asks(held, "unpaid")] == [(2, ())]
    for player in (1, 2):
        held.tell(c.PayBuyIn(player, 50_00))
    assert asks(held, "unpaid") == []
    held.start()
    held.play(7, 0, 0)
    do(held, "progress", "go-on")
    (tie,) = asks(held, "tie")
    assert (tie.count, tie.players) == (2, (1, 2))
    assert tie.choices[0].offers("play-off", "play-off 1=5,2=-5.50")
    assert not tie.choices[0].offers("play-off", "play-off 1")


def test_why_a_table_does_not_go_on_stands_beside_it() -> None:
    held = Held(conditions(ONE_TABLE, FINAL))
    why = Refused(TournamentCode.TABLE_AWAY, table=8)
    tables = {table.table: table for table in page(held, {8: why}.items()).tables}
    assert tables[7].why is None
    assert tables[8].why is not None
    assert (tables[8].why.code, tables[8].why.values) == ("table_away", {"table": 8})
    # The same contents have the same mark, others another.
    assert page(held).mark == page(held).mark != page(held, {8: why}.items()).mark


def test_of_very_many_and_very_long_a_part_is_shown() -> None:
    heats = replace(HEATS, tables=40, best_of_table=0, best_overall=3)
    held = Held(conditions(heats, FINAL, entry={"most": 120}))
    held.tell(c.OpenEntry())
    for number in range(1, 41):
        held.tell(replace(entering(number, held.state.rules.entry.fee), name=f"{'Wilhelmina ' * 9}{number}\n"))
        held.tell(c.Nominate(number, f"{number} {'X' * 200}"))
    found = director_page(held.state, dict.fromkeys(range(1, 41), 8), {}, 0)
    assert found is not None
    written_hall(found)
    assert (len(found.tables), len(found.asks)) == (12, 8)


def test_everything_that_can_wait_and_be_done_came_about_here() -> None:
    for name, test in list(globals().items()):
        if name.startswith("test_") and not name.startswith("test_everything"):
            test()
    assert set(WHATS) | set(DOS) == SEEN | {"keep"}
