"""What boards may know, out of the table's state: everybody the public part, each terminal its own account."""

from typing import Final

from firmware.books import rules_of
from firmware.game.events import CoupResult, HandShown
from firmware.game.wagers import limit_of
from firmware.net.messages import AccountView, HandView, LimitView, PublicView, RecalledView, ResultView
from firmware.table.state import CoupRecord, TableState

RECALLED: Final = 10


def public_view(state: TableState, number: int, at: int) -> PublicView:
    """Return what everybody may know."""
    game, coup, setup = state.game, state.game.coup, state.setup
    offer = rules_of(setup.rulebook, setup.side_wagers, setup.decks).offer
    held = {bet: limit_of(state.limits, bet, at, game.coups) for bet in offer.order}
    return PublicView(
        number=number,
        at=at,
        rulebook=setup.rulebook,
        phase=game.phase.value,
        coup=coup.number if coup else 0,
        dummy=coup.dummy if coup else False,
        last=coup.last if coup else False,
        closes_at=coup.closes_at if coup else None,
        player=coup.player if coup else (),
        banker=coup.banker if coup else (),
        question=game.questions[0].kind if game.questions else "",
        faults=tuple(sorted(state.faults)),
        frozen=state.frozen,
        closing_at=state.closes_at,
        limits={bet: LimitView(limit.minimum, limit.maximum, limit.step) for bet, limit in held.items()},
        recent=tuple(_result(record.result) for record in state.recent[-RECALLED:]),
    )


def _result(result: CoupResult) -> ResultView:
    return ResultView(result.coup, result.winner.value, _hand(result.player), _hand(result.banker), result.dummy)


def _hand(hand: HandShown) -> HandView:
    return HandView(hand.cards, hand.total)


def _recalled(record: CoupRecord, ats: int) -> RecalledView:
    settled = [line for line in record.settled.lines if line.ats == ats] if record.settled else []
    back = [line for event in record.returned for line in event.lines if line.ats == ats]
    stakes = {**{line.bet: line.stake for line in settled}, **{line.bet: line.amount for line in back}}
    returned = {**{line.bet: line.returned for line in settled}, **{line.bet: line.amount for line in back}}
    return RecalledView(record.result.coup, stakes, returned, record.balances.get(ats, 0))


def account_view(state: TableState, ats: int, number: int, no_notes: str) -> AccountView:
    """Return what a terminal may know of its own account."""
    account = state.accounts.get(ats)
    return AccountView(
        number=number,
        ats=ats,
        open=account is not None,
        balance=state.balance(ats),
        wagers=account.wagers if account else {},
        excluded=account.excluded if account else False,
        no_notes=no_notes,
        printing=tuple(sorted(n for n, t in state.tickets.items() if t.ats == ats and t.fate == "printing")),
        # What was played there before this account was opened is another player's affair.
        recent=tuple(_recalled(r, ats) for r in state.recent[-RECALLED:] if ats in r.balances) if account else (),
    )
