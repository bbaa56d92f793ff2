"""Events as a log that people read."""

from collections.abc import Callable
from typing import Final

from firmware.amounts import write_amount as money
from firmware.cli import tournament_log
from firmware.table.shown.printed import Fields


def readable(event: Fields) -> str | None:
    """Return an event as a line of the log, with its time, or None for one that people need not see."""
    write = _LINES.get(event["event"], _other)
    line = write(event)
    if line is None:
        return None
    # Where there are several tables, each line says whose it is; a ticket's `table` is a name.
    several = isinstance(event.get("table"), int) and event["event"] not in _OF_TOURNAMENT
    at = f"table {event['table']}: " if several else ""
    return f"{_time(event['at'])}  {at}{line}"


def _time(at: float) -> str:
    minutes, seconds = divmod(at, 60)
    return f"{int(minutes):3}:{seconds:04.1f}"


def _rule(event: Fields) -> str:
    return f"  [rule {event['rule']}]" if event.get("rule") else ""


def _other(event: Fields) -> str:
    left = {key: value for key, value in event.items() if key not in ("event", "line", "at")}
    if isinstance(left.get("table"), int):
        del left["table"]
    words = " ".join(f"{key}={value}" for key, value in left.items())
    return f"{event['event'].replace('_', ' ')}: {words}"


def _shoe_started(event: Fields) -> str:
    who = f"ATS {event['cut_at']}" if event["cut_at"] else event["cut_by"]
    by = f" by {who}" if who else ""
    return f"shoe {event['shoe']}: {event['decks']} decks, checked, shuffled, cut{by}"


def _numbers(event: Fields) -> str:
    return ", ".join(f"{side} {number}" for side, number in event["numbers"].items())


def _coup_opened(event: Fields) -> str:
    kind = "Dummy Coup, no wagers" if event["dummy"] else "place your bets, please"
    last = ", the last of this shoe" if event["last"] else ""
    return f"── coup {event['coup']}{last}: {kind}"


def _wager(event: Fields) -> str:
    lowered = f" (asked {money(event['asked'])}{_rule(event)})" if event["asked"] != event["accepted"] else ""
    return f"   ATS {event['ats']} wagers {money(event['accepted'])} on {event['bet']}{lowered}"


def _card(event: Fields) -> str:
    where = "no hand" if event["hand"] == "none" else f"{event['hand'].capitalize()} {event['position']}"
    return f"   {event['card']} → {where}"


def _result(event: Fields) -> str:
    flags = f"  flags: {', '.join(event['flags'])}" if event["flags"] else ""
    dummy = " (Dummy Coup)" if event["dummy"] else ""
    return f"   {event['notation']}  {event['winner'].upper()}{dummy}{flags}"


def _settled(event: Fields) -> str:
    again = " (recalculated)" if event["corrected"] else ""
    sentence = f"{event['outcome']}, {money(event['returned'])} back" if event["returned"] else event["outcome"]
    return f"   ATS {event['ats']} {event['bet']} {money(event['stake'])}: {sentence}{again}"


def _returned(event: Fields) -> str:
    return f"   ATS {event['ats']} {event['bet']} {money(event['amount'])} returned: {event['reason']}{_rule(event)}"


def _head_signed(event: Fields) -> str:
    return f"   row {event['signed']['row']} signed"


def _journal_restored(event: Fields) -> str:
    lost = f"; rows up to {event['known']} at least are lost" if event["known"] > event["up_to"] else ""
    return f" ! journal restored from {event['copy'] or 'a copy'} up to row {event['up_to']}{lost}"


def _heard(event: Fields) -> str:
    said = (f"{one['device']} {one['verdict']}" + f" (row {one['row']})" * bool(one["row"]) for one in event["heard"])
    return ", ".join(said) or "no board"


def _heads_agreed(event: Fields) -> str:
    return f"   opened: {_heard(event)}"


