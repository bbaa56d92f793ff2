"""Writes the codes of the operator's page from the lists that the firmware speaks by: `python -m operator_page`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from firmware.provisioned import board_file
from firmware.updating import bundle
from hal.faults import FAULTS

PAGE: Final = Path(__file__).parents[2] / "docs" / "operator.md"
BEGIN: Final = "<!-- Written by `make manual` from the code; change it there. -->\n"
END: Final = "<!-- So far. -->\n"


def codes() -> Iterator[str]:
    """Return the tables of all codes."""
    yield from _table("On the console and at terminals", ("what happened", "what to do"))
    yield from (f"| `{code}` | {advice.happened} | {advice.remedy} |" for code, advice in FAULTS.items())
    yield from _table("Of a board file (`take-in`)", ("why it is not taken in",))
    yield from (f"| `{why}` | {_sentence(said)} |" for why, said in board_file.WORDS.items())
    yield from _table("Of an update", ("why it is refused",))
    yield from (f"| `{why}` | {_sentence(said)} |" for why, said in bundle.WORDS.items())


def _table(title: str, heads: tuple[str, ...]) -> Iterator[str]:
    yield from ("", f"### {title}", "", f"| code | {' | '.join(heads)} |", "|---|" + "---|" * len(heads))


def _sentence(said: str) -> str:
    return f"{said[0].upper()}{said[1:]}."


def written(page: str) -> str:
    """Return the page with its tables as the code has them."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n".join([*codes(), ""]) + "\n" + END + after


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
