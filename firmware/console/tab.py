"""What a page of the console states about itself."""

from collections.abc import Callable
from typing import NamedTuple

from firmware.console.known import Known
from firmware.console.view import Page


class Tab(NamedTuple):
    """A page, and the place of its tab from the left; without a place, other pages lead to it."""

    page: Callable[[Known], Page]
    place: int | None = None
