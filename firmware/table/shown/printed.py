"""Events as interfaces.md prints them: one line a wager."""

from typing import Any

from msgspec import to_builtins

from firmware.game.events import Event
from firmware.table.core.events import WagersReturned, WagersSettled
from firmware.table.features.exclusions import PlayerExcluded
from firmware.table.features.winnings import WinningsReleased

# An event's fields by their printed names; only its kind knows the type of each.
Fields = dict[str, Any]


def lines_of(event: Event) -> list[tuple[str, Fields]]:
    """Return kind and fields of each printed line of an event."""
    match event:
        case WagersReturned(coup, lines, rule, reason):
            both = {"coup": coup, "rule": rule, "reason": reason}
            return [("returned", {**to_builtins(line), **both}) for line in lines]
        case WagersSettled(coup, settled, corrected):
            return [("settled", {"coup": coup, **to_builtins(line), "corrected": corrected}) for line in settled]
        case PlayerExcluded(ats, reason, rule, by, role):
            return [("excluded", {"ats": ats, "text": reason, "rule": rule, "by": by, "role": role})]
        case WinningsReleased(ats, amount, owed=True):
            # The player has left: a debt of the house, and people who add up debts read only `owed` (reading 13).
            debt = {"coup": 0, "ats": ats, "amount": amount, "by": "house", "points": False}
            return [_as_it_is(event), ("owed", debt)]
    return [_as_it_is(event)]


def _as_it_is(event: Event) -> tuple[str, Fields]:
    fields = to_builtins(event, str_keys=True)
    # Each line has its time; events that keep one for the state would repeat it in another unit.
    fields.pop("at", None)
    # The hand that a card lies on is printed only if it counts for another one.
    if fields.get("lies", "") is None:
        del fields["lies"]
    return fields.pop("event"), fields
