"""The most that money can be at a table: beyond it nothing is taken, and nothing that is on record is counted."""

from typing import Final

# A single stake, buy-in, credit or limit: 999,999,999,999.99, what twelve digits and two can say.
MOST_STAKE: Final = 10**14 - 1
# A note: the largest that is in use anywhere is far below 1,000,000.00.
MOST_NOTE: Final = 1_000_000_00
# An account that holds more neither wagers nor buys in before it is paid out.
MOST_BALANCE: Final = 10**15
# What an account can come to hold all the same, after the best of coups: what any message carries.
MOST_HELD: Final = 2**63 - 1
