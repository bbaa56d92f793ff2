"""What is announced to players: limits that are coming (5.1), another version (7.1), the table's closing (13.7)."""

from collections.abc import Callable
from typing import Final

from firmware.books import load_book
from firmware.game.state import Phase
from firmware.game.wagers import ANY
from firmware.kit.words import Words
from firmware.link.messages import ComingView, PublicView
from firmware.pictures.cup_words import cup_notices


def _limit(coming: ComingView, words: Words) -> str:
    bet = words("notice.limit.all") if coming.bet == ANY else words(f"bet.{coming.bet}.long")
    assert coming.limit is not None
    least, most = words.money(coming.limit.least), words.money(coming.limit.most)
    return words("notice.limit", bet=bet, least=least, most=most, time=words.time(coming.at))


def _version(coming: ComingView, words: Words) -> str:
    return words("notice.version", version=words.of_table(load_book(coming.rulebook).texts.version))


def _closing(coming: ComingView, words: Words) -> str:
    return words("notice.closing", time=words.time(coming.at))


_SAY: Final[dict[str, Callable[[ComingView, Words], str]]] = {
    "limit": _limit,
    "version": _version,
    "closing": _closing,
}


def announced(coming: ComingView, words: Words) -> str:
    """Return one announcement."""
    return _SAY[coming.kind](coming, words)


def notices(public: PublicView, words: Words) -> tuple[str, ...]:
    """Return what is announced; and where nothing is, the limits of the main game."""
    said = [announced(coming, words) for coming in public.coming]
    if public.phase is Phase.NO_SHOE and public.recent:
        said.append(words("state.no_shoe"))
    # crown 3.9.3
    if public.last:
        said.append(words("notice.last"))
    if public.session:
        said.append(words("notice.session", name=public.session))
    if public.cup is not None:
        said.extend(cup_notices(public.cup, words))
    main = public.limits.get("player")
    if not said and main is not None:
        said.append(words("notice.limits", least=words.money(main.least), most=words.money(main.most)))
    return tuple(said)
