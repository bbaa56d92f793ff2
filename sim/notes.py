"""The notes of simulated tables of which nobody says anything else, as their simulated acceptors know them."""

from typing import Final

from firmware.table.core.setup import NoteList
from hal.currency import MINOR, NOTES
from sim.devices.note_model import USUAL

ALL: Final = NoteList(USUAL, tuple(value * MINOR for value in NOTES[USUAL]))
