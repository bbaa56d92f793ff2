"""Bounds of everything that boards say: how large, how long, how many. docs/messages.md shows them by field.

A value beyond its bound cannot be read, and so is refused before it costs anything. The bounds are above anything that
an honest board says and below anything that could do harm: a value within them can be encoded, carried, and drawn.
"""

import re
from typing import Annotated, Final

from msgspec import Meta

from firmware.books import every_bet_group
from firmware.table.core.bounds import MOST_COUNT, MOST_HELD, MOST_NOTE, MOST_STAKE
from firmware.table.core.paper_bounds import LINE, LONGEST_LINE, MOST_LINES
from firmware.table.core.reported import (
    CALLED,
    HEALTHY,
    IDENTIFIED,
    PAPER_FATE,
    TAKEN_BACK,
    fault_began,
    fault_ended,
)
from firmware.table.core.setup import MOST_TERMINALS
from firmware.table.journal.copy_frame import LONGEST
from firmware.zones import ZONE
from hal.faults import FAULTS
from hal.panel import INPUTS

# In bytes: a little above the largest request, beat and answer with all views that the bounds below allow.
LONGEST_REQUEST: Final = 1024
# For a session's start, which names fifty seats, and the Director's page: from tournaments only.
LONGEST_ORDER: Final = 40 * 1024
LONGEST_BEAT: Final = 128
LONGEST_MESSAGE: Final = 48 * 1024
# All bets that there are: a new one is known by its file.
BETS: Final = tuple(sorted({bet.name for group in every_bet_group() for bet in group.bets}))
SIDE_WAGERS: Final = tuple(sorted({group.side_wager for group in every_bet_group()} - {""}))
# A terminal's parts, and a display, as boards name them in what they report.
PARTS: Final = (
    "note_acceptor",
    "ticket_printer",
    "ticket_scanner",
    "panel",
    "touch",
    "attendant",
    "cabinet",
    "space",
    "wnd",
    "witness",
    "copy",
    "sound",
    "certificate",
    "software",
    "update",
)
TEXT: Final = 160
SHORT_TEXT: Final = 64
CONTROL: Final = r"\x00-\x1f\x7f-\x9f\u2028\u2029"


def _one_of(*words: str, length: int) -> Meta:
    return Meta(max_length=length, pattern=rf"\A(?:{'|'.join(words)})\Z")


def _at_most(most: int, least: int = 0) -> Meta:
    return Meta(ge=least, le=most)


# Figures that people type: who they are, and what proves it.
StaffNumber = Annotated[str, Meta(max_length=8, pattern=r"\A[0-9]*\Z")]
Pin = Annotated[str, Meta(max_length=12, pattern=r"\A[0-9]*\Z")]
# Counts and times. A time is in milliseconds; JSON carries whole numbers exactly up to this one.
Count = Annotated[int, _at_most(MOST_COUNT)]
Coup = Annotated[int, _at_most(2**31 - 1)]
Terminal = Annotated[int, _at_most(MOST_TERMINALS, 1)]
Decks = Annotated[int, _at_most(10, 1)]
Option = Annotated[int, _at_most(9)]
Total = Annotated[int, _at_most(9)]
Copy = Annotated[int, _at_most(99)]
Machine = Annotated[int, _at_most(0xFFFFFF)]
Minutes = Annotated[int, _at_most(24 * 60)]
Version = Annotated[int, _at_most(9999)]

# Money, in minor units.
Stake = Annotated[int, _at_most(MOST_STAKE)]
NoteValue = Annotated[int, _at_most(MOST_NOTE, 1)]
DoubtValue = Annotated[int, _at_most(MOST_NOTE)]
Held = Annotated[int, _at_most(MOST_HELD)]
Owed = Annotated[int, _at_most(MOST_HELD, -MOST_HELD)]

