"""Where nothing happens to acceptors, and no board is changed, no note is ever in doubt: each story is whole."""

from typing import Final

from firmware.table.core.service import Happened
from firmware.table.features.note_doubts import NoteDoubted, NoteQuestioned

# Boards lose their power, and networks their messages: a pocket and its acceptor know all the same what became of each
# note. Power around a commit, a jump of the clock, trouble with shoe, display and printer: nor do they touch a note.
LEAVE_WHOLE: Final = frozenset(
    {
        "terminal-power", "pocket-power", "note-while-dark", "ticket-while-dark", "display-power",
        "table-power", "commit-power",
        "broker-lost", "cable-cut", "one-side", "rough-network", "clock-jump", "storage-full",
        "printer-power", "printer-trouble", "printer-noise", "unplug-printer",
        "shoe-power", "shoe-trouble", "unplug-shoe", "lost-report",
    }
)  # fmt: skip


class WholeStories:
    """Hears of notes in doubt, or questioned; `wrong` says which were, though their acceptors knew of each."""

    def __init__(self, kinds: tuple[str, ...]) -> None:
        self.wrong: list[str] = []
        self._whole = LEAVE_WHOLE.issuperset(kinds)

    def happened(self, happened: Happened) -> None:
        """Hold what has happened."""
        for event in happened.events if self._whole else ():
            # A table's own reason is a word, as that its player was excluded; an acceptor's story comes as a sentence.
            if isinstance(event, NoteDoubted | NoteQuestioned) and " " in event.why:
                self.wrong.append(f"ATS {event.ats}: a note is in doubt, and its acceptor knew of each: {event.why}")
