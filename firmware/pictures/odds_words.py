"""The odds of a bet in words, out of its pay table."""

from firmware.game.bets import PUSH, PayLine
from firmware.game.offer import OfferedBet
from firmware.kit.words import Words


def short_odds(offered: OfferedBet, words: Words) -> str:
    """Return the odds as they stand on the layout: what it pays, and where that depends, on what."""
    lines = _winning(offered)
    odds = list(dict.fromkeys(line.pays[offered.option - 1] for line in lines))
    if len(odds) == 1:
        return odds[0]
    plain = next((line for line in lines if len(list(line.when.named())) == 1), None)
    special = next((line for line in lines if line is not plain), None)
    if plain is not None and len(lines) == 2 and special is not None and special.when.banker_total is not None:
        return f"{plain.pays[offered.option - 1]} · {_on(special, offered, words)}"
    ordered = sorted(odds, key=_worth)
    return words("odds.range", least=ordered[0], most=ordered[-1])


def all_odds(offered: OfferedBet, words: Words) -> tuple[str, ...]:
    """Return each line of the pay table, as the help shows it."""
    return tuple(
        f"{_when(line, words)}: {words('odds.push') if pays == PUSH else pays}"
        for line in offered.bet.lines
        for pays in (line.pays[offered.option - 1],)
    )


def _winning(offered: OfferedBet) -> list[PayLine]:
    return [line for line in offered.bet.lines if line.pays[offered.option - 1] != PUSH]


def _worth(odds: str) -> float:
    pays, _, for_each = odds.partition(":")
    return float(pays) / float(for_each)


def _on(line: PayLine, offered: OfferedBet, words: Words) -> str:
    return f"{words('when.banker_total', value=line.when.banker_total)} {line.pays[offered.option - 1]}"


def _when(line: PayLine, words: Words) -> str:
    said = []
    for name in line.when.named():
        value = getattr(line.when, name)
        if name.endswith("_pair"):
            said.append(words(f"when.pair.{'any' if len(value) > 1 else value[0]}"))
        elif isinstance(value, bool):
            said.append(words(_natural(line, name, has=value)))
        elif name == "winner":
            said.append(words(f"when.winner.{value}"))
        else:
            said.append(words(f"when.{name}", value=value))
    # The same natural on both sides is said once.
    return words("when.and").join(dict.fromkeys(said))


def _natural(line: PayLine, name: str, *, has: bool) -> str:
    """Return the words of a natural: whose it is, unless the winner says that."""
    if not has:
        return f"when.no_{name}"
    return f"when.{name}" if list(line.when.named()) == [name] else "when.natural"
