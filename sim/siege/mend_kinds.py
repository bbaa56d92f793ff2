"""What a mend is in the list of them: what it promises, what undoes it, and who must notice."""

from typing import Literal, NamedTuple

from sim.siege.breaks import Break

Kind = Literal["tests", "soak", "messages", "siege"]


class Notice(NamedTuple):
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
    undo: tuple[Break, ...]
    notices: tuple[Notice, ...]


def tests(*words: str) -> Notice:
    """Return tests of the suite that must notice."""
    return Notice("tests", words)


def soak(*kinds: str, says: str, seed: int = 3, hours: float = 0.3) -> Notice:
    """Return a soak with these faults that must notice."""
    return Notice("soak", ("--seed", str(seed), "--hours", str(hours), "--faults", ",".join(kinds)), says)


def messages(count: int, *, says: str) -> Notice:
    """Return so many messages that must notice."""
    return Notice("messages", (str(count),), says)


def siege(*acts: str, says: str, seconds: int = 45, seed: int = 1) -> Notice:
    """Return a siege with these acts that must notice."""
    return Notice("siege", ("--seconds", str(seconds), "--seed", str(seed), "--acts", ",".join(acts)), says)
