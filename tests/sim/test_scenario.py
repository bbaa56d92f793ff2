"""Scenarios are read strictly: what cannot be read names its line, what is wrong, and what would be right."""

import pytest
from floor import ALL, MBS, accepted, run

from sim.random_shoe import shoe_scenario
from sim.scenario import ScenarioError, read_scenario, read_step


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ("deal 7S", "no step 'deal'; the steps are rulebook, table"),
        ("rulebook crown", "no rule book 'crown'; there are crown-baccarat"),
        ("rulebook", "this step reads `rulebook ID`"),
        ("table ats=51", "a table has 0 to 50 terminals, not 51"),
        ("table ats=two", "'two' is no number of terminals"),
        ("table seats=2", "'seats=2' is not known here; there are ats="),
        ("table ats=2 ats=3", "ats= stands twice"),
        ("table decks=3", "is played with 4 to 8 decks, not 3"),
        ("table decks=9", "is played with 4 to 8 decks, not 9"),
        ("table period=0", "a wagering period is above 0"),
        ("table period=-1", "'-1' is no time"),
        ("table side=jackpot", "knows no side wager 'jackpot'; it knows pairs, perfect, dragon, super6"),
        ("table side=perfect", "side wager perfect needs the option of its odds: perfect:1 to perfect:2"),
        ("table side=perfect:3", "side wager perfect has the options 1 to 2, not 3"),
        ("table side=perfect:1 decks=6", "side wager perfect is played with 8 decks only, not 6"),
        ("table side=dragon:4", "side wager dragon has the options 1 to 3, not 4"),
        ("table side=pairs,pairs", "side wager pairs stands twice"),
        ("table aggregate-min=1.5", "'1.5' is no amount; one reads 25 or 25.00"),
        ("limit", "this step reads `limit BET min=A max=A step=A`"),
        ("limit player", "a limit names min=, max= or step="),
        ("limit lucky min=5", "no bet 'lucky'; the bets are player, banker, tie"),
        ("limit * min=50 max=20", "a limit's min is at most its max"),
        ("limit * step=0", "min, max and step are above 0"),
        ("limit * low=5", "'low=5' is not known here"),
        ("shoe burnt", "this step reads `shoe` or `shoe unburned`"),
        ("burn", "this step reads `burn CARD`"),
        ("burn 7S upside", "this step reads `burn CARD`"),
        ("burn 1S", "'1S' is no card"),
        ("buyin 1", "this step reads `buyin ATS AMOUNT"),
        ("buyin one 5", "'one' is no ATS"),
        ("buyin 1 -5", "'-5' is no amount"),
        ("buyin 1 5 by=card", "by=card is not known"),
        ("cashout", "this step reads `cashout ATS"),
        ("cashout 1 by=cheque", "by=cheque is not known"),
        ("bets 30", "bets takes nothing more, not '30'"),
        ("wager 1 player", "this step reads `wager ATS BET AMOUNT`"),
        ("wager 1 players 5", "no bet 'players'"),
        ("wait", "this step reads `wait SECONDS`"),
        ("wait soon", "'soon' is no time"),
        ("close now", "close takes nothing more"),
        ("card", "this step reads `card CARD"),
        ("card ZZ", "'ZZ' is no card"),
        ("seen", "this step reads `seen"),
        ("seen back=1", "this step reads `seen"),
        ("seen to=player back=one", "'one' is no count"),
        ("seen back=1 to=player", "a card is to=player or to=banker"),
        ("card 7S to=dealer", "a card is to=player or to=banker, face-up, shown"),
        ("card 7S to=player to=banker", "a card is to=player or to=banker"),
        ("card 7S face-up face-up", "a card is to=player or to=banker"),
        ("cards 7S 8S", "this step reads `cards CARD CARD … together`"),
        ("cards 7S together", "this step reads `cards CARD CARD … together`"),
        ("enter", "this step reads `enter CARD`"),
        ("shoe-says house", "'house' is no result"),
        ("foreign A B", "this step reads `foreign [CODE]`"),
        ("decide perhaps", "no decision 'perhaps'; there are play-on, void"),
        ("decide order=7S,XX", "'XX' is no card"),
        ("correct 1 player=7S,KD", "this step reads `correct COUP"),
        ("correct one player=7S,KD banker=8H,KC", "'one' is no coup"),
        ("correct 1 player=7S,KD player=8H,KC", "player= stands twice"),
        ("fault", "this step reads `fault ats N`"),
        ("fault ats", "this step reads `fault ats N`"),
        ("clear lamp", "this step reads `clear ats N`"),
        ("forget 1", "this step reads `forget ats N`"),
        ("check-cards", "this step reads `check-cards complete|missing|too-many|foreign|damaged`"),
        ("check-cards torn", "this step reads `check-cards complete|"),
        ("close-table now", "this step reads `close-table [complete|"),
        ("measure 1 fined", "this step reads `measure ATS confiscated|detained|handed-over`"),
        ("shoe cut-by=nobody", "'nobody' is no ATS, `dealer` or `supervisor`"),
    ],
)
@pytest.mark.rule("crown 3.1.1, 2.2(a)")
def test_what_cannot_be_read(step: str, problem: str) -> None:
    with pytest.raises(ScenarioError) as error:
        run(f"# a comment;;{step}")
    assert str(error.value).startswith("script:3: ")
    assert problem in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("book", "step", "problem"),
    [
        ("mbs-baccarat", "table side=super6", "knows no side wager 'super6'"),
        ("mbs-rapid-no-commission", "limit super6 min=5", "has no bet super6"),
    ],
)
def test_what_the_book_does_not_allow(book: str, step: str, problem: str) -> None:
    with pytest.raises(ScenarioError, match=problem):
        run(step, book)


