"""What screens say of a tournament: its progress, compulsory wagers, leaders, and each player's place."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from firmware.game.wagers import ANY
from firmware.kit.words import Words
from firmware.link.cup_messages import CupView, NextBoundsView, PlaceView
from firmware.link.messages import AccountView

# How many leaders a terminal lists.
READ = 3


def points(amount: int, words: Words) -> str:
    """Return an amount of points: not money, so without a currency sign."""
    # reading 33
    return replace(words, currency="").money(amount)


def cup_notices(cup: CupView, words: Words) -> tuple[str, ...]:
    """Return the notice for everybody: why play waits, or how much is left."""
    said = [words(f"cup.hold.{cup.hold}")] if cup.hold else []
    if cup.left > 0:
        said.append(words("cup.left.one" if cup.left == 1 else "cup.left", count=cup.left))
    if cup.coming is not None:
        said.extend(_coming(cup.coming, words))
    return tuple(said)


def wagered_notice(cup: CupView, words: Words) -> tuple[str, ...]:
    """Return what lies on each bet, where wagers are open, for somebody near."""
    totals = {bet: sum(stakes) for bet, stakes in cup.wagers.items()}
    return (words("cup.open", said=_wagered(totals, words)),) if totals else ()


def _coming(coming: NextBoundsView, words: Words) -> Iterator[str]:
    # crown 5.1
    time = words.time(coming.at)
    if coming.minimum:
        yield words("cup.next_minimum", amount=points(coming.minimum, words), time=time)
    for one in coming.limits:
        bet = words("notice.limit.all") if one.bet == ANY else words(f"bet.{one.bet}.long")
        yield words("notice.limit", bet=bet, least=points(one.least, words), most=points(one.most, words), time=time)


def _wagered(on: Mapping[str, int], words: Words) -> str:
    return " · ".join(
        words("cup.open.bet", bet=words(f"bet.{bet}.long"), amount=points(amount, words)) for bet, amount in on.items()
    )


def open_wagers(cup: CupView, words: Words) -> Iterator[tuple[str, str]]:
    """Return what everybody wagered, where wagers are open: a line for each terminal."""
    by_seat: dict[int, dict[str, int]] = {}
    for bet, stakes in cup.wagers.items():
        for ats, stake in enumerate(stakes, 1):
            if stake:
                by_seat.setdefault(ats, {})[bet] = stake
    for ats, own in sorted(by_seat.items()):
        yield words("cup.title.open", ats=ats), _wagered(own, words)


def place_notice(cup: CupView, account: AccountView, words: Words) -> tuple[str, ...]:
    """Return a player's own standing in brief."""
    if cup.hidden:
        return (words("cup.hidden.brief"),)
    if account.place is None:
        return ()
    return (words("cup.place", place=account.place.place, field=cup.field),)


def cup_lines(cup: CupView, account: AccountView | None, words: Words) -> Iterator[tuple[str, str]]:
    """Return the lines a player can read about the tournament, each with its title."""
    how_far = (*cup_notices(cup, words), *wagered_notice(cup, words))
    yield words("cup.title.round", round=cup.round), " · ".join(how_far) or words("cup.goes_on")
    yield words("cup.title.wagers"), _terms(cup, words)
    yield from _standing(cup, account, words)
    yield from open_wagers(cup, words)


def _standing(cup: CupView, account: AccountView | None, words: Words) -> Iterator[tuple[str, str]]:
    if cup.hidden:
        yield words("cup.title.standing"), words("cup.hidden")
        return
    if account is not None and account.place is not None:
        yield words("cup.title.standing"), _own(cup, account.place, words)
    yield words("cup.title.leaders"), " · ".join(leaders(cup, words)[:READ])


def leaders(cup: CupView, words: Words) -> tuple[str, ...]:
    """Return the leaders, one to a line."""
    return tuple(
        words("cup.leader", place=one.place, name=one.name, points=points(one.points, words)) for one in cup.leaders
    )


def leaders_from_afar(cup: CupView, words: Words) -> tuple[tuple[str, str], ...]:
    """Return who leads, for a display: each with place and name, and the points."""
    return tuple(
        (words("cup.leader.name", place=one.place, name=one.name), points(one.points, words)) for one in cup.leaders
    )


def _terms(cup: CupView, words: Words) -> str:
    bounds = {"compulsory": cup.compulsory, "minimum": cup.minimum, "maximum": cup.maximum}
    said = [words(f"cup.{name}", amount=points(bound, words)) for name, bound in bounds.items() if bound]
    return " ".join(said) or words("cup.no_bounds")


def _own(cup: CupView, place: PlaceView, words: Words) -> str:
    said = [words("cup.place", place=place.place, field=cup.field)]
    if place.before >= 0:
        said.append(words("cup.before", points=points(place.before, words)))
    if place.behind >= 0:
        said.append(words("cup.behind", points=points(place.behind, words)))
    return " · ".join(said)
