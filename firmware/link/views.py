"""What boards may know of the table's state: the public part for all, and its own account for each terminal."""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

import msgspec
from msgspec import Raw

from firmware.books import rules_of
from firmware.game.hands import HandShown
from firmware.game.wagers import announced
from firmware.link.account_parts import CorrectedView, RecalledView, RefusalView, SaferView, SittingView
from firmware.link.besides_play import BesidesPlay
from firmware.link.bounds import MOST_CORRECTED
from firmware.link.cup_views import cup_view
from firmware.link.messages import (
    RECALLED,
    AccountView,
    ComingView,
    HandView,
    LimitView,
    PublicView,
    ResultView,
)
from firmware.link.plain import plain
from firmware.link.refusals import refusal_view
from firmware.table.core.accounts import Account
from firmware.table.core.bounds import MOST_HELD
from firmware.table.core.marks import corrected_places, in_order
from firmware.table.core.session_bounds import limit_held
from firmware.table.core.session_terms import has_agreed
from firmware.table.core.setup import SaferPlay, Setup
from firmware.table.core.standing import Stands
from firmware.table.core.state import CoupRecord, TableState
from firmware.table.features.buying_in import why_no_notes
from firmware.table.features.known_devices import has_simulated_shoe

_encode: Final = msgspec.json.Encoder().encode


def public_view(state: TableState, number: int, at: int) -> PublicView:
    """Return what everybody may know."""
    game, coup, setup = state.game, state.game.coup, state.setup
    offer = rules_of(setup.rulebook, setup.side_wagers, setup.decks).offer
    held = {bet: limit_held(state, bet, at) for bet in offer.order}
    return PublicView(
        number=number,
        at=at,
        rulebook=setup.rulebook,
        phase=game.phase,
        decks=setup.decks,
        side_wagers=setup.side_wagers,
        coup=coup.number if coup else 0,
        dummy=coup.dummy if coup else False,
        last=coup.last if coup else False,
        closes_at=coup.closes_at if coup else None,
        player=coup.player if coup else (),
        banker=coup.banker if coup else (),
        due=coup.due.value if coup and coup.due and not coup.betting else "",
        question=game.questions[0].kind if game.questions else "",
        faults=tuple(sorted(state.faults)),
        frozen=state.frozen,
        session=plain(state.session),
        cup=cup_view(state, at),
        period=setup.period,
        currency=setup.notes.currency if setup.notes is not None else "",
        zone=setup.day.venue,
        limits={bet: LimitView(limit.minimum, limit.maximum, limit.step) for bet, limit in held.items()},
        coming=tuple(coming_of(state, at)),
        recent=tuple(map(_result, state.recent[-RECALLED:])),
        shoe=in_order(state.outcomes),
        corrected=corrected_places(state.outcomes, state.corrected)[-MOST_CORRECTED:],
        safer=_safer(setup),
        simulated=has_simulated_shoe(state),
    )


def coming_of(state: TableState, at: int) -> Iterator[ComingView]:
    """Return announced changes that are not yet in force (5.1, 7.1, 13.7)."""
    for bet, limit in announced(state.limits, at).items():
        view = LimitView(limit.minimum, limit.maximum, limit.step)
        yield ComingView("limit", limit.effective_at, bet, view)
    if state.change_due is not None:
        yield ComingView("version", 0, rulebook=state.change_due.rulebook)
    if state.closes_at is not None:
        yield ComingView("closing", state.closes_at)


def _result(record: CoupRecord) -> ResultView:
    result, hands = record.result, (_hand(record.result.player), _hand(record.result.banker))
    return ResultView(result.coup, result.winner.value, *hands, result.dummy, record.corrected)


def _hand(hand: HandShown) -> HandView:
    return HandView(hand.cards, hand.total)


def _recalled(record: CoupRecord) -> "dict[int, _Recalled]":
    """Return what each terminal recalls of a coup, from one pass over its lines."""
    coup, moved = record.result.coup, record.adjusted
    views = {ats: RecalledView(coup, {}, {}, balance, moved.get(ats, 0)) for ats, balance in record.balances.items()}
    for line in record.settled.lines if record.settled else ():
        if line.ats in views:
            views[line.ats].stakes[line.bet] = line.stake
            views[line.ats].returned[line.bet] = line.returned
    for back in (line for event in record.returned for line in event.lines):
        if back.ats in views:
            views[back.ats].stakes[back.bet] = views[back.ats].returned[back.bet] = back.amount
    return {ats: _Recalled(view) for ats, view in views.items()}


