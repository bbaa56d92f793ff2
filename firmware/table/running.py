"""What staff do with the table as a whole: open and close it, change limits, exclude a player, hold a tournament."""

from typing import Literal

from msgspec.structs import replace

from firmware.books import book_ids, every_bet_name, rules_of
from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.refusal import Refused, Unsound
from firmware.game.wagers import ANY, Limit, limit_of
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.bounds import LONGEST_PERIOD
from firmware.table.card_checks import check_cards
from firmware.table.card_commands import CheckCards
from firmware.table.codes import TableCode
from firmware.table.opening import AgreeHeads, HeadsAgreed, OpenedOnWord, OpenOnWord
from firmware.table.turn import TableTurn
from firmware.table.wagering import NOTICE, need_terminal, need_unfrozen

# What an answer can do to money.
MOVES = (e.WagersReturned, e.WagersSettled, g.SettledCoupVoided)


def open_table(turn: TableTurn, command: c.OpenTable) -> None:
    """Open the table, with the notice of its version."""
    # crown 7.1; mbs 3.1
    if turn.state.open:
        raise Refused(TableCode.TABLE_OPEN)
    texts, numbers = turn.rules.book.texts, turn.rules.book.numbers
    turn.say(e.TableOpened(command.setup))
    turn.say(e.Notice("version", texts.version, numbers.version_notice or None, turn.at))


def agree_heads(turn: TableTurn, command: AgreeHeads) -> None:
    """Put on record that other boards remember the journal as it is."""
    turn.say(HeadsAgreed(command.heard))


def open_on_word(turn: TableTurn, command: OpenOnWord) -> None:
    """Put on record that a supervisor had the table open, and what was known then."""
    turn.say(OpenedOnWord(command.doubts, command.heard))


def open_bets(turn: TableTurn, _: s.OpenBets) -> None:
    """Open betting for the table's wagering period."""
    # crown 8.1, 8.1(a), 8.1(b), 8.2
    state = turn.state
    if "system" in state.faults:
        raise Refused(TableCode.SYSTEM_FAULT, turn.treatment("system_before").rule)
    turn.step(s.OpenBets(turn.at + state.setup.period))


def close_bets(turn: TableTurn, command: s.CloseBets) -> None:
    """End betting; by the clock only when its time has come."""
    coup = turn.state.game.coup
    if command.cause == "elapsed" and (coup is None or coup.closes_at is None or turn.at < coup.closes_at):
        raise Refused(TableCode.PERIOD_RUNNING)
    turn.step(command)


def new_shoe(turn: TableTurn, command: s.NewShoe) -> None:
    """Put a shoe into play, of as many decks as the table has."""
    if command.cut_at:
        need_terminal(turn, command.cut_at)
    turn.step(replace(command, decks=turn.state.setup.decks))


def change_game(turn: TableTurn, command: c.ChangeGame) -> None:
    """Change the version of the game or the side wagers, at once or when the coup that is open has ended."""
    # crown 7.1
    if command.rulebook not in book_ids():
        raise Refused(TableCode.RULEBOOK_UNKNOWN, known=", ".join(book_ids()))
    try:
        rules = rules_of(command.rulebook, command.side_wagers, turn.state.setup.decks)
    except Unsound as unsound:
        raise unsound.refusal from None
    texts, rule = rules.book.texts, rules.book.numbers.version_notice
    kind = e.GameChanged if turn.state.game.coup is None else e.GameChangeDue
    turn.say(kind(command.rulebook, command.side_wagers))
    turn.say(e.Notice("version", texts.version, rule or None, turn.at))


