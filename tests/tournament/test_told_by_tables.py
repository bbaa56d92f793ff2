"""What tables tell a tournament is taken once, and as what it is: also by one that is started anew."""

from held_tournament import FINAL, HEATS, Held, conditions
from msgspec.structs import replace

from firmware.table.shown.session_coups import SessionCoup, SessionLine
from firmware.tournament import events as e
from firmware.tournament_board.told_by_tables import coups_of

# Player numbers begin at 1 in each tournament.
OF_ANOTHER = [SessionCoup(coup, "played", (SessionLine(1, 1, 50_00, 50_00),)) for coup in (1, 2)]


def test_coups_of_another_tournament_are_none_of_this_ones_also_when_it_is_started_anew_amid_a_session() -> None:
    held = Held(conditions(replace(HEATS, tables=1), FINAL))
    held.enter(3)
    for told in coups_of(held.state, 7, OF_ANOTHER):
        held.tell(told)
    assert [event.coup for event in held.of(e.CoupUnfit)] == [1, 2]
    held.seat(7)
    held.start()
    points = dict(held.state.points)
    # A role that was killed does not know what it was told, and the table tells all from its first coup.
    assert list(coups_of(held.state, 7, OF_ANOTHER)) == []
    fresh = SessionCoup(3, "played", (SessionLine(1, held.at(7)[0], 50_00, 50_00),))
    for told in coups_of(held.state, 7, [*OF_ANOTHER, fresh]):
        held.tell(told)
    assert [(coup.coup, coup.kind) for coup in held.state.coups.values()] == [(3, "played")]
    assert held.state.points[f"player/{held.at(7)[0]}"] == points[f"player/{held.at(7)[0]}"] + 50_00
