"""What a configuration says of second persons: `[table.approvals]`."""

from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from firmware.amounts import Amount, read_amount
from firmware.table.core.setup import USUAL, Approvals

# Of an amount that is left out the usual one holds.
Over = Amount | None
NEVER: Final = "never"


class ApprovalSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Above which amounts a second person approves: 1000, "1000.00", 0 for always, or "never"."""

    buy_in_over: Over = None
    payout_over: Over = None
    hand_pay_over: Over = None
    note_doubt_over: Over = None
    ticket_doubt_over: Over = None
    owed_over: Over = None
    kept_over: Over = None
    correction_over: Over = None
    invalidation_over: Over = None
    session_over: Over = None


def approvals_of(settings: ApprovalSettings) -> Approvals:
    """Return what second persons approve. Raises ValueError that names the key."""
    given = {key: _read(key, value) for key, value in asdict(settings).items() if value is not None}
    return replace(USUAL, **given)


def _read(key: str, value: Amount) -> int | None:
    if value == NEVER:
        return None
    try:
        return read_amount(str(value))
    except ValueError as error:
        raise ValueError(f"approvals.{key}: {error}, 0 for always, or never") from None
