"""Tests that stay within this process are quick, and fail for nothing that happens elsewhere; the others say so.

`@pytest.mark.outside`: it waits for a process, a port, a pseudo-terminal, a window or a browser. Whoever goes there
without it fails.
"""

import os
import sys
from collections.abc import Generator
from typing import Any, Final

import pytest

OUTSIDE: Final = frozenset(
    {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "socket.bind", "socket.connect"}
)
_inside: list[str] = []
_openpty = os.openpty


def _watch(event: str, _: tuple[Any, ...]) -> None:
    if _inside and event in OUTSIDE:
        raise RuntimeError(f"{_inside[-1]} goes outside ({event}): mark it with @pytest.mark.outside")


def _pseudo_terminal() -> tuple[int, int]:
    _watch("os.forkpty", ())
    return _openpty()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Hold a test that is not marked to this process, its fixtures too."""
    if item.get_closest_marker("outside") is None:
        _inside.append(item.nodeid)
    try:
        return (yield)
    finally:
        _inside.clear()


def pytest_configure() -> None:
    """Watch from here on."""
    sys.addaudithook(_watch)
    os.openpty = _pseudo_terminal
