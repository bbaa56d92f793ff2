"""A change to another version of the game, or to other side wagers (7.1)."""

from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.books import book_ids, rules_of
from firmware.game.events import Event
from firmware.refusal import Code, Refused, Unsound
from firmware.table.core.authority import act
from firmware.table.core.commands import Command
from firmware.table.core.events import GameChanged, Notice
from firmware.table.core.feature import Feature
from firmware.table.core.needs import need_answered
from firmware.table.core.setup import Version
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn


class GameChangesCode(Code):
    """Why it is refused."""

    RULEBOOK_UNKNOWN = auto()


class ChangeGame(Command, frozen=True):
    """Another version of the game, or other side wagers, from the next coup on."""

    rulebook: str
    side_wagers: dict[str, int]


class GameChangeDue(Event, frozen=True, tag="game_change_due"):
    """A change of the game waits for the end of the open coup."""

    rulebook: str
    side_wagers: dict[str, int]


def change_game(turn: TableTurn, command: ChangeGame) -> None:
    """Change the version of the game or the side wagers, at once or after the open coup."""
    # crown 7.1
    need_answered(turn)
    if command.rulebook not in book_ids():
        raise Refused(GameChangesCode.RULEBOOK_UNKNOWN, known=", ".join(book_ids()))
    try:
        rules = rules_of(command.rulebook, command.side_wagers, turn.state.setup.decks)
    except Unsound as unsound:
        raise unsound.refusal from None
    texts, rule = rules.book.texts, rules.book.numbers.version_notice
    kind = GameChanged if turn.state.game.coup is None else GameChangeDue
    turn.say(kind(command.rulebook, command.side_wagers))
    turn.say(Notice("version", texts.version, rule or None, turn.at))


def _fold_game_change_due(state: TableState, event: GameChangeDue) -> TableState:
    return replace(state, change_due=Version(event.rulebook, event.side_wagers))


def _fold_game_changed(state: TableState, event: GameChanged) -> TableState:
    setup = replace(state.setup, rulebook=event.rulebook, side_wagers=event.side_wagers)
    return replace(state, setup=setup, change_due=None)


FEATURE: Final = Feature(
    decides={ChangeGame: change_game},
    folds={GameChangeDue: _fold_game_change_due, GameChanged: _fold_game_changed},
    asked={ChangeGame: act("change-game")},
)
