"""What touches do: for the first word of each action, what a desk does."""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from firmware.kit.scene import Action

Desk = TypeVar("Desk")


class Touches(Generic[Desk]):
    """The touches of one desk: `plain` take no argument, `of_one` take one, `of_more` any number.

    Three tables instead of one, so that types say what each is given.
    """

    def __init__(
        self,
        plain: Mapping[str, Callable[[Desk], None]],
        of_one: Mapping[str, Callable[[Desk, str], None]],
        of_more: Mapping[str, Callable[[Desk, tuple[str, ...]], None]],
    ) -> None:
        self._plain, self._of_one, self._of_more = plain, of_one, of_more

    @property
    def words(self) -> frozenset[str]:
        """The words that it knows."""
        return frozenset({*self._plain, *self._of_one, *self._of_more})

    def does(self, action: Action) -> bool:
        """Return whether an action has a doer, and is about as many things as that takes."""
        word, *about = action
        return word in self._of_more or word in (self._of_one if len(about) == 1 else () if about else self._plain)

    def do(self, desk: Desk, action: Action) -> None:
        """Have a desk do what a touch means."""
        word, *about = action
        if word in self._plain:
            self._plain[word](desk, *about)
        elif word in self._of_one:
            self._of_one[word](desk, *about)
        else:
            self._of_more[word](desk, tuple(about))
