"""Stories of all that can go wrong, told to the product and to the second engine, which must say the same.

A new seed each time; `ORACLE_SEED=… pytest tests/oracle` tells those of a seed again. For hours: `make deep`.
"""

import os
import random
from collections import Counter

import pytest
from beside import difference
from chance import story_from
from claims import claims_of
from msgspec.structs import replace
from shrink import shrink

from firmware.game.turn import Turn

SEED = os.environ.get("ORACLE_SEED") or str(random.SystemRandom().randrange(10**9))
STORIES = 200
PARTS = 3
KINDS = {
    "burn_missed", "excess_card", "wrong_hand", "face_up", "no_wagers", "simultaneous_draw", "order_altered",
    "foreign_card", "shoe_empty", "unreadable_card", "shoe_disagrees", "wrong_outcome", "ats_malfunction",
    "system_malfunction", "wnd_mismatch", "misplaced_burn",
}  # fmt: skip
ACTIONS = {"reassign", "carry", "set-aside", "settle-then-dummy", "dummy-this"}


def report(lines: list[str]) -> str:
    """What differs, in as few lines as show it."""
    short = shrink(lines)
    return f"ORACLE_SEED={SEED}\n" + "\n".join(short) + f"\n# {difference(short)}"


@pytest.mark.parametrize("part", range(PARTS))
def test_the_product_and_the_second_engine_tell_each_story_alike(part: int) -> None:
    for number in range(STORIES):
        lines = story_from(f"{SEED}/{part}/{number}")
        assert difference(lines) is None, report(lines)


def test_the_stories_go_through_every_irregularity_and_every_fate() -> None:
    """In each family of books; the second engine alone tells them."""
    claimed: Counter[object] = Counter()
    for number in range(500):
        lines = story_from(f"kinds/{number}")
        family = lines[0].split()[1].partition("-")[0]
        for claims in claims_of(lines):
            claimed.update((family, claim[1]) for claim in claims.must if claim[0] == "irregularity")
            claimed.update(claim[2] for claim in claims.must if claim[0] == "ruling")
    everywhere = KINDS - {"burn_missed"}
    wanted = {
        ("crown", "burn_missed"),
        *((family, kind) for family in ("crown", "mbs", "rws") for kind in everywhere),
        *ACTIONS,
    }
    assert wanted <= claimed.keys(), wanted - claimed.keys()


def _forget_carried(turn: Turn) -> None:
    turn.game = replace(turn.game, carried=())


def test_what_the_product_does_wrongly_is_found_and_told_in_a_few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Break the product once: a carried card is forgotten."""
    monkeypatch.setattr(Turn, "lay_carried", _forget_carried)
    for number in range(500):
        lines = story_from(f"broken/{number}")
        if difference(lines):
            short = shrink(lines)
            assert difference(short)
            assert len(short) < 16, short  # two coups with their cards at the most
            return
    pytest.fail("nobody missed the card")
