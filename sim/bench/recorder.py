"""Writes down what was done at the table as a scenario, which `rapid-table play` runs as it is."""

from collections.abc import Callable
from typing import Any, Final

from firmware.game import steps as s
from firmware.table.core.commands import OfStaff
from firmware.table.core.group import Asked
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.closing import AnnounceClosing
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.game_changes import ChangeGame
from firmware.table.features.guest_limits import SetOwnLimits, TakePause
from firmware.table.features.left_behind import TakeIntoCustody
from firmware.table.features.limits import SetLimit, SetPeriod
from firmware.table.features.malfunctions import ClearMalfunction, ForgetRecords, Malfunction
from firmware.table.features.note_doubts import ResolveNoteDoubt
from firmware.table.features.notes_credited import CreditNote, PayByTicket
from firmware.table.features.owed import ResolveOwed
from firmware.table.features.prizes import CreditPrize
from firmware.table.features.sessions import EndSession, StartSession
from firmware.table.features.tickets import ResolveTicket
from firmware.table.features.tickets_in import CreditTicket, TakeTicket
from firmware.table.features.wagers import Wager, Wagers
from hal.cards import Card
from hal.in_words import in_words
from sim.bench.player_lines import LINES, amount

# What changes money or the game, and is no step of a scenario.
LEFT_OUT: Final = (
    InvalidateCoup, ChangeGame, SetPeriod, ResolveOwed, ResolveNoteDoubt, ResolveTicket, StartSession,
    EndSession, AnnounceClosing, s.ReplaceCards, CreditTicket, TakeTicket, CreditPrize, TakeIntoCustody,
    SetOwnLimits, TakePause,
)  # fmt: skip
# Shorter pauses than these are nobody's.
PAUSE_MS: Final = 50


