"""What moves when a coup has ended: chips, the light on the winner, the new mark; and the last seconds before."""

import pytest
from ats_states import MARKS, ats_states
from msgspec.structs import replace

from firmware.game.roads import roads_of
from firmware.kit.box import Box
from firmware.kit.motion import TIMES
from firmware.kit.scene import Scene
from firmware.kit.words import words_of
from firmware.pictures.moments import Moments
from firmware.pictures.road_items import AskBoard, DrawnRoad, NewMark, asked
from firmware.pictures.table_items import ChipsMoving, FeltFrame, Glow
from firmware.terminal.scene import picture
from firmware.terminal.view import AtsView

WORDS = words_of("en")
SIZE = (1280, 800)


def ended(*, still: bool = False) -> AtsView:
    return replace(ats_states(WORDS)["banker-wins"], moments=Moments(ended=1000), still=still)


def items(scene: Scene, kind: type) -> list[object]:
    return [item for item in scene.items if isinstance(item, kind)]


def flying(now: int, view: AtsView | None = None) -> dict[int, Box]:
    scene = picture(view or ended(), SIZE, WORDS, now)
    return {item.amount: item.box for item in scene.items if isinstance(item, ChipsMoving)}


def test_what_lost_goes_to_the_dealer_and_what_won_comes_from_there() -> None:
    # 45 lost on Player, 95 won on Banker.
    first, later = flying(1000), flying(1150)
    assert set(first) == set(later) == {45_00, 95_00}
    assert later[45_00].y < first[45_00].y  # the dealer stands above
    assert later[95_00].y > first[95_00].y
    assert set(flying(1000 + TIMES["take"])) == {95_00}
    assert flying(1000 + TIMES["pay"]) == {}


def test_what_money_came_to_is_there_before_any_chip_has_moved() -> None:
    said = {what.text for item in picture(ended(), SIZE, WORDS, 1000).items for what in item.lettering()}
    assert {"+$95", "\u2212$45", "won", "lost"} <= said


def test_a_stake_that_comes_back_stays_where_it_is() -> None:
    view = ended()
    pushed = replace(view, bets=tuple(replace(bet, net=0 if bet.net else bet.net) for bet in view.bets))
    assert flying(1000, pushed) == {}
    said = {what.text for item in picture(pushed, SIZE, WORDS, 1000).items for what in item.lettering()}
    assert "stake back" in said


def test_the_winners_hand_lights_up_and_the_new_mark_beats_once() -> None:
    during, after = picture(ended(), SIZE, WORDS, 1100), picture(ended(), SIZE, WORDS, 2000)
    assert (len(items(during, Glow)), len(items(during, NewMark))) == (1, 2)
    assert during.moving
    assert not items(after, Glow)
    assert not items(after, NewMark)
    assert not after.moving


def test_without_motion_nothing_of_this_moves() -> None:
    for now in range(1000, 1400, 20):
        scene = picture(ended(still=True), SIZE, WORDS, now)
        assert not scene.moving
        assert not items(scene, Glow)
        assert not items(scene, NewMark)


def test_the_last_five_seconds_are_felt_more_and_more() -> None:
    view = ats_states(WORDS)["last-seconds"]
    assert view.closes_at is not None
    widths = []
    for left in range(7, 0, -1):
        at_rest = picture(view, SIZE, WORDS, view.closes_at - left * 1000 + 900)
        frames = items(at_rest, FeltFrame)
        assert len(frames) == (left <= 5)
        widths += [frame.width for frame in frames if isinstance(frame, FeltFrame)]
    assert widths == sorted(set(widths))
    beat = picture(view, SIZE, WORDS, view.closes_at - 3000 + 10)
    assert beat.moving
    assert not picture(replace(view, still=True), SIZE, WORDS, view.closes_at - 3000 + 10).moving


@pytest.mark.parametrize("kind", ["bead_plate", "big_road"])
@pytest.mark.parametrize("size", [(300, 60), (90, 60), (40, 60)])
def test_the_mark_that_beats_is_the_last_one(kind: str, size: tuple[int, int]) -> None:
    # A road of one coup more is drawn otherwise in that place, or moved on by a column.
    marks = tuple(MARKS.split())
    box = Box(10, 20, *size)
    cell = DrawnRoad(box, kind, marks).last_cell()
    assert cell is not None
    assert box.holds(cell.x, cell.y)
    assert box.holds(cell.right - 1, cell.bottom - 1)
    assert DrawnRoad(box, kind, ()).last_cell() is None


@pytest.mark.parametrize("played", range(0, 43, 3))
@pytest.mark.parametrize("winner", "PB")
def test_an_ask_board_says_what_the_roads_say_when_that_comes(played: int, winner: str) -> None:
    marks = tuple(MARKS.split())[:played]
    outcomes = "".join(mark[0] for mark in marks)
    after = roads_of(outcomes + winner)
    said = asked(marks, winner)
    assert said["bead_plate"] == after.bead_plate[-1]
    assert said["big_road"] == after.big_road[-1]
    for kind, road in (
        ("big_eye_boy", after.big_eye_boy), ("small_road", after.small_road), ("cockroach_pig", after.cockroach_pig),
    ):  # fmt: skip
        before = getattr(roads_of(outcomes), kind)
        assert said[kind] == (road.cells[-1] if len(road.cells) > len(before.cells) else None)


def test_player_and_banker_ask_for_opposite_marks() -> None:
    # Of a derived road one of them is red, and the other blue: that is what players look for.
    marks = tuple(MARKS.split())
    of_player, of_banker = asked(marks, "P"), asked(marks, "B")
    for kind in ("big_eye_boy", "small_road", "cockroach_pig"):
        one, other = of_player[kind], of_banker[kind]
        assert one is not None
        assert other is not None
        assert {one[2], other[2]} == {"R", "B"}


def test_an_ask_board_is_on_every_terminal() -> None:
    for size in (SIZE, (600, 1024)):
        scene = picture(ats_states(WORDS)["betting"], size, WORDS, 0)
        assert len(items(scene, AskBoard)) == 1
