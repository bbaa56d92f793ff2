"""Acceptors whose notes' way is cut: makes, ways of naming notes, and some that hold another country's notes."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from drivers.ebds.driver import Ebds
from drivers.ebds.driver import Options as EbdsOptions
from drivers.id003.driver import Id003
from drivers.id003.options import Options as Id003Options
from drivers.note_driver import NoteDriver, NoteOptions
from sim.devices.ebds import EbdsModel
from sim.devices.id003 import Id003Model
from sim.devices.note_model import NoteModel

FOREIGN: Final = "NZD"


class CutAcceptor(Struct, frozen=True):
    """An acceptor, and what its profile says. `foreign`: nothing of what it takes is a note of the table's."""

    model: Callable[[], NoteModel]
    driver: Callable[..., NoteDriver]
    options: NoteOptions
    foreign: bool = False


MAKES: Final = {
    "id003": CutAcceptor(Id003Model, Id003, Id003Options("")),
    "id003-forgets": CutAcceptor(lambda: Id003Model(forgets=True), Id003, Id003Options("")),
    "id003-vends-after": CutAcceptor(lambda: Id003Model(vends_after=True), Id003, Id003Options("")),
    "id003-map": CutAcceptor(lambda: Id003Model(table=False), Id003, Id003Options("", notes={"65": "USD 20"})),
    "ebds": CutAcceptor(EbdsModel, Ebds, EbdsOptions("")),
    "ebds-map": CutAcceptor(
        lambda: EbdsModel(extended=False), Ebds, EbdsOptions("", extended_notes=False, notes={"5": "USD 20"})
    ),
    "id003-foreign": CutAcceptor(
        lambda: Id003Model(currency=FOREIGN), Id003, Id003Options("", country={"0D": FOREIGN}), foreign=True
    ),
    "id003-unnamed": CutAcceptor(lambda: Id003Model(currency=FOREIGN), Id003, Id003Options(""), foreign=True),
    "ebds-foreign": CutAcceptor(lambda: EbdsModel(currency=FOREIGN), Ebds, EbdsOptions(""), foreign=True),
    "ebds-unnamed": CutAcceptor(
        lambda: EbdsModel(currency=FOREIGN, extended=False), Ebds, EbdsOptions(""), foreign=True
    ),
}
