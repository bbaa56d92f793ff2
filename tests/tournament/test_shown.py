"""What players and the room are shown of a tournament, and when it is hidden."""

from held_tournament import FINAL, HEATS, MINUTE, Held, conditions
from msgspec.structs import replace

from firmware.tournament.shown import mine, seated_players, standings

OF_FOUR = replace(HEATS, tables=1, coups=4)


def started() -> Held:
    held = Held(conditions(OF_FOUR, FINAL, play={"hidden_coups": 2}))
    held.enter(3)
    held.seat(7)
    held.start()
    return held


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
    own = mine(held.state, two)
    assert own is not None
    assert (own.place, own.points, own.before, own.behind, own.coups_left) == (3, 1050_00, 50_00, None, 3)
    own = mine(held.state, one)
    assert own is not None
    assert (own.place, own.before, own.behind) == (1, None, 50_00)
    held.play(7, 0, 0, 0)
    # Two coups are left: nobody sees who stands where, and everybody sees their own points.
    now = standings(held.state)
    assert now is not None
    assert now.hidden
    assert now.places == ()
    own = mine(held.state, three)
    assert own is not None
    assert (own.hidden, own.place, own.before, own.points, own.coups_left) == (True, None, None, 1100_00, 2)
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
    assert mine(held.state, 1) is None
    assert seated_players(held.state, 1) == {}


def test_while_minutes_run_nobody_says_how_many_coups_are_left() -> None:
    held = Held(conditions(replace(OF_FOUR, coups=0, minutes=10), FINAL, play={"hidden_coups": 1}))
    held.enter(2)
    held.seat(7)
    assert mine(held.state, 1) is None
    held.start()
    held.play(7, 0, 0)
    own = mine(held.state, 1)
    assert own is not None
    assert own.coups_left is None
    assert not own.hidden
    assert seated_players(held.state, 7) == {1: held.at(7)[0], 2: held.at(7)[1]}
    held.now += 11 * MINUTE
