import pytest
from frames import in_pieces

from drivers.bee_tek import protocol as p
from hal.cards import DECK, Card

GOLDEN = {
    b" [Game]<Card:4S> ": p.CardSeen(Card("4S"), burn=False),
    b" [Manual Burn Cards]<Card:TH> ": p.CardSeen(Card("TH"), burn=True),
    b" [Game]<Game> ": p.FailedRead(),
    b" [Game|GameAlarm]<Alarm:E3 Card Not Read> ": p.Alarm("E3", "Card Not Read"),
    b"<W0x01>": p.Warned("W0x01"),
}


@pytest.mark.parametrize("wire", GOLDEN)
def test_golden_sentences_both_ways(wire: bytes) -> None:
    said = GOLDEN[wire]
    assert p.say(said) == wire
    for feed in (lambda reader, data: reader.feed(data), in_pieces):
        assert feed(p.Reader(), wire) == [said]
        assert feed(p.Reader(), bytes(range(256)) + wire)[-1:] == [said]
        reader = p.Reader()
        assert feed(reader, wire + b"<[x") == [said]
        assert feed(reader, wire)[-1:] == [said]


@pytest.mark.parametrize("wire", GOLDEN)
def test_a_flipped_bit_is_at_worst_another_sentence_and_the_next_is_read(wire: bytes) -> None:
    # There is no check in this protocol: a flipped rank is another card. What the shoe cannot say is not heard.
    follows = p.CardSeen(Card("9D"), burn=False)
    for place in range(len(wire) * 8):
        broken = bytearray(wire)
        broken[place // 8] ^= 1 << place % 8
        reader = p.Reader()
        heard = [*reader.feed(bytes(broken)), *reader.feed(p.say(follows))]
        assert heard[-1] == follows
        assert len(heard) <= 2


def test_every_card_can_be_said() -> None:
    for card in DECK:
        assert p.Reader().feed(p.say(p.CardSeen(card, burn=False))) == [p.CardSeen(card, burn=False)]
    assert p.Reader().feed(b"[Game]<Card:10H>") == [p.CardSeen(Card("TH"), burn=False)]


def test_what_is_held_is_bounded() -> None:
    reader = p.Reader()
    reader.feed(b"[Game]<" * 10_000)
    assert reader.held <= p.LONGEST
