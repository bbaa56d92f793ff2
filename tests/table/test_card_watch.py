"""Reports of the shoe and of sensors, and when: to steps."""

from firmware.game import steps as s
from firmware.game.hands import Side, Winner
from firmware.game.shoe import Shoe
from firmware.game.state import Game
from firmware.table.shoe.card_watch import CardWatch, WatchSettings
from hal.cards import Card
from hal.device import FaultBegan, FaultEnded
from hal.panel import InputChanged
from hal.shoe import CutCard, ForeignCode, ShoeBurn, ShoeCard, ShoeResult

QUIET = Game()


def watch() -> CardWatch:
    return CardWatch(WatchSettings())


def drawn(code: str) -> ShoeCard:
    return ShoeCard(Card(code))


def sensed(found: CardWatch, name: str, at: int, game: Game = QUIET) -> list[s.Step]:
    return found.heard(InputChanged(name, on=True, at_ms=at), at, game)


def test_each_report_is_its_step() -> None:
    for event, steps in (
        (ShoeCard(Card("8S"), "banker", 2), [s.CardDrawn(Card("8S"), counted=Side.BANKER, position=2)]),
        (ShoeCard(Card("8S"), "player", 1, carried=True), [s.CardDrawn(Card("8S"), overdrawn=True)]),
        (ShoeCard(Card("8S"), outside=True), [s.CardDrawn(Card("8S"))]),
        (ShoeBurn(Card("8S")), [s.Burn(Card("8S"))]),
        (ShoeBurn(Card("8S"), counts=True), [s.Burn(Card("8S"), face_up=True)]),
        (CutCard(), [s.Cut()]),
        (ShoeResult("tie"), [s.ShoeSays(Winner.TIE)]),
        (ShoeResult(None), []),
        (ForeignCode("BE"), [s.ForeignCard("BE")]),
        (FaultBegan("unreadable", "1"), [s.Unreadable()]),
        (FaultBegan("card_code", "6"), [s.ForeignCard("6")]),
        (FaultBegan("timeout", "7"), []),
        (FaultEnded("unreadable"), []),
        (InputChanged("face_sensor", on=False, at_ms=1000), []),
        (InputChanged("shoe_door", on=True, at_ms=1000), []),
    ):
        assert watch().heard(event, 1000, QUIET) == steps


def test_a_face_belongs_to_the_card_that_follows_within_its_time_and_to_one_alone() -> None:
    found = watch()
    sensed(found, "face_sensor", 1000)
    assert found.heard(drawn("8S"), 1400, QUIET) == [s.CardDrawn(Card("8S"), face_up=True)]
    assert found.heard(drawn("9S"), 1700, QUIET) == [s.CardDrawn(Card("9S"))]
    sensed(found, "face_sensor", 2000)
    assert found.heard(drawn("TS"), 2401, QUIET) == [s.CardDrawn(Card("TS"))]


def test_a_face_seen_right_after_a_card_is_that_cards() -> None:
    found = watch()
    found.heard(drawn("8S"), 1000, QUIET)
    assert sensed(found, "face_sensor", 1100) == [s.CardSeen(face_up=True)]


def test_cards_that_come_together_by_timing() -> None:
    found = watch()
    found.heard(drawn("8S"), 1000, QUIET)
    assert found.heard(drawn("9S"), 1149, QUIET) == [s.CardsTogether((Card("9S"),), with_last=True)]
    assert found.heard(drawn("TS"), 1299, QUIET) == [s.CardDrawn(Card("TS"))]


def test_an_overdrawn_card_is_of_the_coup_before_whatever_came_right_before_it() -> None:
    found = watch()
    found.heard(drawn("8S"), 1000, QUIET)
    carried = ShoeCard(Card("9S"), "player", 1, carried=True)
    assert found.heard(carried, 1100, QUIET) == [s.CardDrawn(Card("9S"), overdrawn=True)]


def test_the_double_sensor_gathers_for_a_while() -> None:
    found = watch()
    assert found.due_at is None
    sensed(found, "double_sensor", 1000)
    assert found.due_at == 1400
    assert found.heard(drawn("8S"), 1100, QUIET) == found.heard(drawn("9S"), 1300, QUIET) == []
    assert found.tick(1399) == []
    assert found.tick(1400) == [s.CardsTogether((Card("8S"), Card("9S")))]
    assert found.tick(2000) == []


def test_the_double_sensor_right_after_a_card_takes_it_in() -> None:
    found = watch()
    found.heard(drawn("8S"), 1000, QUIET)
    sensed(found, "double_sensor", 1050)
    found.heard(drawn("9S"), 1200, QUIET)
    assert found.tick(1450) == [s.CardsTogether((Card("9S"),), with_last=True)]


def test_of_two_cards_one_may_be_unread_and_none_is_no_draw() -> None:
    found = watch()
    sensed(found, "double_sensor", 1000)
    found.heard(drawn("8S"), 1100, QUIET)
    assert found.tick(1400) == [s.CardDrawn(Card("8S")), s.Unreadable()]
    sensed(found, "double_sensor", 3000)
    assert found.tick(3400) == []


def test_a_place_is_said_of_the_oldest_card_that_has_none() -> None:
    found = watch()
    found.heard(drawn("8S"), 1000, QUIET)
    found.heard(drawn("9S"), 1700, QUIET)
    assert sensed(found, "player_position", 1800) == [s.CardSeen(Side.PLAYER, back=1, card=Card("8S"))]
    assert sensed(found, "banker_position", 2000) == [s.CardSeen(Side.BANKER, card=Card("9S"))]


def test_of_cards_that_left_together_a_place_is_said_by_its_turn_alone() -> None:
    found = watch()
    found.heard(drawn("8S"), 1000, QUIET)
    found.heard(drawn("9S"), 1100, QUIET)  # by timing
    assert sensed(found, "banker_position", 1800) == [s.CardSeen(Side.BANKER, back=1)]
    assert sensed(found, "player_position", 2000) == [s.CardSeen(Side.PLAYER)]
    found.heard(drawn("7D"), 3000, QUIET)
    sensed(found, "double_sensor", 3100)
    found.heard(drawn("6D"), 3200, QUIET)
    assert sensed(found, "banker_position", 3300) == [s.CardSeen(Side.BANKER, back=1)]
    assert sensed(found, "player_position", 3350) == [s.CardSeen(Side.PLAYER)]


def test_a_card_that_could_not_be_read_has_a_place_and_a_burn_has_none() -> None:
    found = watch()
    found.heard(FaultBegan("unreadable", "1"), 1000, QUIET)
    assert sensed(found, "banker_position", 1500) == [s.CardSeen(Side.BANKER)]
    burning = Game(shoe=Shoe(1, 8, burn_due=True))
    assert found.heard(FaultBegan("unreadable", "1"), 2000, burning) == [s.Unreadable()]
    assert sensed(found, "banker_position", 2500) == []


def test_a_place_without_a_card_or_too_late_for_one_says_nothing() -> None:
    found = watch()
    assert sensed(found, "player_position", 1000) == []
    found.heard(drawn("8S"), 1000, QUIET)
    assert sensed(found, "player_position", 5001) == []


def test_of_many_cards_without_a_place_the_oldest_are_forgotten() -> None:
    found = watch()
    for count in range(12):
        found.heard(drawn("8S"), 1000 + 200 * count, QUIET)
    assert sensed(found, "banker_position", 3300) == [s.CardSeen(Side.BANKER, back=7, card=Card("8S"))]
