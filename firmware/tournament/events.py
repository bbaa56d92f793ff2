"""What happened in a tournament: facts, in the past tense, as its journal keeps them. The union is closed."""

from firmware.tournament.change_events import (
    BoughtBack,
    PaymentOrdered,
    PlaceFilled,
    PlaceForfeited,
    PlayedDown,
    PlayerOut,
    PlayerPaid,
    PlayOffCalled,
    PlayOffPlayed,
    PrizesAwarded,
    ProgressionAnnounced,
    ProgressionAnswered,
    ProgressionQuestioned,
    SubstituteDecided,
    SubstituteNominated,
)
from firmware.tournament.entry_events import (
    CalledOff,
    ConditionsApproved,
    ConditionsSigned,
    DirectorAppointed,
    DirectorLeft,
    DirectorPresent,
    EntryClosed,
    EntryOpened,
    EntryRefused,
    PlayerEntered,
    PlayerPromoted,
    PlayerWithdrew,
    ReportSigned,
)
from firmware.tournament.facts import Award, Balance, Event, Line, Reach, Refund, Seated
from firmware.tournament.play_events import (
    BuyInPaid,
    CoupCorrected,
    CoupOpened,
    CoupPlayed,
    CoupUnfit,
    PlayerAgreed,
    PlayerArrived,
    PlayerMoved,
    PlayersBriefed,
    PointsPenalised,
    RoundOpened,
    SeatFailed,
    SeatRestored,
    SeatsDrawn,
    SessionEnded,
    SessionScheduled,
    SessionStarted,
    TableFinished,
    TimeUp,
)

__all__ = [
    "Award",
    "Balance",
    "BoughtBack",
    "BuyInPaid",
    "CalledOff",
    "ChangeEvent",
    "ConditionsApproved",
    "ConditionsSigned",
    "CoupCorrected",
    "CoupEvent",
    "CoupOpened",
    "CoupPlayed",
    "CoupUnfit",
    "DirectorAppointed",
    "DirectorLeft",
    "DirectorPresent",
    "EndEvent",
    "EntryClosed",
    "EntryEvent",
    "EntryOpened",
    "EntryRefused",
    "Event",
    "Line",
    "OfficeEvent",
    "PaymentOrdered",
    "PlaceFilled",
    "PlaceForfeited",
    "PlayOffCalled",
    "PlayOffPlayed",
    "PlayedDown",
    "PlayerAgreed",
    "PlayerArrived",
    "PlayerEntered",
    "PlayerMoved",
    "PlayerOut",
    "PlayerPaid",
    "PlayerPromoted",
    "PlayerWithdrew",
    "PlayersBriefed",
    "PointsPenalised",
    "PrizesAwarded",
    "ProgressionAnnounced",
    "ProgressionAnswered",
    "ProgressionQuestioned",
    "Reach",
    "Refund",
    "ReportSigned",
    "RoundEvent",
    "RoundOpened",
    "SeatFailed",
    "SeatRestored",
    "Seated",
    "SeatsDrawn",
    "SessionEnded",
    "SessionScheduled",
    "SessionStarted",
    "SubstituteDecided",
    "SubstituteNominated",
    "TableEvent",
    "TableFinished",
    "TimeUp",
    "TournamentEvent",
]

OfficeEvent = ConditionsApproved | DirectorAppointed | DirectorPresent | DirectorLeft | ReportSigned
EntryEvent = (
    EntryOpened | PlayerEntered | EntryRefused | ConditionsSigned | PlayerWithdrew | PlayerPromoted | EntryClosed
    | CalledOff
)  # fmt: skip
RoundEvent = (
    RoundOpened | SeatsDrawn | BuyInPaid | SessionScheduled | PlayersBriefed | SessionStarted | PlayerArrived | TimeUp
)
CoupEvent = CoupOpened | CoupPlayed | CoupUnfit | PointsPenalised | CoupCorrected
TableEvent = SeatFailed | SeatRestored | PlayerMoved | PlayerAgreed | TableFinished | SessionEnded
ChangeEvent = (
    SubstituteNominated | SubstituteDecided | PlayerOut | PlaceForfeited | PlaceFilled | PlayedDown | BoughtBack
)
EndEvent = (
    PlayOffCalled | PlayOffPlayed | ProgressionAnnounced | ProgressionQuestioned | ProgressionAnswered | PrizesAwarded
)
PaymentEvent = PaymentOrdered | PlayerPaid
TournamentEvent = OfficeEvent | EntryEvent | RoundEvent | CoupEvent | TableEvent | ChangeEvent | EndEvent | PaymentEvent
