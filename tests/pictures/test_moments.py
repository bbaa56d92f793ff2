"""Since when things are so, and what moves for it: looked at frame by frame."""

from collections.abc import Iterator

import pytest
from ats_states import ats_states
from every_screen import ALL_SIZES
from msgspec.structs import replace

from firmware.books import rules_of
from firmware.game.state import Phase
from firmware.kit.box import Box
from firmware.kit.motion import LONG_AGO, TIMES
from firmware.kit.words import words_of
from firmware.link.messages import HandView, PublicView, ResultView
from firmware.pictures.announcing import said_of
from firmware.pictures.deck import CardBack, CardFace, CardPlace, CardTurning
from firmware.pictures.moments import Memory
from firmware.terminal.scene import picture
from firmware.terminal.view import AtsView

WORDS = words_of("en")
CARD = TIMES["deal"] + TIMES["turn"]


def public(**values: object) -> PublicView:
    return replace(PublicView(1, 0, "crown-baccarat", Phase.CLOSED), coup=5, **values)


def ended(coup: int) -> ResultView:
    return ResultView(coup, "player", HandView(("9S", "TC"), 9), HandView(("2S", "TD"), 2))


def test_what_a_screen_is_told_first_is_old() -> None:
    memory = Memory()
    memory.follow(public(player=("6S",), recent=(ended(4),)), 1000)
    assert memory.moments.player == ()
    assert memory.moments.ended == LONG_AGO
    memory.follow(None, 1500)
    memory.follow(public(player=("6S", "KD")), 2000)
    assert memory.moments.player == ()


def test_each_card_and_result_has_its_moment() -> None:
    memory = Memory()
    memory.follow(public(), 1000)
    memory.follow(public(player=("6S",)), 2000)
    memory.follow(public(player=("6S",), banker=("9H",)), 3000)
    memory.follow(public(player=("6S", "KD"), banker=("9H",)), 4000)
    assert (memory.moments.of("player"), memory.moments.of("banker")) == ((2000, 4000), (3000,))
    # Of the same view it is told more than once: no new moment.
    same = public(player=("6S", "KD"), banker=("9H",))
    memory.follow(same, 4500)
    memory.follow(same, 4800)
    assert memory.moments.last_change == 4500
    assert memory.moments.of("player") == (2000, 4000)
    memory.follow(public(recent=(ended(5),)), 5000)
    assert (memory.moments.player, memory.moments.ended) == ((), 5000)
    memory.follow(replace(public(recent=(ended(5),), closes_at=36_000), phase=Phase.BETTING), 6000)
    assert memory.moments.opened == 6000


def dealing(*, still: bool = False) -> AtsView:
    view = ats_states(WORDS)["dealing"]
    times = {"player": (LONG_AGO, 1000), "banker": (LONG_AGO,)}
    return replace(view, still=still, moments=replace(view.moments, **times))


def film(view: AtsView, size: tuple[int, int], times: range) -> Iterator[tuple[int, list[CardBack], list[CardTurning]]]:
    for now in times:
        scene = picture(view, size, WORDS, now)
        backs = [item for item in scene.items if isinstance(item, CardBack)]
        turning = [item for item in scene.items if isinstance(item, CardTurning)]
        assert scene.moving == bool(backs or turning)
        yield now, backs, turning


@pytest.mark.parametrize("size", ALL_SIZES)
def test_a_card_comes_out_of_the_shoe_turns_and_lies(size: tuple[int, int]) -> None:
    whole = Box(0, 0, *size)
    frames = list(film(dealing(), size, range(1000, 1000 + CARD + 40, 20)))
    assert [bool(backs) for _, backs, _ in frames] == [now < 1000 + TIMES["deal"] for now, *_ in frames]
    assert [bool(turning) for *_, turning in frames] == [
        1000 + TIMES["deal"] <= now < 1000 + CARD for now, *_ in frames
    ]
    at = [backs[0].box for _, backs, _ in frames if backs]
    assert all(whole.holds(box.x, box.y) and box.right <= whole.right and box.bottom <= whole.bottom for box in at)
    assert [box.x for box in at] == sorted((box.x for box in at), reverse=True)
    steps = [turning[0].step for *_, turning in frames if turning]
    assert steps == sorted(steps)
    last = picture(dealing(), size, WORDS, 1000 + CARD)
    assert [item.card for item in last.items if isinstance(item, CardFace)] == ["6S", "KD", "9H"]
    assert not last.moving


