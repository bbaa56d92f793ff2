"""What a page of the console says of itself."""

from collections.abc import Callable
from typing import NamedTuple

from firmware.console.known import Known
from firmware.console.view import Page


class Tab(NamedTuple):
    """A page, and the place of its tab from the left; without one, it is a page that others lead to."""

    page: Callable[[Known], Page]
    place: int | None = None
