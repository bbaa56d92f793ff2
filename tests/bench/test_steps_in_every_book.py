"""One irregularity on another at the bench, on the real clock and with its devices: what `play` says, in every book."""

from typing import Any

import pytest
from floor import ALL, STAND, run
from headless_bench import headless

pytestmark = pytest.mark.outside

SCRIPT = f"""
buyin 1 100; buyin 2 50 by=note; bets; wager 1 player 25; wager 1 player-pair 5; wager 2 banker 10; burn 9S; close;
{STAND}; card 9C; shoe-says player; decide carry; decide play-on; confirm; burn 8C; bets; wager 1 tie 5; cut; close;
card 2S to=banker; decide reconstruct; card 3S face-up; decide play-on; cards 5S 4S together; decide order=5S,4S;
unreadable; enter 6D; exclude 2 noise; declare-void 1; claim 1 hey; freeze; confirm; unfreeze; decide carry; confirm;
correct 2 player=9S,KD banker=8S,KC; miscount void; hold 1 5; bets; forget ats 1; altered; decide reconstruct;
void fire; empty; decide void; shoe unburned; burn 2S; limit * max=50; bets; close; void by=dealer; cashout 1; cashout 2
"""
STEPS = [step.strip() for step in SCRIPT.split(";")]
# What the bench says of its devices and people, and what the clock says.
BESIDE = ("device", "device_identified", "device_reported", "done", "ready", "table_opened", "notice")
TIMES = ("at", "line", "closes_at", "effective_at", "left")


def _timeless(said: Any) -> Any:
    if isinstance(said, dict):
        return {name: _timeless(value) for name, value in said.items() if name not in TIMES}
    return said


def _told(events: list[dict[str, Any]]) -> list[Any]:
    return [_timeless(event) for event in events if event["event"] not in BESIDE]


@pytest.mark.parametrize("book", ALL)
def test_the_bench_says_what_play_says(book: str) -> None:
    with headless("--side", "pairs", "--rulebook", book) as bench:
        for step in STEPS:
            bench.do(step)
        assert _told(bench.said) == _told(run(f"table side=pairs; {'; '.join(STEPS)}", book))
        assert bench.end() == 0
