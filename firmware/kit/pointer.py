"""What fingers mean: a touch, a release, or a drag from one place to another."""

from collections.abc import Callable

from firmware.kit.scene import Action, Item, Scene
from hal.touch import Motion, Touched

Act = Callable[[Action], None]


class Pointer:
    """The fingers on a picture. A touch counts once the finger leaves, where it came: sliding off takes it back.

    Nor does one mean anything on a button that says something else when the finger leaves than when it came.
    """

    def __init__(self, act: Act) -> None:
        self._act = act
        self._down: dict[int, Item] = {}
        self._off: set[int] = set()

    @property
    def pressed(self) -> tuple[Item, ...]:
        """The items that fingers rest on: none that one has slid off."""
        return tuple(item for finger, item in self._down.items() if finger not in self._off)

    def minds(self, touch: Touched) -> bool:
        """Whether what a finger does depends on what is there."""
        return touch.motion is Motion.DOWN or touch.finger in self._down

    def moved(self, touch: Touched) -> bool:
        """Return whether a finger has just slid off what it came to, or back onto it."""
        held = self._down.get(touch.finger)
        if held is None or held.box.holds(touch.x, touch.y) is (touch.finger not in self._off):
            return False
        self._off ^= {touch.finger}
        return True

    def touched(self, touch: Touched, scene: Scene) -> None:
        """A finger came, moved or left."""
        if touch.motion is Motion.MOVE:
            self.moved(touch)
            return
        item = scene.touched(touch.x, touch.y)
        if touch.motion is Motion.DOWN:
            if item is not None:
                self._down[touch.finger] = item
            return
        self._off.discard(touch.finger)
        held = self._down.pop(touch.finger, None)
        if held is None or item is None:
            return
        if held.action != item.action:
            # A chip is dragged to its place (4.2.1).
            if held.action[0] == "chip" and item.action[0] == "bet":
                self._act(held.action)
                self._act(item.action)
        elif held.stands == item.stands:
            self._act(item.action)
