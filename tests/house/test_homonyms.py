"""One word for one thing: no two classes have one name, but for a few, each with its reason."""

import ast
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from parsed import nodes

PROJECT = Path(__file__).parents[2]
FOLDERS = ("firmware", "hal", "drivers", "sim")
OF_A_TOURNAMENT: Final = "a tournament's own (12): neither side knows the other"
BECOMES: Final = "a board's message, and the command that it becomes"
OF_EACH_MAKE: Final = "each make of device has its own, by the interface in hal"
REASONS: Final = {
    "CardSeen": "the step that a sighting is, and the event that it becomes; a shoe's frame, printed by its name",
    "Report": "a shoe's frame, printed by its name; a tournament's, to be signed",
    "AskNote": BECOMES,
    "AskTicket": BECOMES,
    "CreditNote": BECOMES,
    "CreditTicket": BECOMES,
    "PayByTicket": BECOMES,
    "ShowPocket": BECOMES,
    "Options": OF_EACH_MAKE,
    "Reader": OF_EACH_MAKE,
    **dict.fromkeys(
        (
            "Answer", "Asked", "Attendance", "BuyBack", "Command", "CoupOpened", "CoupRecord", "Enter", "Entry",
            "Event", "Outcome", "SessionEnded", "SessionStarted", "SignOff", "SignOn", "Standing", "StartSession",
            "Turn",
        ),
        OF_A_TOURNAMENT,
    ),
}  # fmt: skip


def classes(texts: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the files that have a class of a name, once for each class."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for file, text in texts.items():
        for node in nodes(text):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(file)
    return found


@cache
def found() -> dict[str, list[str]]:
    files = sorted(path for folder in FOLDERS for path in (PROJECT / folder).rglob("*.py"))
    return classes({str(path.relative_to(PROJECT)): path.read_text() for path in files})


def twice() -> dict[str, list[str]]:
    return {name: files for name, files in found().items() if len(files) > 1}


def test_no_class_has_the_name_of_another() -> None:
    assert len(found()) > 700
    assert {name: files for name, files in twice().items() if name not in REASONS} == {}


def test_each_reason_is_still_one() -> None:
    assert REASONS.keys() - twice().keys() == set()


def test_what_is_said_to_be_a_tournaments_is() -> None:
    for name, reason in REASONS.items():
        files = twice()[name]
        if reason == OF_A_TOURNAMENT:
            outside = [file for file in files if not file.startswith("firmware/tournament/")]
            inside = len(files) - len(outside)
            assert inside
            assert len(outside) <= 1, f"{name} stands twice outside, too: {outside}"


def test_a_second_class_of_a_name_is_found() -> None:
    texts = {
        "one.py": "class Coup: ...\nclass _Own: ...\n",
        "two.py": "def made():\n    class Coup: ...\nclass _Own: ...\n",
    }
    assert classes(texts) == {"Coup": ["one.py", "two.py"]}


def test_the_page_of_words_has_each_word_once() -> None:
    rows = [line for line in (PROJECT / "docs/words.md").read_text().splitlines() if line.startswith("| ")]
    words = [word.strip() for row in rows for word in row.split("|")[1].split(",")]
    assert len(words) > 40
    assert sorted(word for word in set(words) if words.count(word) > 1) == ["word"]  # the heads of the tables