class _Recalled:
    """What a terminal recalls of a coup, and its text in messages."""

    def __init__(self, view: RecalledView) -> None:
        self.view = view

    @cached_property
    def written(self) -> Raw:
        """Return its text in a message, made only when asked for: a view that cannot be encoded must stop no other."""
        return Raw(_encode(self.view))


class Recall:
    """What each terminal recalls of ended coups. Each coup is worked out once, as long as it does not change."""

    def __init__(self) -> None:
        self._ended: tuple[CoupRecord, ...] = ()
        self._coups: list[tuple[CoupRecord, dict[int, _Recalled]]] = []

    def of(self, state: TableState, ats: int) -> tuple[RecalledView, ...]:
        """Return what a terminal recalls to whoever plays there now."""
        return tuple([one.view for one in self._of(state, ats)])

    def written(self, state: TableState, ats: int) -> tuple[Raw, ...]:
        """Return the same as text for messages; kept, as each coup is sent ten times, again with each later one."""
        return tuple([one.written for one in self._of(state, ats)])

    def _of(self, state: TableState, ats: int) -> "list[_Recalled]":
        if (ended := state.recent) is not self._ended:
            # By identity: a correction replaces the coup's record by another.
            known = {id(record): views for record, views in self._coups}
            self._coups = [(one, known.get(id(one)) or _recalled(one)) for one in ended[-RECALLED:]]
            self._ended = ended
        # What was played there before this account was opened concerns another player.
        since = state.first_coups.get(ats, 0)
        return [views[ats] for record, views in self._coups if ats in views and record.result.coup >= since]


def account_view(
    state: TableState, ats: int, number: int, at: int, recall: Recall, besides_play: BesidesPlay
) -> AccountView:
    """Return what a terminal may know of its own account."""
    account = state.accounts.get(ats)
    no_notes = _no_notes(state, ats, at)
    coup = state.game.coup.number if state.game.coup else 0
    balance, besides = state.balance(ats), besides_play.of(state, ats)
    if balance > MOST_HELD:
        # Its amount is more than a message can carry; it is out of service, and staff see to it at the table.
        return AccountView(
            number, ats, open=False, coup=coup, no_notes=no_notes, life=besides.life, waiting=besides.waiting,
            asked=besides.asked,
        )  # fmt: skip
    return AccountView(
        number=number,
        ats=ats,
        open=account is not None,
        balance=balance,
        coup=coup,
        wagers=account.wagers if account else {},
        excluded=account.excluded if account else False,
        no_notes=no_notes,
        remote=besides.remote,
        life=besides.life,
        printing=besides.printing,
        reprints=besides.reprints,
        recent=recall.of(state, ats) if account else (),
        held=besides.held,
        place=besides.place,
        agreed=has_agreed(state, ats),
        waiting=besides.waiting,
        prove=besides.prove,
        asked=besides.asked,
        restart=besides.restart,
        sitting=_sitting(account),
        corrected=_corrected(account),
        paper=besides.paper,
        retired=besides.retired,
    )


def _corrected(account: Account | None) -> tuple[CorrectedView, ...]:
    if account is None or not account.corrected:
        return ()
    return tuple(CorrectedView(coup, amount) for coup, amount in account.corrected.items() if amount)[-RECALLED:]


def _sitting(account: Account | None) -> SittingView | None:
    if account is None or account.points:
        return None
    sat = account.sitting
    return SittingView(
        sat.since, min(sat.staked, MOST_HELD), min(sat.gained, MOST_HELD), min(sat.lost, MOST_HELD),
        sat.most_lost, sat.leaves_at, sat.paused_until,
    )  # fmt: skip


def _safer(setup: Setup) -> SaferView | None:
    given = setup.safer_play
    if given == SaferPlay():
        return None
    return SaferView(given.own_limits, given.pauses, given.reality_check, plain(given.help_line))


def _no_notes(state: TableState, ats: int, at: int) -> RefusalView | None:
    setup = state.setup
    why = why_no_notes(Stands(rules_of(setup.rulebook, setup.side_wagers, setup.decks), state, at), ats)
    return None if why is None else refusal_view(why)