def test_a_movement_is_left_for_what_follows() -> None:
    # The coup ends while a card is on its way: what is shown is the result, whole and at once.
    view = replace(
        dealing(), stage="result", player=HandView(("6S", "KD"), 6), moments=replace(dealing().moments, player=())
    )
    scene = picture(view, (1280, 800), WORDS, 1100)
    assert not scene.moving
    assert sum(isinstance(item, CardFace) for item in scene.items) == 3


def test_without_motion_all_lies_where_it_will_lie() -> None:
    for _, backs, turning in film(dealing(still=True), (1280, 800), range(1000, 1500, 50)):
        assert not backs
        assert not turning


def test_a_place_is_seen_where_a_card_will_lie_while_it_comes() -> None:
    scene = picture(dealing(), (1280, 800), WORDS, 1010)
    (back,) = [item for item in scene.items if isinstance(item, CardBack)]
    places = [item for item in scene.items if isinstance(item, CardPlace)]
    assert scene.items.index(back) > max(scene.items.index(place) for place in places)


@pytest.mark.parametrize(
    ("player", "banker", "says"),
    [
        (("9S", "TC"), ("2S", "TD"), ("Natural 9", "Player Dragon Bonus 1:1")),
        (("4S", "4H", "2C"), ("3S", "3C", "KD"), ("Player Pair 11:1", "Banker Pair 11:1", "Super 6 12:1")),
        (("2S", "3H", "KC"), ("3S", "4C"), ()),
    ],
)
def test_a_coups_pairs_naturals_and_bonuses_are_said(
    player: tuple[str, ...], banker: tuple[str, ...], says: tuple[str, ...]
) -> None:
    # crown 10: a Pair 11:1, Super 6 12:1; Dragon Bonus pays a natural that is no tie 1:1.
    values = {"A": 1} | {str(n): n for n in range(2, 10)} | dict.fromkeys("TJQK", 0)
    totals = [sum(values[card[0]] for card in hand) % 10 for hand in (player, banker)]
    winner = "player" if totals[0] > totals[1] else "banker"
    last = ResultView(1, winner, HandView(player, totals[0]), HandView(banker, totals[1]))  # type: ignore[arg-type]
    rules = rules_of("crown-baccarat", {"pairs": 1, "super6": 1, "dragon": 1}, 8)
    said = said_of(last, rules, WORDS)
    assert set(says) <= set(said)
    if not says:
        assert said == ()
    assert said_of(replace(last, dummy=True), rules, WORDS) == ()
    assert said_of(replace(last, winner="void"), rules, WORDS) == ()


def test_a_pair_that_nobody_could_bet_on_is_said_too() -> None:
    last = ResultView(1, "player", HandView(("4S", "4H"), 8), HandView(("2S", "TD"), 2))
    assert said_of(last, rules_of("crown-baccarat", {}, 8), WORDS) == ("Natural 8", "Player Pair")


def test_a_moment_that_has_not_come_yet_is_forgotten_as_the_time_was_turned_back() -> None:
    memory = Memory()
    memory.follow(public(), 500_000_000)
    memory.follow(public(recent=(ended(5),)), 500_000_100)
    assert memory.moments.ended == 500_000_100
    memory.follow(public(recent=(ended(5),), number=2), 1_000)
    assert memory.moments.ended == LONG_AGO
