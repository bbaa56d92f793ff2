"""What a tournament says, in lines of the log that people read."""

from typing import Any, Final

from firmware.amounts import write_amount as money
from firmware.table.shown.printed import Fields

# Said of each event of the log, and not of what happened.
_ABOUT: Final = ("event", "line", "at", "what")
_MONEY: Final = frozenset({"fee", "pool", "amount", "credit", "house", "points", "balance", "from_pool"})
# A list that is longer is counted: two hundred seats are no line.
FEW: Final = 6
SHOWN: Final = 5


def tournament(event: Fields) -> str:
    """Return what happened in a tournament as a line."""
    said = [_said(key, value) for key, value in event.items() if key not in _ABOUT and value not in ("", (), [], None)]
    return f"** {event['what'].replace('_', ' ')}: {', '.join(said)}".removesuffix(": ")


def _said(key: str, value: Any) -> str:
    name = key.replace("_", " ")
    if key in _MONEY and isinstance(value, int):
        return f"{name} {money(value)}"
    if isinstance(value, list | tuple):
        short = len(value) <= FEW and not any(isinstance(one, dict) for one in value)
        return f"{name} {' '.join(map(str, value))}" if short else f"{len(value)} {name}"
    if isinstance(value, bool):
        return name if value else f"not {name}"
    return f"{name} {value}"


def standings(event: Fields) -> str:
    """Return standings as a line: the first few."""
    if "round" not in event:
        return "** standings: no round was opened yet"
    begin = f"** standings, {event['round']}"
    if event["hidden"]:
        return f"{begin}: hidden until the session ends"
    places = event["places"]
    first = [f"{one['place']}. {one['name']} {money(one['points'])}" for one in places[:SHOWN]]
    more = f", and {len(places) - SHOWN} more" if len(places) > SHOWN else ""
    return f"{begin}: {', '.join(first)}{more}"
