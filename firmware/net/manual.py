"""Writes the page of messages from the messages: `python -m firmware.net.manual docs/messages.md`."""

import inspect
import sys
from pathlib import Path

import msgspec

from firmware.net import messages as m


def page() -> str:
    """Return the page."""
    lines = [
        "# Messages between boards",
        "",
        f"JSON, version {m.VERSION}; unknown keys are refused.",
        "This page is written from `firmware/net/messages.py` by `make manual`.",
        "",
        "| subject | who says it | what |",
        "|---|---|---|",
        "| `ask.DEVICE` | that device, as a request | `Envelope`; answered with one `Answer` |",
        "| `public` | the table | `PublicView`, at every change |",
        "| `account.ats-N` | the table; only that terminal may listen | `AccountView`, when it changed |",
        "| `beat.DEVICE` | that device, and the table, every second | `Beat` |",
        "",
        "A request has a number, and is done once: a repeat is answered as the first was.",
        "Answers come after the commit.",
        "Views carry the number of their change; a board that sees a gap, or a beat with another one, asks for all.",
    ]
    for kind in _messages():
        tag = kind.__struct_config__.tag
        named = f"`{kind.__name__}`" + (f', `"ask": "{tag}"`' if tag else "")
        lines += ["", f"## {named}", "", inspect.cleandoc(kind.__doc__ or "")]
        fields = msgspec.structs.fields(kind)
        if fields:
            lines += ["", "| field | type | |", "|---|---|---|"]
            lines += [f"| `{one.name}` | `{_type(one.type)}` | {_optional(one)} |" for one in fields]
    return "\n".join(lines) + "\n"


def _messages() -> list[type[m.Message]]:
    found = [kind for kind in vars(m).values() if inspect.isclass(kind) and issubclass(kind, m.Message)]
    return [kind for kind in found if kind not in (m.Message, m.Asked)]


def _type(kind: object) -> str:
    text = kind.__name__ if inspect.isclass(kind) and not hasattr(kind, "__args__") else str(kind)
    for module in ("firmware.net.messages.", "typing."):
        text = text.replace(module, "")
    return text.replace("|", "or")


def _optional(one: msgspec.structs.FieldInfo) -> str:
    return "" if one.required else "optional"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page())
