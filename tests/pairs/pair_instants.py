"""Instants of a coup, each as the lines that lead there; with the houses in which there is none, and why."""

from typing import NamedTuple

from pair_table import Table, family

# Each deck's seven of spades is dealt in two coups before: one more is a foreign card. Both are ties, and ATS 1 wins.
BEFORE = (
    "shoe; buyin 1 1000; buyin 2 1000; "
    "bets; wager 1 tie 10; close; card 7S; card 7S; card KS; card KH; confirm; "
    "bets; wager 1 tie 10; close; card 7S; card 7S; card KD; card KC; confirm"
)
BETS = "bets; wager 1 player 100; wager 1 player-pair 5; wager 2 banker 50"
CLOSED = f"{BETS}; close"
STAND = "card 7H; card 6H; card TD; card TC"
PLAYER_DRAWS = "card 2S; card 7H; card TD; card TC"
BANKER_DRAWS = "card 6S; card 5H; card TD; card TC"
BOTH_DRAW = "card 2S; card 2H; card TD; card TC"
COMPLETE = f"{CLOSED}; {STAND}"
UNBURNED = "shoe unburned"
# A card too many that waits for the next coup: Crown carries it, the other books ask.
CARRIED = {"crown": f"{COMPLETE}; card 9D; confirm"}
ASKED_TO_CARRY = f"{COMPLETE}; card 9D; decide carry; confirm"
DUMMY = f"{COMPLETE}; card 9D to=player; confirm"
NOT_THERE = "MBS and RWS know no Dummy Coup"


class Instant(NamedTuple):
    """Where a story stands. `lines` by the house; `silent`: the other houses' ones, or none, and why."""

    lines: str
    silent: str | None = ""
    why: str = ""

    def of(self, house: str) -> str | None:
        """Return the lines that lead there in a house's books."""
        return self.lines if house == "crown" or self.silent == "" else self.silent


INSTANTS: dict[str, Instant] = {
    "no shoe": Instant("empty"),
    "before the first betting": Instant("shoe"),
    "betting": Instant(BETS),
    "closed": Instant(CLOSED),
    "closed, a card burned": Instant(f"burn 2D; {CLOSED}"),
    "after card 1": Instant(f"{CLOSED}; card 6S"),
    "after card 2": Instant(f"{CLOSED}; card 6S; card 5H"),
    "after card 3": Instant(f"{CLOSED}; card 6S; card 5H; card TD"),
    "after card 4, Player draws": Instant(f"{CLOSED}; {PLAYER_DRAWS}"),
    "after card 4, Banker draws": Instant(f"{CLOSED}; {BANKER_DRAWS}"),
    "after card 5, Banker draws": Instant(f"{CLOSED}; {BOTH_DRAW}; card 3S"),
    "complete": Instant(COMPLETE),
    "complete with five": Instant(f"{CLOSED}; {PLAYER_DRAWS}; card 3S"),
    "complete with six": Instant(f"{CLOSED}; {BOTH_DRAW}; card 3S; card 4H"),
    "settled": Instant(f"{COMPLETE}; confirm"),
    "question open, cards due": Instant(f"{CLOSED}; card 6S; card 5H; altered"),
    "question open, complete": Instant(f"{COMPLETE}; shoe-says banker"),
    "question open, betting": Instant(f"{BETS}; foreign JOKER"),
    "question open, settled": Instant(f"{COMPLETE}; confirm; foreign JOKER"),
    "frozen, betting": Instant(f"{BETS}; freeze"),
    "frozen, complete": Instant(f"{COMPLETE}; freeze"),
    "a card unread": Instant(f"{CLOSED}; card 6S; unreadable"),
    "last coup, betting": Instant(f"cut; {BETS}"),
    "last coup, cards due": Instant(f"cut; {CLOSED}; card 6S; card 5H; card TD"),
    "last coup, complete": Instant(f"cut; {COMPLETE}"),
    "the coup before the last, complete": Instant(f"{CLOSED}; card 7H; cut; card 6H; card TD; card TC"),
    "a card carried, settled": Instant(CARRIED["crown"], ASKED_TO_CARRY),
    "a card carried, betting": Instant(f"{CARRIED['crown']}; {BETS}", f"{ASKED_TO_CARRY}; {BETS}"),
    "nobody wagers, closed": Instant("bets; close"),
    "nobody wagers, a card dealt": Instant("bets; close; card 6S"),
    "Dummy Coup, a card carried": Instant(DUMMY, None, NOT_THERE),
    "Dummy Coup, complete": Instant(f"{DUMMY}; card 8H; card TH; card 9H", None, NOT_THERE),
    "Dummy Coup of this coup": Instant(f"{CLOSED}; card 6S face-up", None, NOT_THERE),
    "Dummy Coup, a card burned": Instant("bets; close; burn 2D", None, NOT_THERE),
    "unburned, before betting": Instant(UNBURNED),
    "unburned, betting": Instant(f"{UNBURNED}; {BETS}"),
    "unburned, after card 1": Instant(f"{UNBURNED}; {CLOSED}; card 6S"),
    "unburned, complete": Instant(f"{UNBURNED}; {COMPLETE}"),
}


def stand(book: str, instant: str, ats: int = 2) -> Table | None:
    """Return a table that stands there, or none where the book has no such instant. Without terminals nobody wagers."""
    lines = INSTANTS[instant].of(family(book))
    if lines is None:
        return None
    table = Table(book, ats)
    for line in f"{BEFORE}; {lines}".split("; "):
        if not ats and line.startswith(("buyin", "wager")):
            continue
        refused = table.tell(line)
        assert refused is None, f"{book}, {instant}: {line}: {refused}"
    return table
