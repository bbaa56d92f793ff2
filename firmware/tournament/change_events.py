"""What happens to players, and at the end of rounds."""

from typing import Literal

from firmware.tournament.facts import Award, Event, Line, Refund


class SubstituteNominated(Event, frozen=True, tag="substitute_nominated"):
    """A player nominated a substitute (12.3.3)."""

    player: int
    person: str


class SubstituteDecided(Event, frozen=True, tag="substitute_decided"):
    """The Director approved or rejected the substitute."""

    player: int
    person: str
    approved: bool
    by: str


class PlayerOut(Event, frozen=True, tag="player_out"):
    """A player is out of the tournament. `ground`: the number of the conditions' ground for a disqualification."""

    player: int
    why: Literal["retired", "disqualified", "missed-wager", "not-placed"]
    ground: int
    refund: Refund


class PlaceForfeited(Event, frozen=True, tag="place_forfeited"):
    """An absent player's place in a round is forfeited."""

    player: int
    round: str
    refund: Refund


class PlaceFilled(Event, frozen=True, tag="place_filled"):
    """The next player on the waiting list took an absent player's place and points."""

    gone: int
    player: int
    round: str
    refund: Refund


class PlayedDown(Event, frozen=True, tag="played_down"):
    """An absent player's place is played down."""

    player: int


class BoughtBack(Event, frozen=True, tag="bought_back"):
    """An eliminated player bought back, into a round."""

    player: int
    round: str
    fee: int
    pool: int


class PlayOffCalled(Event, frozen=True, tag="play_off_called"):
    """Equal players play a coup, as not all of them go on."""

    round: str
    players: tuple[int, ...]


class PlayOffPlayed(Event, frozen=True, tag="play_off_played"):
    """The play-off coup was played: what each won net."""

    round: str
    lines: tuple[Line, ...]


class ProgressionAnnounced(Event, frozen=True, tag="progression_announced"):
    """A round's standings, equal players together, and who goes on. `seed`: for the lots."""

    round: str
    seed: int
    ranking: tuple[tuple[int, ...], ...]
    through: tuple[int, ...]


class ProgressionQuestioned(Event, frozen=True, tag="progression_questioned"):
    """A correction would change what was announced: the Director is asked."""

    round: str
    table: int
    coup: int
    ranking: tuple[tuple[int, ...], ...]
    through: tuple[int, ...]


class ProgressionAnswered(Event, frozen=True, tag="progression_answered"):
    """The Director's answer: from now on this ranking holds."""

    round: str
    option: Literal["keep", "change"]
    by: str
    ranking: tuple[tuple[int, ...], ...]
    through: tuple[int, ...]


class PaymentOrdered(Event, frozen=True, tag="payment_ordered"):
    """A table was ordered to pay a player: under way until it reports the amount on the terminal's account."""

    player: int
    amount: int
    number: str
    table: int
    ats: int


class PlayerPaid(Event, frozen=True, tag="player_paid"):
    """A player was paid everything owed in refunds and prizes, by this slip or ticket."""

    player: int
    amount: int
    slip: str


class PrizesAwarded(Event, frozen=True, tag="prizes_awarded"):
    """The pool was distributed; the house keeps the rest."""

    seed: int
    awards: tuple[Award, ...]
    house: int
