"""Why the table and its boards refuse. The sentences are `refused.CODE` in each language's words."""

from enum import auto
from typing import Final

from firmware.game.codes import GameCode
from firmware.game.refusal import Code


class TableCode(Code):
    """Reasons of a table's features, by feature."""

    TABLE_CLOSED = auto()
    TABLE_OPEN = auto()
    SYSTEM_FAULT = auto()
    NO_FAULT = auto()
    RECORDS_PROVE = auto()
    # terminals and accounts
    NO_TERMINALS = auto()
    NO_TERMINAL = auto()
    NO_ACCOUNT = auto()
    ACCOUNTS_OPEN = auto()
    ATS_OUT = auto()
    ATS_OUT_DEALER_PAYS = auto()
    ATS_BARRED = auto()
    REMOTE_TERMINAL = auto()
    EXCLUDED = auto()
    EXCLUDED_ALREADY = auto()
    # wagers
    BET_NOT_OFFERED = auto()
    BETTING_NOT_OPEN = auto()
    DUMMY_NO_WAGERS = auto()
    NO_MAIN_WAGER = auto()
    BALANCE = auto()
    WAGERS_IN_PLAY = auto()
    NO_WAGERS = auto()
    PERIOD_RUNNING = auto()
    PERIOD_LENGTH = auto()
    RULEBOOK_UNKNOWN = auto()
    # money
    BUY_IN_AMOUNT = auto()
    BUY_IN_TOO_LARGE = auto()
    CAP_BALANCE = auto()
    CAP_ACCOUNT_CASH = auto()
    CAP_HOUR_CASH = auto()
    CAP_TICKET = auto()
    NO_NOTES = auto()
    NO_NOTES_MAKE = auto()
    NO_TICKETS = auto()
    NOTE_NOT_TAKEN = auto()
    NOTE_UNNAMED = auto()
    CURRENCY_COUNTED = auto()
    NO_TICKET = auto()
    TICKET_REPORTED = auto()
    TICKET_AT_DESK = auto()
    TICKET_OF_OTHER = auto()
    TICKET_IN_ACCEPTOR = auto()
    NOTE_IN_DOUBT = auto()
    NO_NOTE_DOUBT = auto()
    NUMBER_USED = auto()
    NOTE_DOUBT_AMOUNT = auto()
    NOTE_DOUBT_NOTES = auto()
    # corrections
    FROZEN = auto()
    FROZEN_ALREADY = auto()
    NOT_FROZEN = auto()
    INVALIDATION_REASON = auto()
    NOTHING_OWED = auto()
    OWED_TO_PLAYER = auto()
    OWED_BY_PLAYER = auto()
    NOT_SETTLED = auto()
    COUP_WAS_DUMMY = auto()
    COUP_WAS_VOID = auto()
    MISCOUNT_TOO_LATE = auto()
    STANDS = auto()
    HELD_OVER_WON = auto()
    HELD_OVER_BALANCE = auto()
    HELD_OF_OTHER = auto()
    NOTHING_HELD = auto()
    NO_CLAIM = auto()
    IMPOSSIBLE_HANDS = auto()
    TOO_MANY_ALIKE = auto()
    # closing, sessions
    COUP_OPEN = auto()
    CLOSING_NOTICE = auto()
    SESSION_CREDIT = auto()
    SESSION_BALANCES = auto()
    SESSION_RUNNING = auto()
    SESSION_TERMINALS = auto()
    SESSION_AMOUNT = auto()
    NO_SESSION = auto()
    # staff
    ENROL_INCOMPLETE = auto()
    STAFF_ENROLLED = auto()
    CARD_TAKEN = auto()
    NAME_TAKEN = auto()
    LAST_SUPERVISOR = auto()
    UNKNOWN_CARD = auto()
    NOT_ENROLLED = auto()
    PIN_WAIT = auto()
    NOBODY_HERE = auto()
    SIGN_ON_FIRST = auto()
    PIN_LENGTH = auto()
    PIN_COMMON = auto()
    WRONG_PIN = auto()
    ROLE_MAY_NOT = auto()
    APPROVAL_NEEDED = auto()
    APPROVES_OWN = auto()
    MAY_NOT_APPROVE = auto()
    ENROLLED_LATELY = auto()
    # boards
    NO_TABLE = auto()
    NO_DEVICE = auto()
    BOARD_CHANGED = auto()
    NO_BOARD_WAITS = auto()
    NO_POCKET = auto()
    BOARD_VERSION = auto()
    UNREADABLE_REQUEST = auto()
    TOO_LATE = auto()
    TOO_MANY_REQUESTS = auto()
    BEYOND_BOUNDS = auto()
    ACCOUNT_FULL = auto()
    FAILED = auto()
    SHOWN_OTHERWISE = auto()
    NOT_A_CASH_DESK = auto()
    NOT_A_TERMINAL = auto()
    SHOE_NOT_CLEARED = auto()
    WAITS_FOR_WITNESSES = auto()
    WORD_NOT_WANTED = auto()
    # a word that this board does not know: the other one is newer
    OTHER = auto()


CODES: Final[dict[str, Code]] = {code.value: code for kind in (GameCode, TableCode) for code in kind}


def code_of(word: str) -> Code:
    """Return the code that a word stands for; `OTHER` for one that is not known here."""
    return CODES.get(word, TableCode.OTHER)
