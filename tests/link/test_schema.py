"""The JSON schema in docs/ is that of the messages: others read and write them by it."""

import json
import re
from pathlib import Path
from typing import Any, Final, get_args

from firmware.link import bounds as b
from firmware.link import messages as m
from firmware.link.schema import written

FILE: Final = Path(__file__).parents[2] / "docs" / "messages.schema.json"
KINDS: Final[dict[str, Any]] = json.loads(FILE.read_text())["$defs"]


def test_the_file_is_that_of_the_messages() -> None:
    assert FILE.read_text() == written(), "the messages changed: make manual"


def test_it_says_every_request_with_its_bounds() -> None:
    wager = KINDS["SetWager"]
    assert wager["properties"]["amount"] == {"type": "integer", "minimum": 0, "maximum": b.MOST_STAKE}
    bet = re.compile(wager["properties"]["bet"]["pattern"])
    assert all(bet.search(name) for name in b.BETS)
    assert not bet.search("player ")
    assert set(wager["required"]) == {"ask", "bet", "amount"}
    for kind in get_args(m.Request):
        assert KINDS[kind.__name__]["properties"]["ask"]["enum"] == [kind.__struct_config__.tag]


def test_what_it_does_not_name_is_refused_in_a_request_alone() -> None:
    strict = {name for name, kind in KINDS.items() if kind.get("additionalProperties") is False}
    assert {"Envelope", "PrintedView", *(kind.__name__ for kind in get_args(m.Request))} <= strict
    assert not {"Answer", "Beat", "PublicView", "AccountView", "HeadView", "WhoRemembers"} & strict


def test_its_patterns_are_those_that_every_language_reads() -> None:
    patterns = re.findall(r'"pattern": "(.*)"', FILE.read_text())
    assert patterns
    assert all(pattern[0] == "^" and pattern[-1] == "$" for pattern in patterns)
    assert not any(r"\\A" in pattern or r"\\Z" in pattern for pattern in patterns)
