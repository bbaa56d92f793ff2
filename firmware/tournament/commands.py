"""A tournament's commands. What tables report of coups and seats are facts; all others are wishes."""

from typing import Literal

from firmware.tournament.asked import ByDirector, Command, OfCoup
from firmware.tournament.conditions import Conditions
from firmware.tournament.facts import Line


class ApproveConditions(Command, frozen=True, tag="approve-conditions"):
    """The conditions were approved in writing (12.1.3)."""

    conditions: Conditions
    by: str
    reference: str
    date: str


class AppointDirector(Command, frozen=True, tag="appoint-director"):
    """The operator appoints a Tournament Director, or a replacement."""

    name: str
    by: str


class SignOn(Command, frozen=True, tag="sign-on"):
    """The Director signs on."""

    name: str


class SignOff(Command, frozen=True, tag="sign-off"):
    """The Director signs off."""

    name: str


class OpenEntry(Command, frozen=True, tag="open-entry"):
    """Entry opens."""


class Enter(Command, frozen=True, tag="enter"):
    """Somebody enters. `person`: what identifies them uniquely."""

    person: str
    name: str
    entitled: bool
    form: bool
    paid: int


class RefuseEntry(Command, frozen=True, tag="refuse-entry"):
    """The operator refuses an application."""

    person: str
    name: str
    ground: Literal["not-entitled", "criteria", "reserved"]
    reason: str


class Sign(Command, frozen=True, tag="sign"):
    """A player signs the conditions."""

    player: int
    how: Literal["paper", "screen"]


class Withdraw(Command, frozen=True, tag="withdraw"):
    """A player withdraws before play."""

    player: int


class CloseEntry(Command, frozen=True, tag="close-entry"):
    """Entry closes."""


class CallOff(Command, frozen=True, tag="call-off"):
    """The operator calls the tournament off."""

    reason: str


class OpenRound(ByDirector, frozen=True, tag="open-round"):
    """The Director designates the tables of the next round."""

    tables: tuple[int, ...]


class DrawSeats(ByDirector, frozen=True, tag="draw-seats"):
    """The seats are drawn from a seed."""

    seed: int


class PayBuyIn(Command, frozen=True, tag="pay-buy-in"):
    """A player pays the round's buy-in."""

    player: int
    paid: int


class ScheduleSession(ByDirector, frozen=True, tag="schedule-session"):
    """The Director announces, or alters, the start of the next session."""

    start: int


class Brief(ByDirector, frozen=True, tag="brief"):
    """The Director has briefed players, and is satisfied that they understand."""

    players: tuple[int, ...]


class StartSession(ByDirector, frozen=True, tag="start-session"):
    """The session starts; these players are at their seats."""

    present: tuple[int, ...]


class Arrive(Command, frozen=True, tag="arrive"):
    """A player who was late is at their seat."""

    player: int


class RuleAbsence(ByDirector, frozen=True, tag="rule-absence"):
    """The grace period is over: carry out what the conditions say about absence."""

    player: int


class OpenCoup(Command, frozen=True, tag="open-coup"):
    """A table wants to open betting."""

    table: int


class ReportOpened(Command, frozen=True, tag="report-opened"):
    """A table opened betting: a fact."""

    table: int


class ReportCoup(OfCoup, frozen=True, tag="report-coup"):
    """A table settled a coup: a fact. Players who have no line wagered nothing."""


class ReportCorrection(OfCoup, frozen=True, tag="report-correction"):
    """A table recalculated or voided a coup: a fact."""


class ReportFailure(Command, frozen=True, tag="report-failure"):
    """A terminal failed: a fact."""

    table: int
    ats: int
    why: str


class ReportRestored(Command, frozen=True, tag="report-restored"):
    """A terminal is back: a fact."""

    table: int
    ats: int


class CheckTime(Command, frozen=True, tag="check-time"):
    """Time has passed."""


class MovePlayer(ByDirector, frozen=True, tag="move-player"):
    """The Director moves a player to another terminal."""

    player: int
    table: int
    ats: int


class AskAccount(Command, frozen=True, tag="ask-account"):
    """A player wants something that rule 6 gives and conditions may exclude (12.2.2)."""

    player: int
    what: Literal["dealer_buy_in", "note_buy_in", "further_buy_in", "leaving", "payout"]


class Agree(Command, frozen=True, tag="agree"):
    """A player agrees to an early end, by touch on their own terminal."""

    player: int


class ConcludeTable(ByDirector, frozen=True, tag="conclude-table"):
    """The Director concludes a table's session early (12.3.5)."""

    table: int
    ground: Literal["determined", "agreed"]


class Nominate(Command, frozen=True, tag="nominate"):
    """A player nominates a substitute."""

    player: int
    person: str


class DecideSubstitute(ByDirector, frozen=True, tag="decide-substitute"):
    """The Director approves or rejects a substitute."""

    player: int
    approve: bool


class Retire(Command, frozen=True, tag="retire"):
    """A player retires."""

    player: int


class Disqualify(ByDirector, frozen=True, tag="disqualify"):
    """The Director disqualifies a player on one of the conditions' grounds, numbered from 1."""

    player: int
    ground: int


class BuyBack(Command, frozen=True, tag="buy-back"):
    """An eliminated player buys back into a round."""

    player: int
    round: str
    paid: int


class Progress(ByDirector, frozen=True, tag="progress"):
    """The round is over: who goes on? `seed` is for lots."""

    seed: int


class ReportPlayOff(ByDirector, frozen=True, tag="report-play-off"):
    """The play-off coup was played."""

    lines: tuple[Line, ...]


class Answer(ByDirector, frozen=True, tag="answer"):
    """The Director decides what a correction does to the announced standings."""

    option: Literal["keep", "change"]


class AwardPrizes(ByDirector, frozen=True, tag="award-prizes"):
    """The last round is over: the prizes are given. `seed` is for lots."""

    seed: int


class PayOut(Command, frozen=True, tag="pay-out"):
    """A player is paid everything owed. `slip`: by hand or by a ticket, and its number."""

    player: int
    slip: str


class PayAtTable(Command, frozen=True, tag="pay-at-table"):
    """A player is to be paid everything owed at a table: onto a terminal's account, which then pays out."""

    player: int
    table: int
    ats: int


class ReportPaid(Command, frozen=True, tag="report-paid"):
    """A table has put a payment on the terminal's account, under its number."""

    player: int
    number: str


class SignReport(ByDirector, frozen=True, tag="sign-report"):
    """The Director signs the final report."""


OfficeCommand = ApproveConditions | AppointDirector | SignOn | SignOff | SignReport
EntryCommand = OpenEntry | Enter | RefuseEntry | Sign | Withdraw | CloseEntry | CallOff
RoundCommand = OpenRound | DrawSeats | PayBuyIn | ScheduleSession | Brief | StartSession | Arrive | RuleAbsence
CoupCommand = OpenCoup | ReportOpened | ReportCoup | ReportCorrection | CheckTime
TableCommand = ReportFailure | ReportRestored | MovePlayer | AskAccount | Agree | ConcludeTable
ChangeCommand = Nominate | DecideSubstitute | Retire | Disqualify | BuyBack
EndCommand = Progress | ReportPlayOff | Answer | AwardPrizes
PaymentCommand = PayOut | PayAtTable | ReportPaid
TournamentCommand = (
    OfficeCommand | EntryCommand | RoundCommand | CoupCommand | TableCommand | ChangeCommand | EndCommand
    | PaymentCommand
)  # fmt: skip
