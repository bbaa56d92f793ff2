"""A record in words: its kind, and every field that differs from its default."""

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields


def in_words(said: Struct) -> str:
    """Return a record in words, such as `cards together: 4S QD, with last`."""
    kind = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(said).__name__).strip()
    told = [
        _field(field.encode_name.replace("_", " "), value, named=field.default is not NODEFAULT)
        for field in fields(said)
        if (value := getattr(said, field.name)) != field.default
    ]
    return f"{kind}: {', '.join(told)}" if told else kind


def _field(name: str, value: object, *, named: bool) -> str:
    if isinstance(value, bool):
        return name if value else f"not {name}"
    return f"{name} {_value(value)}" if named else _value(value)


def _value(value: object) -> str:
    if isinstance(value, Struct):
        return in_words(value)
    if isinstance(value, bytes):
        return value.hex(" ")
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
