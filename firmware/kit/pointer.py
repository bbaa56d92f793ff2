"""What fingers mean: a touch, a release, or a drag from one place to another."""

from collections.abc import Callable

from firmware.kit.scene import Action, Item, Scene
from hal.touch import Motion, Touched

Act = Callable[[Action], None]


class Pointer:
    """The fingers on a picture. A touch that slides off its button means nothing, unless it drags a chip.

    Nor does a touch on a button that changed while the finger was on it.
    """

    def __init__(self, act: Act) -> None:
        self._act = act
        self._down: dict[int, Item] = {}

    @property
    def pressed(self) -> tuple[Item, ...]:
        """The items under fingers."""
        return tuple(self._down.values())

    def minds(self, touch: Touched) -> bool:
        """Whether what a finger does depends on what is there: one that leaves what acted as it came may do so."""
        held = self._down.get(touch.finger)
        return touch.motion is Motion.DOWN or (held is not None and (not held.at_once or held.action[0] == "chip"))

    def touched(self, touch: Touched, scene: Scene) -> None:
        """A finger came, moved or left."""
        if touch.motion is Motion.MOVE:
            return
        item = scene.touched(touch.x, touch.y)
        if touch.motion is Motion.DOWN:
            if item is not None:
                self._down[touch.finger] = item
                if item.at_once:
                    self._act(item.action)
            return
        held = self._down.pop(touch.finger, None)
        if held is None or item is None:
            return
        if held.action != item.action:
            # A chip is dragged to its place (4.2.1).
            if held.action[0] == "chip" and item.action[0] == "bet":
                self._act(item.action)
        elif not item.at_once and held.stands == item.stands:
            self._act(item.action)
