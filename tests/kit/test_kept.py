"""A part of a picture that is put again as it was is not put together again; what differs in anything is."""

import pytest

from firmware.kit.box import Box
from firmware.kit.items import Text
from firmware.kit.kept import kept
from firmware.kit.scene import Draft
from firmware.kit.theme import Scale
from firmware.kit.words import Words, words_of

BOX = Box(0, 0, 100, 40)


def test_a_part_is_put_together_once_for_all_that_it_is_about() -> None:
    put: list[str] = []

    @kept
    def put_name(draft: Draft, box: Box, name: str, words: Words) -> None:
        put.append(name)
        draft.put(Text(box, f"{name} {words('yes')}", draft.scale.body))

    def items(unit: float, name: str, language: str) -> tuple[object, ...]:
        draft = Draft((1280, 800), Scale(unit))
        put_name(draft, BOX, name, words_of(language))
        return tuple(draft.items)

    first = items(8, "player", "en")
    assert items(8, "player", "en") == first
    assert items(8, "player", "en")[0] is first[0]
    assert put == ["player"]
    others = [items(8, "tie", "en"), items(8, "player", "zh-Hans"), items(9, "player", "en")]
    assert put == ["player", "tie", "player", "player"]
    assert first not in others


def test_what_moves_or_wakes_is_no_part_that_can_be_kept() -> None:
    @kept
    def put_moving(draft: Draft) -> None:
        draft.moves()

    @kept
    def put_waking(draft: Draft) -> None:
        draft.wake(5)

    for put in (put_moving, put_waking):
        with pytest.raises(AssertionError):
            put(Draft((100, 100), Scale(1)))
