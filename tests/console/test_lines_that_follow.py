"""What would follow is shown whole, or says how much more there is."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from firmware.console.flow import MOST_LINES, Flow
from firmware.console.known import Known
from firmware.kit.words import words_of


@pytest.mark.parametrize(("lines", "last"), [(1, "line 1"), (9, "line 9"), (10, "and 2 more"), (50, "and 42 more")])
def test_lines_for_which_there_is_no_room_are_counted(lines: int, last: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = cast("Known", SimpleNamespace(words=words_of("en")))
    flow = Flow("unfreeze", ())
    monkeypatch.setattr(Flow, "ask", lambda *_: None)
    flow.foresee(tuple(f"line {line}" for line in range(1, lines + 1)), cast("Any", None))
    shown = flow.form(known).lines
    assert len(shown) == min(lines, MOST_LINES)
    assert shown[-1] == last
