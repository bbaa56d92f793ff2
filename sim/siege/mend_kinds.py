"""What a mend is in the list of them: what it promises, what undoes it, and who must notice."""

from typing import Literal, NamedTuple

from sim.siege.breaks import Sabotage

Kind = Literal["tests", "soak", "messages", "siege"]


class WhoNotices(NamedTuple):
    """Who must notice: a kind, and what it is run with.

    `says`: a pattern of what it says then. A soak or a siege can fail for many reasons: another one is no notice.
    """

    kind: Kind
    words: tuple[str, ...]
    says: str = ""

    @property
    def in_words(self) -> str:
        """How it is called."""
        return f"{self.kind} {' '.join(self.words)}"


class Mend(NamedTuple):
    """A mend: the point of the issue's content, what it promises, what undoes it, and who must notice."""

    point: str
    promise: str
    undo: tuple[Sabotage, ...]
    notices: tuple[WhoNotices, ...]


def tests(*words: str) -> WhoNotices:
    """Return tests of the suite that must notice."""
    return WhoNotices("tests", words)


def soak(*kinds: str, says: str, seed: int = 3, hours: float = 0.3) -> WhoNotices:
    """Return a soak with these faults that must notice."""
    return WhoNotices("soak", ("--seed", str(seed), "--hours", str(hours), "--faults", ",".join(kinds)), says)


def messages(count: int, *, says: str) -> WhoNotices:
    """Return so many messages that must notice."""
    return WhoNotices("messages", (str(count),), says)


def siege(*acts: str, says: str, seconds: int = 45, seed: int = 1) -> WhoNotices:
    """Return a siege with these acts that must notice."""
    return WhoNotices("siege", ("--seconds", str(seconds), "--seed", str(seed), "--acts", ",".join(acts)), says)
