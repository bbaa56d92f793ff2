"""How a house's screens look and sound: one file, with its colours, felt, deck, chips, logo, type and sounds.

A theme is a folder or, as a house hands it over, a zip file of the same: `theme.toml`, and the pictures that it names.
It says only what differs; the rest comes from the theme it is `like`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from firmware.kit.theme import CHIPS, INKS, LOOKS, Colour, figure_on, on
from firmware.toml_text import NotToml, read_toml

if TYPE_CHECKING:
    import zipfile

# Not importlib.resources: a starting board would load a twentieth more.
SHIPPED: Final = Path(__file__).with_name("themes")
FIRST: Final = "baize"
Hex = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
Tones = tuple[tuple[float, float], ...]
PICTURES: Final = (
    "logo", "chip", "back", "suit-S", "suit-H", "suit-D", "suit-C", "court-J", "court-Q", "court-K",
)  # fmt: skip
SOUNDS: Final = ("touch", "chip", "open", "closed", "count", "result", "alarm", "door")


class Paint(Struct, frozen=True, forbid_unknown_fields=True):
    """How a panel or button is painted. Without `fill`, what is behind it shows. `hatch`: its stripes."""

    ink: Hex
    edge: Hex
    fill: Hex | None = None
    hatch: Hex | None = None


class ChipPaint(Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of a chip: its body, its edge spots and the figure on it."""

    body: Hex
    spots: Hex
    figure: Hex


class Arc(Struct, frozen=True, forbid_unknown_fields=True):
    """A printed line of the felt: a part of a circle, in shares of the felt's width from its upper left corner."""

    ink: Hex
    x: float
    y: float
    radius: float
    width: float


class Felt(Struct, frozen=True, forbid_unknown_fields=True):
    """The cloth: lighter where the lamp hangs, with what is printed on it."""

    lit: Hex
    dark: Hex
    weave: Annotated[int, Meta(ge=0, le=8)] = 0
    arcs: tuple[Arc, ...] = ()


class Fonts(Struct, frozen=True, forbid_unknown_fields=True):
    """The files of its type."""

    regular: str
    bold: str


class Theme(Struct, frozen=True, forbid_unknown_fields=True):
    """A theme, with its pictures as SVG by their names."""

    name: str
    inks: dict[str, Hex]
    looks: dict[str, Paint]
    chips: dict[str, ChipPaint]
    felt: Felt
    fonts: Fonts
    sounds: dict[str, Tones]
    pictures: dict[str, str]

    def colours(self) -> dict[str, Colour]:
        """Return the colour of each ink, including those on panels and buttons."""
        on_looks = {on(look): paint.ink for look, paint in self.looks.items()}
        on_chips = {figure_on(int(value)): paint.figure for value, paint in self.chips.items()}
        return {name: rgb(colour) for name, colour in (self.inks | on_looks | on_chips).items()}


def rgb(colour: str) -> Colour:
    """Return a colour as three numbers.

    >>> rgb("#0a3e36")
    (10, 62, 54)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def shipped() -> tuple[str, ...]:
    """Return the themes that every board has."""
    return tuple(sorted(entry.name for entry in SHIPPED.iterdir() if entry.is_dir()))


@cache
def theme_of(name: str) -> Theme:
    """Return a theme: one that every board has, by its name, or a house's own, by its file.

    Raises ValueError for a theme that lacks something or has an unknown key.
    """
    try:
        theme = msgspec.convert(_read(name), Theme, strict=False)
    except (OSError, KeyError, NotToml, msgspec.ValidationError) as error:
        raise ValueError(f"theme {name!r}: {error}") from error
    missing = list(_missing(theme))
    if missing:
        raise ValueError(f"theme {name!r} lacks {', '.join(missing)}")
    return theme


def font_file(name: str, file: str) -> "Path | zipfile.Path":
    """Return a theme's font: its own, or one that every board has."""
    own = _place(name) / file
    return own if own.is_file() else SHIPPED.with_name("fonts") / file


def _missing(theme: Theme) -> Iterator[str]:
    wanted: dict[str, tuple[Iterable[str], Mapping[str, object]]] = {
        "ink": (INKS, theme.inks), "look": (LOOKS, theme.looks), "chip": (map(str, CHIPS), theme.chips),
        "picture": (PICTURES, theme.pictures), "sound": (SOUNDS, theme.sounds),
    }  # fmt: skip
    for kind, (names, there) in wanted.items():
        yield from (f"{kind} {name}" for name in names if name not in there)


def _place(name: str) -> "Path | zipfile.Path":
    if re.fullmatch("[a-z-]+", name):
        if name not in shipped():
            raise OSError(f"there is none; there are {', '.join(shipped())}, or a house's own file")
        return SHIPPED / name
    path = Path(name)
    return path if path.is_dir() else _zipped(path)


def _zipped(file: Path) -> "zipfile.Path":
    import zipfile  # noqa: PLC0415 - only a house that has its own file of a theme needs it

    try:
        with zipfile.ZipFile(file) as opened:
            damaged = opened.testzip()
    except (zipfile.BadZipFile, RuntimeError) as error:  # RuntimeError: it has a password, or is packed in another way
        raise OSError(str(error)) from None
    if damaged is not None:
        raise OSError(f"{damaged} in it is damaged")
    return zipfile.Path(file)


def _read(name: str) -> dict[str, Any]:
    """Return a theme laid over the one it is like."""
    place = _place(name)
    said: dict[str, Any] = read_toml((place / "theme.toml").read_text(encoding="utf-8"))
    like = said.pop("like", None)
    base = _read(like) if like in shipped() and like != name else {}
    vectors = [entry for entry in place.iterdir() if entry.name.endswith(".svg")]
    drawn = {entry.name.removesuffix(".svg"): entry.read_text(encoding="utf-8") for entry in vectors}
    return _over(base, {**said, "pictures": drawn})


def _over(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Lay a theme's own over another's: table by table, and within `inks`, `looks` and the like name by name."""
    laid = {
        key: {**base[key], **value} if isinstance(value, dict) and isinstance(base.get(key), dict) else value
        for key, value in own.items()
    }
    return {**base, **laid}
