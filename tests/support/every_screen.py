"""Every state of every screen as a picture: what the tests of layout, of pictures and of colours go through."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple

from ats_states import ats_states
from sgc_states import STATES as SGC
from sgc_states import sgc_state
from wnd_states import STATES as WND
from wnd_states import wnd_state

from firmware.console import scene as sgc
from firmware.display import scene as wnd
from firmware.kit.scene import Scene
from firmware.kit.words import languages, words_of
from firmware.terminal import scene as ats

Size = tuple[int, int]
# The screens that are meant, with their diagonals in inches; each may hang either way.
SIZES: Final[dict[Size, float]] = {(1024, 600): 10.1, (1280, 800): 10.1, (1920, 1080): 15.6}
TURNED: Final = {(h, w): inches for (w, h), inches in SIZES.items()}
ALL_SIZES: Final[dict[Size, float]] = {**SIZES, **TURNED}
ATS_NOW: Final = 100_000
LANGUAGES: Final = languages()


class Shown(NamedTuple):
    screen: str
    state: str
    language: str

    def scene(self, size: Size) -> Scene:
        return _SCENES[self.screen](self.state, self.language, size)


def _ats(state: str, language: str, size: Size) -> Scene:
    words = words_of(language)
    return ats.picture(_ats_states(language)[state], size, words, ATS_NOW)


@cache
def _ats_states(language: str) -> dict[str, object]:
    return ats_states(words_of(language))  # type: ignore[return-value]


_sgc_state = cache(sgc_state)
_wnd_state = cache(wnd_state)


def _sgc(state: str, language: str, size: Size) -> Scene:
    view, now = _sgc_state(state, language)
    return sgc.picture(view, size, words_of(language), now)


def _wnd(state: str, language: str, size: Size) -> Scene:
    view, now = _wnd_state(state, language)
    return wnd.picture(view, size, words_of(language), now)


_SCENES: Final[dict[str, Callable[[str, str, Size], Scene]]] = {"ats": _ats, "sgc": _sgc, "wnd": _wnd}
STATES: Final = {"ats": tuple(_ats_states("en")), "sgc": tuple(SGC), "wnd": tuple(WND)}


def every_state() -> Iterator[Shown]:
    for screen, states in STATES.items():
        for state in states:
            for language in LANGUAGES:
                yield Shown(screen, state, language)
