"""Touches: each action that a screen offers, in any state, has a doer; and no doer waits for what nobody offers."""

from collections.abc import Iterator

import pytest
from every_screen import STATES, Shown

from firmware.console.desk import SgcDesk
from firmware.kit.scene import Action
from firmware.kit.touches import Touches
from firmware.terminal.desk import AtsDesk

DESKS = {"ats": AtsDesk._TOUCHES, "sgc": SgcDesk._TOUCHES}  # noqa: SLF001


def offered(screen: str) -> Iterator[tuple[str, Action]]:
    """Every action of a screen, with the state in which it is offered; also of what lies behind a veil."""
    for state in STATES[screen]:
        for item in Shown(screen, state, "en").scene((1280, 800)).items:
            if item.action:
                yield state, item.action


@pytest.mark.parametrize("screen", DESKS)
def test_each_action_that_is_offered_has_a_doer(screen: str) -> None:
    touches, found = DESKS[screen], list(offered(screen))
    assert len(found) > 200
    assert [one for one in found if not touches.does(one[1])] == []


@pytest.mark.parametrize("screen", DESKS)
def test_each_doer_is_offered_somewhere(screen: str) -> None:
    assert DESKS[screen].words - {action[0] for _, action in offered(screen)} == set()


def test_the_display_offers_nothing() -> None:
    assert list(offered("wnd")) == []


class Noted(list[str]):
    """A desk that notes what it was told to do."""

    def of(self, *about: str) -> None:
        self.append(" ".join(about))


TOUCHES = Touches[Noted](
    plain={"yes": lambda desk: desk.of("yes")},
    of_one={"tab": lambda desk, page: desk.of("tab", page)},
    of_more={"op": lambda desk, about: desk.of("op", *about)},
)


def test_a_touch_is_done_by_its_word() -> None:
    desk = Noted()
    for action in (("yes",), ("tab", "shoe"), ("op",), ("op", "buy-in", "4")):
        assert TOUCHES.does(action)
        TOUCHES.do(desk, action)
    assert desk == ["yes", "tab shoe", "op", "op buy-in 4"]


@pytest.mark.parametrize("action", [("unheard-of",), ("yes", "please"), ("tab",), ("tab", "shoe", "2")])
def test_what_nobody_does_is_found(action: Action) -> None:
    assert not TOUCHES.does(action)
    with pytest.raises((KeyError, TypeError)):
        TOUCHES.do(Noted(), action)
