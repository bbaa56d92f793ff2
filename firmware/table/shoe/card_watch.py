"""Turns what the shoe and the panel's sensors report, and when, into the controller's steps. Pure; time is passed in.

The shoe says which card left. The face sensor at its mouth says that the card lay face up, the double sensor that two
left at once, the sensors under the layout where it was put. A card's own step waits for none of these: what is seen
later is added later. Only while the double sensor says that several cards are coming are they gathered first.
"""

from collections import deque
from collections.abc import Callable
from typing import Final, Never, cast

from msgspec import Struct

from firmware.game import steps as s
from firmware.game.hands import Side, Winner
from firmware.game.state import Game
from hal.bounds import Milliseconds
from hal.cards import Card
from hal.device import DeviceEvent, FaultBegan
from hal.panel import InputChanged
from hal.shoe import CutCard, ForeignCode, ShoeBurn, ShoeCard, ShoeResult

POSITIONS: Final = {"player_position": Side.PLAYER, "banker_position": Side.BANKER}


class WatchSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How far apart in time, in milliseconds, related reports may be.

    `face`: the face sensor and the shoe's report. `together`: two reports of cards that left at once. `gather`: how
    long after the double sensor all cards of that draw have been reported. `placing`: from a card to its place.
    """

    face: Milliseconds = 400
    together: Milliseconds = 150
    gather: Milliseconds = 400
    placing: Milliseconds = 4000


# Each reader takes the kind of event that it stands beside.
Reads = Callable[["CardWatch", DeviceEvent, int, Game], list[s.Step]]


class CardWatch:
    """Joins reports. Each call returns the steps that follow at once; `due_at` says when to call `tick`."""

    def __init__(self, settings: WatchSettings) -> None:
        self._settings = settings
        self._face_at: int | None = None
        self._card_at: int | None = None
        self._gather_until: int | None = None
        self._gathered: list[ShoeCard] = []
        self._with_last = False
        # Cards without a place yet: when each left, and which it was, if it was read.
        self._unplaced: deque[tuple[int, Card | None]] = deque()

    @property
    def due_at(self) -> int | None:
        """When the gathered cards are complete."""
        return self._gather_until

    def heard(self, event: DeviceEvent, at: int, game: Game) -> list[s.Step]:
        """Take a report of the shoe or of the panel, at a time, as the game stands."""
        reader = self._READERS.get(type(event))
        return [] if reader is None else cast("Reads", reader)(self, event, at, game)

    def tick(self, now: int) -> list[s.Step]:
        """Return what follows from time alone: the cards of a draw have all been reported."""
        if self._gather_until is None or now < self._gather_until:
            return []
        cards = tuple(event.card for event in self._gathered)
        with_last, self._with_last = self._with_last, False
        self._gather_until = None
        self._gathered = []
        if len(cards) + with_last >= 2:
            return [s.CardsTogether(cards, with_last=with_last)]
        # The sensor saw two, the reader read one or none: a person must name what was not read.
        return [*(s.CardDrawn(card) for card in cards), s.Unreadable()] if cards else []

    def _card(self, event: ShoeCard, at: int, _: Game) -> list[s.Step]:
        if self._gather_until is not None:
            self._gathered.append(event)
            self._counted(at)  # somebody will say in which order they lie
            return []
        at_once = self._card_at is not None and at - self._card_at < self._settings.together
        together = at_once and not event.carried
        if together:
            self._last_is_of_a_draw()
        self._counted(at, None if together else event.card)
        if together:
            return [s.CardsTogether((event.card,), with_last=True)]
        counted = None if event.hand == "none" or event.carried else Side(event.hand)
        return [
            s.CardDrawn(
                event.card,
                face_up=self._face(at),
                counted=counted,
                position=event.position if counted else 0,
                overdrawn=event.carried,
            )
        ]

    def _counted(self, at: int, card: Card | None = None) -> None:
        self._card_at = at
        self._unplaced.append((at, card))
        while len(self._unplaced) > 8:
            self._unplaced.popleft()

    def _last_is_of_a_draw(self) -> None:
        """Forget which the last card was: it left together with others, and any of them may be put down first."""
        if self._unplaced:
            self._unplaced[-1] = (self._unplaced[-1][0], None)

    def _face(self, at: int) -> bool:
        """Whether the face sensor saw this card; its report is used up by this."""
        seen, self._face_at = self._face_at, None
        return seen is not None and at - seen <= self._settings.face

    def _sensed(self, event: InputChanged, _: int, __: Game) -> list[s.Step]:
        name, at = event.name, event.at_ms
        if not event.on:
            return []
        if name in POSITIONS:
            return self._placed(POSITIONS[name], at)
        recent = self._card_at is not None and at - self._card_at <= self._settings.together
        if name == "face_sensor":
            if recent:
                return [s.CardSeen(face_up=True)]
            self._face_at = at
        elif name == "double_sensor":
            self._gather_until = at + self._settings.gather
            self._with_last = recent
            if recent:
                self._last_is_of_a_draw()
        return []

    def _placed(self, side: Side, at: int) -> list[s.Step]:
        """Take it that the oldest card without a place was put down. The game knows whether it belongs there."""
        while self._unplaced and at - self._unplaced[0][0] > self._settings.placing:
            self._unplaced.popleft()
        if not self._unplaced:
            return []
        _, card = self._unplaced.popleft()
        return [s.CardSeen(to=side, back=len(self._unplaced), card=card)]

    def _burn(self, event: ShoeBurn, at: int, _: Game) -> list[s.Step]:
        return [s.Burn(event.card, face_up=event.counts or self._face(at))]

    def _result(self, event: ShoeResult, _: int, __: Game) -> list[s.Step]:
        return [] if event.winner is None else [s.ShoeSays(Winner(event.winner))]

    def _cut_card(self, _: CutCard, __: int, ___: Game) -> list[s.Step]:
        return [s.Cut()]

    def _foreign_code(self, event: ForeignCode, _: int, __: Game) -> list[s.Step]:
        return [s.ForeignCard(event.code)]

    def _failed(self, event: FaultBegan, at: int, game: Game) -> list[s.Step]:
        """Take a fault of the shoe; two of them are about a card that has left."""
        if event.code == "unreadable":
            if not game.burn_is_next:  # a burn is put on no hand
                self._counted(at)
            return [s.Unreadable()]
        return [s.ForeignCard(event.detail)] if event.code == "card_code" else []

    _READERS: Final[dict[type[DeviceEvent], Callable[["CardWatch", Never, int, Game], list[s.Step]]]] = {
        ShoeCard: _card,
        ShoeBurn: _burn,
        ShoeResult: _result,
        CutCard: _cut_card,
        ForeignCode: _foreign_code,
        FaultBegan: _failed,
        InputChanged: _sensed,
    }
