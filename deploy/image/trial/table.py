"""A table from power on to a coup, and what its card holds then."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PIL import Image

from image.said import say
from image.trial.at_the_console import one_coup
from image.trial.board import BoardTrial, arguments_of
from image.trial.books import rows_of
from image.trial.given import rapid_table
from image.trial.machine import NotInTime
from image.trial.pictures import Step

# So long a busy machine may take for what a touch leads to. Touched twice, a key would be typed twice.
ANSWERED_S: Final = 20.0
# What has only just come does not take a finger yet: one that met nothing is lifted, and put there again.
TOUCHES: Final = 4
# The coup of `one_coup`, in the journal's notation, and what a sign that answered late is there.
DEALT: Final = "P 7S KD | B 6H KC = P7"
LATE_SIGN: Final = "wnd_mismatch"


class TableTrial(BoardTrial):
    """A table board in QEMU with its shoe and its sign."""

    def __init__(
        self, image: Path, folder: Path, added: dict[str, str] | None = None, *, played: Path | None = None
    ) -> None:
        super().__init__(image, folder, "table", added, played=played)

    def shows(self, step: Step, name: str) -> bool:
        """Whether the screen shows what it should after a step."""
        assert self.machine is not None
        shot = self.machine.screen(self.folder / "screen.ppm")
        with Image.open(shot) as picture:
            same = step.is_taken(picture)
            if same:
                picture.save(self.folder / f"{name}.png")
        return same

    def shows_before(self, step: Step) -> bool:
        """Whether the screen shows what a step begins with."""
        assert self.machine is not None
        with Image.open(self.machine.screen(self.folder / "screen.ppm")) as picture:
            return step.is_before(picture)

    def take(self, step: Step, number: int) -> None:
        """Take a step of a story, and wait until the screen shows what comes of it. Raises NotInTime."""
        assert self.machine is not None
        what = f"step {number} ({step.shoe or 'a touch'})"
        again = True
        for left in reversed(range(TOUCHES if step.touch is not None else 1)):
            if again:
                self.do(step)
            try:
                self.machine.wait(
                    lambda: self.shows(step, f"step-{number:02}"), ANSWERED_S * (1 + 3 * (not left)), what
                )
            except NotInTime as why:
                step.picture.save(self.folder / "wanted.png")
                with Image.open(self.folder / "screen.ppm") as picture:
                    picture.save(self.folder / "shown.png")
                    told, again = step.told(picture), step.is_before(picture)
                if not left:
                    raise NotInTime(f"{why}; {told}") from None
                # A finger that met nothing is put there again. A screen that shows something else may show more than
                # was due, an alarm that goes away by itself, say: it is given its time.
                say(f"  {what} {'met nothing, and is tried again' if again else f'is waited for: {told}'}")
            else:
                return


def one_boot(image: Path, folder: Path, added: dict[str, str] | None = None) -> dict[str, object]:
    """Start a table from an image, deal a coup by touch and shoe, and read its journal. Raises AssertionError."""
    trial = TableTrial(image, folder, added)
    try:
        steps = one_coup(folder)
        figures = trial.until_healthy()
        for number, step in enumerate(steps):
            trial.take(step, number)
        assert trial.machine is not None
        figures["coup_s"] = round(trial.machine.seconds(), 1)
        figures["coup_cpu_s"] = round(trial.machine.processor_seconds(), 1)
        say(f"  a coup is dealt, and {len(steps)} pictures are as they should be")
    finally:
        trial.end()
    data = trial.card.take_data(folder / "data")
    assert not trial.card.files("board"), f"the board file was not removed: {trial.card.files('board')}"
    figures |= coup_in(data / "table.journal")
    say("  the journal is whole, and holds the coup")
    return figures


def coup_in(journal: Path) -> dict[str, object]:
    """Hold a journal that was taken out of a card against what happened. Raises AssertionError."""
    rapid_table("journal", "verify", journal)
    return held(rows_of(journal, "result"), rows_of(journal, "irregularity"))


def held(results: list[dict[str, object]], unusual: list[dict[str, object]]) -> dict[str, object]:
    """Hold what a journal says of the coup against what was dealt. Raises AssertionError.

    Of what is unusual only a late sign may stand there: no picture is compared where the console says such things.
    """
    assert len(results) == 1, f"{len(results)} results are in the journal, and one coup was dealt"
    assert results[0]["notation"] == DEALT, f"the journal has {results[0]['notation']}, and dealt was {DEALT}"
    others = sorted({str(one["kind"]) for one in unusual} - {LATE_SIGN})
    assert not others, f"nothing unusual was dealt, and the journal has {', '.join(others)}"
    return {"results": len(results), "late_signs": len(unusual)}


def within(tries: int, boot: Callable[[], dict[str, object]]) -> dict[str, object]:
    """Return the figures of the first boot that comes to its end; each that fails is told. Raises AssertionError.

    A machine that others use too may leave an emulated board without a processor for longer than any finger waits.
    What is wrong with an image is wrong each time.
    """
    for left in reversed(range(tries)):
        try:
            return boot()
        except AssertionError as why:
            if not left:
                raise
            say(f"image-test: {why}; it is tried once more")
    raise AssertionError(f"{tries} tries are none")


def main() -> None:
    """Try an image."""
    said, added = arguments_of("image.trial.table", "starts a table in QEMU, and deals a coup")
    try:
        figures = within(2 if said.patient else 1, lambda: one_boot(said.image, said.folder, added))
    except AssertionError as why:
        raise SystemExit(f"image-test: {why}") from None
    say(json.dumps(figures))


if __name__ == "__main__":
    main()
