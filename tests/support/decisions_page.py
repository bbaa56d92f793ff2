"""Writes the list of all decisions from their records: `python -m decisions_page`, with this folder on the path."""

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[2] / "docs/decisions"
BEGINNING = """\
# Decisions

Why things are as they are: one decision a record. A decision that is changed later gets a new record, and the old one
says which. No number is given twice. Some are missing: several people wrote at a time, each with numbers set aside, and
not every one was used. `make manual` writes this list.

| | decision | status |
|---|---|---|
"""


class Record(NamedTuple):
    """A record: where it is, its number, what was decided, and where that stands."""

    path: Path
    number: int
    title: str
    status: str
    body: str


def records(folder: Path = FOLDER) -> list[Record]:
    """Return all records, by their numbers. A record that is laid out otherwise is a ValueError that names it."""
    found = []
    for path in sorted(folder.glob("[0-9]*.md")):
        try:
            title, nothing, status, gap, body = path.read_text().split("\n", 4)
            number, name = title.removeprefix("# ").split(". ", 1)
        except ValueError:
            raise ValueError(f"{path.name}: a record begins with `# N. Title`, an empty line, `Status: …`") from None
        if nothing or gap or not status.startswith("Status: "):
            raise ValueError(f"{path.name}: its third line is its status, and empty lines stand around it")
        found.append(Record(path, int(number), name, status.removeprefix("Status: ").rstrip("."), body))
    return found


def page(folder: Path = FOLDER) -> str:
    """Return the list."""
    lines = (f"| {one.number} | [{one.title}]({one.path.name}) | {one.status} |\n" for one in records(folder))
    return BEGINNING + "".join(lines)


if __name__ == "__main__":
    (FOLDER / "README.md").write_text(page())
