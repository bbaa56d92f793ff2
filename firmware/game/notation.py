"""A coup in one line: `P 6S KD 7C | B 9H 2C = B1`; journal, tests and bug reports use the same."""

import re
from collections.abc import Sequence
from typing import Final

from firmware.game.hands import Winner, total
from hal.cards import Card, read_card

LETTERS: Final = {Winner.PLAYER: "P", Winner.BANKER: "B", Winner.TIE: "T", Winner.VOID: "void"}
_LINE: Final = re.compile(r"P ?(?P<player>[^|]*)\| ?B ?(?P<banker>[^=]*)= ?(?P<winner>[PBT][0-9]|void)")


def write_coup(player: Sequence[Card], banker: Sequence[Card], winner: Winner) -> str:
    """Write a coup in one line. The figure after the winner is the point count that won or tied."""
    count = "" if winner is Winner.VOID else str(max(total(player), total(banker)))
    return " ".join(["P", *player, "|", "B", *banker, "=", LETTERS[winner] + count])


def read_coup(line: str) -> tuple[tuple[Card, ...], tuple[Card, ...], Winner]:
    """Read a coup in one line. The winner and count it names must match its cards."""
    found = _LINE.fullmatch(line.strip())
    if found is None:
        raise ValueError(f"{line!r} is no coup; a coup reads P 6S KD 7C | B 9H 2C = P3")
    player = tuple(read_card(word) for word in found["player"].split())
    banker = tuple(read_card(word) for word in found["banker"].split())
    winner = next(winner for winner, letter in LETTERS.items() if found["winner"].startswith(letter))
    if winner is not Winner.VOID:
        _check(line, player, banker, found["winner"])
    return player, banker, winner


def _check(line: str, player: Sequence[Card], banker: Sequence[Card], said: str) -> None:
    ours, theirs = total(player), total(banker)
    letter = "T" if ours == theirs else "P" if ours > theirs else "B"
    if said != f"{letter}{max(ours, theirs)}":
        raise ValueError(f"{line!r}: these cards make {letter}{max(ours, theirs)}, not {said}")
