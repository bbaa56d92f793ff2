"""The pages of the console, a file each, in the order of the tabs; a new page is a new file and a line here."""

from collections.abc import Callable
from typing import Final

from firmware.console.known import Known
from firmware.console.pages import coups, devices, game, shoe, staff, terminal, terminals
from firmware.console.view import Page

PAGES: Final[dict[str, Callable[[Known], Page]]] = {
    "terminals": terminals.page,
    "shoe": shoe.page,
    "game": game.page,
    "coups": coups.page,
    "devices": devices.page,
    "staff": staff.page,
}
# Pages that others lead to.
BEHIND: Final[dict[str, Callable[[Known], Page]]] = {"terminal": terminal.page}
