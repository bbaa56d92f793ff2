"""Writes the rooms of the firmware into a page, out of the contract that holds them: `python -m rooms PAGE`.

What a room is for, its own docstring says; what it may import, the layers of the contract in pyproject.toml.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).parents[2]
BEGIN, END = "<!-- rooms -->", "<!-- end of rooms -->"


def contracts() -> list[dict[str, object]]:
    """Return the contracts that are about layers."""
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    return [one for one in settings["tool"]["importlinter"]["contracts"] if one["type"] == "layers"]


def rooms(layer: str) -> list[str]:
    """Return the rooms that stand side by side in a layer."""
    return [room.strip() for room in re.split(r"[|:]", layer)]


def purpose(container: str, room: str) -> str:
    """Return what a room says of itself, in a line."""
    place = PROJECT / container.replace(".", "/") / room
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    said = ast.get_docstring(ast.parse(file.read_text()))
    assert said, f"{file} says nothing of what it is for"
    return said.splitlines()[0]


def name(container: str, room: str) -> str:
    """Return a room as a page names it."""
    place = f"{container.replace('.', '/')}/{room}"
    return f"{place}/" if (PROJECT / place).is_dir() else f"{place}.py"


def table() -> Iterator[str]:
    """Return the rooms from the top to the ground: each may import what stands below it, and nothing beside it."""
    for contract in contracts():
        (container,) = contract["containers"]  # type: ignore[misc]
        yield f"In `{container.replace('.', '/')}/`, from the top to the ground; each row may import the rows below it:"
        yield ""
        yield "| room | what it is for |"
        yield "|---|---|"
        for layer in contract["layers"]:  # type: ignore[attr-defined]
            found = rooms(layer)
            yield (
                "| "
                + "<br>".join(f"`{name(container, room)}`" for room in found)
                + " | "
                + "<br>".join(purpose(container, room) for room in found)
                + " |"
            )
        yield ""


def written(page: str) -> str:
    """Return a page with the rooms as they are."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n" + "\n".join(table()) + f"{END}{after}"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.write_text(written(target.read_text()))
