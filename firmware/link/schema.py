"""Writes the JSON schema of all messages: `python -m firmware.link.schema docs/messages.schema.json`."""

import sys
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

import msgspec

from firmware.link import messages as m
from firmware.link.journal_messages import HeadView, WhoRemembers

# What is sent on the subjects; all other kinds are parts of these.
SAID: Final = (m.Envelope, m.Answer, m.PublicView, m.AccountView, m.Beat, HeadView, WhoRemembers)


def schema() -> dict[str, Any]:
    """Return the schema: any one of what is sent, with each kind under `$defs`."""
    references, kinds = msgspec.json.schema_components(SAID, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages between boards, version {m.VERSION}",
        "anyOf": list(references),
        "$defs": {name: _everywhere(kind) for name, kind in sorted(kinds.items())},
    }


def _everywhere(value: Any) -> Any:
    r"""Return a part of a schema with patterns that every language can read: only Python has \A and \Z."""
    if isinstance(value, list):
        return [_everywhere(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: _of_key(key, one) for key, one in value.items()}


def _of_key(key: str, value: Any) -> Any:
    match key:
        case "pattern":
            return _pattern(value)
        case "description":
            return _description(value)
    return _everywhere(value)


def _pattern(pattern: object) -> object:
    if not isinstance(pattern, str):  # a field of this name
        return _everywhere(pattern)
    bare = pattern if "[" in pattern else pattern.replace(r"\-", "-")
    return bare.replace(r"\A", "^").replace(r"\Z", "$")


def _description(text: object) -> object:
    """Return a description without the indentation of its lines, which Python 3.13 leaves out itself."""
    return cleandoc(text) if isinstance(text, str) else _everywhere(text)


def written() -> str:
    """Return the text of the schema's file."""
    return msgspec.json.format(msgspec.json.encode(schema()), indent=1).decode() + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(written())
