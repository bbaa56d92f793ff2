"""Cases that are folded into one test: all are tried, and the one that fails is named."""

import pytest
from each_case import each


def test_every_case_is_tried_with_every_other() -> None:
    tried = []

    @each("first", "ab")
    @each("second, third", [(1, 2), (3, 4)])
    def one(start: str, first: str, second: int, third: int) -> None:
        tried.append((start, first, second, third))

    one("x")
    assert tried == [("x", "a", 1, 2), ("x", "a", 3, 4), ("x", "b", 1, 2), ("x", "b", 3, 4)]


def test_the_case_that_fails_is_named() -> None:
    @each("number", range(5))
    def one(number: int) -> None:
        assert number < 3

    with pytest.raises(AssertionError) as failed:
        one()
    assert failed.value.__notes__ == ["case: {'number': 3}"]


def test_no_case_at_all_is_a_mistake() -> None:
    @each("number", [])
    def one(number: int) -> None:
        assert number

    with pytest.raises(AssertionError, match="there is no case"):
        one()


def test_cases_may_be_looked_for_when_the_test_is_called() -> None:
    tried, looked = [], []

    def found() -> list[int]:
        looked.append(True)
        return [1, 2]

    @each("number", found)
    def one(number: int) -> None:
        tried.append(number)

    assert not looked
    one()
    assert (tried, looked) == ([1, 2], [True])
