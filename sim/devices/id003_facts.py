"""What a simulated ID-003 acceptor is before anybody has told it anything: its version, its countries, its settings."""

from typing import Final

from drivers.id003 import protocol as p

# The country that its table names for each currency. HKD's and MYR's are in no public source: these are of our own.
COUNTRIES: Final = {
    "USD": 0x01, "AUD": 0x02, "CAD": 0x08, "NZD": 0x0D, "GBP": 0x17, "SGD": 0x22, "EUR": 0xE0, "HKD": 0xF1, "MYR": 0xF2,
}  # fmt: skip
# What is set before a host has set anything: all notes are taken once they are let in, and no tickets.
BEFORE: Final = {
    p.SET_DENOMINATIONS: b"\0\0", p.SET_SECURITY: b"\0\0", p.SET_MODE: b"\0", p.SET_INHIBIT: p.INHIBIT_ON,
    p.SET_DIRECTION: b"\0", p.SET_OPTIONS: b"\0\0", p.SET_BARCODE: b"\0\0", p.SET_BARCODE_INHIBIT: b"\xff",
}  # fmt: skip
VERSION: Final = b"SIM(RT)-01-SS ID003-05V100-20 18NOV26"