class Recorder:
    """A scenario that grows with what is done."""

    def __init__(self, setup: Setup) -> None:
        side = ",".join(f"{name}:{option}" if option > 1 else name for name, option in setup.side_wagers.items())
        self._lines = [
            f"rulebook {setup.rulebook}",
            (
                f"table ats={setup.ats} decks={setup.decks} period={setup.period / 1000:g} side={side or 'none'} "
                f"aggregate-min={amount(setup.aggregate_minimum)}"
            ),
        ]
        self._at: int | None = None
        self._cards: list[int] = []
        # What terminals told with a number: they tell it until they are answered, and it happened once.
        self._told: set[tuple[int, str, int]] = set()

    def text(self) -> str:
        """Return the scenario."""
        return "\n".join(self._lines) + "\n"

    def done(self, command: Asked, at: int) -> None:
        """Something was done at a time of the table's."""
        if isinstance(command, OfStaff):
            command = command.what  # a scenario names nobody: each step is done by whoever may
        if isinstance(command, LEFT_OUT):
            self.note(f"no step says this, and what follows may differ: {in_words(command)}")
        line = self._line(command)
        if line is None:
            return
        if self._at is not None and at - self._at >= PAUSE_MS:
            self._lines.append(f"wait {(at - self._at) / 1000:g}")
        self._at = at
        self._lines.append(line)
        if isinstance(command, s.CardDrawn):
            self._cards.append(len(self._lines) - 1)

    def _line(self, command: Asked) -> str | None:
        """Return what is done as a step; None where none is needed."""
        simple = LINES.get(type(command))
        if simple is not None:
            return simple(command)
        write = self._WRITE.get(type(command))
        return None if write is None else write(self, command)

    def note(self, text: str) -> None:
        """Write something down for whoever reads it."""
        self._lines.append(f"# {text}")

    def _card(self, step: s.CardDrawn) -> str:
        to = f" to={step.to}" if step.to is not None else ""
        return f"card {step.card}{to}{' face-up' if step.face_up else ''}{' shown' if step.shown else ''}"

    def _seen(self, step: s.CardSeen) -> None:
        """What was seen later is written where the card was drawn: it comes to the same."""
        at = self._cards[-1 - step.back]
        words = self._lines[at].split()
        if step.to is not None:
            words = [word for word in words if not word.startswith("to=")] + [f"to={step.to}"]
        words += ["face-up"] if step.face_up and "face-up" not in words else []
        words += ["shown"] if step.shown and "shown" not in words else []
        self._lines[at] = " ".join(words)

    def _together(self, step: s.CardsTogether) -> str | None:
        cards = list(step.cards)
        if step.with_last:
            cards.insert(0, Card(self._lines[self._cards[-1]].split()[1]))
            self._lines[self._cards[-1]] = f"cards {' '.join(cards)} together"
            return None
        return f"cards {' '.join(cards)} together"

    def _note(self, told: CreditNote) -> str | None:
        return self._once((told.ats, told.life, told.note), f"buyin {told.ats} {amount(told.amount)} by=note")

    def _ticket(self, asked: PayByTicket) -> str | None:
        return self._once((asked.ats, asked.life, asked.cash_out), f"cashout {asked.ats} by=ticket")

    def _once(self, told: tuple[int, str, int], line: str) -> str | None:
        if told in self._told:
            return None
        self._told.add(told)
        return line

    @staticmethod
    def _limit(command: SetLimit) -> str:
        parts = {"min": command.minimum, "max": command.maximum, "step": command.step}
        named = " ".join(f"{key}={amount(value)}" for key, value in parts.items() if value is not None)
        return f"limit {command.bet} {named}"

    @staticmethod
    def _fault(word: str) -> Callable[["Recorder", Any], str]:
        return lambda _, command: f"{word} {command.what}" + (f" {command.ats}" if command.ats else "")

    def _shoe(self, step: s.NewShoe) -> str:
        who = str(step.cut_at) if step.cut_by == "player" else step.cut_by
        cut = f" cut-by={who}" if who else ""
        return f"shoe{'' if step.burned else ' unburned'}{cut}"

    _WRITE: Final[dict[type[Any], Callable[["Recorder", Any], str | None]]] = {
        s.NewShoe: _shoe,
        s.Burn: lambda _, step: f"burn {step.card}{' face-up' if step.face_up else ''}",
        s.Cut: lambda _, __: "cut",
        s.OpenBets: lambda _, __: "bets",
        s.CloseBets: lambda _, step: "close" if step.cause == "dealer" else None,
        s.CardDrawn: _card,
        s.CardSeen: _seen,
        s.CardsTogether: _together,
        s.Unreadable: lambda _, __: "unreadable",
        s.Enter: lambda _, step: f"enter {step.card}",
        s.ShoeSays: lambda _, step: f"shoe-says {step.winner}",
        s.ShoeEmpty: lambda _, __: "empty",
        s.OrderAltered: lambda _, __: "altered",
        s.ForeignCard: lambda _, step: "foreign" + (f" {step.code}" if step.code and " " not in step.code else ""),
        s.Decide: lambda _, step: f"decide {step.option}",
        s.Confirm: lambda _, __: "confirm",
        BuyIn: lambda _, do: f"buyin {do.ats} {amount(do.amount)} by={do.by}",
        Wager: lambda _, do: f"wager {do.ats} {do.bet} {amount(do.amount)}",
        Wagers: lambda _, do: "\n".join(f"wager {do.ats} {bet} {amount(one)}" for bet, one in do.stakes.items()),
        CreditNote: _note,
        PayByTicket: _ticket,
        CashOut: lambda _, do: f"cashout {do.ats} by={'ticket' if do.by == 'ticket' else 'dealer'}",
        SetLimit: lambda self, do: self._limit(do),
        CorrectOutcome: lambda _, do: f"correct {do.coup} player={','.join(do.player)} banker={','.join(do.banker)}",
        Malfunction: _fault("fault"),
        ClearMalfunction: _fault("clear"),
        ForgetRecords: lambda _, do: f"forget ats {do.ats}",
    }
