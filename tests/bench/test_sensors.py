"""Irregularities on the road that real cards take: a simulated shoe, sensors under the layout, drivers, the bench."""

from typing import Any

import pytest
from headless_bench import Bench, headless

pytestmark = pytest.mark.outside


def open_coup(bench: Bench, *before: str) -> None:
    for line in (*(before or ("shoe",)), "buyin 1 100", "bets", "wager 1 player 10", "close"):
        bench.do(line)


def comes_to(bench: Bench, line: str, kind: str, /, **fields: Any) -> dict[str, Any]:
    """Have a line done, and return what it comes to on record, which may be later."""
    for event in bench.do(line):
        if event["event"] == kind and all(event.get(name) == value for name, value in fields.items()):
            return event
    return bench.until(kind, **fields)


def draw(bench: Bench, card: str, hand: str, position: int, lies: str = "") -> None:
    """A card leaves the shoe, as the shoe counts it, and is put down half a second later."""
    comes_to(bench, f"device table shoe card {card} {hand} {position}", "card", card=card)
    if lies:
        put_down(bench, lies)


def put_down(bench: Bench, lies: str) -> None:
    bench.do("wait 0.4")
    bench.do(f"device table panel {lies}_position on")
    bench.do("wait 0.2")  # shorter ones are taken for a bounce
    bench.do(f"device table panel {lies}_position off")


def kinds(bench: Bench) -> list[tuple[str, str | None]]:
    return [(event["kind"], event["rule"]) for event in bench.said if event["event"] == "irregularity"]


@pytest.mark.rule("crown 3.8.1, 8.3.3, 11.7.1(a)")
def test_in_crown_an_unread_burn_is_the_burn_and_each_card_is_ruled_on_by_when_it_left() -> None:
    with headless("--rulebook", "crown-baccarat") as bench:
        bench.do("shoe unburned")
        comes_to(bench, "device table shoe unreadable", "card_unread", burn=True)
        bench.do("device table shoe clear")
        bench.do("enter 2H")
        open_coup(bench, "wait 0.1")
        for card, position, hand in (("6S", 1, "player"), ("5H", 1, "banker"), ("KD", 2, "player")):
            draw(bench, card, hand, position, lies=hand)
        # Banker's second and third card are put down only after the result was confirmed, both on the Player hand.
        draw(bench, "KC", "banker", 2)
        bench.do("wait 0.3")  # cards closer together are taken to have left together
        draw(bench, "2C", "banker", 3)
        bench.do("confirm")
        put_down(bench, "player")
        put_down(bench, "player")
        bench.do("wait 0.5")
        assert kinds(bench) == [("unreadable_card", None), ("wrong_hand", "8.3.3"), ("excess_card", "11.7.1(a)")]
        assert bench.end() == 0


@pytest.mark.rule("mbs 5.2")
def test_in_mbs_an_unread_card_on_the_wrong_hand_is_found_and_the_shoes_result_kept() -> None:
    with headless("--rulebook", "mbs-rapid-no-commission") as bench:
        open_coup(bench)
        draw(bench, "7S", "player", 1, lies="player")
        comes_to(bench, "device table shoe unreadable", "card_unread")
        put_down(bench, "player")  # it is Banker's
        held = {"step": "shoe-says", "winner": "banker"}
        comes_to(bench, "device table shoe result banker", "fact_held", fact=held)
        question = comes_to(bench, "enter 6H", "question")
        assert (question["kind"], question["rule"], question["by"]) == ("wrong_hand", "5.2", "dealer")
        bench.do("device table shoe clear")
        bench.do("decide reconstruct")
        draw(bench, "KD", "player", 2, lies="player")
        asked = comes_to(bench, "device table shoe card KC banker 2", "question", kind="shoe_disagrees")
        assert asked["options"] == ["play-on", "void"]
        bench.do("decide play-on")
        bench.do("confirm")
        assert kinds(bench) == [("unreadable_card", None), ("wrong_hand", "5.2"), ("shoe_disagrees", None)]
        assert bench.end() == 0
