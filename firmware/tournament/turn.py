"""One decision in progress: its events so far, and the tournament after them."""

from typing import Final

from firmware.refusal import Refused
from firmware.tournament import events as e
from firmware.tournament.codes import TournamentCode
from firmware.tournament.conditions import Conditions
from firmware.tournament.evolve import evolve
from firmware.tournament.state import Player, RoundState, Session, Tournament


class Turn:
    """Collects one command's events. Each is folded at once, so that the next sees the tournament after it."""

    __slots__ = ("events", "now", "state")

    def __init__(self, state: Tournament, now: int) -> None:
        self.state = state
        self.now: Final = now
        self.events: list[e.TournamentEvent] = []

    def say(self, event: e.TournamentEvent) -> None:
        """Record an event."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def rules(self) -> Conditions:
        """Return the conditions; refuse everything until they are approved."""
        if self.state.conditions is None:
            # crown 12.1.3
            raise Refused(TournamentCode.NOT_APPROVED, "12.1.3")
        return self.state.conditions

    def player(self, number: int) -> Player:
        """Return a player who is in, or on the waiting list."""
        player = self.state.players.get(number)
        if player is None:
            raise Refused(TournamentCode.PLAYER_UNKNOWN, player=number)
        if player.status == "out":
            raise Refused(TournamentCode.PLAYER_OUT, player=number)
        return player

    def round(self) -> RoundState:
        """Return the round that is under way: opened, and not announced."""
        there = self.state.round
        if there is None or there.announced:
            raise Refused(TournamentCode.NO_ROUND, "12.3.1")
        return there

    def session(self) -> Session:
        """Return the session that is being played."""
        session = self.round().session
        if session is None:
            raise Refused(TournamentCode.NO_SESSION_UNDER_WAY)
        return session

    def seated(self, number: int) -> e.Seated:
        """Return where a player sits in the round that is under way."""
        self.player(number)
        seat = self.round().seats.get(number)
        if seat is None:
            raise Refused(TournamentCode.NOT_SEATED, player=number)
        return seat

    def need_director(self, by: str) -> None:
        """Refuse the Director's decisions to anybody else, and while the Director is away."""
        # crown 12.1.2, 12.2.5
        state = self.state
        if not state.director:
            raise Refused(TournamentCode.DIRECTOR_MISSING, "12.1.2")
        if by != state.director:
            raise Refused(TournamentCode.NOT_THE_DIRECTOR, "12.1.2", name=state.director)
        self.need_presence()

    def need_no_question(self) -> None:
        """Refuse while a correction's question is open."""
        for asked in self.state.asked:
            raise Refused(TournamentCode.PROGRESSION_ASKED, round=asked.round)

    def need_presence(self) -> None:
        """Refuse while the Director is away."""
        # crown 12.2.5
        if not self.state.present:
            raise Refused(TournamentCode.DIRECTOR_AWAY, "12.2.5")

    def pool_of(self, fee: int) -> int:
        """Return how much of a fee goes into the prizes."""
        return fee * self.rules().entry.pool_percent // 100

    def refund(self, number: int, percent: int) -> e.Refund:
        """Refund a percentage of what a player paid and has not got back; pool and house share it like the fee."""
        player = self.state.players[number]
        amount = (player.paid - player.refunded) * percent // 100
        # The pool's part is rounded like the fee's, so that a whole refund leaves nothing in either.
        return e.Refund(number, amount, player.pooled * percent // 100)

    def need_fee(self, paid: int, fee: int, rule: str) -> None:
        """Refuse a payment that is not the fee."""
        if paid != fee:
            raise Refused(TournamentCode.FEE_DIFFERS, rule, amount=fee)
