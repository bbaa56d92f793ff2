"""Requests of every kind, with whatever the bounds of their fields allow: sensible values, and the most absurd ones."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from hypothesis import strategies as st
from msgspec import inspect as t

from firmware.link import messages as m
from firmware.link.message import Asked

LIFE: Final = "4f2a90c1d3e5b781"
# What makes sense at the tables of these tests, by a field's name.
SENSIBLE: Final[dict[str, tuple[Any, ...]]] = {
    "amount": (5_00, 10_00, 20_00),
    "bet": ("player", "banker"),
    "cash_out": (1, 2, 3),
    "coup": (1, 2),
    "currency": ("USD",),
    "last": (0, 1, 2),
    "digest": ("d" * 64,),
    "note": (1, 2, 3),
    "number": ("006429188185446104",),
    "request": ("1", "2"),
    "ticket": ("006429188185446104",),
    "version": (m.VERSION,),
}


def _whole(kind: t.IntType) -> st.SearchStrategy[Any]:
    return st.sampled_from((kind.ge, kind.le)) | st.integers(kind.ge, kind.le)


def _text(kind: t.StrType) -> st.SearchStrategy[Any]:
    short = st.from_regex(kind.pattern or "", fullmatch=True).filter(lambda text: len(text) <= (kind.max_length or 0))
    return short | st.just("\U0001f000" * (kind.max_length or 0)) if "[^" in (kind.pattern or "") else short


def _several(kind: t.VarTupleType) -> st.SearchStrategy[Any]:
    return st.lists(_any(kind.item_type), max_size=kind.max_length).map(tuple)


def _by_name(kind: t.DictType) -> st.SearchStrategy[Any]:
    return st.dictionaries(_any(kind.key_type), _any(kind.value_type), max_size=kind.max_length)


_OF: Final[dict[type[t.Type], Callable[[Any], st.SearchStrategy[Any]]]] = {
    t.IntType: _whole,
    t.StrType: _text,
    t.VarTupleType: _several,
    t.DictType: _by_name,
    t.UnionType: lambda kind: st.one_of(*map(_any, kind.types)),
    t.LiteralType: lambda kind: st.sampled_from(kind.values),
    t.StructType: lambda kind: built(kind.cls),
    t.EnumType: lambda kind: st.sampled_from(list(kind.cls)),
    t.BytesType: lambda _: st.binary(max_size=64),
    t.BoolType: lambda _: st.booleans(),
    t.NoneType: lambda _: st.none(),
}


def _any(kind: t.Type) -> st.SearchStrategy[Any]:
    return _OF[type(kind)](kind)


def _can_be(value: object, kind: t.Type) -> bool:
    kinds = kind.types if isinstance(kind, t.UnionType) else (kind,)
    return not (isinstance(value, str) and all(isinstance(one, t.IntType | t.NoneType) for one in kinds))


def built(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Return messages of a kind, of which each can be read."""
    found = t.type_info(kind)
    assert isinstance(found, t.StructType)
    fields = {}
    for one in found.fields:
        any_value = _any(one.type)
        # A number may be a ticket's, or only count: what makes sense there is what can stand there.
        fitting = [value for value in SENSIBLE.get(one.name, ()) if _can_be(value, one.type)]
        sensible = st.sampled_from(fitting) if fitting else any_value
        fields[one.name] = sensible | any_value
    return st.builds(kind, **fields)


KINDS: Final[tuple[type[Asked], ...]] = m.Request.__args__  # type: ignore[attr-defined]
any_request: Final = st.one_of(*map(built, KINDS))
