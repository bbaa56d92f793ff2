"""What players and the room are shown of a tournament, and when it is hidden."""

from held_tournament import FINAL, HEATS, MINUTE, Held, conditions
from msgspec.structs import replace

from firmware.table.core.session_standing import SessionStanding
from firmware.tournament.shown import seated_players, standings
from firmware.tournament_board.room_standings import NOBODY, RoomStandings

OF_FOUR = replace(HEATS, tables=1, coups=4)


def started() -> Held:
    held = Held(conditions(OF_FOUR, FINAL, play={"hidden_coups": 2}))
    held.enter(3)
    held.seat(7)
    held.start()
    return held


def at_the_table(held: Held) -> SessionStanding:
    """Return what table 7 shows."""
    shown = RoomStandings().at(held.state, 7)
    assert shown is not None
    return shown


def of(held: Held, room: SessionStanding, player: int) -> tuple[int, int, int]:
    """Return a player's place, and the points to those before and behind."""
    (ats,) = [ats for ats, sits in seated_players(held.state, 7).items() if sits == player]
    (seat,) = [seat for seat in room.seats if seat.ats == ats]
    return seat.place, seat.before, seat.behind


def test_standings_are_shown_until_the_last_coups_and_after_the_session() -> None:
    held = started()
    one, two, three = held.at(7)
    held.play(7, 100_00, 50_00, 100_00)
    now = standings(held.state)
    assert now is not None
    assert (now.round, now.session, now.hidden, now.announced) == ("heats", 1, False, False)
    # Two are equal at the top; whoever follows them is third.
    assert [(place.place, place.points) for place in now.places] == [(1, 1100_00), (1, 1100_00), (3, 1050_00)]
    assert [(table.table, table.coups, table.left, table.finished) for table in now.tables] == [(7, 1, 3, False)]
    room = at_the_table(held)
    assert room.left == 3
    assert of(held, room, two) == (3, 50_00, NOBODY)
    assert of(held, room, one) == (1, NOBODY, 50_00)
    held.play(7, 0, 0, 0)
    # Two coups are left: nobody sees who stands where, and everybody sees their own points.
    now = standings(held.state)
    assert now is not None
    assert now.hidden
    assert now.places == ()
    room = at_the_table(held)
    assert (room.hidden, room.seats, room.leaders, room.left) == (True, (), (), 2)
    assert held.state.round is not None
    assert held.state.round.scores[three].points == 1100_00
    to_director = standings(held.state, to_director=True)
    assert to_director is not None
    assert len(to_director.places) == 3
    held.play(7, 0, 0, 0)
    held.play(7, 0, 0, 0)
    after = standings(held.state)
    assert after is not None
    assert not after.hidden
    assert len(after.places) == 3


def test_who_goes_on_is_marked_once_it_is_announced() -> None:
    held = started()
    for _ in range(4):
        held.play(7, 10_00, 20_00, 30_00)
    held.progress()
    now = standings(held.state)
    assert now is not None
    assert now.announced
    # The best of the table, and the best of the others.
    assert [place.through for place in now.places] == [True, True, False]


def test_before_the_first_round_nothing_is_shown() -> None:
    held = Held(conditions())
    held.enter(2)
    assert standings(held.state) is None
    assert RoomStandings().at(held.state, 7) is None
    assert seated_players(held.state, 1) == {}


def test_while_minutes_run_nobody_says_how_many_coups_are_left() -> None:
    held = Held(conditions(replace(OF_FOUR, coups=0, minutes=10), FINAL, play={"hidden_coups": 1}))
    held.enter(2)
    held.seat(7)
    assert at_the_table(held).seats == ()
    held.start()
    held.play(7, 0, 0)
    assert (at_the_table(held).left, at_the_table(held).hidden) == (NOBODY, False)
    assert seated_players(held.state, 7) == {1: held.at(7)[0], 2: held.at(7)[1]}
    held.now += 11 * MINUTE
