"""What every bet comes to, with every option: expected values from the pay tables of the books."""

import pytest
from floor import ALL, CROWN

from firmware.books import load_book, rules_of
from firmware.game.bets import Outcome, read_odds
from firmware.game.resolve import Resolver, result_of
from hal.cards import DECK, Card

CROWN_SIDES = {"pairs": 1, "perfect": 1, "dragon": 1, "super6": 1}


def settle(player: str, banker: str, book: str = "crown-baccarat", **options: int) -> dict[str, str]:
    """Return what each bet comes to, as odds, `push` or `lose`; and hold what is paid against the odds."""
    sides = {**CROWN_SIDES, **options} if book.startswith("crown") else {"pairs": 1}
    hands = ([Card(code) for code in hand.split()] for hand in (player, banker))
    payouts = rules_of(book, sides, 8).resolver.payouts(*hands)
    for payout in payouts.values():
        pays, _, for_each = (payout.odds or "0:1").partition(":")
        assert payout.winnings(100_00) == round(100_00 * float(pays) / float(for_each))
        assert payout.returned(100_00) == (0 if payout.outcome == "lose" else 100_00 + payout.winnings(100_00))
    return {bet: payout.odds or str(payout.outcome) for bet, payout in payouts.items()}


@pytest.mark.rule(
    "crown 10.1, 4.8.2(a), 4.10, 4.10.1, 4.10.2, 4.10.3",
    "mbs-baccarat 1.1.1",
    "mbs 4.1",
    "rws 4.1, 4.1.1",
)
@pytest.mark.parametrize("book", ALL)
def test_main_bets(book: str) -> None:
    banker, six = ("0.95:1", "0.95:1") if book in ("crown-traditional", "mbs-baccarat") else ("1:1", "1:2")
    main = ("player", "banker", "tie")
    lost = [[settle(*hands, book)[bet] for bet in main] for hands in [("7S KD", "6H KC"), ("2S KD", "7H KC")]]
    assert lost == [["1:1", "lose", "lose"], ["lose", banker, "lose"]]
    assert [settle("5S KD", "6H KC", book)[bet] for bet in main] == ["lose", six, "lose"]
    assert [settle("2S KD 3D", "3H KC 3D", book)["banker"]] == [six]
    assert [settle("7S KD", "7H KC", book)[bet] for bet in main] == ["push", "push", "8:1"]


@pytest.mark.rule("crown 4.10.8, 4.10.9, 10.1", "mbs 3.8, 3.8.1, 3.8.2, 4.1", "rws 3.4, 4.1.1")
@pytest.mark.parametrize("book", ALL)
def test_pairs_look_at_the_first_two_cards_only(book: str) -> None:
    both = ("player-pair", "banker-pair")
    assert [settle("KS KD", "6H 6C", book)[bet] for bet in both] == ["11:1", "11:1"]
    assert [settle("KS 3D 3S", "6H KC", book)[bet] for bet in both] == ["lose", "lose"]
    assert [settle("TS KS", "7H 7H", book)[bet] for bet in both] == ["lose", "11:1"]


@pytest.mark.rule("crown 4.10.6, 4.10.7, 10.1")
@pytest.mark.parametrize(
    ("pair", "odds"), [("KS KH", ("6:1", "5:1")), ("KS KC", ("12:1", "10:1")), ("KS KS", ("25:1", "30:1"))]
)
def test_perfect_pairs_pay_the_best_category_alone(pair: str, odds: tuple[str, str]) -> None:
    for option, expected in enumerate(odds, 1):
        assert settle(pair, "6H 7C", perfect=option)["player-perfect"] == expected
        assert settle("6H 7C", pair, perfect=option)["banker-perfect"] == expected
        assert settle("6H 7C", pair, perfect=option)["player-perfect"] == "lose"


DRAGON = {
    4: "1:1 1:1 2:1",
    5: "2:1 3:1 2:1",
    6: "4:1 4:1 4:1",
    7: "6:1 7:1 4:1",
    8: "10:1 8:1 10:1",
    9: "30:1 20:1 30:1",
}
# A hand without a natural for each count: three cards, or two up to seven.
HAND = {count: f"KS QS {'TS' if count == 0 else 'AS' if count == 1 else f'{count}S'}" for count in range(10)}


@pytest.mark.rule("crown 4.10.4, 4.10.5, 10.1")
@pytest.mark.parametrize("option", [1, 2, 3])
@pytest.mark.parametrize("winner", ["player", "banker"])
def test_dragon_bonus_without_a_natural_pays_by_the_margin(option: int, winner: str) -> None:
    loser = {"player": "banker", "banker": "player"}[winner]
    for high in range(1, 10):
        for low in range(high):
            hands = {winner: HAND[high], loser: HAND[low]}
            paid = settle(hands["player"], hands["banker"], dragon=option)
            by_margin = DRAGON.get(high - low)
            assert paid[f"{winner}-dragon"] == (by_margin.split()[option - 1] if by_margin else "lose")
            assert paid[f"{loser}-dragon"] == "lose"


