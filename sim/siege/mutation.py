"""Requests that no honest board sends: what could be sent, and what it turns into."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any, Final, get_args

from firmware.link import messages as m

TICKET: Final = "123456789012345678"
LIFE: Final = "0123456789abcdef"
# What each kind of request looks like when it is in order.
HONEST: Final[tuple[dict[str, Any], ...]] = (
    {"ask": "snapshot"},
    {"ask": "wager", "bet": "player", "amount": 500},
    {"ask": "show-pocket", "last": 0},
    {"ask": "ask-note", "amount": 2000, "currency": "USD"},
    {"ask": "credit-note", "note": 1, "amount": 2000, "currency": "USD"},
    {"ask": "doubt-note", "note": 2, "amount": 2000, "currency": "USD", "why": "jam"},
    {"ask": "pay-by-ticket", "cash_out": 3},
    {"ask": "tell-ticket", "ticket": TICKET, "fate": "printed", "why": ""},
    {"ask": "tell-fault", "device": "note_acceptor", "what": "fault jam_acceptor", "detail": ""},
    {"ask": "shown-at-close", "coup": 1, "wagers": {"player": 500}},
    {"ask": "show-ticket", "ticket": TICKET, "pay": True},
)
NUMBERS: Final = (
    -1, 0, 1, 37, 2**31, 2**53, 2**63 - 1, 2**63, 10**30, 1.5, 1e308, float("inf"), float("nan"), True, None,
    10_000_000_000_00, -(10**18),
)  # fmt: skip
WORDS: Final = (
    "", "\x00", "\x1b[2J\x1b[31mtable open", "a\r\nb", "\u202eevil", "ats-1", "../../etc", "x" * 600, "\ud800",
    "𝕏" * 60,
    "'; DROP TABLE entries; --", "beat.ats-1", "%s%n",
)  # fmt: skip
ABSURD: Final = (-1, 1, 37, 10**6, 10**12, 2**53, 2**63 - 1, 2**63, 10**30)
FORGED_TEXTS: Final = ("\r\n  9999 00:00 bought_in", "\x1b[2J\x1b[H", "\u2028 table open", "\u202e9999", "a" * 150)
DEEP: Final = 2000
DIGITS: Final = 4300

Mutate = Callable[[random.Random, dict[str, Any]], bytes]


def in_order(what: dict[str, Any], number: str, until: int) -> dict[str, Any]:
    """Return a request that is in order; fields that today's messages do not have are left out."""
    what = copy.deepcopy(what)
    envelope = {"number": number, "until": until, "life": LIFE, "what": what}
    known = {kind.__struct_config__.tag: kind.__struct_fields__ for kind in get_args(m.Request)}
    asked = {name: value for name, value in what.items() if name == "ask" or name in known[what["ask"]]}
    fields = {name: value for name, value in envelope.items() if name in m.Envelope.__struct_fields__}
    return {**fields, "what": asked}


def honest(chance: random.Random, number: str, until: int) -> dict[str, Any]:
    """Return a request that is in order, of any kind."""
    return in_order(chance.choice(HONEST), number, until)


def encoded(envelope: Any) -> bytes:
    """Return a request's bytes."""
    return json.dumps(envelope, ensure_ascii=True).encode()


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += _paths(inner, (*path, key))
    return found


def _set(envelope: dict[str, Any], path: tuple[Any, ...], value: Any) -> None:
    inner = envelope
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value


def other_value(chance: random.Random, envelope: dict[str, Any]) -> bytes:
    """One field holds what it should not."""
    _set(envelope, chance.choice(_paths(envelope)), chance.choice((*NUMBERS, *WORDS, [], {}, [envelope["until"]])))
    return encoded(envelope)


def field_gone(chance: random.Random, envelope: dict[str, Any]) -> bytes:
    """One field is missing."""
    path = chance.choice(_paths(envelope))
    inner = envelope
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return encoded(envelope)


def field_more(chance: random.Random, envelope: dict[str, Any]) -> bytes:
    """One field is there that nobody knows."""
    chance.choice((envelope, envelope["what"]))[chance.choice(WORDS)] = chance.choice(NUMBERS)
    return encoded(envelope)


def bytes_changed(chance: random.Random, envelope: dict[str, Any]) -> bytes:
    """Some bytes are others, missing, or doubled."""
    data = bytearray(encoded(envelope))
    for _ in range(chance.randint(1, 8)):
        place = chance.randrange(len(data))
        match chance.randrange(3):
            case 0:
                data[place] = chance.randrange(256)
            case 1:
                del data[place]
            case _:
                data[place:place] = data[place : place + chance.randint(1, 9)]
    return bytes(data)


def cut_short(chance: random.Random, envelope: dict[str, Any]) -> bytes:
    """It ends before its end."""
    data = encoded(envelope)
    return data[: chance.randrange(len(data))]


def deep(chance: random.Random, envelope: dict[str, Any]) -> bytes:
    """Brackets in brackets, without an end."""
    depth = chance.randrange(1, DEEP)
    inside = b"[" * depth + (b"]" * depth if chance.random() < 0.5 else b"")
    return encoded(envelope).replace(b'"what": {', b'"what": ' + inside + b", {", 1)


def many_digits(chance: random.Random, envelope: dict[str, Any]) -> bytes:
    """A number of thousands of digits."""
    digits = b"9" * chance.choice((20, 400, DIGITS))
    return encoded(envelope).replace(b"500", digits).replace(b"2000", b"-" + digits).replace(b'"life"', b'"until"')


def noise(chance: random.Random, _: dict[str, Any]) -> bytes:
    """Nothing that means anything."""
    return chance.randbytes(chance.randrange(200))


MUTATIONS: Final[dict[str, Mutate]] = {
    one.__name__: one
    for one in (other_value, field_gone, field_more, bytes_changed, cut_short, deep, many_digits, noise)
}


def mutated(chance: random.Random, number: str, until: int) -> tuple[str, bytes]:
    """Return a request that no honest board sends, and what was done to it."""
    name = chance.choice(tuple(MUTATIONS))
    return name, MUTATIONS[name](chance, honest(chance, number, until))
