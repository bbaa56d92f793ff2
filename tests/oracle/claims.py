"""What the second engine claims of a whole scenario."""

from collections.abc import Sequence

from story import Story
from told import Claims, Silent


def claims_of(lines: Sequence[str]) -> list[Claims]:
    """What the second engine claims of each line, up to where the texts fall silent."""
    story, told = story_of(lines), []
    for line in lines:
        try:
            told.append(story.tell(line))
        except Silent:
            break
    return told


def story_of(lines: Sequence[str]) -> Story:
    """The table of a scenario: its first lines say rule book and table."""
    table = dict(word.split("=") for word in lines[1].split()[1:]) if lines[1:] and lines[1].startswith("table") else {}
    return Story(lines[0].split()[1], table)
