"""What a terminal tells the table of its software."""

from typing import ClassVar

from firmware.link import bounds as b
from firmware.link.message import Asked, Rate
from firmware.software.proof import Verdict


class TellSoftware(Asked, frozen=True, tag="tell-software"):
    """The result of checking this board's software against its signed manifest, as the account's `prove` asked.

    `wrong`: the first file that is not as signed; `count`: how many such files there are. `answer`: the digest of all
    files together with `seed`.
    """

    quota: ClassVar = Rate(3, 0.1, "once when it comes, and once a day")

    verdict: Verdict
    version: b.Release
    digest: b.DigestOrNone
    signer: b.DigestOrNone
    files: b.Files
    wrong: b.ShortText = ""
    count: b.Files = 0
    seed: b.Seed = ""
    answer: b.DigestOrNone = ""