@pytest.mark.rule("crown 3.1", "mbs 2.1", "rws 2.2, 2.2.1")
@pytest.mark.parametrize("book", ALL)
def test_each_book_says_with_how_many_decks_it_is_played(book: str) -> None:
    most = 10 if book in MBS else 8
    for decks in (4, most):
        accepted(f"table decks={decks}", book)
    for decks in (3, most + 1):
        with pytest.raises(ScenarioError, match=f"4 to {most} decks, not {decks}"):
            run(f"table decks={decks}", book)


@pytest.mark.parametrize(
    ("script", "line"),
    [
        ("bets; rulebook crown-baccarat", 2),
        ("rulebook crown-baccarat; rulebook crown-baccarat", 2),
        ("bets; table", 2),
        ("table; table", 2),
        ("limit * min=5; table", 2),
    ],
)
def test_a_step_out_of_its_place(script: str, line: int) -> None:
    with pytest.raises(ScenarioError, match=f"script:{line}: "):
        run(script)


def test_comments_blank_lines_and_tens_are_read() -> None:
    lines = read_scenario("\n# nothing\n  rulebook mbs-baccarat # here\n\ncard 10S\n", "-")
    assert [(line.number, line.text) for line in lines] == [(3, "rulebook mbs-baccarat"), (5, "card 10S")]
    assert read_step("card 10S") == read_step("card TS")
    assert read_step("decide order=10S,7H") == read_step("decide order=TS,7H")


def test_the_command_line_chooses_the_book_over_the_scenario() -> None:
    assert run("rulebook mbs-baccarat", "crown-baccarat").only("table_opened")["setup"]["rulebook"] == "crown-baccarat"


@pytest.mark.parametrize("book", ALL)
def test_a_random_shoe_is_played_without_a_refusal(book: str) -> None:
    script = shoe_scenario(book, 3)
    events = run(script, book)
    assert not events.of("refused")
    assert not events.of("irregularity")
    assert events.only("shoe_ended")["reason"] == "cutting_card"
    assert shoe_scenario(book, 3) == script
    balances = {event["ats"]: event["balance"] for event in events if event["event"] == "balance" and event["balance"]}
    assert {event["ats"]: event["amount"] for event in events.of("cashed_out")} == balances


def test_events_say_the_line_and_the_virtual_time() -> None:
    events = run("buyin 1 100; bets; wait 12.5; wager 1 player 5; wait 20; wait 0.25; void")
    assert [(e["line"], e["at"]) for e in events.of("wager")] == [(4, 12.5)]
    assert [(e["line"], e["at"]) for e in events.of("bets_closed")] == [(5, 30)]
    assert events.only("result")["at"] == 32.75


def test_when_something_happened_is_said_in_seconds_whatever_an_event_keeps_of_it() -> None:
    events = accepted("wait 5; buyin 1 100; wait 0.5; buyin 1 5 by=note; cashout 1 by=ticket")
    assert {event["at"] for event in events.of("bought_in")} == {5, 5.5}
    assert {event["at"] for event in events} == {0, 5, 5.5}


@pytest.mark.parametrize("seconds", [20_000_000, 999_999_999])
def test_betting_ends_in_time_however_long_a_table_has_stood(seconds: int) -> None:
    events = accepted(f"buyin 1 100; wait {seconds}; bets; wait 29.999; wager 1 player 5; wait 0.001")
    assert [event["at"] for event in events.of("bets_closed")] == [seconds + 30]
