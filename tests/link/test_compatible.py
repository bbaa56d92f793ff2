"""Boards of one version go together, though one is newer: what it tells beyond is passed over, what it asks is not."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from firmware.link import messages as m
from firmware.link.account_parts import RefusalView
from firmware.link.journal_messages import HeadView, WhoRemembers
from firmware.link.message import Asked, Message
from firmware.link.wager_messages import SetWager


def below(kind: type[Message]) -> Iterator[type[Message]]:
    for one in kind.__subclasses__():
        if one.__module__.startswith("firmware."):
            yield one
            yield from below(one)


KINDS = sorted(set(below(Message)), key=lambda kind: kind.__name__)
ASKED = [kind for kind in KINDS if kind.__struct_config__.forbid_unknown_fields]
TOLD = [kind for kind in KINDS if kind not in ASKED]
# A board says a head back as it was told: its signature holds it together.
SAID_BACK = (HeadView,)


def newer(said: dict[str, Any]) -> bytes:
    return json.dumps({**said, "of_the_next_release": {"any": [1]}}).encode()


def test_an_answer_and_a_beat_of_a_newer_board_are_read_as_before() -> None:
    answer = {"number": "ats-2:7", "outcome": "done", "accepted": 1000}
    assert msgspec.json.decode(newer(answer), type=m.Answer) == m.Answer("ats-2:7", "done", accepted=1000)
    assert msgspec.json.decode(newer({"at": 5, "number": 3}), type=m.Beat) == m.Beat(5, 3)


def test_a_request_that_asks_more_than_is_known_is_refused_wherever_it_says_so() -> None:
    wager = {"ask": "wager", "bet": "banker", "amount": 1000}
    envelope = {"number": "7", "until": 1000, "what": wager}
    assert msgspec.json.decode(json.dumps(envelope), type=m.Envelope).what == SetWager("banker", 1000)
    for more in (newer(envelope), json.dumps({**envelope, "what": json.loads(newer(wager))}).encode()):
        with pytest.raises(msgspec.ValidationError, match="unknown field `of_the_next_release`"):
            msgspec.json.decode(more, type=m.Envelope)


def test_what_is_asked_is_strict_and_what_is_told_is_not() -> None:
    assert {m.Envelope, *below(Asked)} <= set(ASKED)
    assert {m.Answer, m.Beat, m.PublicView, m.AccountView, HeadView, WhoRemembers, RefusalView} <= set(TOLD)


@pytest.mark.parametrize("kind", ASKED, ids=lambda kind: kind.__name__)
def test_what_a_request_is_made_of_is_as_strict(kind: type[Message]) -> None:
    for field in msgspec.structs.fields(kind):
        for held in set(TOLD) - set(SAID_BACK):
            assert held.__name__ not in str(field.type), f"{kind.__name__}.{field.name} passes over unknown keys"
