"""What the last release speaks: the schema of its messages, and what one of its readers takes of what is said now."""

import json
import re
from pathlib import Path
from typing import Any, Final

import msgspec
from hypothesis import HealthCheck, Phase, settings

LAST: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "link/kept/messages-0.1.0.schema.json").read_text()
)["$defs"]
FEW = settings(
    phases=(Phase.explicit, Phase.generate),
    max_examples=10,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


def wrong(said: Any, schema: dict[str, Any], at: str = "") -> str:
    """Return what a reader of the last release would refuse in what is said; unknown keys it passes over."""
    if "$ref" in schema:
        return wrong(said, LAST[schema["$ref"].rpartition("/")[2]], at)
    if "anyOf" in schema:
        found = [wrong(said, one, at) for one in schema["anyOf"]]
        return "" if "" in found else found[0]
    if "enum" in schema:
        return "" if said in schema["enum"] else f"{at}: {said!r} is none of {schema['enum']}"
    return _OF.get(schema.get("type", ""), lambda *_: "")(said, schema, at)


def _text(said: Any, schema: dict[str, Any], at: str) -> str:
    fits = isinstance(said, str) and len(said) <= schema.get("maxLength", len(said))
    fits = fits and re.search(schema.get("pattern", ""), said) is not None
    return "" if fits else f"{at}: {said!r}"


def _whole(said: Any, schema: dict[str, Any], at: str) -> str:
    fits = isinstance(said, int) and not isinstance(said, bool)
    fits = fits and schema.get("minimum", said) <= said <= schema.get("maximum", said)
    return "" if fits else f"{at}: {said!r}"


def _list(said: Any, schema: dict[str, Any], at: str) -> str:
    if not isinstance(said, list) or len(said) > schema.get("maxItems", len(said)):
        return f"{at}: {said!r}"
    return next(filter(None, (wrong(one, schema.get("items") or {}, f"{at}[]") for one in said)), "")


def _object(said: Any, schema: dict[str, Any], at: str) -> str:
    if not isinstance(said, dict):
        return f"{at}: {said!r}"
    known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    if missing := set(schema.get("required", ())) - said.keys():
        return f"{at}: lacks {missing}"
    if others is False and (more := said.keys() - known.keys()):
        return f"{at}: {more} is more than is known"
    found = [wrong(value, known[key], f"{at}.{key}") for key, value in said.items() if key in known]
    if isinstance(others, dict):
        found += [wrong(value, others, f"{at}.{key}") for key, value in said.items() if key not in known]
    return next(filter(None, found), "")


_OF: Final = {
    "string": _text,
    "integer": _whole,
    "array": _list,
    "object": _object,
    "boolean": lambda said, _, at: "" if isinstance(said, bool) else at,
    "null": lambda said, _, at: "" if said is None else at,
}


def as_before(said: Any, schema: dict[str, Any]) -> Any:
    """Return what the last release would have said: without the keys that it did not have."""
    if "$ref" in schema:
        return as_before(said, LAST[schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        fits = [one for one in schema["anyOf"] if not wrong(said, one)]
        return as_before(said, fits[0]) if fits else said
    if isinstance(said, list):
        return [as_before(one, schema.get("items") or {}) for one in said]
    if isinstance(said, dict) and "properties" in schema:
        known = schema["properties"]
        return {key: as_before(value, known[key]) for key, value in said.items() if key in known}
    return said


def plain(message: msgspec.Struct) -> Any:
    return json.loads(msgspec.json.encode(message))
