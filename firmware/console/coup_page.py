"""The coup as the console shows it: cards, what has happened and what the rules say, terminals, what to pay."""

from collections.abc import Iterable, Iterator
from typing import Final

from firmware.console.event_words import by_rule
from firmware.console.known import Known
from firmware.console.option_words import option_words
from firmware.console.pages.terminals import tile
from firmware.console.view import NO_HAND, CoupView, Row, Tile
from firmware.game import events as g
from firmware.game.hands import total
from firmware.link.messages import HandView
from firmware.pictures.table_items import card_text
from firmware.table.core.events import TakePay
from firmware.table.core.faults import fault_name
from firmware.table.core.service import TableService
from hal.cards import DECK

KEPT = (g.Irregularity, g.Question, g.Answered, g.Ruling, g.CardLaid)

# This many terminals can be touched beside the hands; if there are more, they are touched on their own page.
FEW: Final = 10


def kept_of_open_coup(table: TableService) -> tuple[g.Event, ...]:
    """Return, after a restart, what the journal has of the coup that is open."""
    coup = table.state.game.coup
    return tuple(event for event in table.of_coup(coup.number) if isinstance(event, KEPT)) if coup is not None else ()


def coup_view(known: Known) -> CoupView:
    """Return the page."""
    game = known.state.game
    last = known.state.recent[-1].result if known.state.recent else None
    if game.coup is not None:
        player, banker = (HandView(hand, total(hand)) for hand in (game.coup.player, game.coup.banker))
        due = game.coup.due.value if game.coup.due is not None and not game.coup.betting else ""
        winner = ""
    elif last is not None:
        player, banker = (HandView(hand.cards, hand.total) for hand in (last.player, last.banker))
        due, winner = "", last.winner.value
    else:
        player = banker = NO_HAND
        due = winner = ""
    terminals = tuple(_tiles(known))
    totals = tuple(_totals(known)) if terminals else tuple(take_and_pay(known))
    return CoupView(player, banker, due, winner, tuple(happened(known)), terminals, totals)


def _tiles(known: Known) -> Iterator[Tile]:
    """Return the terminals at a glance; if there are few, each is large enough to be touched."""
    most = known.state.setup.ats
    seen = (tile(known, ats) for ats in range(1, most + 1))
    return seen if most <= FEW else (Tile(t.label, t.value, t.look) for t in seen)


def _totals(known: Known) -> Iterator[Row]:
    """Return what lies on each bet."""
    lies: dict[str, int] = {}
    for account in known.state.accounts.values():
        for bet, stake in account.wagers.items():
            lies[bet] = lies.get(bet, 0) + stake
    for bet in ("player", "banker", "tie"):
        yield Row(known.words(f"bet.{bet}.long"), value=known.words.money(lies.pop(bet, 0)))
    yield Row(known.words("sgc.side_bets"), value=known.words.money(sum(lies.values())))


def take_and_pay(known: Known) -> Iterator[Row]:
    """At a table without terminals: each bet with what to take and pay (reading 17)."""
    told = [event for event in known.happened if isinstance(event, TakePay)]
    for bet in told[-1].bets if told else ():
        odds = f" {bet.odds}" if bet.odds else ""
        look = {"win": "good", "lose": "panel"}.get(bet.outcome.value, "deep")
        yield Row(known.words(f"bet.{bet.bet}.long"), value=known.words(f"take.{bet.outcome.value}") + odds, look=look)


def happened(known: Known) -> Iterable[Row]:
    """Return what has happened in this coup, with what the rules say and who ruled."""
    words = known.words
    rows: list[Row] = []
    if known.state.game.carried:
        # Whoever takes over did not see it leave.
        carried = " ".join(card_text(card) for card in known.state.game.carried)
        rows.append(Row(words("sgc.carried", cards=carried), look="notice"))
    answered = {event.question: event.option for event in known.happened if isinstance(event, g.Answered)}
    for event in known.happened:
        match event:
            case g.Irregularity(_, "ats_malfunction", rule):
                row = _of_terminals(known, rule)  # as it is now: once, whatever happened to how many
                rows += [] if row in rows else [row]
            case g.Irregularity(_, kind, rule, card):
                shown = f": {card_of(card)}" if card else ""
                rows.append(Row(words(f"kind.{kind}") + shown, by_rule(rule, words), look="notice"))
            case g.Question(number, kind, _, _, rule, by, _, said, role) if number in answered:
                more = f" ({said})" if said else ""
                answer = words("answered", answer=option_words(answered[number], words))
                rows.append(Row(words(f"kind.{kind}") + more, f"{answer} · {by_rule(rule, words)}", look="good"))
            case g.Question(_, kind, _, _, rule, by, _, said, role):
                more = f" ({said})" if said else ""
                asks = words(f"asks.{_who(role or by)}")
                rows.append(Row(words(f"kind.{kind}") + more, f"{asks} {by_rule(rule, words)}", look="alarm"))
            case g.Ruling(kind, action, rule, by, _, _, role):
                detail = f"{words(f'by.{_who(role or by)}')} {by_rule(rule, words)}"
                rows.append(Row(words(f"action.{action}"), detail, look="good"))
    return rows


def _of_terminals(known: Known, rule: str | None) -> Row:
    """Return which terminals are out of order now; of a coup that had one, that none is any more."""
    words, ats = known.words, range(1, known.state.setup.ats + 1)
    out = [str(one) for one in ats if fault_name("ats", one) in known.state.faults]
    if not out:
        return Row(words("sgc.ats_back"), words("sgc.ats_back.note"), look="good")
    return Row(words("sgc.ats_out", numbers=", ".join(out)), by_rule(rule, words), look="notice")


def _who(role: str) -> str:
    return role.replace(" ", "_")


def card_of(said: str) -> str:
    """Return a card as people read it; a foreign code, which is no card, as it was reported."""
    return card_text(said) if said in DECK else said
