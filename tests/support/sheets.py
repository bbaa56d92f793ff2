"""Sheets: every state of what players look at, in small, at every size and in every theme (tests/pictures/sheets)."""

import sys
from pathlib import Path
from typing import Final, NamedTuple

from every_screen import ALL_SIZES, STATES, Shown, Size
from PIL import Image
from reference import Picture, differs, in_greenwich, packed

from firmware.kit.house_theme import shipped

SHEETS: Final = Path(__file__).parent.parent / "pictures" / "sheets"
SCREENS: Final = ("ats", "wnd")
# The longer side of a state on a sheet, about, and how many stand side by side.
LONG: Final = 200
ACROSS: Final = 10


class Sheet(NamedTuple):
    screen: str
    size: Size
    theme: str

    @property
    def name(self) -> str:
        return f"{self.screen}-{self.theme}-{self.size[0]}x{self.size[1]}.png"

    @property
    def states(self) -> tuple[str, ...]:
        return STATES[self.screen]

    def draw(self) -> list[Image.Image]:
        small = max(self.size) // LONG
        shown = [Shown(self.screen, state, "en") for state in self.states]
        return [Picture(one, self.size, self.theme).draw().reduce(small) for one in shown]

    def laid_out(self) -> Image.Image:
        tiles = self.draw()
        w, h = tiles[0].size
        sheet = Image.new("RGB", (w * ACROSS, h * -(-len(tiles) // ACROSS)))
        for number, tile in enumerate(tiles):
            sheet.paste(tile, (number % ACROSS * w, number // ACROSS * h))
        return packed(sheet)

    def kept(self) -> list[Image.Image]:
        """Return the states of a kept sheet; none where their number or size is another."""
        if not (SHEETS / self.name).exists():
            return []
        sheet = Image.open(SHEETS / self.name).convert("RGB")
        w, rows = sheet.width // ACROSS, -(-len(self.states) // ACROSS)
        h = sheet.height // rows
        places = [(number % ACROSS * w, number // ACROSS * h) for number in range(len(self.states))]
        return [sheet.crop((x, y, x + w, y + h)) for x, y in places]

    def changed(self) -> list[str]:
        """Return the states that do not look as they are kept."""
        kept = self.kept()
        if len(kept) != len(self.states):
            return list(self.states)
        return [state for state, made, was in zip(self.states, self.draw(), kept, strict=True) if differs(made, was)]


def every_sheet() -> list[Sheet]:
    return [Sheet(screen, size, theme) for screen in SCREENS for theme in shipped() for size in ALL_SIZES]


def keep_all() -> None:
    """Make the sheets anew on which something changed."""
    in_greenwich()
    SHEETS.mkdir(exist_ok=True)
    wanted = {sheet.name: sheet for sheet in every_sheet()}
    for old in SHEETS.glob("*.png"):
        if old.name not in wanted:
            old.unlink()
    for name, sheet in wanted.items():
        if sheet.changed():
            sheet.laid_out().save(SHEETS / name, optimize=True)
            sys.stdout.write(f"made: {name}\n")


if __name__ == "__main__":
    keep_all()
