"""What a table is told to show of its tournament: its own seats, the leaders, and nothing while it is hidden."""

from held_tournament import FINAL, HEATS, Held, conditions
from msgspec.structs import replace

from firmware.table.core.session_standing import SeatStanding, SessionStanding
from firmware.tournament_board.room_standings import RoomStandings

ROOM = RoomStandings()


def standing_at(held: Held, table: int) -> SessionStanding | None:
    """Return what is made of it anew, which is what was made once and kept."""
    made = RoomStandings().at(held.state, table)
    assert ROOM.at(held.state, table) == made
    return made


OF_FOUR = replace(HEATS, tables=1, coups=4)


def test_each_table_shows_its_own_seats_and_all_the_leaders() -> None:
    held = Held(conditions(OF_FOUR, FINAL, play={"hidden_coups": 2}))
    assert standing_at(held, 7) is None
    held.enter(3)
    held.seat(7)
    held.start()
    at_first = standing_at(held, 7)
    held.play(7, 100_00, 50_00, 100_00)
    now = standing_at(held, 7)
    assert now is not None
    assert at_first is not None
    assert now.mark != at_first.mark
    assert (now.round, now.field, now.left, now.hidden) == ("heats 1", 3, 3, False)
    # Two are equal at the top, and whoever follows them is third, fifty behind.
    assert [(one.place, one.points) for one in now.leaders] == [(1, 1100_00), (1, 1100_00), (3, 1050_00)]
    by_place = sorted(now.seats, key=lambda seat: seat.place)
    assert by_place[-1] == SeatStanding(by_place[-1].ats, 3, 50_00, -1)
    assert [(seat.before, seat.behind) for seat in by_place[:2]] == [(-1, 50_00)] * 2
    # The same standings have the same mark; and the table of nobody shows no seats.
    assert standing_at(held, 7) == now
    elsewhere = standing_at(held, 8)
    assert elsewhere is not None
    assert elsewhere.seats == ()
    held.play(7, 0, 0, 0)
    hidden = standing_at(held, 7)
    assert hidden is not None
    assert (hidden.hidden, hidden.leaders, hidden.seats) == (True, (), ())
