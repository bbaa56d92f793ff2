"""What happened, in a line each."""

import pytest

from firmware.console.event_words import event_line
from firmware.game import events as g
from firmware.screens.words import words_of


@pytest.mark.parametrize(
    ("language", "rule", "line"),
    [
        ("en", "11.2", "The card is set aside (rule 11.2)"),
        ("en", None, "The card is set aside (the book is silent)"),
        ("zh-Hans", "11.2", "（规则 11.2）"),
        ("zh-Hans", None, "（规则未提及）"),
    ],
)
def test_a_ruling_says_its_rule_or_that_there_is_none(language: str, rule: str | None, line: str) -> None:
    assert event_line(g.Ruling("excess_card", "set-aside", rule, "dealer"), words_of(language)).endswith(line)
