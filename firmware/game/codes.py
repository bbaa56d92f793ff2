"""Why the game refuses. The sentences are `refused.CODE` in each language's words."""

from enum import auto

from firmware.refusal import Code


class GameCode(Code):
    """Reasons of the shoe, the coup, and its questions."""

    NO_SHOE = auto()
    NO_COUP = auto()
    BETTING_OPEN = auto()
    BETTING_CLOSED = auto()
    FIRST_CARD_DUE = auto()
    CARD_DUE = auto()
    CARDS_SHORT = auto()
    RESULT_DUE = auto()
    DUMMY_COUP = auto()
    DEALER_VOID = auto()
    # questions
    NO_QUESTION = auto()
    QUESTION_OPEN = auto()
    NO_ANSWER = auto()
    BAD_ORDER = auto()
    CARD_UNREAD = auto()
    NOTHING_UNREAD = auto()
    # cards and the shoe
    CARDS_UNCHECKED = auto()
    CUT_DEPTH = auto()
    CUT_BY = auto()
    REPLACE_BETWEEN_COUPS = auto()
    NO_CARDS_NAMED = auto()
    NOT_IN_SHOE = auto()
    # what a table cannot offer
    DECKS = auto()
    SIDE_WAGER_UNKNOWN = auto()
    SIDE_WAGER_OPTION = auto()
    SIDE_WAGER_DECKS = auto()
    LIMIT_RANGE = auto()
    LIMIT_STEP = auto()
