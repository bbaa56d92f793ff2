"""Of tests with very many cases a run of the whole suite draws some; nothing is left out where a file is named."""

from types import SimpleNamespace
from typing import Any

import pytest
from some_cases import chosen, some_of, takes_all


def cases(count: int) -> list[Any]:
    return [SimpleNamespace(nodeid=f"tests/test_x.py::test_y[{number}]") for number in range(count)]


def test_one_in_so_many_is_drawn_anew_by_each_seed_and_every_case_comes_up() -> None:
    many = cases(30)
    assert [len(chosen(many, 3, "1")), len(chosen(many[:2], 3, "1")), len(chosen(many[:1], 9, "1"))] == [10, 1, 1]
    assert chosen(many, 3, "1") == chosen(many, 3, "1")
    drawn = {case.nodeid for seed in range(30) for case in chosen(many, 3, str(seed))}
    assert drawn == {case.nodeid for case in many}


@pytest.mark.parametrize(
    ("words", "name", "value", "whole"),
    [
        (["tests"], "X", "x", False),
        (["tests/pairs", "tests/table/test_x.py"], "PROPERTIES", "default", False),
        (["tests/table/test_x.py"], "X", "x", True),
        (["tests/table/test_x.py::test_y"], "X", "x", True),
        (["tests"], "COVERED", "yes", True),
        (["tests"], "PROPERTIES", "deep", True),
    ],
)
def test_all_are_taken_where_files_are_named_branches_are_counted_or_the_run_is_deep(
    words: list[str], name: str, value: str, *, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COVERED", raising=False)
    monkeypatch.delenv("PROPERTIES", raising=False)
    monkeypatch.setenv(name, value)
    assert takes_all(SimpleNamespace(args=words)) is whole  # type: ignore[arg-type]


def test_of_what_a_test_goes_through_by_itself_one_in_so_many_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COVERED", raising=False)
    monkeypatch.delenv("PROPERTIES", raising=False)
    few: Any = SimpleNamespace(args=["tests"])
    drawn = set()
    for seed in range(30):
        monkeypatch.setenv("SOME_CASES", str(seed))
        some = some_of(range(20), 5, "x", few)
        assert len(some) == 4
        drawn |= set(some)
    assert drawn == set(range(20))
    assert some_of(range(20), 5, "x", SimpleNamespace(args=["tests/test_x.py"])) == range(20)  # type: ignore[arg-type]
