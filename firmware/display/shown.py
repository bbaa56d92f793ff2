"""What the winning number display shows of what everybody may know."""

from firmware.books import load_book, rules_of
from firmware.display.view import NO_HAND, LimitLine, ResultOnDisplay, WndView
from firmware.game.hands import total
from firmware.game.state import Phase
from firmware.kit.words import Words
from firmware.link.messages import HandView, PublicView, ResultView
from firmware.pictures.headline import Seen, headline
from firmware.pictures.notices import notices
from firmware.pictures.odds_words import short_odds
from firmware.table.core.faults import DISPLAY
from hal.cards import Card


def wnd_view(public: PublicView | None, *, there: bool, words: Words) -> WndView:
    """Return it."""
    if public is None or not there or DISPLAY in public.faults:
        return WndView(words("wnd.wait"), "panel", there=False)
    seen = Seen(0, there, public, None)
    line, look = headline(seen, words)
    last = public.recent[-1] if seen.ended else None
    return WndView(
        headline=line,
        look=look,
        coup=words("coup", number=public.coup or (last.coup if last else 0)),
        version=load_book(public.rulebook).texts.version,
        player=last.player if last else _hand(public.player),
        banker=last.banker if last else _hand(public.banker),
        due=public.due,
        winner=last.winner if last else "",
        betting=public.phase is Phase.BETTING,
        closes_at=public.closes_at,
        period=public.period,
        marks=public.shoe,
        last=tuple(_ended(result, words) for result in public.recent),
        limits=_limits(public, words),
        notices=notices(public, words),
    )


def _hand(codes: tuple[str, ...]) -> HandView:
    return HandView(codes, total([Card(code) for code in codes])) if codes else NO_HAND


def _ended(result: ResultView, words: Words) -> ResultOnDisplay:
    special = words("wnd.void") if result.winner == "void" else words("wnd.dummy") if result.dummy else ""
    counts = {"player": result.player.total, "banker": result.banker.total, "tie": result.player.total}
    # What does not count is said in brief.
    name = "bead" if special else "wnd"
    points = "" if result.winner == "void" else f"{words(f'{name}.{result.winner}')} {counts[result.winner]}"
    return ResultOnDisplay(result.coup, result.winner, points, special)


def _limits(public: PublicView, words: Words) -> tuple[LimitLine, ...]:
    offer = rules_of(public.rulebook, public.side_wagers, public.decks).offer
    return tuple(
        LimitLine(bet.name, short_odds(bet, words), f"{words.money(limit.least)} – {words.money(limit.most)}")
        for bet in offer.bets
        if (limit := public.limits.get(bet.name)) is not None
    )
