"""Events and states as the journal keeps them: JSON, typed, unknown kinds and keys refused."""

from typing import Final, Union

import msgspec

from firmware.game import events as g
from firmware.table.core.feature import FEATURES
from firmware.table.core.head import HeadSigned
from firmware.table.core.state import TableState

# The version of the events' shape. A change of shape raises it, and needs a reader for the previous one.
VERSION: Final = 1


def _kinds(kind: type[g.Event]) -> list[type[g.Event]]:
    return [one for direct in kind.__subclasses__() for one in (direct, *_kinds(direct))]


# The table's events are known only once their modules are loaded.
assert FEATURES.folds.keys() | {HeadSigned} <= set(_kinds(g.Event))


KINDS: Final = {str(kind.__struct_config__.tag): kind for kind in _kinds(g.Event)}
_encoder: Final = msgspec.json.Encoder()
_event_decoder: Final = msgspec.json.Decoder[g.Event](Union[tuple(KINDS.values())])  # noqa: UP007 - made at run time
_state_decoder: Final = msgspec.json.Decoder(TableState)


class UnreadableRow(ValueError):
    """Bytes that are no event or state of this version."""


def write_event(event: g.Event) -> bytes:
    """Write an event."""
    return _encoder.encode(event)


def read_event(data: bytes) -> g.Event:
    """Read an event."""
    try:
        event: g.Event = _event_decoder.decode(data)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise UnreadableRow(str(error)) from None
    return event


def write_state(state: TableState) -> bytes:
    """Write a state."""
    return _encoder.encode(state)


def read_state(data: bytes) -> TableState:
    """Read a state."""
    try:
        return _state_decoder.decode(data)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise UnreadableRow(str(error)) from None


def kind_of(event: g.Event) -> str:
    """Return the name of an event's kind."""
    return str(type(event).__struct_config__.tag)
