"""The pages of the console, a file each, found and not listed: a page has its file's name."""

import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final

from firmware.console.known import Known
from firmware.console.tab import Tab
from firmware.console.view import Page


def _found() -> Iterator[tuple[str, Tab]]:
    for found in pkgutil.iter_modules(__path__):
        tab = getattr(import_module(f"{__name__}.{found.name}"), "TAB", None)
        if isinstance(tab, Tab):
            yield found.name, tab


_PLACES: Final = sorted((tab.place, name, tab.page) for name, tab in _found() if tab.place is not None)
PAGES: Final[dict[str, Callable[[Known], Page]]] = {name: page for _, name, page in _PLACES}
# Pages that others lead to.
BEHIND: Final[dict[str, Callable[[Known], Page]]] = {name: tab.page for name, tab in _found() if tab.place is None}
