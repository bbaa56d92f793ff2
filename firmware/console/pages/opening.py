"""The console while a table that has come back is not open: who remembers what, and what to do."""

from collections.abc import Iterator
from typing import Final

from firmware.console.known import Known
from firmware.console.view import Choice, Page, Row
from firmware.kit.words import Words
from firmware.table.core.waiting import CONTRADICTS, Heard, OpeningStage, Waiting
from firmware.table.features.opening import word_for

TERMINAL: Final = "ats-"
LOOKS: Final[dict[str, str]] = {"agrees": "good", "later": "alarm", "other": "alarm", "lost": "notice"}


def line(known: Known, waiting: Waiting) -> tuple[str, str]:
    """Return the console's first line, and its look."""
    stage = waiting.stage(known.now)
    rest = max(0, -(-(waiting.until - known.now) // 1000))
    look = {OpeningStage.STOPPED: "alarm", OpeningStage.WORD_NEEDED: "notice"}.get(stage, "plain")
    return known.words(f"opening.{stage.value}", seconds=rest), look


def choices(known: Known, waiting: Waiting) -> tuple[Choice, ...]:
    """Return the console's large buttons: the word, if it is needed, for a person who may give it."""
    if waiting.stage(known.now) is not OpeningStage.WORD_NEEDED:
        return ()
    return (Choice(("op", "open-on-word"), known.words("op.open-on-word"), "main", on=known.may(word_for(waiting))),)


def page(known: Known, waiting: Waiting, main: tuple[Choice, ...]) -> Page:
    """Return the page, with what can be done now."""
    return Page(known.words("opening.title"), tuple(_rows(known, waiting, main)))


def _rows(known: Known, waiting: Waiting, main: tuple[Choice, ...]) -> Iterator[Row]:
    words = known.words
    to_do = words(f"opening.to_do.{waiting.stage(known.now).value}")
    yield Row(words("opening.to_do"), to_do, choices=main)
    for doubt in waiting.doubts:
        yield Row(words(f"opening.doubt.{doubt}"), words(f"opening.doubt.{doubt}.note"), look="notice")
    # First what contradicts the journal: there may be fifty others.
    for heard in sorted(waiting.heard, key=lambda one: one.verdict not in CONTRADICTS):
        yield _row(words, heard)
    for device in waiting.expected:
        if all(heard.device != device for heard in waiting.heard):
            yield Row(board(words, device), words("opening.silent"))


def _row(words: Words, heard: Heard) -> Row:
    said = words(f"opening.heard.{heard.verdict}", row=heard.row)
    return Row(board(words, heard.device), said, look=LOOKS.get(heard.verdict, "deep"))


def board(words: Words, device: str) -> str:
    """Return what people call a board."""
    number = device.removeprefix(TERMINAL)
    return words("terminal", number=number) if number != device else device
