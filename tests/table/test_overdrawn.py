"""A card over-drawn when the coup before was complete, which the shoe names only when the next one is under way."""

import pytest
from floor import CROWN, SILENT, Events, accepted

crown = pytest.mark.parametrize("book", CROWN)
silent = pytest.mark.parametrize("book", SILENT)
BET = "buyin 1 1000; bets; wager 1 player 20"
# Player has 7, Banker 9 and 2: Banker is due a third card.
BANKER_DRAWS = "card 4S; card 9D; card 3C; card 2H"


def dealt(events: Events) -> list[tuple[str, str, int]]:
    """Return what was laid on the hands of the first coup."""
    return [laid for laid in events.cards(1) if laid[1] != "none"]


@crown
@pytest.mark.rule("crown 11.2")
@pytest.mark.parametrize("mark", ["", "to=player", "face-up", "shown"])
def test_it_goes_to_the_hand_that_is_due(book: str, mark: str) -> None:
    events = accepted(f"{BET}; close; {BANKER_DRAWS}; card AS {mark} overdrawn; confirm", book)
    assert dealt(events)[-1] == ("AS", "banker", 3)
    assert events.of("result")[0]["winner"] == "player"
    assert len(events.of("coup_opened")) == 1, "no Dummy Coup follows for which no card waits"


@crown
@pytest.mark.rule("crown 11.8.1", "crown 11.8.4")
def test_betting_is_open_the_coup_that_begins_with_it_is_the_dummy_coup(book: str) -> None:
    story = f"{BET}; card AS shown overdrawn; decide dummy; card 9D; card 3C; card TH; card 2D; confirm"
    events = accepted(story, book)
    assert dealt(events)[0] == ("AS", "player", 1)
    assert [back["reason"] for back in events.of("returned")] == ["dummy"]
    assert events.of("result")[0]["dummy"]
    assert len(events.of("coup_opened")) == 1


@crown
@pytest.mark.rule("crown 11.6.1")
@pytest.mark.parametrize("when", ["card AS face-up overdrawn; decide carry; close", "close; card AS face-up overdrawn"])
def test_found_face_up_it_makes_the_coup_that_it_begins_a_dummy_coup(book: str, when: str) -> None:
    events = accepted(f"{BET}; {when}", book)
    assert dealt(events) == [("AS", "player", 1)]
    assert [flag["rule"] for flag in events.of("irregularity", kind="face_up")] == ["11.6.1"]
    assert [back["reason"] for back in events.of("returned")] == ["dummy"]


@silent
@pytest.mark.parametrize("before", ["", "card 4S", "card 4S; card 9D; card 3C"])
def test_what_is_carried_comes_before_what_left_while_it_was_asked_about(book: str, before: str) -> None:
    events = accepted(f"{BET}; close; {before}; card AS overdrawn; card 6C; decide carry".replace("; ;", ";"), book)
    assert [card for card, _, _ in dealt(events)][-2:] == ["AS", "6C"]


@silent
@pytest.mark.parametrize("seen", ["card AS face-up overdrawn", "card AS overdrawn; seen face-up"])
def test_found_face_up_it_is_flagged_once(book: str, seen: str) -> None:
    events = accepted(f"{BET}; close; {seen}; decide carry", book)
    assert len(events.of("irregularity", kind="face_up")) == 1
    assert events.of("question")[-1]["options"] == ["play-on", "void"]
