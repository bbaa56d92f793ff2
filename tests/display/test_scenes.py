"""What the display is about in each phase, and when that ends by itself."""

import pytest
from msgspec.structs import replace

from firmware.display.scene import picture
from firmware.display.shown import QUIET_MS, RESULT_MS, Watched, wnd_view
from firmware.game.state import Phase
from firmware.kit.items import Emblem
from firmware.kit.motion import LONG_AGO, TIMES
from firmware.kit.words import words_of
from firmware.link.messages import HandView, LimitView, PublicView, ResultView
from firmware.pictures.deck import CardBack, CardFace
from firmware.pictures.moments import Memory, Moments
from firmware.pictures.road_items import DrawnRoad

WORDS = words_of("en")
BETWEEN = PublicView(
    1, 0, "crown-baccarat", Phase.BETWEEN, shoe=("P", "Bn"),
    limits={bet: LimitView(5_00, 5000_00, 5_00) for bet in ("player", "banker", "tie")},
    recent=(ResultView(7, "player", HandView(("9S", "TC"), 9), HandView(("2S", "TD"), 2)),),
)  # fmt: skip
DEALT = replace(BETWEEN, coup=8, phase=Phase.CLOSED, player=("6S",))


def watched(since: int, *, still: bool = False) -> Watched:
    return Watched(Moments(ended=0, last_change=0), since, still=still)


@pytest.mark.parametrize(
    ("public", "since", "scene", "until"),
    [
        (replace(BETWEEN, coup=8, phase=Phase.BETTING, closes_at=30_000), 0, "bets", None),
        (DEALT, 0, "cards", None),
        (BETWEEN, 0, "result", RESULT_MS),
        (BETWEEN, RESULT_MS - 1, "result", RESULT_MS),
        (BETWEEN, RESULT_MS, "roads", QUIET_MS),
        (BETWEEN, QUIET_MS, "quiet", None),
        (replace(BETWEEN, recent=(), phase=Phase.NO_SHOE), 0, "quiet", None),
    ],
)
def test_each_phase_has_its_scene(public: PublicView, since: int, scene: str, until: int | None) -> None:
    view = wnd_view(public, there=True, words=WORDS, watched=watched(since))
    assert (view.scene, view.changes_at) == (scene, until)
    shown = picture(view, (1920, 1080), WORDS, since)
    if until is not None:
        assert shown.wake_at == min(until, since - since % 60_000 + 60_000)  # or the clock's next minute
    assert any(isinstance(item, DrawnRoad) for item in shown.items) == (scene in ("bets", "roads"))
    assert any(isinstance(item, CardFace) for item in shown.items) == (scene in ("cards", "result"))
    assert any(isinstance(item, Emblem) for item in shown.items) == (scene == "quiet")


def test_a_result_has_its_moment_of_three_seconds_and_more() -> None:
    assert RESULT_MS >= 3000


@pytest.mark.parametrize("since", [0, RESULT_MS, QUIET_MS])
def test_the_last_outcome_is_there_in_every_scene(since: int) -> None:
    # crown 1.1: a WND shows the outcome of at least the most recent coup.
    view = wnd_view(BETWEEN, there=True, words=WORDS, watched=watched(since))
    said = [what.text for item in picture(view, (1920, 1080), WORDS, since).items for what in item.lettering()]
    assert "Player wins 9 – 2" in said


def test_cards_come_out_of_the_shoe_in_the_room_too() -> None:
    memory = Memory()
    memory.follow(replace(DEALT, player=()), 0)
    memory.follow(DEALT, 1000)
    moves = wnd_view(DEALT, there=True, words=WORDS, watched=Watched(memory.moments, 1000))
    assert [isinstance(i, CardBack) for i in picture(moves, (1920, 1080), WORDS, 1000).items].count(True) == 1
    assert picture(moves, (1920, 1080), WORDS, 1000).moving
    assert not picture(moves, (1920, 1080), WORDS, 1000 + TIMES["deal"] + TIMES["turn"]).moving
    still = wnd_view(DEALT, there=True, words=WORDS, watched=Watched(memory.moments, 1000, still=True))
    assert not picture(still, (1920, 1080), WORDS, 1000).moving
    assert memory.moments.ended == LONG_AGO


def test_a_road_without_marks_keeps_quiet() -> None:
    empty = wnd_view(replace(BETWEEN, shoe=()), there=True, words=WORDS, watched=watched(RESULT_MS))
    assert not any(item.marks for item in picture(empty, (1920, 1080), WORDS, 0).items if isinstance(item, DrawnRoad))
