"""What attackers say that is forged, and what they flood a table with."""

from typing import Any, Final

from sim.siege.mutation import TICKET

FORGED_REPLIES: Final = (
    "public",
    "account.{one}",
    "beat.{one}",
    "beat.table",
    "_INBOX_{one}.1",
    "ask.{one}",
    "ask.table",
)
FLOODS: Final[tuple[dict[str, Any], ...]] = (
    {"ask": "snapshot"},
    {"ask": "wager", "bet": "player", "amount": 500},
    {"ask": "tell-fault", "device": "note_acceptor", "what": "fault jam_acceptor", "detail": "x" * 100},
    {"ask": "tell-ticket", "ticket": TICKET, "fate": "failed", "why": "x" * 100},
    {"ask": "show-ticket", "ticket": TICKET},
    {"ask": "credit-note", "note": 1, "amount": 2000, "currency": "AUD"},
)
