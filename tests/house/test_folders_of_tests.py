"""Tests lie where what they try lies: each folder of them is named as a room of the product, or is a kind of proof."""

from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).parent.parent.parent
# What goes over the whole product, or serves all tests: no one room.
OF_THE_WHOLE: Final = {"conformance", "house", "image", "journals", "mutants", "oracle", "pairs", "support"}


def test_each_folder_of_tests_is_named_as_a_room_of_the_product() -> None:
    folders = {folder.name for folder in (PROJECT / "tests").iterdir() if any(folder.rglob("*.py"))}
    rooms = {
        *("hal", "drivers", "sim", "bench"),
        *(room.name for room in (PROJECT / "firmware").iterdir() if (room / "__init__.py").exists()),
    }
    assert folders - rooms - OF_THE_WHOLE == set()
