"""Records of decisions: one decision each, a number, a title, where it stands, and a list of all."""

import re
from pathlib import Path

import pytest
from decisions_page import FOLDER, page, records

RECORDS = records()
# A record of several decisions has a list of them, as that of our first readings had.
SEVERAL = re.compile(r"^\d+\. \*\*", re.MULTILINE)
MOST_LINES = 45


def test_each_has_a_number_of_its_own_and_says_where_it_stands() -> None:
    # Several people write at a time, each with numbers kept for them: one that is not used leaves a gap.
    assert [one.number for one in RECORDS] == sorted({one.number for one in RECORDS})
    for one in RECORDS:
        assert one.path.name.startswith(f"{one.number:04}-"), one.path.name
        assert re.fullmatch(r"accepted|proposed|replaced by \d{4}", one.status), one.path.name


def test_each_is_of_one_decision() -> None:
    for one in RECORDS:
        assert not SEVERAL.search(one.body), one.path.name
        assert one.body.count("\n") <= MOST_LINES, f"{one.path.name}: so long a record is of several decisions"
    assert len({one.title for one in RECORDS}) == len(RECORDS)


def test_the_list_is_of_these_records() -> None:
    assert (FOLDER / "README.md").read_text() == page(), "run make manual"
    assert {path.name for path in FOLDER.iterdir()} == {"README.md", *(one.path.name for one in RECORDS)}


@pytest.mark.parametrize(
    "text",
    ["# A title\n\nStatus: accepted.\n\nWhy.\n", "# 1. A title\nStatus: accepted.\n", "# 1. T\n\nAccepted.\n\nX"],
)
def test_a_record_that_is_laid_out_otherwise_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "0001-a-title.md").write_text(text)
    with pytest.raises(ValueError, match=r"^0001-a-title\.md: "):
        records(tmp_path)
