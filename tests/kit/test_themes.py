"""A house's theme: one file, with all that its screens show and sound like; what it does not say is another's."""

import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import pygame
import pytest

from firmware.kit.art import Art
from firmware.kit.house_theme import FIRST, PICTURES, SHIPPED, SOUNDS, font_file, shipped, theme_of
from firmware.kit.settings import ScreenSettings
from firmware.kit.theme import CHIPS, INKS, LOOKS

LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="@gold"/></svg>'


def house_file(folder: Path, text: str = 'name = "Ours"\nlike = "baize"\n[inks]\ngold = "#00ff00"\n') -> str:
    """Write a house's theme as one file, with a logo and a font of its own."""
    path = folder / "ours.theme"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("theme.toml", text)
        file.writestr("logo.svg", LOGO)
        file.write(str(font_file(FIRST, theme_of(FIRST).fonts.bold)), "ours.otf")
    return str(path)


def test_three_themes_are_shipped() -> None:
    assert shipped() == ("baize", "contrast", "quiet")


@pytest.mark.parametrize("name", shipped())
def test_a_theme_has_all_that_screens_name(name: str) -> None:
    theme = theme_of(name)
    assert set(INKS) <= set(theme.inks)
    assert set(LOOKS) == set(theme.looks)
    assert {str(value) for value in CHIPS} == set(theme.chips)
    assert set(PICTURES) <= set(theme.pictures)
    assert set(SOUNDS) == set(theme.sounds)
    assert font_file(name, theme.fonts.regular).is_file()


def test_a_houses_theme_is_one_file_that_says_only_what_is_its_own(tmp_path: Path) -> None:
    name = house_file(tmp_path, 'name = "Ours"\nlike = "baize"\n[inks]\ngold = "#00ff00"\n[fonts]\nbold = "ours.otf"\n')
    ours, baize = theme_of(name), theme_of("baize")
    assert (ours.name, ours.inks["gold"], ours.pictures["logo"]) == ("Ours", "#00ff00", LOGO)
    assert ours.looks == baize.looks
    assert ours.pictures["suit-S"] == baize.pictures["suit-S"]
    assert ours.fonts == msgspec.structs.replace(baize.fonts, bold="ours.otf")
    art = Art(name)
    assert art.drawing("logo", (4, 4), {}).get_at((1, 1))[:3] == (0, 255, 0)
    assert art.text("1", 20, "gold", bold=True).get_width() > 0
    assert ScreenSettings(theme=name).theme == name


def test_a_houses_theme_may_be_a_folder_while_it_is_made(tmp_path: Path) -> None:
    shutil.copytree(str(SHIPPED / "quiet"), tmp_path / "ours")
    assert theme_of(str(tmp_path / "ours")).felt == theme_of("quiet").felt


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('name = "Ours"\n', "missing required field"),
        ('name = "Ours"\nlike = "quiet"\nfont = 1\n', "unknown field `font`"),
        ('name = "Ours"\nlike = "quiet"\n[inks]\ngold = "yellow"\n', "inks"),
        ("name = ", "Invalid value"),
    ],
)
def test_a_theme_that_cannot_be_used_is_said(tmp_path: Path, text: str, says: str) -> None:
    name = house_file(tmp_path, text)
    with pytest.raises(ValueError, match=says):
        theme_of(name)
    with pytest.raises(msgspec.ValidationError, match="theme"):
        msgspec.convert({"theme": name}, ScreenSettings)


@pytest.mark.parametrize("spoil", [lambda data: data[:-40], lambda data: data.replace(LOGO.encode(), b"x" * len(LOGO))])
def test_a_file_that_is_damaged_is_said(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    path = Path(house_file(tmp_path))
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(ValueError, match="theme"):
        theme_of(str(path))


def test_a_theme_that_lacks_something_says_what(tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    shutil.copytree(str(SHIPPED / "quiet"), folder)
    (folder / "court-K.svg").unlink()
    text = (folder / "theme.toml").read_text(encoding="utf-8")
    (folder / "theme.toml").write_text(text.replace('gold = "#f0c768"\n', ""), encoding="utf-8")
    with pytest.raises(ValueError, match="lacks ink gold, picture court-K"):
        theme_of(str(folder))


@pytest.mark.parametrize("name", ["no-such", "/nowhere/ours.theme"])
def test_a_theme_that_is_not_there_is_said(name: str) -> None:
    with pytest.raises(ValueError, match="theme"):
        theme_of(name)


def test_figures_are_tabular() -> None:
    # An amount that changes does not move what stands beside it.
    art = Art()
    for bold in (False, True):
        assert len({art.width(str(figure) * 20, 40, bold=bold) for figure in range(10)}) == 1


def test_the_themes_vectors_are_drawn_as_large_as_they_fit() -> None:
    art, grey = Art(), (9, 9, 9)
    for picture in PICTURES:
        drawn = art.drawing(picture, (90, 90), dict.fromkeys(("body", "spots", "dark", "light"), grey))
        assert max(drawn.get_size()) in (89, 90)
        assert pygame.mask.from_surface(drawn).count() > 0
