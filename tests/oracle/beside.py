"""The product beside the second engine: a scenario played in memory as `play` does it, and what differs."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec
from claims import claims_of
from told import ANY, Claims, Flags

from sim.play import play, prepare
from sim.scenario import read_scenario

STRICT = (
    "coup_opened", "wager", "bets_closed", "returned", "card", "irregularity", "question", "result", "settled", "owed",
    "refused", "take_pay", "claim", "held", "excluded", "shoe_ended",
)  # fmt: skip
CONTAINED = ("ruling", "authority")  # of these there may be more
ORDERED = ("coup_opened", "card", "question", "result", "bets_closed")

Seen = tuple[object, ...]


def _options(event: dict[str, object]) -> object:
    options = event["options"]
    assert isinstance(options, list)
    return frozenset(str(option) for option in options)


def _rates(event: dict[str, object]) -> frozenset[tuple[str, Fraction]]:
    """What each bet wins for one unit: -1 where it is lost, 0 where it is returned."""
    bets = event["bets"]
    assert isinstance(bets, list)
    return frozenset((one["bet"], _rate(one["outcome"], one["odds"])) for one in bets)


def _rate(outcome: str, odds: str) -> Fraction:
    if outcome == "win":
        won, _, staked = odds.partition(":")
        return Fraction(won) / Fraction(staked)
    return Fraction({"lose": -1, "push": 0}[outcome])


def _hand(event: dict[str, object], side: str) -> tuple[tuple[str, ...], int]:
    hand = event[side]
    assert isinstance(hand, dict)
    return tuple(hand["cards"]), hand["total"]


def _result(event: dict[str, object]) -> Seen:
    player, banker = _hand(event, "player"), _hand(event, "banker")
    flags = event["flags"]
    assert isinstance(flags, list)
    return (
        event["coup"], event["winner"], player[0], banker[0], player[1], banker[1], event["dummy"], event["last"],
        tuple(sorted(set(flags))),
    )  # fmt: skip


_FIELDS = {
    "coup_opened": ("coup", "dummy", "last"),
    "wager": ("ats", "bet", "accepted", "rule"),
    "bets_closed": ("coup", "cause"),
    "returned": ("ats", "bet", "amount", "reason", "rule"),
    "card": ("card", "hand", "position"),
    "irregularity": ("kind", "rule"),
    "ruling": ("kind", "action", "rule"),
    "settled": ("coup", "ats", "bet", "stake", "outcome", "returned", "corrected"),
    "owed": ("ats", "amount", "by"),
    "refused": ("rule",),
    "claim": ("ats",),
    "held": ("ats", "amount"),
    "excluded": ("ats",),
    "shoe_ended": (),
}


SPOKEN_OF = {*_FIELDS, "result", "question", "take_pay"}


def seen(event: dict[str, object]) -> Seen:
    """One event of `play` in the words of the second engine."""
    kind = str(event["event"])
    if kind == "result":
        return (kind, *_result(event))
    if kind == "take_pay":
        return (kind, event["coup"], _rates(event))
    if kind == "question":
        return (kind, event["kind"], _options(event), event["rule"])
    return (kind, *(str(event[key]) if key == "ats" else event[key] for key in _FIELDS[kind]))


def alike(claimed: object, shown: object) -> bool:
    """Does what is shown hold the claim? A rule may be said more closely than the page does."""
    if claimed is ANY or claimed == shown:
        return True
    if isinstance(claimed, Flags) and isinstance(shown, tuple):
        return set(claimed.must) <= set(shown) <= {*claimed.must, *claimed.may}
    if isinstance(claimed, tuple) and isinstance(shown, tuple):
        return len(claimed) == len(shown) and all(map(alike, claimed, shown))
    if isinstance(claimed, tuple) and isinstance(shown, frozenset):  # cards that left together: `order=` of them
        return True
    both = isinstance(claimed, str) and isinstance(shown, str)
    return both and claimed[:1].isdigit() and shown.startswith((claimed + ".", claimed + "("))


def differences(claims: Claims, events: Sequence[Seen]) -> list[str]:
    """What a step showed that it should not have, and the other way round."""
    left = [event for event in events if event[0] in STRICT]
    missing = [claim for claim in claims.must if claim[0] in STRICT and not _take(left, claim)]
    rulings = [event for event in events if event[0] in CONTAINED]
    missing += [claim for claim in claims.must if claim[0] in CONTAINED and not _take(rulings, claim)]
    for claim in claims.may:
        _take(left, claim)
    found = [f"not seen: {_text(claim)}" for claim in missing] + [f"seen: {_text(event)}" for event in left]
    return found or _order(claims, events)


def _take(events: list[Seen], claim: Seen) -> bool:
    for at, event in enumerate(events):
        if alike(claim, event):
            del events[at]
            return True
    return False


def _order(claims: Claims, events: Sequence[Seen]) -> list[str]:
    for kind in ORDERED:
        claimed = [claim for claim in claims.must if claim[0] == kind]
        shown = [event for event in events if event[0] == kind]
        if len(claimed) == len(shown) and not all(map(alike, claimed, shown)):
            return [f"another order of {kind}: {' | '.join(map(_text, shown))}"]
    return []


def _text(event: Seen) -> str:
    words = (",".join(sorted(map(str, part))) if isinstance(part, frozenset | tuple) else str(part) for part in event)
    return " ".join(words)


def shown(lines: Sequence[str]) -> list[list[dict[str, object]]]:
    """What the product shows of a scenario, line by line."""
    read = read_scenario("\n".join(lines), "story")
    events: list[list[dict[str, object]]] = [[] for _ in range(len(lines) + 1)]

    def keep(event: dict[str, object]) -> None:
        events[int(str(event["line"]))].append(msgspec.json.decode(msgspec.json.encode(event)))

    play(read, prepare(read, lines[0].split()[1], "story"), keep)
    return events[1:]


def difference(lines: Sequence[str]) -> str | None:
    """The first difference between the product and the second engine: its line and what differs; None where none is."""
    told = claims_of(lines)
    try:
        lines = lines[: len(told)]
        of_product = shown(lines)
    except Exception as error:  # noqa: BLE001 - whatever the product breaks on is a difference, and shrinks as one
        return f"the product raised {type(error).__name__}: {error}"
    balances: dict[str, int] = {}
    claimed, known = Claims(), list[Seen]()
    for number, (line, claims, events) in enumerate(zip(lines, told, of_product, strict=True), 1):
        claimed.must += claims.must
        claimed.may += claims.may
        known += [seen(event) for event in events if event["event"] in SPOKEN_OF]
        known += [("authority", one["kind"], one["role"]) for one in events if _is_answer(one)]
        wrong = _balances(claims, events, balances)
        if claims.asking and not wrong:
            continue  # what is said while a question is open, or right after the answer, is held against both then
        if found := differences(claimed, known) or wrong:
            return f"line {number}, `{line}`: " + "; ".join(found)
        claimed, known = Claims(), []
    return None


def _is_answer(event: dict[str, object]) -> bool:
    return event["event"] == "ruling" and event["by"] != "firmware"


def _balances(claims: Claims, events: Iterable[dict[str, object]], known: dict[str, int]) -> list[str]:
    """Balances are said when they move: what was said last is what they are."""
    for event in events:
        if event["event"] == "balance":
            known[str(event["ats"])] = int(str(event["balance"]))
    wrong = [ats for ats in claims.balances.keys() | known.keys() if claims.balances.get(ats, 0) != known.get(ats, 0)]
    return [f"balance of {ats} is {known.get(ats, 0)}, not {claims.balances.get(ats, 0)}" for ats in sorted(wrong)]
