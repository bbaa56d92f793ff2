"""The second engine by itself: it says what rulings.md says, and stands on nothing of the product."""

import ast
import sys
from pathlib import Path

import pytest
from claims import claims_of
from told import Claims

HERE = Path(__file__).parent
ENGINE = (
    "coup", "told", "law", "pieces", "purse", "course", "over", "spoilt", "between", "betting", "dealing", "story",
    "claims", "chance", "opinion", "limits",
)  # fmt: skip
# Player stands on seven and wins, Banker stands on six; then: Player stands on six, Banker draws.
DUMMY = "buyin 1 100; card 9H shown; decide dummy; card AS; card 5S; card 4S; card TS; confirm"
STAND = "buyin 1 100; bets; wager 1 player 50; close; card 7S; card 6H; card KD; card KC"
DRAWS = "buyin 1 100; bets; wager 1 player 50; close; card 6S; card 5H; card KD; card KC"
CROWN, MBS, RWS = "crown-baccarat", "mbs-baccarat", "rws-non-commission"


def told(book: str, script: str) -> list[Claims]:
    """What the second engine claims of a script; all of it must be spoken about by the texts."""
    lines = [f"rulebook {book}", *(line.strip() for line in script.split(";"))]
    claims = claims_of(lines)
    assert len(claims) == len(lines)
    return claims


@pytest.mark.parametrize("name", ENGINE)
def test_it_stands_on_nothing_of_the_product_and_reads_nothing(name: str) -> None:
    tree = ast.parse((HERE / f"{name}.py").read_text(encoding="utf-8"))
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert {module.partition(".")[0] for module in imported} <= {*ENGINE, *sys.stdlib_module_names}
    assert not imported & {"os", "io", "pathlib", "importlib", "json", "tomllib"}
    assert "open" not in {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


@pytest.mark.parametrize(
    ("book", "script", "claim"),
    [
        (CROWN, f"{STAND}; card 2C", ("irregularity", "excess_card", "11.2")),
        (CROWN, f"{DRAWS}; card 2C to=player", ("irregularity", "excess_card", "11.7.1(a)")),
        (CROWN, f"{DRAWS}; card 2C to=player", ("card", "2C", "banker", 3)),
        (CROWN, f"{STAND}; card 2C to=player", ("irregularity", "excess_card", "11.7.1(b)")),
        (CROWN, f"{STAND}; card 2C to=banker; confirm", ("coup_opened", 2, True, False)),
        (CROWN, f"{STAND}; card 2C shown", ("question", "excess_card", frozenset(("dummy", "carry")), "*")),
        (CROWN, "bets; close; card 2C to=banker", ("irregularity", "wrong_hand", "11.3")),
        (CROWN, "bets; close", ("irregularity", "no_wagers", "11.4")),
        (CROWN, "bets; close; burn 2C", ("ruling", "no_wagers", "dummy-this", "11.5")),
        (CROWN, "buyin 1 100; bets; wager 1 tie 10; card 2C face-up",
         ("returned", "1", "tie", 1000, "dummy", "11.8.4")),
        (CROWN, "shoe unburned; bets; card 2C", ("irregularity", "burn_missed", "11.1")),
        (CROWN, "buyin 1 100; bets; wager 1 tie 10; fault ats 1",
         ("returned", "1", "tie", 1000, "malfunction", "11.14(a)")),
        (CROWN, "buyin 1 100; bets; limit * min=10; wager 1 player 5", ("wager", "1", "player", 500, None)),
        # A Dummy Coup comes before the first `bets`: a notice is for those who have played.
        (CROWN, f"{DUMMY}; limit * min=10; bets; wager 1 player 25; wager 1 player 7",
         ("wager", "1", "player", 0, "5.3.1")),
        (CROWN, "buyin 1 100; bets; limit * min=10; void; wait 1200; bets; wager 1 player 25; wager 1 player 7",
         ("wager", "1", "player", 0, "5.3.1")),
        (CROWN, f"{STAND}; confirm", ("settled", 1, "1", "player", 5000, "win", 10000, False)),
        (CROWN, f"{STAND}; confirm; cashout 1; correct 1 player=6S,KD banker=7H,KC", ("owed", "1", 10000, "player")),
        (MBS, f"{STAND}; card 2C to=player",
         ("question", "excess_card", frozenset(("reconstruct", "cannot-reconstruct")), "5.2")),
        (MBS, "bets; close; card 2C to=banker; decide cannot-reconstruct", ("irregularity", "wrong_hand", "5.2")),
        (MBS, f"{STAND}; foreign", ("returned", "1", "player", 5000, "void", "5.1")),
        (MBS, f"{STAND}; confirm; miscount void", ("settled", 1, "1", "player", 5000, "void", 5000, True)),
        (RWS, f"{DRAWS}; empty", ("returned", "1", "player", 5000, "void", "5.1.3")),
        (RWS, f"{DRAWS}; burn 2C", ("irregularity", "misplaced_burn", "5.1.2")),
    ],
)  # fmt: skip
def test_it_says_what_rulings_md_says(book: str, script: str, claim: tuple[object, ...]) -> None:
    assert claim in [said for claims in told(book, script) for said in claims.must]


def test_a_carried_card_is_players_first() -> None:
    claims = told(CROWN, f"{STAND}; card 2C; confirm; bets; wager 1 player 50; close")
    assert claims[-1].must[-1] == ("card", "2C", "player", 1)
    assert claims[-1].balances == {"1": 10000}


def test_where_the_texts_are_silent_it_claims_nothing() -> None:
    assert len(claims_of([f"rulebook {CROWN}", "bets", "altered", "card 2C"])) == 2


def test_what_came_while_a_question_was_open_is_ruled_on_after_the_answer() -> None:
    claims = told(CROWN, "bets; close; card 2C; cards 3C 4C together; card 5C; decide order=4C,3C")
    laid = [said[1:] for said in claims[-1].must if said[0] == "card"]
    assert laid == [("4C", "banker", 1), ("3C", "player", 2), ("5C", "banker", 2)]
