"""When a slot's software is healthy: only then is the slot marked good, and nothing else marks it. Pure."""

from collections.abc import Iterator
from typing import Final

from firmware.updating.vitals import PartVital, Vitals

# What was said longer ago is of a process that is gone, or that does not get on.
FRESH_S: Final = 15.0
# An emulated board is healthy after 33 s. One that is not within this is started anew, which uses an attempt up.
WITHIN_S: Final = 120.0


def why_unhealthy(
    vitals: Vitals | None, now_s: float, before: Vitals | None, *, needs_proof: bool, was_healthy: bool = False
) -> tuple[str, ...]:
    """Return why a board is not healthy; nothing where it is.

    `before`: how the version before was, when it handed over. `needs_proof`: whether the software came with a manifest.
    `was_healthy`: whether this version was healthy on this board before.
    """
    if vitals is None:
        return ("the board's process says nothing",)
    if not 0 <= now_s - vitals.at_s <= FRESH_S:
        return ("the board's process has said nothing for too long",)
    return tuple(_reasons(vitals, before, needs_proof=needs_proof, was_healthy=was_healthy))


def _reasons(vitals: Vitals, before: Vitals | None, *, needs_proof: bool, was_healthy: bool) -> Iterator[str]:
    if vitals.why_not:
        yield vitals.why_not
    # Whether a board that is nobody's yet should have a screen, nobody knows.
    if not vitals.picture and vitals.provisioned:
        yield "there is no picture"
    if vitals.broken:
        # Software that could read it before is not what is wrong: starting it anew, or the other slot, mends nothing,
        # and would use up the attempts of both.
        if not was_healthy:
            yield f"{vitals.broken}: what the board keeps cannot be used"
    elif vitals.role == "table" and vitals.provisioned and vitals.journal is None:
        yield "the journal is not verified"
    if vitals.software == "wrong" or (needs_proof and vitals.software != "sound"):
        yield f"the software is {vitals.software}"
    if vitals.waits:
        return  # devices begin once staff have given their word, which no other software would spare them
    for name, part in vitals.parts.items():
        known = before.parts.get(name) if before is not None and before.version != vitals.version else None
        yield from _of_part(name, part, known, before)


def _of_part(name: str, part: PartVital, known: PartVital | None, before: Vitals | None) -> Iterator[str]:
    """A device is in use, or shows why not; but not by a fault that the version before did not have."""
    if not part.ready and not part.faults:
        yield f"{name} is not identified, and no fault says why"
    if known is not None and before is not None:
        new = sorted(set(part.faults) - set(known.faults))
        if new:
            yield f"{name} has faults that {before.version} did not have: {', '.join(new)}"
