"""Why the table and its boards refuse, where no single feature is concerned. A feature's own codes stand with it."""

from enum import auto

from firmware.refusal import Code


class TableCode(Code):
    """Reasons that several features have, or what stands around the table; sentences: `refused.CODE` of the words."""

    TABLE_CLOSED = auto()
    # terminals and accounts
    NO_TERMINALS = auto()
    NO_TERMINAL = auto()
    NO_ACCOUNT = auto()
    ACCOUNTS_OPEN = auto()
    ATS_OUT = auto()
    EXCLUDED = auto()
    # wagers
    BET_NOT_OFFERED = auto()
    NO_WAGERS = auto()
    # money
    CAP_TICKET = auto()
    NO_NOTES = auto()
    NO_TICKETS = auto()
    NOTE_UNNAMED = auto()
    NO_TICKET = auto()
    TICKET_OF_OTHER = auto()
    TICKET_IN_ACCEPTOR = auto()
    NOTE_IN_DOUBT = auto()
    NUMBER_USED = auto()
    # corrections
    FROZEN = auto()
    NOT_SETTLED = auto()
    COUP_WAS_VOID = auto()
    # closing, sessions
    COUP_OPEN = auto()
    SESSION_CREDIT = auto()
    SESSION_OVER = auto()
    SESSION_RUNNING = auto()
    SESSION_DIRECTOR_AWAY = auto()
    SESSION_SEAT_OUT = auto()
    SESSION_COUPS_PLAYED = auto()
    TABLE_RESERVED = auto()
    # staff
    STAFF_ENROLLED = auto()
    UNKNOWN_CARD = auto()
    PIN_WAIT = auto()
    SIGN_ON_FIRST = auto()
    PIN_LENGTH = auto()
    PIN_COMMON = auto()
    WRONG_PIN = auto()
    PIN_AS_BEFORE = auto()
    PINS_DIFFER = auto()
    STAFF_AWAY = auto()
    APPROVAL_NEEDED = auto()
    APPROVES_OWN = auto()
    # boards
    NO_TABLE = auto()
    NO_DEVICE = auto()
    BOARD_CHANGED = auto()
    DOOR_OPEN = auto()
    NO_POCKET = auto()
    BOARD_VERSION = auto()
    UNREADABLE_REQUEST = auto()
    TOO_LATE = auto()
    TOO_MANY_REQUESTS = auto()
    BEYOND_BOUNDS = auto()
    ACCOUNT_FULL = auto()
    FAILED = auto()
    SHOWN_OTHERWISE = auto()
    FORESEEN_OTHERWISE = auto()
    NOT_A_CASH_DESK = auto()
    NOT_A_TERMINAL = auto()
    NOT_A_TOURNAMENT = auto()
    SHOE_NOT_CLEARED = auto()
    KEEPS_NO_COPY = auto()
    COPY_AHEAD = auto()
    WAITS_FOR_WITNESSES = auto()
