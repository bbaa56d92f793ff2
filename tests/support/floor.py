"""What tests say a table does: they play scripts, as people do on the floor, and read what it said."""

import json
from typing import Any

from sim.play import choose_book, play, prepare
from sim.scenario import read_scenario

CROWN = ("crown-traditional", "crown-baccarat")
MBS = ("mbs-rapid-no-commission", "mbs-no-commission", "mbs-baccarat")
RWS = ("rws-non-commission",)
SILENT = MBS + RWS
ALL = CROWN + SILENT

# Which books take five in the hundred of a Banker win (crown 10.1, mbs-baccarat 4.1).
COMMISSION = ("crown-traditional", "mbs-baccarat")

# Initial deals, in the order of dealing. Neither hand draws; Player wins 7 to 6.
STAND = "card 7S; card 6H; card KD; card KC"
# Player stands on 6, Banker draws to 5.
BANKER_DRAWS = "card 6S; card 5H; card KD; card KC"
# Player draws to 2, Banker stands on 7.
PLAYER_DRAWS = "card 2S; card 7H; card KD; card KC"
# Both draw: 2 against 2.
BOTH_DRAW = "card 2S; card 2H; card KD; card KC"
# Player has a natural 9, Banker 5.
NATURAL = "card 9S; card 5H; card KD; card KC"
# A coup opened with a wager of 100 on Player by ATS 1.
OPEN = "buyin 1 1000; bets; wager 1 player 100; close"


class Events(list[dict[str, Any]]):
    """What a table said, in its order."""

    def of(self, kind: str, /, **fields: Any) -> "Events":
        return Events(
            event for event in self if event["event"] == kind and all(event.get(k) == v for k, v in fields.items())
        )

    def only(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        found = self.of(kind, **fields)
        assert len(found) == 1, f"{len(found)} events {kind} {fields} in\n" + "\n".join(map(str, self))
        return found[0]

    def balance(self, ats: int) -> int:
        return int(self.of("balance", ats=ats)[-1]["balance"])

    def rulings(self) -> list[tuple[str, str, str | None, str]]:
        return [(e["kind"], e["action"], e["rule"], e["by"]) for e in self.of("ruling")]

    def irregularities(self) -> list[tuple[str, str | None]]:
        return [(e["kind"], e["rule"]) for e in self.of("irregularity")]

    def cards(self, coup: int | None) -> list[tuple[str, str, int | None]]:
        return [(e["card"], e["hand"], e["position"]) for e in self.of("card", coup=coup)]

    def refusals(self) -> list[str]:
        return [event["step"] for event in self.of("refused")]


def crowns(book: str, rule: str) -> str | None:
    """Return a rule's number in Crown's books; the others have none for what their column reads alike."""
    return rule if book in CROWN else None


def of_banker(book: str, stake: int) -> int:
    """Return what comes back of a wager on Banker that has won, and not with six."""
    return stake * 195 // 100 if book in COMMISSION else 2 * stake


def run(script: str, rulebook: str = "crown-baccarat") -> Events:
    """Play a script (steps on lines, or parted by semicolons) and return what the table said."""
    events = Events()
    lines = read_scenario(script.replace(";", "\n"), "script")
    book = choose_book(lines, rulebook)
    assert book is not None
    play(lines, prepare(lines, book, "script"), lambda event: events.append(json.loads(json.dumps(event))))
    return events


def accepted(script: str, rulebook: str = "crown-baccarat") -> Events:
    """Play a script of which nothing may be refused."""
    events = run(script, rulebook)
    assert events.refusals() == [], events.of("refused")
    return events
