"""Whatever configuration is sound: a table of it can be begun, and all that it says can be kept, sent and read back."""

import json
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from story_beginnings import LIFE
from told_table import ToldTable

from firmware.books import book_ids
from firmware.config import Board, read_board
from firmware.game import steps as s
from firmware.table.features.boards import ShowPocket
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.limits import SetLimit
from firmware.table.features.notes_credited import PayByTicket
from firmware.table.features.opening import OpenTable

WHOLE = st.sampled_from([-1, 0, 1, 7, 8, 30, 50, 51, 3650, 3651, 200_000_000, 2**53, 2**63, 10**20]) | st.integers()
AMOUNT = st.sampled_from(["0", "0.01", "5", "1000", "999999999999", "999999999999.99", "-1"]) | WHOLE
TEXT = st.sampled_from(["Table 7", "", "\0", "\x1b[31m", "é", "百", "x" * 60, "x" * 61])
PERIOD = st.sampled_from([1, 30, 3600, 0, 3601, 1e20])
USUAL: dict[str, dict[str, Any]] = {
    "table": {"rulebook": "crown-baccarat", "machine": 0x654300, "ats": 3},
    "limits": {},
    "caps": {},
    "approvals": {},
}
KEYS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "table": {
        "rulebook": st.sampled_from(book_ids()),
        "name": TEXT,
        "ats": st.integers(3, 50),
        "decks": st.integers(3, 9),
        "period": PERIOD,
        "aggregate_min": AMOUNT,
        "ticket_days": WHOLE,
        "machine": WHOLE,
    },
    "limits": {"min": AMOUNT, "max": AMOUNT, "step": AMOUNT},
    "caps": {"account_cash": AMOUNT, "hour_cash": AMOUNT, "balance": AMOUNT, "ticket": AMOUNT},
    "approvals": {"buy_in_over": AMOUNT, "payout_over": AMOUNT, "hand_pay_over": AMOUNT},
}


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Write a configuration in which a few keys have other values."""
    said = {part: dict(keys) for part, keys in USUAL.items()}
    every = [(part, key) for part, keys in KEYS.items() for key in keys]
    for part, key in draw(st.lists(st.sampled_from(every), max_size=4, unique=True)):
        said[part][key] = draw(KEYS[part][key])
    tables = {"table": said["table"], 'limits."*"': said["limits"], "caps": said["caps"]}
    tables["table.approvals"] = said["approvals"]
    tables["journal"] = {"path": "/j", "pin_secret": "/p", "ticket_secret": "/t"}
    tables["devices.shoe"] = {"driver": "drivers.angel_eye", "port": "/dev/shoe"}
    lines = ['role = "table"']
    for name, keys in tables.items():
        lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in keys.items())]
    return "\n".join(lines)


def sound(text: str) -> Board | None:
    try:
        return read_board(text)
    except ValueError:
        return None


@settings(max_examples=settings().max_examples * 2)
@given(texts())
def test_a_sound_configuration_can_be_begun(text: str) -> None:
    board = sound(text)
    assume(board is not None)
    assert board is not None
    assert board.setup is not None
    table = ToldTable()
    assert table.tell(OpenTable(board.setup))
    for limit in board.limits:
        table.tell(SetLimit(limit.bet, limit.minimum, limit.maximum, limit.step, next_coup=False))
    assert table.tell(s.NewShoe(board.setup.decks))
    table.tell(ShowPocket(2, LIFE, 0))
    table.tell(BuyIn(2, 1))
    table.tell(PayByTicket(2, LIFE, 1))


def test_an_absurd_number_of_days_of_an_older_journal_makes_a_ticket_that_can_be_told() -> None:
    board = sound(texts_of_usual())
    assert board is not None
    assert board.setup is not None
    table = ToldTable()
    table.tell(OpenTable(replace(board.setup, ticket_days=200_000_000)))
    table.tell(s.NewShoe(8))
    table.tell(ShowPocket(2, LIFE, 0))
    assert table.tell(BuyIn(2, 50_00))
    assert table.tell(PayByTicket(2, LIFE, 1))
    (ticket,) = table.state.tickets.values()
    # The end of the year 9998, in milliseconds since 1970: 8,029 years of which 1,947 have a day more.
    assert ticket.expires_at < ((9999 - 1970) * 365 + 1947) * 86_400_000


def texts_of_usual() -> str:
    return """
role = "table"
[table]
rulebook = "crown-baccarat"
machine = 0x654300
ats = 3
[journal]
path = "/j"
pin_secret = "/p"
ticket_secret = "/t"
[devices.shoe]
driver = "drivers.angel_eye"
port = "/dev/shoe"
"""