def set_limit(turn: TableTurn, command: c.SetLimit) -> None:
    """Change a limit; once play has begun a higher minimum is shown for twenty minutes before it holds."""
    # crown 5.1, 5.2
    if command.bet != ANY and command.bet not in every_bet_name():
        raise Refused(TableCode.BET_NOT_OFFERED, bet=command.bet)
    held = _held(turn, command.bet, turn.at)
    try:
        limit = c.limit_from(command, _held(turn, command.bet, turn.at + NOTICE), turn.at)
    except Unsound as unsound:
        raise unsound.refusal from None
    if command.next_coup:
        limit = replace(limit, from_coup=turn.state.game.coups + 1)
    if turn.state.started and limit.minimum > held.minimum:
        limit = replace(limit, effective_at=turn.at + NOTICE)
    turn.say(e.LimitSet(limit))
    rule = turn.rules.book.numbers.raised_minimum or None
    turn.say(e.Notice("limit", _limit_text(limit), rule, limit.effective_at))


def _held(turn: TableTurn, bet: str, at: int) -> Limit:
    return limit_of(turn.state.limits, bet, at, turn.state.game.coups + 1)


def _limit_text(limit: Limit) -> str:
    bet = "all bets" if limit.bet == ANY else limit.bet
    return f"{bet}: minimum {limit.minimum}, maximum {limit.maximum}, step {limit.step}"


def set_period(turn: TableTurn, command: c.SetPeriod) -> None:
    """Change the wagering period of the coups that follow."""
    # crown 8.1(a)
    if not 0 < command.period <= LONGEST_PERIOD:
        raise Refused(TableCode.PERIOD_LENGTH)
    turn.say(e.PeriodSet(command.period))
    turn.say(e.Notice("period", f"Wagering period: {command.period / 1000:g} seconds", None, turn.at))


def void(turn: TableTurn, command: s.Invalidate) -> None:
    """Void the coup that is open; where no ground is named, by the malfunction that stands."""
    # crown 11.10, 13.3
    need_unfrozen(turn)
    if not command.ground:
        faults = turn.state.faults
        ground: s.Ground | Literal["system"] = "disruption"
        if "system" in faults:
            ground = "system"
        elif "wnd" in faults:
            ground = "malfunction"
        command = replace(command, ground=ground)
    turn.step(command)


def confirm(turn: TableTurn, command: s.Confirm) -> None:
    """Settle the coup; not while all accounts are frozen, and it may be asked again."""
    # crown 11.11; reading 28
    need_unfrozen(turn)
    turn.step(command)


def decide(turn: TableTurn, command: s.Decide) -> None:
    """Answer a question; not so that money moves while all accounts are frozen."""
    before = len(turn.events)
    frozen = turn.state.frozen
    turn.step(command)
    if frozen and any(isinstance(event, MOVES) for event in turn.events[before:]):
        raise Refused(TableCode.FROZEN, turn.treatment("wrong_outcome").rule)


def announce_closing(turn: TableTurn, _: c.AnnounceClosing) -> None:
    """Show when the table closes: not before twenty minutes while players are there."""
    # crown 13.7; reading 29
    closes_at = turn.at + (NOTICE if turn.state.accounts else 0)
    turn.say(e.ClosingAnnounced(closes_at, turn.at))
    rule = turn.rules.book.numbers.table_closing or None
    turn.say(e.Notice("closing", "This table is closing", rule, closes_at))


def close_table(turn: TableTurn, command: c.CloseTable) -> None:
    """Close the table: when it has been announced for long enough, or nobody is there."""
    # crown 3.4, 13.7
    state, rule = turn.state, turn.rules.book.numbers.table_closing
    if state.game.coup is not None:
        raise Refused(TableCode.COUP_OPEN, rule, coup=state.game.coup.number)
    # Whoever came while an empty table was going to close has its twenty minutes too, from when the sign went up.
    closes_at = state.closes_at
    if closes_at is not None and state.announced_at is not None:
        closes_at = max(closes_at, state.announced_at + NOTICE)
    if state.accounts and (closes_at is None or turn.at < closes_at):
        raise Refused(TableCode.CLOSING_NOTICE, rule)
    if state.accounts:
        raise Refused(TableCode.ACCOUNTS_OPEN, rule)
    turn.say(e.TableClosed())
    if command.cards:
        check_cards(turn, CheckCards(command.cards))
