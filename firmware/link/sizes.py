"""How many bytes a message can have at most, by the bounds of its fields; the limits of size follow from this."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Never, cast

from msgspec import inspect as t

from firmware.link import messages as m
from firmware.link.message import Asked, Message

# Bytes of a character in JSON: two for a quote, up to four in other scripts; one in a word of ours.
_OF_TEXT: Final = 4
# The characters around a text, a list or a structure, and between its parts.
_AROUND: Final = 2
_BETWEEN: Final = 1


def largest(kind: t.Type) -> int:
    """Return how long the longest JSON of a type is."""
    return cast("Mapping[type[t.Type], Callable[[t.Type], int]]", _OF)[type(kind)](kind)


def largest_request(kind: type[Asked]) -> int:
    """Return how long the longest request of a kind is, with its envelope."""
    envelope = {one.name: one for one in _fields(m.Envelope)}
    tag = len(f'"ask":"{kind.__struct_config__.tag}",')
    around = _structure([one for name, one in envelope.items() if name != "what"]) + len(',"what":')
    return around + tag + _structure(_fields(kind))


def largest_answer(*parts: str) -> int:
    """Return how long the longest answer is that has these optional parts and no others."""
    return _structure([one for one in _fields(m.Answer) if one.name in ("number", "outcome", *parts)])


def largest_message(kind: type[Message]) -> int:
    """Return how long the longest message of a kind is."""
    return _structure(_fields(kind))


def _fields(kind: type[Message]) -> Sequence[t.Field]:
    found = t.type_info(kind)
    assert isinstance(found, t.StructType)
    return found.fields


def _structure(fields: Sequence[t.Field]) -> int:
    return _AROUND + sum(len(f'"{one.encode_name}":') + largest(one.type) + _BETWEEN for one in fields)


def _whole(kind: t.IntType) -> int:
    return max(len(str(kind.ge)), len(str(kind.le)))


def _text(kind: t.StrType) -> int:
    assert kind.max_length is not None
    pattern = kind.pattern or ""
    any_script = "[^" in pattern
    return _AROUND + kind.max_length * (_OF_TEXT if any_script else 2 if "[ -~]" in pattern else 1)


def _bytes(kind: t.BytesType) -> int:
    assert kind.max_length is not None
    return _AROUND + -(-kind.max_length // 3) * 4


def _several(kind: t.VarTupleType) -> int:
    assert kind.max_length is not None
    return _AROUND + kind.max_length * (largest(kind.item_type) + _BETWEEN)


def _by_name(kind: t.DictType) -> int:
    assert kind.max_length is not None
    return _AROUND + kind.max_length * (largest(kind.key_type) + largest(kind.value_type) + 2 * _BETWEEN)


def _either(kind: t.UnionType) -> int:
    return max(map(largest, kind.types))


def _words(kind: t.LiteralType) -> int:
    return _AROUND + max(len(str(value)) for value in kind.values)


def _named(kind: t.EnumType) -> int:
    return _AROUND + max(len(one.value) for one in kind.cls)


def _message(kind: t.StructType) -> int:
    tag = f'"{kind.tag_field}":"{kind.tag}",' if kind.tag_field is not None else ""
    return len(tag) + _structure(kind.fields)


def _yes_or_no(_: t.BoolType) -> int:
    return len("false")


def _nothing(_: t.NoneType) -> int:
    return len("null")


_OF: Final[dict[type[t.Type], Callable[[Never], int]]] = {
    t.IntType: _whole,
    t.StrType: _text,
    t.BytesType: _bytes,
    t.VarTupleType: _several,
    t.DictType: _by_name,
    t.UnionType: _either,
    t.LiteralType: _words,
    t.EnumType: _named,
    t.StructType: _message,
    t.BoolType: _yes_or_no,
    t.NoneType: _nothing,
}
