"""Records as people read them."""

import pytest
from msgspec import Struct

from drivers.angel_eye.protocol import Differing, Obeyed, Report
from firmware.game import steps as s
from firmware.game.hands import Side
from hal.cards import Card
from hal.in_words import in_words
from hal.shoe import ShoeCard, ShoeLocked, ShoeState


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (s.CardsTogether((Card("4S"), Card("QD")), with_last=True), "cards together: 4S QD, with last"),
        (s.CardDrawn(Card("7H"), to=Side.BANKER, face_up=True), "card drawn: 7H, to banker, face up"),
        (s.CardDrawn(Card("7H"), drawn=False), "card drawn: 7H, not drawn"),
        (s.Unreadable(), "unreadable"),
        (ShoeCard(Card("KD"), "banker", 2), "shoe card: KD, hand banker, position 2"),
        (ShoeLocked(locked=True), "shoe locked: locked"),
        (ShoeLocked(locked=False), "shoe locked: not locked"),
        (ShoeState("standby"), "shoe state: standby"),
        (Obeyed(), "obeyed"),
        (
            Differing(Report(1, "D", b"\x91\x87"), Report(1, "D", b"\x91\x97")),
            "differing: report: 1, D, data 91 87, report: 1, D, data 91 97",
        ),
    ],
)
def test_what_is_as_usual_is_left_out(said: Struct, words: str) -> None:
    assert in_words(said) == words