def _opened_on_word(event: Fields) -> str:
    doubts = ", ".join(doubt.replace("_", " ") for doubt in event["doubts"])
    return f" ! opened on a supervisor's word: {doubts}; heard: {_heard(event)}"


def _enrolled(event: Fields) -> str:
    """Say who was enrolled, by whom; what is kept of the PIN is nobody's to read out."""
    by = f", by {event['enrolled_by']}" if event["enrolled_by"] else ""
    approved = f", approved by {event['approved_by']}" if event["approved_by"] else ""
    return f"   {event['staff']} {event['name']} is enrolled as {event['role']}{by}{approved}"


_OF_TOURNAMENT: Final[dict[str, Callable[[Fields], str | None]]] = {
    "tournament": tournament_log.tournament,
    "standings": tournament_log.standings,
}
_LINES: Final[dict[str, Callable[[Fields], str | None]]] = {
    "table_opened": lambda event: f"table open: {event['setup']['rulebook']}, {event['setup']['ats']} terminals",
    "staff_enrolled": _enrolled,
    "pin_refused": lambda event: f" ! wrong PIN at {event['console']}, {event['staff'] or 'for a number of nobody'}",
    "notice": lambda event: f"notice: {event['text']}{_rule(event)}",
    "shoe_started": _shoe_started,
    "cards_checked": lambda event: f"cards checked: {event['finding']}{_rule(event)}",
    "offer_numbered": lambda event: f"odds numbered {_numbers(event)}{_rule(event)}",
    "excluded": lambda event: f"   ATS {event['ats']}: the player is to leave: {event['text']}{_rule(event)}",
    "held": lambda event: f"   ATS {event['ats']}: {money(event['amount'])} of the winnings held{_rule(event)}",
    "held_released": lambda event: f"   ATS {event['ats']}: {money(event['amount'])} released{_rule(event)}",
    "held_kept": lambda event: f"   ATS {event['ats']}: {money(event['amount'])} kept by the house{_rule(event)}",
    "claim": lambda event: f"   ATS {event['ats']} claims: {event['text']}{_rule(event)}",
    "claim_decided": lambda event: f"   ATS {event['ats']}: claim {event['claim']}: {event['text']}{_rule(event)}",
    "measure_recorded": lambda event: f"   ATS {event['ats']}: {event['measure']}{_rule(event)}",
    "shoe_ended": lambda event: f"shoe ended: {event['reason']}{_rule(event)}",
    "burned": lambda event: f"   {event['card']} burned",
    "cutting_card": lambda event: f"   cutting card: coup {event['last_coup']} is the last of this shoe",
    "bought_in": lambda event: f"   ATS {event['ats']} buys in {money(event['amount'])} by {event['by']}",
    "cashed_out": lambda event: f"   ATS {event['ats']} is paid {money(event['amount'])} by {event['by']}",
    "coup_opened": _coup_opened,
    "wager": _wager,
    "bets_closed": lambda event: f"   no more bets ({event['cause']})",
    "card": _card,
    "irregularity": lambda event: f" ! {event['kind']} {event['card'] or ''}{_rule(event)}",
    "question": lambda event: f" ? {event['kind']}: {' / '.join(event['options'])}{_rule(event)}",
    "answered": lambda event: f" = {event['option']}, by the {event['by']}",
    "ruling": lambda event: f" → {event['action']}, by the {event['by']}{_rule(event)}",
    "result": _result,
    "settled": _settled,
    "returned": _returned,
    "balance": lambda event: f"   ATS {event['ats']} balance {money(event['balance'])}",
    "owed": lambda event: f"   ATS {event['ats']}: {money(event['amount'])} owed by the {event['by']}",
    "head_signed": _head_signed,
    "journal_restored": _journal_restored,
    "heads_agreed": _heads_agreed,
    "opened_on_word": _opened_on_word,
    **_OF_TOURNAMENT,
    "refused": lambda event: f" x refused: {event['step']}: {event['reason']}{_rule(event)}",
}
