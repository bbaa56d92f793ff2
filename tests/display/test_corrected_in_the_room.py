"""A coup that was settled otherwise at first is shown as corrected in the room, by a mark and in words."""

import pygame
import pytest
from every_screen import Shown
from table_under_test import Table
from wnd_states import wnd_state

from firmware.display.scene import picture
from firmware.display.text import text_of
from firmware.game import steps as s
from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.items import Text
from firmware.kit.words import languages, words_of
from firmware.link.messages import HandView, PublicView, ResultView
from firmware.link.views import public_view
from firmware.pictures.road_items import DrawnRoad
from firmware.table.core.marks import CORRECTED
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.wagers import Wager
from hal.cards import Card

SIZE = (1920, 1080)
# Player 6, Banker 7.
RIGHT = (Card("4S"), Card("2H")), (Card("3D"), Card("4C"))


def texts(shown: Shown) -> list[str]:
    return [item.text for item in shown.scene(SIZE).items if isinstance(item, Text)]


def test_a_correction_marks_the_coups_place_and_no_other() -> None:
    async def story(table: Table) -> None:
        await table.tell(s.Burn(Card("9D")), BuyIn(1, 100_00))
        for _ in range(3):
            await table.coup(Wager(1, "player", 5_00))
        before = public_view(table.service.state, 1, 0)
        assert (before.shoe, before.corrected) == (("P", "P", "P"), ())
        await table.tell(CorrectOutcome(2, *RIGHT))
        after = public_view(table.service.state, 1, 0)
        assert (after.shoe, after.corrected) == (("P", "B", "P"), (1,))
        # A void coup is on no road; those after it move up with their marks.
        await table.tell(CorrectOutcome(3, *RIGHT), InvalidateCoup(1, "malfunction", "the reader"))
        last = public_view(table.service.state, 1, 0)
        assert (last.shoe, last.corrected) == (("B", "B"), (0, 1))
        assert [one.corrected for one in last.recent] == [True, True, True]

    Table().run(story)


@pytest.mark.parametrize("language", languages())
def test_the_room_sees_which_coups_were_corrected(language: str) -> None:
    words = words_of(language)
    view, now = wnd_state("corrected-roads", language)
    scene = picture(view, SIZE, words, now)
    lines = [item for item in scene.items if isinstance(item, Text)]
    assert [item.text for item in lines].count(words("wnd.corrected")) == 2
    beads = next(item for item in scene.items if isinstance(item, DrawnRoad) and item.kind == "bead_plate")
    assert sum(CORRECTED in mark for mark in beads.marks) == 2
    # While it is the last coup that the room sees, it is said beside its winner.
    assert words("wnd.corrected.result") in " ".join(texts(Shown("wnd", "corrected", language)))
    assert words("wnd.corrected.result") not in " ".join(texts(Shown("wnd", "settled", language)))


def test_the_mark_of_a_correction_is_seen_without_its_colour() -> None:
    def grey(marks: tuple[str, ...]) -> bytes:
        surface = pygame.Surface((120, 120), depth=32)
        DrawnRoad(Box(0, 0, 120, 120), "bead_plate", marks).draw(surface, Art())
        return pygame.image.tobytes(pygame.transform.grayscale(surface), "RGB")

    plain, crossed = grey(("P", "B")), grey(("P", "Bc"))
    assert sum(abs(one - other) > 60 for one, other in zip(plain, crossed, strict=True)) > 90


def test_a_sign_of_one_line_says_so() -> None:
    hands = HandView(("4S", "2H"), 6), HandView(("3D", "4C"), 7)
    for winner, says in (("banker", "COUP 7  BANKER  6-7  CORRECTED"), ("void", "COUP 7  VOID  CORRECTED")):
        result = ResultView(7, winner, *hands, corrected=True)  # type: ignore[arg-type]
        assert text_of(PublicView(1, 0, recent=(result,))) == says
