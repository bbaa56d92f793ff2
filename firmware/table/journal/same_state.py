"""Whether events lead to a kept state: compared in all fields that the firmware had when it kept it."""

from typing import Any

from msgspec import Struct


def gives(written: Any, kept: object, state: object) -> bool:
    """Whether a state is what was kept. A field that the snapshot lacks is newer than it."""
    if isinstance(kept, Struct) and type(kept) is type(state):
        known = [name for name in kept.__struct_fields__ if name in written]
        return all(gives(written[name], getattr(kept, name), getattr(state, name)) for name in known)
    if isinstance(kept, dict) and isinstance(state, dict):
        return kept.keys() == state.keys() and all(gives(written[str(key)], kept[key], state[key]) for key in kept)
    if isinstance(kept, tuple) and isinstance(state, tuple):
        return len(kept) == len(state) and all(map(gives, written, kept, state))
    return kept == state
