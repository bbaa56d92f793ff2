"""What is done about one player: excluded, wagers declared void, winnings held, a claim recorded."""

from firmware.game.codes import GameCode
from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table import player_commands as pc
from firmware.table import player_events as p
from firmware.table.codes import TableCode
from firmware.table.corrections import declare_void_settled
from firmware.table.state import Hold
from firmware.table.turn import ABSTENTION, TableTurn
from firmware.table.wagering import need_account, need_terminal, need_unfrozen
from firmware.table.winnings import orders_of_held


def exclude(turn: TableTurn, command: c.ExcludePlayer) -> None:
    """Have a player leave the game. What lies is settled by the cards, then the balance is paid out (reading 27)."""
    # crown 6.6.2, 13.2, 13.2.2
    account = need_account(turn, command.ats)
    if account.excluded:
        raise Refused(TableCode.EXCLUDED_ALREADY, ats=command.ats)
    act = turn.act("direct-to-leave" if command.by == "dealer" else "exclude")
    turn.say(e.PlayerExcluded(command.ats, command.reason, act.rule or None, command.by, act.who))


def declare_void(turn: TableTurn, command: pc.DeclareVoid) -> None:
    """Declare an account's wagers void: of the coup that is open, or of a settled one, which is recalculated."""
    # crown 13.2.1
    need_terminal(turn, command.ats)
    need_unfrozen(turn)
    coup = turn.state.game.coup
    rule = turn.act("declare-void").rule or None
    if command.coup is None and coup is None:
        raise Refused(GameCode.NO_COUP, rule)
    if coup is None or command.coup not in (None, coup.number):
        declare_void_settled(turn, command.ats, command.coup or 0, rule)
        return
    _need_answered(turn)
    lines = turn.lines_of(command.ats)
    if not lines:
        raise Refused(TableCode.NO_WAGERS, rule, ats=command.ats, coup=coup.number)
    turn.say(p.WagersDeclaredVoid(coup.number, command.ats, rule))
    turn.give_back(lines, rule, "void")


def _need_answered(turn: TableTurn) -> None:
    """Refuse what moves wagers of a coup about which a question is open, or of which a card is unread (Words: Ask)."""
    game = turn.state.game
    if game.questions:
        raise Refused(GameCode.QUESTION_OPEN, game.questions[0].rule, kind=game.questions[0].kind)
    if game.unread:
        raise Refused(GameCode.CARD_UNREAD)


def hold(turn: TableTurn, command: pc.HoldWinnings) -> None:
    """Hold winnings: what the account's wagers won beyond their stakes, no more, and no more than is there."""
    # crown 13.2.3
    account = need_account(turn, command.ats)
    need_unfrozen(turn)
    rule = turn.act("hold").rule or None
    if account.points:
        raise Refused(TableCode.SESSION_CREDIT, rule, name=turn.state.session)
    standing = turn.state.holds.get(command.ats)
    if standing is not None and standing.left:
        raise Refused(TableCode.HELD_OF_OTHER, rule, ats=command.ats)
    if command.amount <= 0 or command.amount > account.won:
        raise Refused(TableCode.HELD_OVER_WON, rule, amount=account.won)
    balance = turn.state.balance(command.ats)
    if command.amount > balance:
        raise Refused(TableCode.HELD_OVER_BALANCE, rule, amount=balance)
    before = 0 if standing is None else standing.amount
    turn.say(p.WinningsHeld(command.ats, command.amount, rule, max(account.orders.to_hold, before) + command.amount))


def release(turn: TableTurn, command: pc.ReleaseWinnings) -> None:
    """Give back what is held; to a player who has left it is owed."""
    # crown 13.2.3
    held = _held(turn, command.ats)
    owed = held.left or command.ats not in turn.state.accounts
    turn.say(p.WinningsReleased(command.ats, held.amount, owed, turn.act("hold").rule or None))


def keep(turn: TableTurn, command: pc.KeepWinnings) -> None:
    """Keep what is held."""
    # crown 13.2.3
    held = _held(turn, command.ats)
    ordered = orders_of_held(turn.state, command.ats).to_keep + held.amount
    turn.say(p.WinningsKept(command.ats, held.amount, turn.act("hold").rule or None, ordered))


def _held(turn: TableTurn, ats: int) -> Hold:
    need_terminal(turn, ats)
    need_unfrozen(turn)
    held = turn.state.holds.get(ats)
    if held is None:
        raise Refused(TableCode.NOTHING_HELD, turn.act("hold").rule, ats=ats)
    return held


def record_measure(turn: TableTurn, command: pc.RecordMeasure) -> None:
    """Put on record what was done about a player beyond the game."""
    # crown 13.2.4, 13.2.5
    need_terminal(turn, command.ats)
    rule = turn.act(pc.ACTS[command.measure]).rule or None
    turn.say(p.MeasureRecorded(command.ats, command.measure, rule))


def ask_to_vacate(turn: TableTurn, command: pc.AskToVacate) -> None:
    """Put on record that a player who abstains was asked to give up the seat; by itself it moves nothing."""
    # crown 13.8
    account = need_account(turn, command.ats)
    act = turn.act("vacate")
    full = len(turn.state.accounts) == turn.state.setup.ats
    if not full or account.abstained < ABSTENTION:
        raise Refused(TableCode.NOT_ABSTAINING, act.rule, ats=command.ats, coups=ABSTENTION)
    turn.say(p.AskedToVacate(command.ats, account.abstained, act.rule or None, act.who))


def record_claim(turn: TableTurn, command: pc.RecordClaim) -> None:
    """Put a player's claim on record, with the coup that is open or was last."""
    # crown 11.12
    need_terminal(turn, command.ats)
    coup = turn.state.game.coups or None
    rule = turn.act("claim").rule or None
    turn.say(p.Claimed(turn.state.claimed + 1, command.ats, command.text, coup, rule))


def decide_claim(turn: TableTurn, command: pc.DecideClaim) -> None:
    """Put on record what was decided about a claim."""
    # crown 11.12
    claim = turn.state.claims.get(command.claim)
    rule = turn.act("claim").rule or None
    if claim is None:
        raise Refused(TableCode.NO_CLAIM, rule, claim=command.claim)
    turn.say(p.ClaimDecided(command.claim, claim.ats, command.text, rule))
