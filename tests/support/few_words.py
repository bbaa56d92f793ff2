"""A worker tells of a test that passed that it passed: there are ten thousand, and each word costs both sides."""

from collections.abc import Callable
from typing import Any, Final

import pytest

# Nobody reads them in a run of several workers: the one that hears them counts calls, and prints what failed.
UNREAD: Final = frozenset({"logstart", "logfinish"})


def is_read(name: str, data: dict[str, Any]) -> bool:
    """Say whether anybody reads what a worker says: a report that is no failure, and is not of the call, nobody."""
    if name != "testreport":
        return name not in UNREAD
    return data["when"] == "call" or data["outcome"] != "passed"


def _fewer(send: Callable[..., None]) -> Callable[..., None]:
    def sendevent(name: str, **said: Any) -> None:
        if is_read(name, said.get("data", {})):
            send(name, **said)

    return sendevent


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Have a worker say less, unless somebody writes down or times each part of a test."""
    if session.config.getoption("xmlpath") or session.config.getoption("durations") is not None:
        return
    for plugin in session.config.pluginmanager.get_plugins():
        if type(plugin).__name__ == "WorkerInteractor":
            plugin.sendevent = _fewer(plugin.sendevent)  # type: ignore[attr-defined]
