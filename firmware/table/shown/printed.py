"""Events as interfaces.md prints them: a wager a line."""

from typing import Any

from msgspec import to_builtins

from firmware.game.events import Event
from firmware.table.core.events import WagersReturned, WagersSettled
from firmware.table.features.exclusions import PlayerExcluded
from firmware.table.features.winnings import WinningsReleased

# Fields of an event, by the names that are printed: of what type each is, only its kind can say.
Fields = dict[str, Any]


def lines_of(event: Event) -> list[tuple[str, Fields]]:
    """Return the kind and the fields of each line that an event is printed as."""
    match event:
        case WagersReturned(coup, lines, rule, reason):
            both = {"coup": coup, "rule": rule, "reason": reason}
            return [("returned", {**to_builtins(line), **both}) for line in lines]
        case WagersSettled(coup, settled, corrected):
            return [("settled", {"coup": coup, **to_builtins(line), "corrected": corrected}) for line in settled]
        case PlayerExcluded(ats, reason, rule, by, role):
            return [("excluded", {"ats": ats, "text": reason, "rule": rule, "by": by, "role": role})]
        case WinningsReleased(ats, amount, owed=True):
            # The player has left: a debt of the house, and whoever adds debts up reads `owed` alone (reading 13).
            debt = {"coup": 0, "ats": ats, "amount": amount, "by": "house", "points": False}
            return [_as_it_is(event), ("owed", debt)]
    return [_as_it_is(event)]


def _as_it_is(event: Event) -> tuple[str, Fields]:
    fields = to_builtins(event, str_keys=True)
    # When it happened stands on each line; events that keep it for the state would say it again, in another unit.
    fields.pop("at", None)
    # On which hand a card lies is said only of one that lies on another than it counts for.
    if fields.get("lies", "") is None:
        del fields["lies"]
    return fields.pop("event"), fields
