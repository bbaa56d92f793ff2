"""What came of holding a board's software against its manifest, as it is told: to the table, to a gate, to people."""

from typing import Final, Literal

from msgspec import Struct

# So many of the files that are not as signed are named; the others are counted.
MOST_NAMED: Final = 5
# sound: every file is as signed. wrong: one is not. unproven: the software came without a manifest.
Verdict = Literal["sound", "wrong", "unproven"]


class Proven(Struct, frozen=True):
    """A verdict, of which software, whose signature it has, and which files are not as signed.

    `seed` and `answer`: what an inspector asked, and what all files give under it.
    """

    verdict: Verdict
    version: str = ""
    digest: str = ""
    signer: str = ""
    files: int = 0
    wrong: tuple[str, ...] = ()
    count: int = 0
    seed: str = ""
    answer: str = ""
