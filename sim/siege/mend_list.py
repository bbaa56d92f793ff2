"""The mends that a hostile day asked for, by the points of their issue."""

from typing import Final

from sim.siege.mend_kinds import Mend
from sim.siege.money_mends import MONEY
from sim.siege.network_mends import NETWORK
from sim.siege.proof_mends import PROOF


def _point(named: tuple[str, Mend]) -> int:
    return int(named[1].point)


MENDS: Final[dict[str, Mend]] = dict(sorted((MONEY | NETWORK | PROOF).items(), key=_point))
