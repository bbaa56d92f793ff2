"""The deck and the chips: what is drawn is what they are worth."""

import pygame
import pytest

from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.theme import CHIPS
from firmware.pictures.chips import chip_of, heap_for, heap_of, pieces, stacks
from firmware.pictures.deck import CardBack, CardFace, CardPlace, face_of, pips
from firmware.pictures.table_items import ChipStack
from hal.cards import RANKS, SUITS, Card

ART = Art()


@pytest.mark.parametrize("rank", "23456789T")
def test_a_card_has_as_many_pips_as_its_rank_says_and_they_stand_the_same_both_ways_up(rank: str) -> None:
    places = pips(rank)
    assert len(set(places)) == {"T": 10}.get(rank, int(rank) if rank != "T" else 10)
    turned = {(round(1 - x, 6), round(1 - y, 6)) for x, y in places}
    if rank != "7":  # the seventh pip of a seven stands above the middle
        assert turned == {(round(x, 6), round(y, 6)) for x, y in places}


@pytest.mark.parametrize("size", [(40, 57), (84, 120), (200, 286)])
def test_no_two_cards_look_alike_at_any_size(size: tuple[int, int]) -> None:
    faces = {pygame.image.tobytes(face_of(ART, Card(rank + suit), size), "RGBA") for rank in RANKS for suit in SUITS}
    assert len(faces) == 52


@pytest.mark.parametrize("amount", [1_00, 13_00, 130_00, 785_00, 12_345_00, 99_999_00])
def test_stacks_make_the_amount_and_stand_by_denomination(amount: int) -> None:
    made = stacks(amount)
    assert sum(value * count for value, count in made) == sum(pieces(amount)) == amount
    values = [value for value, _ in made]
    assert values == sorted(set(values), reverse=True)


@pytest.mark.parametrize("room", [(160, 120), (60, 40), (300, 90)])
@pytest.mark.parametrize("amount", [0, 5_00, 130_00, 785_00, 88_888_00, 400_000_00])
def test_stacks_stay_in_their_room(amount: int, room: tuple[int, int]) -> None:
    heap = heap_for(amount, room)
    w, h = heap.size
    assert w <= room[0]
    assert h <= room[1]
    assert heap_of(ART, heap).get_size() == heap.size


def test_more_chips_stand_higher() -> None:
    one, four = heap_for(25_00, (160, 120)), heap_for(100_00 - 5_00, (160, 120))
    assert one.stacks == ((2500, 1),)
    assert four.stacks == ((2500, 3), (500, 4))
    assert four.size[1] > one.size[1] * 0.9


def test_every_chip_looks_its_own_way() -> None:
    assert len({pygame.image.tobytes(chip_of(ART, value, 60), "RGBA") for value in CHIPS}) == len(CHIPS)


def test_what_is_not_accepted_yet_is_seen_through() -> None:
    def drawn(*, pending: bool) -> pygame.Surface:
        surface = pygame.Surface((120, 90), depth=32)
        ChipStack(Box(0, 0, 120, 90), 25_00, "", pending=pending).draw(surface, ART)
        return surface

    def bright(surface: pygame.Surface) -> int:
        return sum(pygame.transform.average_color(surface)[:3])

    assert bright(drawn(pending=True)) < bright(drawn(pending=False))


AT = Box(3, 3, 70, 100)


@pytest.mark.parametrize("item", [CardFace(AT, Card("KH")), CardBack(AT), CardPlace(AT)])
def test_a_card_stays_in_its_box(item: CardFace | CardBack | CardPlace) -> None:
    surface = pygame.Surface((80, 110), depth=32)
    surface.fill((1, 2, 3))
    item.draw(surface, ART)
    for x in range(80):
        for y in range(110):
            if not item.box.holds(x, y):
                assert surface.get_at((x, y))[:3] == (1, 2, 3)
