"""What a person touches to see to each irregularity: as often as docs/dealer.md says, on the console's own screen."""

import asyncio
import re
from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor
from touches_when_wrong import BY_A_DEALER, CASES, IN_OTHER_BOOKS, Case

from firmware.game import steps as s

PAPER = (Path(__file__).parents[2] / "docs" / "dealer.md").read_text(encoding="utf-8")
PART = PAPER.partition("## When something is out of order")[2].partition("\n## ")[0]
OTHERS = PAPER.partition("## In the books of MBS and RWS")[2].partition("\n## ")[0]
BOOKS = {
    "mbs": ("mbs-baccarat", "mbs-no-commission", "mbs-rapid-no-commission"),
    "rws": ("rws-non-commission",),
}
SAID = {what: int(touches) for what, touches in re.findall(r"^\| (.+) \| (\d+) \|$", PART, re.MULTILINE)}


SAID_OF_OTHERS = {
    what: dict(zip(("mbs", "rws"), counts, strict=True))
    for what, *counts in re.findall(r"^\| (.+) \| (\d+|–) \| (\d+|–) \|$", OTHERS, re.MULTILINE)
}


def test_all_that_the_paper_counts_is_tried() -> None:
    assert SAID.keys() == CASES.keys() == SAID_OF_OTHERS.keys()
    assert {(what, house) for what, of in SAID_OF_OTHERS.items() for house, said in of.items() if said == "–"} == {
        (what, house) for what, of in IN_OTHER_BOOKS.items() for house, case in of.items() if case is None
    }


async def _is_seen_to(floor: Floor, what: str, case: Case) -> None:
    await floor.enrol()
    await floor.table.service.submit(s.NewShoe(8, burned=not case.unburned))
    if what in BY_A_DEALER:
        await floor.enrol_other("101", "TOM", "dealer", "8264")
        await floor.dealer("tab coup")
    await case.happens(floor)
    await asyncio.sleep(1)
    assert not case.touches or not case.ends(floor), "it was seen to without a touch"
    await floor.dealer(*case.touches)
    await asyncio.sleep(1)
    assert case.ends(floor)


@pytest.mark.parametrize("what", CASES)
def test_it_takes_as_many_touches_as_the_paper_says(tmp_path: Path, what: str) -> None:
    async def story(floor: Floor) -> None:
        await _is_seen_to(floor, what, CASES[what])
        assert len(CASES[what].touches) == SAID[what]

    on_a_floor(tmp_path, story)


@pytest.mark.parametrize(
    ("what", "house", "book"),
    [
        (what, house, book)
        for what in CASES
        for house, books in BOOKS.items()
        for book in books
        if IN_OTHER_BOOKS.get(what, {}).get(house, CASES[what]) is not None
    ],
)
def test_it_takes_as_many_touches_in_other_books(tmp_path: Path, what: str, house: str, book: str) -> None:
    case = IN_OTHER_BOOKS.get(what, {}).get(house) or CASES[what]

    async def story(floor: Floor) -> None:
        await _is_seen_to(floor, what, case)
        assert str(len(case.touches)) == SAID_OF_OTHERS[what][house]

    on_a_floor(tmp_path, story, rulebook=book)


@pytest.mark.parametrize("book", [book for books in BOOKS.values() for book in books])
def test_what_a_book_does_not_know_is_not_offered(tmp_path: Path, book: str) -> None:
    """Crown's 11.4 opens betting again where nobody has wagered; these books do not."""

    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.table.service.submit(s.NewShoe(8))
        await CASES["nobody has wagered: betting opens again"].happens(floor)
        await asyncio.sleep(1)
        assert floor.table.sgc is not None
        assert ("op", "open") not in floor.table.sgc.actions()
        assert floor.table.sgc.stage is not None
        texts = [str(getattr(item, "text", "")) for item in floor.table.sgc.stage.scene.items]
        assert "Nobody has wagered: void the coup, or deal" in texts

    on_a_floor(tmp_path, story, rulebook=book)
