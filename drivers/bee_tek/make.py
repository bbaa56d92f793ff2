"""The Bee-Tek shoe."""

from typing import Final

from drivers.bee_tek import protocol as p
from drivers.bee_tek.driver import BeeTek, Options
from drivers.line_words import framed
from drivers.ports.outlets import outlet_for
from hal.cards import Card
from hal.in_words import in_words
from hal.make import Codec, Decode, ShoeMake


def _words() -> Decode:
    return framed(p.Reader, in_words, in_words)


CODEC: Final = Codec(p.Reader, tuple(p.say(p.CardSeen(Card(card), burn=False)) for card in ("4S", "TH")))
MAKE: Final = ShoeMake(options=Options, drive=BeeTek, outlet=outlet_for, codec=CODEC, words=_words)
