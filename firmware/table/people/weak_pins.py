"""PINs and cards that nobody may choose: a guesser would try them first. staff_desk.py checks whether one is right."""

from itertools import pairwise
from typing import Final

from firmware.refusal import Refused
from firmware.table.core.codes import TableCode

LEAST, MOST = 4, 12
LEAST_OF_CARD, DIFFERENT_OF_CARD = 12, 6
# What people choose if they may choose anything: from published counts of leaked PINs, rows and columns of a keypad,
# years, and words by the letters of a telephone. Repeats and runs are found by their form.
_COMMON: Final = """
1212 7777 1004 2000 6969 1122 1313 2001 1010 2580 0852 1342 5683 4200 1998 1999 2020 2112 1221 1123 1357 2468
9630 8520 7410 1470 3690 0007 0911 4545 1414 1515 6789 5050 2525 2424 5252 1985 1986 1987 1988 1989 1990 1991
1992 1993 1994 1995 1996 1997 2002 2003 2004 2005 1980 1981 1982 1983 1984 12321 13579 24680 11223 10203 54545
11235 121212 123123 159753 159357 147258 147258369 142536 102030 112233 123321 131313 520520 5201314 1314520
789456 789456123 456123 101010 232323 252525 159951 147852 258456 314159 3141592 1234512345 1029384756
0987654321 1234567890
"""
COMMON: Final = frozenset(_COMMON.split())


def need_sound(pin: str, staff: str) -> None:
    """Check a chosen PIN. Raises Refused."""
    if not (pin.isascii() and pin.isdigit() and LEAST <= len(pin) <= MOST):
        raise Refused(TableCode.PIN_LENGTH)
    if pin in COMMON or pin == staff or _is_run(pin) or _is_repeat(pin):
        raise Refused(TableCode.PIN_COMMON)


def need_unguessable(card: str) -> None:
    """Check what is read from a card after the word that marks it. Raises Refused.

    A card with its holder's number on it, filled up with zeros, would be printed by anybody.
    """
    if len(card) < LEAST_OF_CARD or len(set(card)) < DIFFERENT_OF_CARD:
        raise Refused(TableCode.CARD_GUESSABLE, least=LEAST_OF_CARD, count=DIFFERENT_OF_CARD)


def _is_run(pin: str) -> bool:
    """Whether all digits are equally far apart, going round: 1234, 4321, 7890, 1111, 1357."""
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    return len(steps) == 1


def _is_repeat(pin: str) -> bool:
    """Whether a part of one to three digits makes up the whole: 1212, 123123, 77777."""
    return any(pin == (pin[:part] * len(pin))[: len(pin)] for part in (1, 2, 3) if part * 2 <= len(pin))
