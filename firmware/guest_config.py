"""What a configuration gives guests: `[table.safer_play]`, and at a terminal `[terminal.guests]`."""

from typing import Annotated

from msgspec import Meta, Struct

from firmware.table.core.setup import SaferPlay
from hal.bounds import ONE_LINE

MINUTES_OF_A_DAY = 24 * 60
Pause = Annotated[int, Meta(ge=1, le=MINUTES_OF_A_DAY)]
HelpText = Annotated[str, Meta(max_length=120, pattern=ONE_LINE)]


class SaferPlaySettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What guests are given to play safely: nothing, unless the operator says so.

    `own_limits`: of loss and time, for as long as they sit. `pauses`: in minutes, three at most to choose from.
    `reality_check`: in minutes; 0: none. `help_line`: where help with gambling is found.
    """

    own_limits: bool = False
    pauses: Annotated[tuple[Pause, ...], Meta(max_length=3)] = ()
    reality_check: Annotated[int, Meta(ge=0, le=MINUTES_OF_A_DAY)] = 0
    help_line: HelpText = ""


class GuestSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What guests of a terminal see and may choose for as long as they sit: all of it, unless the operator says not.

    `clock`: the time of day, and for how long they have sat.
    """

    clock: bool = True
    large_type: bool = True
    left_handed: bool = True
    volume: bool = True
    contrast: bool = True


def safer_play_of(settings: SaferPlaySettings) -> SaferPlay:
    """Return what the table gives its guests."""
    pauses = tuple(sorted(set(settings.pauses)))
    return SaferPlay(settings.own_limits, pauses, settings.reality_check, settings.help_line)
