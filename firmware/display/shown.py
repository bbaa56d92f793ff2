"""What the winning number display shows of what everybody may know."""

from typing import Final, NamedTuple

from firmware.books import TableRules, load_book, rules_of
from firmware.display.view import NO_HAND, LimitLine, ResultOnDisplay, Shows, WndView
from firmware.game.hands import total
from firmware.game.state import Phase
from firmware.kit.words import Words
from firmware.link.messages import HandView, PublicView, ResultView
from firmware.pictures.announcing import said_of
from firmware.pictures.cup_words import leaders_from_afar, points
from firmware.pictures.headline import Seen, headline
from firmware.pictures.moments import Moments
from firmware.pictures.notices import notices
from firmware.pictures.odds_words import short_odds
from firmware.table.core.faults import DISPLAY
from firmware.table.core.marks import with_corrected
from hal.cards import Card

# A result has its moment in the room; then come the roads, and when nobody has played for so long, the house's picture.
RESULT_MS: Final = 8_000
QUIET_MS: Final = 90_000


class Watched(NamedTuple):
    """Since when things are so, and what time it is. `still`: nothing moves."""

    moments: Moments
    now: int
    still: bool = False


def wnd_view(public: PublicView | None, *, there: bool, words: Words, watched: Watched | None = None) -> WndView:
    """Return it. Where nobody watches when things come, a result is shown until what follows."""
    if public is None or not there or DISPLAY in public.faults:
        return WndView(words("wnd.wait"), "panel", there=False)
    seen = Seen(0, there, public, None)
    line, look = headline(seen, words)
    last = public.recent[-1] if seen.ended else None
    scene, changes_at = _scene(public, watched)
    rules = rules_of(public.rulebook, public.side_wagers, public.decks)
    return WndView(
        headline=line,
        look=look,
        coup=words("coup", number=number) if (number := public.coup or (last.coup if last else 0)) else "",
        version=load_book(public.rulebook).texts.version,
        simulated=public.simulated,
        player=last.player if last else _hand(public.player),
        banker=last.banker if last else _hand(public.banker),
        due=public.due,
        winner=last.winner if last else "",
        betting=public.phase is Phase.BETTING,
        closes_at=public.closes_at,
        period=public.period,
        marks=with_corrected(public.shoe, public.corrected),
        last=tuple(_ended(result, words) for result in public.recent),
        limits=_limits(public, words),
        notices=notices(public, words),
        scene=scene,
        said=_said(last, rules, words) if last is not None else (),
        changes_at=changes_at,
        moments=watched.moments if watched is not None else Moments(),
        still=watched is None or watched.still,
        leaders=() if public.cup is None else leaders_from_afar(public.cup, words),
    )


def _scene(public: PublicView, watched: Watched | None) -> tuple[Shows, int | None]:
    """Return what the display is about, and when that ends by itself."""
    if public.phase in (Phase.BETTING, Phase.BETTING_ASKING):
        return "bets", None
    if public.coup:
        return "cards", None
    leads = public.cup is not None and bool(public.cup.leaders)
    if not public.recent:
        return "leaders" if leads else "quiet", None
    if watched is None:
        return "result", None
    scenes: tuple[tuple[Shows, int], ...] = (
        ("result", watched.moments.ended + RESULT_MS),
        ("roads", 0 if leads else watched.moments.last_change + QUIET_MS),
    )
    return next(
        ((scene, until) for scene, until in scenes if watched.now < until), ("leaders" if leads else "quiet", None)
    )


def _said(last: ResultView, rules: TableRules, words: Words) -> tuple[str, ...]:
    corrected = (words("wnd.corrected.result"),) if last.corrected else ()
    return (*corrected, *said_of(last, rules, words))


def _hand(codes: tuple[str, ...]) -> HandView:
    return HandView(codes, total([Card(code) for code in codes])) if codes else NO_HAND


def _ended(result: ResultView, words: Words) -> ResultOnDisplay:
    special = words("wnd.void") if result.winner == "void" else words("wnd.dummy") if result.dummy else ""
    counts = {"player": result.player.total, "banker": result.banker.total, "tie": result.player.total}
    # What does not count is said in brief.
    name = "bead" if special else "wnd"
    points = "" if result.winner == "void" else f"{words(f'{name}.{result.winner}')} {counts[result.winner]}"
    corrected = words("wnd.corrected") if result.corrected else ""
    return ResultOnDisplay(result.coup, result.winner, points, special, corrected)


def _limits(public: PublicView, words: Words) -> tuple[LimitLine, ...]:
    offer = rules_of(public.rulebook, public.side_wagers, public.decks).offer
    lies = {} if public.cup is None else {bet: sum(stakes) for bet, stakes in public.cup.wagers.items()}
    return tuple(
        LimitLine(
            bet.name,
            short_odds(bet, words),
            f"{words.money(limit.least)} – {words.money(limit.most)}",
            points(lies[bet.name], words) if bet.name in lies else "",
        )
        for bet in offer.bets
        if (limit := public.limits.get(bet.name)) is not None
    )
