"""Writes the page of messages from their classes: `python -m firmware.link.manual docs/messages.md`."""

import inspect
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Never, cast

import msgspec
from msgspec import inspect as t

from firmware.link import messages as m
from firmware.link.bounds import CONTROL
from firmware.link.journal_messages import HeadView, WhoRemembers

PLAIN: Final = f"[^{CONTROL}]*"


def page() -> str:
    """Return the page."""
    lines = [
        "# Messages between boards",
        "",
        f"JSON, version {m.VERSION}. A request with an unknown key, or a field beyond its bound, is refused.",
        "In everything else unknown keys are ignored: what a version adds is optional, so older boards go on working.",
        "This page is written from the messages in `firmware/link/` by `make manual`.",
        "",
        "| subject | who says it | what |",
        "|---|---|---|",
        "| `ask.DEVICE` | that device, as a request | `Envelope`; answered with one `Answer` |",
        "| `public` | the table | `PublicView`, at every change |",
        "| `account.ats-N` | the table, to that terminal only | `AccountView`, at a change, again if it was missed |",
        "| `head` | the table | `HeadView`, once signed: at each coup's end, and within a second of money |",
        "| `who-remembers` | the table, before it opens | `WhoRemembers`; each board answers by `ShowHead` |",
        "| `beat.DEVICE` | that device, and the table, every second | `Beat` |",
        "",
        "A request has a number, and is done once: a repeat gets the answer of the first.",
        "Answers come after the commit.",
        "Views carry the number of their change. A board that sees a gap, or another number in a beat, asks for a",
        "snapshot.",
    ]
    for kind in _messages():
        config = kind.__struct_config__
        lines += ["", f"## {kind.__name__}", "", inspect.cleandoc(kind.__doc__ or "")]
        if config.tag:
            lines += ["", f'`"{config.tag_field}": "{config.tag}"`']
        fields = getattr(msgspec.inspect.type_info(kind), "fields", ())
        if fields:
            lines += ["", "| field | what it may be | |", "|---|---|---|"]
            lines += [f"| `{one.name}` | {said(one.type)} | {'' if one.required else 'optional'} |" for one in fields]
    return "\n".join(lines) + "\n"


def _messages() -> list[type[msgspec.Struct]]:
    """Return all messages: each that is sent, followed by those of its parts that have not been described before."""
    found: dict[type[msgspec.Struct], None] = {}
    for kind in (m.Envelope, m.Answer, m.PublicView, m.AccountView, HeadView, WhoRemembers, m.Beat):
        _gather(t.type_info(kind), found)
    return list(found)


def _gather(kind: t.Type, found: dict[type[msgspec.Struct], None]) -> None:
    if isinstance(kind, t.StructType) and kind.cls not in found:
        found[kind.cls] = None
        for field in kind.fields:
            _gather(field.type, found)
    for part in _parts(kind):
        _gather(part, found)


def _parts(kind: t.Type) -> tuple[t.Type, ...]:
    match kind:
        case t.UnionType():
            return kind.types
        case t.VarTupleType():
            return (kind.item_type,)
        case t.DictType():
            return (kind.key_type, kind.value_type)
    return ()


def said(kind: t.Type) -> str:
    """Return what a field may hold, and its bound."""
    return cast("Mapping[type[t.Type], Callable[[t.Type], str]]", _SAY)[type(kind)](kind)


def _whole(kind: t.IntType) -> str:
    return f"{kind.ge} to {kind.le:,}".replace(",", "\u202f")


def _text(kind: t.StrType) -> str:
    pattern = (kind.pattern or "").removeprefix(r"\A").removesuffix(r"\Z")
    most = f"at most {kind.max_length} characters"
    words = pattern.removeprefix("(?:").removesuffix(")").split("|")
    if pattern.startswith("(?:") and all(re.fullmatch(r"[a-z0-9_ \\-]*", word) for word in words):
        return ", ".join(f"`{word}`".replace("\\", "") if word else "nothing" for word in words)
    if pattern == PLAIN:
        return f"text, {most}, no control characters"
    return f"{most}, `{pattern}`".replace("|", "\\|")


def _bytes(kind: t.BytesType) -> str:
    return f"at most {kind.max_length:,} bytes, in base64".replace(",", "\u202f", 1)


def _several(kind: t.VarTupleType) -> str:
    return f"at most {kind.max_length}: {said(kind.item_type)}"


def _by_name(kind: t.DictType) -> str:
    return f"at most {kind.max_length}, each by {said(kind.key_type)}: {said(kind.value_type)}"


def _either(kind: t.UnionType) -> str:
    return " or ".join(said(one) for one in kind.types)


def _words(kind: t.LiteralType) -> str:
    return ", ".join(f"`{word}`" if word else "nothing" for word in kind.values)


def _named(kind: t.EnumType) -> str:
    return ", ".join(f"`{one.value}`" for one in kind.cls)


def _message(kind: t.StructType) -> str:
    return f"[`{kind.cls.__name__}`](#{kind.cls.__name__.lower()})"


def _yes_or_no(_: t.BoolType) -> str:
    return "`true` or `false`"


def _nothing(_: t.NoneType) -> str:
    return "`null`"


_SAY: Final[dict[type[t.Type], Callable[[Never], str]]] = {
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


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page())
