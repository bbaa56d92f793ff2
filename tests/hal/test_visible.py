"""Text from outside, as it is shown."""

import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from plain_text import UNSEEN, is_plain

from hal.visible import visible, visible_json


def test_what_can_be_seen_stays_as_it_is() -> None:
    for text in ("paper low", "", "百家乐\u3000庄 7 点", "Grüße, café ♠ 7♥", "r\u00a0fr\u202f1\u2009000", r"C:\new"):
        assert visible(text) == text
        assert json.loads(visible_json(json.dumps(text, ensure_ascii=False))) == text


def test_every_character_that_cannot_be_seen_is_written_out() -> None:
    written = {"\n": r"\n", "\r": r"\r", "\t": r"\t", "\0": r"\x00", "\x1b": r"\x1b", "\x7f": r"\x7f", "\x85": r"\x85",
               "\x9b": r"\x9b", "\u2028": r"\u2028", "\u202e": r"\u202e", "\u2066": r"\u2066", "\ufeff": r"\ufeff",
               "\u200b": r"\u200b", "\ud800": r"\ud800", "\U000e0001": r"\U000e0001"}  # fmt: skip
    for one, shown in written.items():
        assert visible(f"a{one}b") == f"a{shown}b"
    assert all(is_plain(visible(chr(code))) for code in range(0x110000) if unicodedata.category(chr(code)) in UNSEEN)


@given(st.text(st.characters(exclude_categories=[])))
def test_whatever_is_said_is_one_line_that_can_be_seen(text: str) -> None:
    assert is_plain(visible(text))
    assert visible(visible(text)) == visible(text)
    shown = visible_json(json.dumps({"said": text}, ensure_ascii=False))
    assert is_plain(shown)
    assert json.loads(shown) == json.loads(json.dumps({"said": text}))
