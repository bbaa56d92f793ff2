"""Whether a board's screen shows what it should: its picture is compared with the one that the host drew."""

from typing import Final

from msgspec import Struct
from PIL import Image, ImageChops

# Of a picture's points so many may be others. QEMU's pictures are the host's to a few points (0.02 %); a title that is
# another one makes 0.14 %. Once bets open a clock counts down.
MAY_DIFFER: Final = 0.001
IN_PLAY: Final = 0.02
# What else a board's own page says (its software's digest, what was given up before) is not the host's.
BESIDE: Final = 0.06
# Where the console says what is unusual in a coup (left, top, right, bottom): a busy machine's sign answers late, and
# then "the display shows otherwise" stands there. What the coup came to is read in the journal.
Corners = tuple[int, int, int, int]
UNUSUAL: Final[Corners] = (10, 352, 760, 607)
# And where it says what day and what time it is: the host's is another.
TIME: Final[Corners] = (915, 74, 1115, 110)
# By so much two shades of a point differ when it is another: what virtio-gpu and a surface in memory round is less.
ANOTHER: Final = 40


class Step(Struct, frozen=True):
    """A touch, at a part of the screen, or what happens to the shoe; and what is to be seen after it."""

    before: Image.Image
    picture: Image.Image
    touch: tuple[float, float] | None = None
    shoe: str = ""
    may_differ: float = MAY_DIFFER
    aside: tuple[Corners, ...] = ()

    def looked_at(self, shown: Image.Image) -> Image.Image:
        """Return what of a screen is compared."""
        return blanked(shown, self.aside)

    def is_before(self, shown: Image.Image) -> bool:
        """Whether a screen shows what was there before."""
        return differs(self.looked_at(shown), self.before) <= self.may_differ

    def is_taken(self, shown: Image.Image) -> bool:
        """Whether a screen shows what comes of it, where it changes that rather than what was before."""
        shown = self.looked_at(shown)
        changes = ImageChops.difference(self.before, self.picture).getbbox()
        if differs(shown, self.picture) > self.may_differ:
            return False
        if changes is None:
            return True
        now = shown.crop(changes)
        return differs(now, self.picture.crop(changes)) < differs(now, self.before.crop(changes))

    def told(self, shown: Image.Image) -> str:
        """Return how far a screen is from what should be there, and where, for whoever has the log and no picture."""
        shown = self.looked_at(shown)
        other = ImageChops.difference(shown, self.picture).convert("L").point(lambda shade: shade >= ANOTHER)
        return (
            f"{differs(shown, self.picture):.2%} of the points are others ({self.may_differ:.2%} may be), within "
            f"{other.getbbox()}; from before the step {differs(shown, self.before):.2%} are"
        )


def blanked(picture: Image.Image, places: tuple[Corners, ...]) -> Image.Image:
    """Return a picture without what stands in these places."""
    rest = picture.convert("RGB")
    for place in places:
        rest.paste("black", place)
    return rest


def differs(one: Image.Image, other: Image.Image) -> float:
    """Return which part of their points is another."""
    if one.size != other.size:
        return 1.0
    shades = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L").histogram()
    return sum(shades[ANOTHER:]) / (one.size[0] * one.size[1])
