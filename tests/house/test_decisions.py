"""Records of decisions: a number each, a title that has it, and where the decision stands."""

import re
from pathlib import Path

RECORDS = sorted((Path(__file__).parents[2] / "docs/decisions").glob("*"))


def test_each_has_a_number_of_its_own_and_says_where_it_stands() -> None:
    assert [int(path.name[:4]) for path in RECORDS] == list(range(1, len(RECORDS) + 1))
    for path in RECORDS:
        title, _, status, _ = path.read_text().split("\n", 3)
        assert title.startswith(f"# {int(path.name[:4])}. "), path.name
        assert re.fullmatch(r"Status: (accepted|proposed|replaced by \d{4})\.", status), path.name
