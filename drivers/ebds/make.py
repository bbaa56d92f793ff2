"""Note acceptors that speak EBDS."""

from typing import Final

from drivers.ebds import protocol as p
from drivers.ebds.driver import Ebds, Options
from drivers.ebds.words import words
from drivers.ports.outlets import outlet_for
from hal.make import AcceptorMake, Codec


def _note_of(said: object) -> object:
    return said.extended.note if isinstance(said, p.Reply) and said.extended is not None else repr(said)


CODEC: Final = Codec(
    p.Reader,
    (
        p.write_poll(p.Poll(0)),
        p.write_query(p.Query(p.Poll(1), 3)),
        p.write_reply(p.Reply(1, 1, 16, 40)),
        p.write_reply(p.Reply(0, 4, 16, 0, extended=p.ExtendedNote("AUD", 5, 1))),
        p.write_reply(p.Reply(1, 4, 16, 0, barcode="006429188185446104")),
    ),
    _note_of,
)
# No note is enabled by it, and none is taken or given back.
QUESTION: Final = p.write_poll(p.Poll(0, 0, 0, 0))
MAKE: Final = AcceptorMake(options=Options, drive=Ebds, outlet=outlet_for, codec=CODEC, words=words, question=QUESTION)