# Words.
Zone = Annotated[str, _one_of("", ZONE.pattern, length=64)]
Currency = Annotated[str, _one_of("", "[A-Z]{3}", length=3)]
Bet = Annotated[str, _one_of(*map(re.escape, BETS), length=16)]
AnyBet = Annotated[str, _one_of("", r"\*", *map(re.escape, BETS), length=16)]
SideWager = Annotated[str, _one_of(*SIDE_WAGERS, length=8)]
Book = Annotated[str, _one_of("", "[a-z][a-z0-9-]*", length=40)]
Kind = Annotated[str, _one_of("", "[a-z][a-z_]*", length=32)]
Fault = Annotated[str, _one_of(r"ats [1-9][0-9]?", "system", "wnd", length=6)]
CardCode = Annotated[str, _one_of("[A23456789TJQK][SHDC]", length=2)]
Mark = Annotated[str, _one_of("[PBT]n?p?b?", length=4)]
Part = Annotated[str, _one_of(*PARTS, length=16)]
Report = Annotated[
    str,
    _one_of(
        rf"(?:{fault_began('')}|{fault_ended('')})(?:{'|'.join(FAULTS)})",
        r"driver [a-z][a-z0-9_.]*",
        rf"(?:{'|'.join(INPUTS)}) (?:on|off)",
        rf"{HEALTHY} [0-9.]{{5,20}}",
        PAPER_FATE,
        CALLED,
        TAKEN_BACK,
        IDENTIFIED,
        length=48,
    ),
]
# A line of a paper, as most printers print it.
PaperLine = Annotated[str, Meta(max_length=LONGEST_LINE, pattern=rf"\A{LINE.pattern}\Z")]
PaperLines = Annotated[tuple[PaperLine, ...], Meta(max_length=MOST_LINES)]
Rule = Annotated[str, Meta(max_length=24, pattern=rf"\A[^{CONTROL}]*\Z")]
Code = Annotated[str, _one_of("[a-z][a-z0-9_]*", length=40)]
Text = Annotated[str, Meta(max_length=TEXT, pattern=rf"\A[^{CONTROL}]*\Z")]
# The digest of software, a key, and the seed that an inspector asks with.
DigestOrNone = Annotated[str, Meta(max_length=64, pattern=r"\A(?:[0-9a-f]{64})?\Z")]
Files = Annotated[int, _at_most(2**31 - 1)]
Release = Annotated[str, Meta(max_length=32, pattern=r"\A[0-9A-Za-z.+-]*\Z")]
# A name on a list that is read from afar, and the mark that tells two lists apart.
ListedName = Annotated[str, Meta(max_length=24, pattern=rf"\A[^{CONTROL}]*\Z")]
ListMark = Annotated[str, Meta(max_length=8, pattern=r"\A[0-9a-f]*\Z")]
ShortText = Annotated[str, Meta(max_length=SHORT_TEXT, pattern=rf"\A[^{CONTROL}]*\Z")]
Seed = Annotated[str, Meta(max_length=32, pattern=r"\A(?:[0-9a-f]{2})*\Z")]

# Sealed frames of a copy of the journal.
Frames = Annotated[bytes, Meta(max_length=2 * LONGEST)]
Parts = Annotated[int, _at_most(65_535)]

# Numbers that are names.
RequestNumber = Annotated[str, Meta(max_length=48, pattern=r"\A[ -~]*\Z")]
TicketNumber = Annotated[str, Meta(max_length=18, pattern=r"\A[0-9]{18}\Z")]
# A pocket's life, and a number in it; a board without a pocket has none.
Life = Annotated[str, Meta(max_length=16, pattern=r"\A(?:[0-9a-f]{16})?\Z")]
PocketNumber = Annotated[int, _at_most(MOST_COUNT, 1)]

# What a player's card says; nothing: it is not there any more.
Patron = Annotated[str, Meta(max_length=24, pattern=r"\A[0-9A-Z-]*\Z")]

# How many.
Values = Annotated[dict[Kind, Annotated[int, _at_most(MOST_COUNT, -MOST_COUNT)] | Text], Meta(max_length=8)]
Hand = Annotated[tuple[CardCode, ...], Meta(max_length=6)]
Stakes = Annotated[dict[Bet, Stake], Meta(max_length=len(BETS))]
SomeStakes = Annotated[dict[Bet, Stake], Meta(min_length=1, max_length=len(BETS))]
Returns = Annotated[dict[Bet, Held], Meta(max_length=len(BETS))]
SideWagers = Annotated[dict[SideWager, Option], Meta(max_length=len(SIDE_WAGERS))]
Faults = Annotated[tuple[Fault, ...], Meta(max_length=MOST_TERMINALS + 2)]
# A shoe of ten decks has at most 130 coups of four cards.
Marks = Annotated[tuple[Mark, ...], Meta(max_length=130)]
# More of one shoe are not marked: the message has to stay within what boards read.
MOST_CORRECTED: Final = 12
Places = Annotated[tuple[Annotated[int, Meta(ge=0, le=129)], ...], Meta(max_length=MOST_CORRECTED)]
Tickets = Annotated[tuple[TicketNumber, ...], Meta(max_length=16)]
