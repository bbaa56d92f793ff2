"""The rules under which each irregularity is ruled on, by rule book: rulings.md's table, and the books' numbers.

ANY stands where the page names no rule of that book.
"""

from told import ANY

CROWN, MBS, RWS = "crown", "mbs", "rws"

_KEYS = (
    # what happened, Crown's rule, MBS's, RWS's
    ("burn_missed", "11.1", None, None),
    ("undisclosed", "11.2", ANY, ANY),
    ("third for banker", "11.7.1(a)", "5.2", "5.1.2"),
    ("third to player", "11.7.1(b)", "5.2", "5.1.2"),
    ("third to banker", "11.7.2", "5.2", "5.1.2"),
    ("disclosed", ANY, ANY, ANY),
    ("player's card on banker", "11.3", "5.2", "5.1.2"),
    ("banker's card on player", "8.3.3", "5.2", "5.1.2"),
    ("first face up", "11.6.1", ANY, ANY),
    ("later face up", "11.6.2", ANY, ANY),
    ("no wagers, nothing dealt", "11.4", ANY, ANY),
    ("no wagers, dealt", "11.5", ANY, ANY),
    ("together, initial", ANY, "5.3", ANY),
    ("together, later", ANY, ANY, ANY),
    ("altered", ANY, "5.4", ANY),
    ("foreign", "13.9", "5.1", "5.1.1"),
    ("empty", ANY, "5.5", "5.1.3"),
    ("unreadable", ANY, ANY, ANY),
    ("shoe disagrees", ANY, ANY, ANY),
    ("misplaced burn", ANY, "5.2", "5.1.2"),
    ("system before", "11.15(a)", ANY, ANY),
    ("system after", "11.15(b)", ANY, ANY),
    ("ats before", "11.14(a)", ANY, ANY),
    ("ats after", "11.14(b)", ANY, ANY),
    ("display", "11.13", ANY, ANY),
    ("forgotten", "11.16", ANY, ANY),
    ("aggregate", "5.3.3", ANY, ANY),
    ("no main wager", "4.11.1", ANY, ANY),
    ("dummy", "11.8.4", ANY, ANY),
    ("declared void", "13.2.1", "13.2.1", "13.2.1"),
    ("below", "5.3.1", ANY, ANY),
    ("step", "5.3.2(a)", ANY, ANY),
    ("above", "5.3.2(b)", ANY, ANY),
    ("no void by the dealer", "11.4", ANY, ANY),
    ("first coup reconstructed", "11.1.1", None, None),
)


def family(book: str) -> str:
    """Crown, MBS or RWS: whose column of rulings.md a rule book has."""
    return book.partition("-")[0]


def rules(book: str) -> dict[str, object]:
    """The rule for each thing that can happen under a rule book."""
    column = (CROWN, MBS, RWS).index(family(book)) + 1
    return {row[0]: row[column] for row in _KEYS}


def whose(kind: object, *, crown: bool, hands: bool) -> object:
    """Whose authority an answer is (rulings.md, who may). `hands`: whether they can be reconstructed."""
    if hands:
        return ANY if kind == "order_altered" else "dealer"
    unruled = ("foreign_card", "order_altered", "simultaneous_draw", "shoe_empty")  # crown 13.9
    return "casino supervisor" if crown and kind in unruled else "game supervisor"
