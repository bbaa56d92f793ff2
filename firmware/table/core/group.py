"""Commands that wait for one commit: each is decided on the state after the previous one."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from firmware.books import TableRules, rules_of
from firmware.game.events import Event
from firmware.game.steps import Step
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command, OfStaff
from firmware.table.core.counts import WorkCounted
from firmware.table.core.decide import decide
from firmware.table.core.feature import FEATURES
from firmware.table.core.journal import Batch, Journal, JournalError
from firmware.table.core.numbering import Numbering
from firmware.table.core.state import TableState

_log: Final = logging.getLogger(__name__)
Asked = Command | Step
Answer = asyncio.Future[tuple[Event, ...]]
# Whether a command has become needless by its turn.
Needless = Callable[[TableState], bool]
# Whether by its turn it would come to something else than the asker was shown.
Otherwise = Callable[[TableState], bool]
# Refuses, at a given time, what a table that is not open yet does not do.
Check = Callable[[Asked, int], None]


class Asking(NamedTuple):
    """A command in the queue, and the future of its answer."""

    command: Asked
    answer: Answer
    by: str
    number: str | None
    needless: Needless | None
    otherwise: Otherwise | None = None

    @property
    def ends_commit(self) -> bool:
        """Whether later commands must not share its commit."""
        what = self.command.what if isinstance(self.command, OfStaff) else self.command
        return type(what) in FEATURES.ends_commit

    def is_over(self, state: TableState) -> bool:
        """Whether nothing is left to do: the asker has gone, or the command has become needless."""
        if self.needless is not None and not self.answer.done() and self.needless(state):
            self.answer.set_result(())
        return self.answer.done()

    def need_as_foreseen(self, state: TableState) -> None:
        """Refuse a command that would come to something else than the asker was shown."""
        if self.otherwise is not None and self.otherwise(state):
            raise Refused(TableCode.FORESEEN_OTHERWISE)


def one_commit(waiting: list[Asking]) -> tuple[list[Asking], list[Asking]]:
    """Return those that share the next commit, and those that wait for a later one."""
    ends = next((place for place, asking in enumerate(waiting, 1) if asking.ends_commit), len(waiting))
    return waiting[:ends], waiting[ends:]


class Decided(NamedTuple):
    """What a command comes to, and the state after it, once its batch is in the journal."""

    answer: Answer
    state: TableState
    batch: Batch


class GroupDecision:
    """Decides groups of a table's commands. A refusal goes to the asker at once; the rest waits for its commit."""

    def __init__(self, journal: Journal, numbering: Numbering, check: Check, counts: WorkCounted) -> None:
        self._counts = counts
        self._journal = journal
        self._numbering = numbering
        self._check = check

    def decide(self, group: Sequence[Asking], state: TableState, at: int) -> list[Decided]:
        """Return what the commands of a group come to at a time, in order."""
        done: list[Decided] = []

        def history(coup: int) -> Sequence[Event]:
            # A command can depend on an earlier one of this group, which is not in the journal yet.
            fresh = (event for _, _, batch in done for event in batch.events if getattr(event, "coup", None) == coup)
            return (*self._journal.of_coup(coup), *fresh)

        for asking in group:
            if asking.is_over(state):
                continue
            command, answer, by, number, _, _ = asking
            if number is not None and (before := self._answered(number, done)) is not None:
                answer.set_result(before)
                continue
            try:
                self._check(command, at)
                asking.need_as_foreseen(state)
                events, after = decide(rules_at(state), state, command, at, history, self._numbering)
            except Refused as refusal:
                self._counts.refused[str(refusal.code)] += 1
                answer.set_exception(refusal)
                continue
            except JournalError:
                raise
            except Exception as error:
                # A failed wish affects only its asker; but the table cannot go on without a fact.
                if not isinstance(command, Command):
                    raise
                _log.exception("%s: by %s", command, by or "the table", exc_info=error)
                answer.set_exception(Refused(TableCode.FAILED))
                continue
            if not events:
                answer.set_result(())  # nothing has happened, so there is nothing to keep
                continue
            state = after
            done.append(Decided(answer, state, Batch(events, by, number)))
        return done

    def _answered(self, number: str, done: Sequence[Decided]) -> tuple[Event, ...] | None:
        """Return the events of a command that was carried out before."""
        for _, _, batch in done:
            if batch.command == number:
                return batch.events
        events = self._journal.of_command(number)
        return None if events is None else tuple(events)


def rules_at(state: TableState) -> TableRules:
    """Return the rules that a table plays by now: its game can be changed between shoes."""
    setup = state.setup
    return rules_of(setup.rulebook, setup.side_wagers, setup.decks)
