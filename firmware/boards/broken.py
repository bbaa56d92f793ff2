"""What a board shows if its journal or pocket cannot be used: at an endless "starting" people rewrite the card."""

import asyncio
import os
from collections.abc import Mapping
from typing import Final, Literal

from firmware.boards.picture import Draw, picture_of
from firmware.boards.proving import Proving
from firmware.boards.running import Say, until_told
from firmware.boards.systemd import watching
from firmware.boards.vital_signs import VitalSigns
from firmware.config import Board
from firmware.kit.items import Ground, Text
from firmware.kit.scene import Draft, Scene
from firmware.kit.theme import AMBER, CHALK, GOLD, MIST, NIGHT, SLATE, scale_of
from firmware.kit.words import words_of
from hal.clock import since_start_s

# The code that it shows; docs/operator.md says what to do.
Unusable = Literal["journal_unusable", "pocket_unusable"]
# Then it tries again: a card that was full, or away for a moment, needs nobody.
STAYS_S: Final = 60.0


def is_watched(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether this runs as a board's service; a command at a desk just ends, and says why."""
    return "NOTIFY_SOCKET" in environment


def picture(code: Unusable, why: str, language: str, size: tuple[int, int]) -> Scene:
    """Return what is shown: that it does not play, what to do and not to do, the code, and what was found."""
    words = words_of(language)
    draft = Draft(size, scale_of(size))
    scale = draft.scale
    draft.put(Ground(draft.whole, NIGHT, SLATE))
    title, to_do, below, found = draft.whole.inset(scale.px(4)).down(2, 3, 1, 3)
    draft.put(Text(title, words(f"broken.{code}"), scale.px(6), GOLD, bold=True))
    draft.put(Text(to_do, words(f"broken.to_do.{code}"), scale.px(4), CHALK))
    draft.put(Text(below, code, scale.px(4), AMBER))
    draft.put(Text(found, why, scale.px(3), MIST))
    return draft.done()


async def show(board: Board, code: Unusable, why: str, say: Say, stays_s: float = STAYS_S) -> None:
    """Show it for a while, or until told to stop. Vitals say so: other software may be able to go on."""
    say(f"{code}: {why}")
    shown = picture_of(board, "Rapid Table", say)
    proving = Proving(shown.own_faults)
    signs = VitalSigns(board.config.role, (), shown.why_dark, tuple, lambda: proving.state, broken=code)

    async def stays() -> None:
        await proving.prove()
        await asyncio.sleep(stays_s)

    parts = [*watching((shown.why_dark,), signs), stays()]
    if shown.canvas is not None:
        draw: Draw = lambda size, _: picture(code, why, shown.language, size)  # noqa: E731
        parts.append(shown.run(draw, _untouched, lambda: round(since_start_s() * 1000)))
    await until_told(parts)


def _untouched(_: tuple[str, ...]) -> None:
    """Do nothing: the picture has nothing to touch."""
