"""What is going on, in one line at the top of a screen: the first of these states that holds."""

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec import Struct

from firmware.books import load_book
from firmware.game.state import Phase
from firmware.kit.words import Words
from firmware.link.messages import AccountView, PublicView
from firmware.pictures.table_items import card_text
from firmware.table.core.codes import TableCode
from firmware.table.core.faults import SYSTEM, fault_name


class Seen(Struct, frozen=True):
    """All that a board knows of the table. `ats`: its number, or 0 for a display.

    `stranger`: how staff know this board, when another one is the terminal.
    """

    ats: int
    there: bool
    public: PublicView | None
    account: AccountView | None
    stranger: str = ""

    @property
    def ended(self) -> bool:
        """Whether a coup has ended and the next has not begun."""
        return self.public is not None and not self.public.coup and bool(self.public.recent)


def has_open_door(account: AccountView | None) -> bool:
    """Whether a terminal is out of play for one of its doors."""
    return account is not None and account.no_notes is not None and account.no_notes.code == TableCode.DOOR_OPEN


class State(NamedTuple):
    """A state: when it holds, how it looks, and what is said."""

    holds: Callable[[Seen, PublicView], bool]
    look: str
    says: Callable[[PublicView, Words], str]


def _key(key: str) -> Callable[[PublicView, Words], str]:
    return lambda _, words: words(key)


def _book(text: str) -> Callable[[PublicView, Words], str]:
    return lambda public, words: words.of_table(getattr(load_book(public.rulebook).texts, text))


def _result(public: PublicView, words: Words) -> str:
    last = public.recent[-1]
    dummy = words("result.dummy") if last.dummy else ""
    return dummy + words(f"result.{last.winner}", player=last.player.total, banker=last.banker.total)


def _asking(public: PublicView, words: Words) -> str:
    return words("state.asking", kind=words.named("kind", public.question))


def _excluded(seen: Seen, _: PublicView) -> bool:
    return seen.account is not None and seen.account.excluded


def _has_open_door(seen: Seen, _: PublicView) -> bool:
    return has_open_door(seen.account)


def _has_wrong_software(seen: Seen, _: PublicView) -> bool:
    no_notes = seen.account.no_notes if seen.account is not None else None
    return no_notes is not None and no_notes.code in (TableCode.SOFTWARE_WRONG, TableCode.TABLE_SOFTWARE_WRONG)


# How the last coup of a shoe ended is said before that a new shoe comes: `notices` says that beside it.
# crown 3.1, 8.2, 11.8.3; mbs 3.1, 3.2; rws 3.1, 3.2
STATES: Final = (
    State(lambda seen, public: fault_name("ats", seen.ats) in public.faults, "alarm", _key("state.out")),
    State(_has_open_door, "alarm", _key("state.door")),
    State(_has_wrong_software, "alarm", _key("state.software")),
    State(lambda _, public: SYSTEM in public.faults, "alarm", _key("state.system")),
    State(lambda _, public: public.frozen, "notice", _key("state.frozen")),
    State(_excluded, "notice", _key("state.excluded")),
    # A display is read from six metres: what it was is on each terminal.
    State(lambda seen, public: bool(public.question) and not seen.ats, "notice", _key("state.suspended")),
    State(lambda _, public: bool(public.question), "notice", _asking),
    State(lambda _, public: public.dummy, "notice", _key("state.dummy")),
    State(lambda _, public: public.phase is Phase.BETTING, "good", _book("place_your_bets")),
    State(lambda _, public: bool(public.coup), "closed", _book("no_more_bets")),
    State(lambda seen, public: seen.ended and public.recent[-1].winner == "void", "notice", _result),
    State(lambda seen, public: seen.ended and public.recent[-1].dummy, "notice", _result),
    State(lambda seen, public: seen.ended and public.recent[-1].winner == "tie", "tie", _result),
    State(lambda seen, public: seen.ended and public.recent[-1].winner == "banker", "banker", _result),
    State(lambda seen, _: seen.ended, "player", _result),
    State(lambda _, public: public.phase is Phase.NO_SHOE, "panel", _key("state.no_shoe")),
    State(lambda _, __: True, "panel", _key("state.wait")),
)


def ended_in_words(public: PublicView, words: Words) -> str:
    """Return how the last coup ended; nothing before there was one."""
    return words("last.coup", result=_result(public, words)) if public.recent else ""


def last_cards(public: PublicView, words: Words) -> str:
    """Return the cards of the last coup: they stay on view until the next."""
    if not public.recent:
        return ""
    last = public.recent[-1]
    hands = (("player", last.player.cards), ("banker", last.banker.cards))
    return " · ".join(f"{words(f'bead.{side}')} {' '.join(map(card_text, cards))}" for side, cards in hands if cards)


def look_of_last(public: PublicView) -> str:
    """Return how the last coup's result looks."""
    if not public.recent:
        return "panel"
    last = public.recent[-1]
    return "notice" if last.winner == "void" or last.dummy else last.winner


def headline(seen: Seen, words: Words) -> tuple[str, str]:
    """Return the line, and how it looks."""
    if not seen.there or seen.public is None:
        return words("state.no_table"), "alarm"
    if seen.stranger:
        return words("state.board_changed", board=seen.stranger), "alarm"
    state = next(state for state in STATES if state.holds(seen, seen.public))
    return state.says(seen.public, words), state.look
