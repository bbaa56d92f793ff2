"""A newcomer's first coup at the bench: seven steps that wait for one's hand, each shown where it is done."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from firmware.game.state import Phase
from firmware.kit.scene import Action
from firmware.table.core.state import TableState
from sim.offscreen import SeenScreen

# What a guided step is about, beside what is touched on a screen: a button of the page, by its id.
NEXT_CARD: Final = "deal-next"
NOTE: Final = "guide-note"


class Lesson(NamedTuple):
    """A step: what it says, when it is done, and where: a button of the page, or what is touched on a screen."""

    says: str
    done: Callable[[TableState], bool]
    button: str = ""
    screen: str = ""
    touches: tuple[Action, ...] = ()


def burns(state: TableState) -> bool:
    """Whether the next card out of the shoe is to be burned."""
    shoe = state.game.shoe
    return state.game.phase is Phase.BETWEEN and shoe is not None and (shoe.burn_due or shoe.more_burns > 0)


def _is_burned(state: TableState) -> bool:
    return state.game.shoe is not None and not burns(state)


def _is_closed(state: TableState) -> bool:
    return state.game.coup is not None and not state.game.coup.betting


def _has_wagered(state: TableState) -> bool:
    return 1 in state.accounts and bool(state.accounts[1].wagers)


LESSONS: Final = (
    Lesson(
        "The shoe is new, so its first card is burned: press Burn card, until the console wants no more.",
        _is_burned, button=NEXT_CARD,
    ),
    Lesson("A player sits down at terminal 1, and puts in a note.", lambda state: 1 in state.accounts, button=NOTE),
    Lesson(
        "You are the dealer: touch Open betting on your console. What is due is always gold.",
        lambda state: state.game.coup is not None, screen="sgc", touches=(("op", "open"),),
    ),
    Lesson(
        "And you are the player: touch a bet on terminal 1, as often as chips are to lie there.",
        _has_wagered, screen="ats-1", touches=(("bet", "player"),),
    ),
    Lesson(
        "Close betting on the console. Or wait for the clock, or deal: the first card closes it.",
        _is_closed, screen="sgc", touches=(("op", "close"),),
    ),
    Lesson(
        "Deal: press Next card until both hands are complete. The console says to whom each is due.",
        lambda state: state.game.phase is Phase.COMPLETE, button=NEXT_CARD,
    ),
    Lesson(
        "Compare the cards with what the console says, and touch Confirm: wagers are settled.",
        lambda state: bool(state.recent), screen="sgc", touches=(("op", "confirm"),),
    ),
)  # fmt: skip
END: Final = Lesson(
    "That was a coup. Now let something go wrong: deal a card face up or onto the wrong hand, jam an acceptor, take a "
    "board's power; or let Autoplay do it. Space deals the next card, digits choose chips.",
    lambda _: False,
)
# All that it ever says: the page keeps room for the longest, so that what stands below does not move.
ALL: Final = [lesson.says for lesson in (*LESSONS, END)]


class Guide:
    """How far a newcomer is. A step that was done stays done; what is done out of turn is done as well."""

    def __init__(self) -> None:
        self._done = 0

    def _follow(self, state: TableState) -> None:
        if state.recent:
            self._done = len(LESSONS)
        while self._done < len(LESSONS) and LESSONS[self._done].done(state):
            self._done += 1

    def view(self, state: TableState, screens: dict[str, SeenScreen]) -> dict[str, Any]:
        """Return the step that is due: its number, what it says, and where it is done."""
        self._follow(state)
        ended = self._done == len(LESSONS)
        lesson = END if ended else LESSONS[self._done]
        return {
            "all": ALL, "note": next(one.says for one in LESSONS if one.button == NOTE),
            "step": self._done + (not ended), "of": len(LESSONS), "says": lesson.says, "button": lesson.button,
            "screen": lesson.screen, "box": _box(screens.get(lesson.screen), lesson.touches),
        }  # fmt: skip


def _box(seen: SeenScreen | None, touches: tuple[Action, ...]) -> list[float] | None:
    """Return where a step is touched: left, top, width and height, as parts of the screen's."""
    if seen is None or seen.stage is None:
        return None
    scene, (width, height) = seen.stage.scene, seen.off.size
    found = (item.box for item in scene.items[scene.above :] if item.action in touches)
    box = next(found, None)
    return None if box is None else [box.x / width, box.y / height, box.w / width, box.h / height]
