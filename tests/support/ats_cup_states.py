"""The states of a player's screen in a tournament, as a view each."""

from msgspec.structs import replace

from firmware.kit.words import Words
from firmware.link.cup_messages import BetLimitView, CupView, LeaderView, NextBoundsView, PlaceView
from firmware.link.messages import AccountView
from firmware.pictures.cup_words import cup_lines, cup_notices, wagered_notice
from firmware.terminal.information_of_books import TOPICS
from firmware.terminal.view import AtsView, Dialogue, Info, InfoLine

# A cup of fifty players, of whom the third sits here; names as long as they come.
LEADERS = tuple(
    LeaderView(place, 7 * place, "Wilhelmina Featherstoneh", 9000_00 - place * 150_00) for place in range(1, 11)
)
CUP = CupView(
    "Second semi-final 2",
    50,
    12,
    hidden=False,
    over=False,
    may_agree=True,
    minimum=50_00,
    compulsory=250_00,
    maximum=5000_00,
    leaders=LEADERS,
)
# What the others wager is open.
OPEN_CUP = replace(CUP, wagers={"player": (0, 325_00, 50_00), "banker": (40_00,), "tie": (0, 0, 15_00)})
# The next round's limits are announced.
COMING = NextBoundsView(85_200_000, 50_00, (BetLimitView("tie", 25_00, 200_00),))
SEATED = AccountView(1, 7, open=True, place=PlaceView(7, 3, 150_00, 1250_00))


def cup_states(betting: AtsView, words: Words) -> dict[str, AtsView]:
    """Return them, each from the state while bets are taken."""
    return {
        "tournament": replace(
            betting,
            credit=words("account.credit"),
            notices=(words("cup.place", place=3, field=50), words("cup.left", count=12)),
            may=betting.may - {"cash-out"} | {"agree"},
        ),
        "tournament-open": replace(
            betting,
            credit=words("account.credit"),
            notices=(
                words("cup.place", place=3, field=50),
                *cup_notices(OPEN_CUP, words),
                *wagered_notice(OPEN_CUP, words),
            ),
            may=betting.may - {"cash-out"} | {"agree"},
        ),
        "tournament-limits-coming": replace(
            betting,
            credit=words("account.credit"),
            betting=False,
            closes_at=None,
            notices=cup_notices(replace(CUP, left=0, coming=COMING), words),
        ),
        "info-cup-open": replace(
            betting,
            info=Info((*TOPICS, "cup"), "cup", tuple(InfoLine(*line) for line in cup_lines(OPEN_CUP, SEATED, words))),
            dialogue=Dialogue("help", topic="cup", page=1),
        ),
        "tournament-warned": replace(
            betting, credit=words("account.credit"), warning=words("cup.warning", amount="250"), warn_from=99_000
        ),
        "agree-to-end": replace(betting, credit=words("account.credit"), dialogue=Dialogue("agree")),
        "info-cup": replace(
            betting,
            info=Info((*TOPICS, "cup"), "cup", tuple(InfoLine(*line) for line in cup_lines(CUP, SEATED, words))),
            dialogue=Dialogue("help", topic="cup"),
        ),
    }
