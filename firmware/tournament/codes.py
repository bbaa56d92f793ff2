"""Why a tournament refuses. The sentences are `refused.CODE` in each language's words."""

from enum import auto
from typing import Final

from firmware.refusal import Code


class TournamentCode(Code):
    """Reasons of conditions, entry, seats, sessions, and progression."""

    NOT_APPROVED = auto()
    CONDITIONS_FIXED = auto()
    CONDITIONS_UNSOUND = auto()
    DIRECTOR_MISSING = auto()
    DIRECTOR_AWAY = auto()
    NOT_THE_DIRECTOR = auto()
    TOURNAMENT_OVER = auto()
    # entry
    ENTRY_SHUT = auto()
    ENTRY_STILL_OPEN = auto()
    ENTRY_BEGUN = auto()
    NOT_ENTITLED = auto()
    NO_APPLICATION_FORM = auto()
    FEE_DIFFERS = auto()
    PERSON_PLAYS = auto()
    TOURNAMENT_FULL = auto()
    RIGHT_NOT_RESERVED = auto()
    TOO_FEW_PLAYERS = auto()
    PLAYER_UNKNOWN = auto()
    PLAYER_OUT = auto()
    PLAY_BEGUN = auto()
    # rounds and seats
    NO_ROUND = auto()
    ROUND_RUNNING = auto()
    ROUND_PLAYED = auto()
    TABLES_WANTED = auto()
    NO_SUCH_TABLE = auto()
    TABLE_AWAY = auto()
    SEATS_DRAWN = auto()
    SEATS_NOT_DRAWN = auto()
    NOTICE_SHORT = auto()
    START_PAST = auto()
    NOT_SCHEDULED = auto()
    TOO_EARLY = auto()
    NOT_BRIEFED = auto()
    NOT_SIGNED = auto()
    BUY_IN_DUE = auto()
    NO_BUY_IN = auto()
    SESSION_UNDER_WAY = auto()
    NO_SESSION_UNDER_WAY = auto()
    NOT_SEATED = auto()
    NOT_LATE = auto()
    GRACE_RUNS = auto()
    # play
    TABLE_NOT_PLAYING = auto()
    TOURNAMENT_COUP_OPEN = auto()
    COUPS_PLAYED = auto()
    SEAT_OUT_OF_ORDER = auto()
    SEAT_TAKEN = auto()
    SEAT_UNKNOWN = auto()
    SEAT_IN_ORDER = auto()
    COUPS_DIFFER = auto()
    RULE_6_EXCLUDED = auto()
    NOT_DETERMINED = auto()
    NOT_IN_CASH = auto()
    NOT_AGREED = auto()
    # changes and progression
    NOBODY_NOMINATED = auto()
    GROUND_UNKNOWN = auto()
    NO_BUYING_BACK = auto()
    NOT_ELIMINATED = auto()
    NO_SEAT_LEFT = auto()
    SESSIONS_LEFT = auto()
    PLAY_OFF_DUE = auto()
    NO_PLAY_OFF = auto()
    PROGRESSION_ASKED = auto()
    NOTHING_ASKED = auto()
    NEXT_ROUND_BEGUN = auto()
    ROUNDS_LEFT = auto()
    NOT_OVER = auto()
    PLAYER_PAID = auto()


TOURNAMENT_CODES: Final[dict[str, Code]] = {code.value: code for code in TournamentCode}