@pytest.mark.rule("crown 4.10.4, 4.10.5, 10.1")
@pytest.mark.parametrize("option", [1, 2, 3])
def test_reading_8_dragon_bonus_with_naturals(option: int) -> None:
    both = ("player-dragon", "banker-dragon")
    for low in range(9):  # a natural that wins pays even money at any margin
        assert [settle("9S KD", f"KS {HAND[low][-2:]}", dragon=option)[bet] for bet in both] == ["1:1", "lose"]
        assert [settle(f"KS {HAND[low][-2:]}", "9S KD", dragon=option)[bet] for bet in both] == ["lose", "1:1"]
    assert [settle("9S KD", "4S 5D", dragon=option)[bet] for bet in both] == ["push", "push"]
    assert [settle("8S KD", "4S 4D", dragon=option)[bet] for bet in both] == ["push", "push"]
    for count in range(10):  # any other tie loses
        assert [settle(HAND[count], HAND[count], dragon=option)[bet] for bet in both] == ["lose", "lose"]


@pytest.mark.rule("crown 4.10.10, 10.1")
def test_super_six_wins_when_banker_wins_with_six() -> None:
    for player in range(10):
        for banker in range(10):
            paid = settle(HAND[player], HAND[banker])["super6"]
            assert paid == ("12:1" if banker == 6 and player < 6 else "lose")


@pytest.mark.rule(
    "crown 2.3, 2.4, 2.5, 2.6, 2.1, 2.1(a), 2.1(a)(i), 2.1(a)(ii), 2.1(a)(iii), 2.1(b)",
    "mbs-rapid 2.2",
    "rws 2.1, 2.1.1, 3.3",
)
def test_a_layout_has_the_bets_that_are_offered_and_no_other() -> None:
    main = ["player", "banker", "tie"]
    sides = {
        "pairs": ["player-pair", "banker-pair"],
        "perfect": ["player-perfect", "banker-perfect"],
        "dragon": ["player-dragon", "banker-dragon"],
        "super6": ["super6"],
    }
    for book in ALL:
        for side, bets in sides.items():
            if side != "pairs" and book not in CROWN:
                with pytest.raises(ValueError, match=f"knows no side wager '{side}'"):
                    rules_of(book, {side: 1}, 8)
            else:
                assert [offered.name for offered in rules_of(book, {side: 1}, 8).offer.bets] == main + bets
        assert [offered.name for offered in rules_of(book, {}, 8).offer.bets] == main


def test_looking_a_coup_up_gives_what_its_hands_give() -> None:
    rules = rules_of("crown-baccarat", CROWN_SIDES, 8)
    table = rules.book.table_of_play
    for start in range(0, 52, 3):
        six = [DECK[(start * 7 + step * 11) % 52] for step in range(6)]
        coming = iter(six)
        hands: dict[str, list[Card]] = {"player": [], "banker": []}
        while (due := table.due(hands["player"], hands["banker"])) is not None:
            hands[due].append(next(coming))
        found = rules.resolver.resolve(hands["player"], hands["banker"])
        result = result_of(hands["player"], hands["banker"])
        assert found.result == result
        assert found.payouts == {offered.name: offered.bet.payout(result, 1) for offered in rules.offer.bets}
        assert (found.player_cards, found.banker_cards) == (len(hands["player"]), len(hands["banker"]))
        assert found.winner == found.result.winner


def test_hands_that_the_table_of_play_does_not_give_are_looked_at_for_themselves() -> None:
    resolver = rules_of("crown-baccarat", CROWN_SIDES, 8).resolver
    # Player stands on 5, Banker draws to a natural's count with three cards.
    found = resolver.resolve([Card("5S"), Card("KD")], [Card("7H"), Card("KC"), Card("AS")])
    assert (found.result.player_total, found.result.banker_total, found.winner) == (5, 8, "banker")
    assert not found.result.banker_natural


def test_a_resolver_without_bets_still_knows_who_wins() -> None:
    resolver = Resolver(load_book("rws-non-commission").table_of_play, ())
    assert resolver.resolve([Card("9S"), Card("KD")], [Card("5H"), Card("KC")]).winner == "player"


def test_winnings_are_rounded_down_to_the_minor_unit() -> None:
    assert [read_odds("1:2").winnings(stake) for stake in (1, 2, 3)] == [0, 1, 1]
    assert [read_odds("0.95:1").winnings(stake) for stake in (1, 19, 20, 100)] == [0, 18, 19, 95]
    assert [str(read_odds("1:2").rounded_off(stake)) for stake in (1, 2)] == ["1/2", "0"]
    assert read_odds("push").outcome is Outcome.PUSH
