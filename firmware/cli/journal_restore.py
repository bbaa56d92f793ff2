"""`rapid-table journal restore`: puts a journal together again from its second copies."""

import argparse
import os
from datetime import UTC, datetime
from typing import Final

from firmware.cli.arguments import path
from firmware.cli.errors import BadInput
from firmware.cli.journal_verify import memories_in
from firmware.cli.say import say, say_json
from firmware.table.core.journal import JournalError
from firmware.table.journal.copy_frame import CopyKey
from firmware.table.journal.copy_store import files_of
from firmware.table.journal.restoring import SKIPPED, Restored, restore
from firmware.table.journal.secret_file import read_secret
from hal.clock import wall_s

NEXT: Final = """\
Next: put it where [journal] says, owned by the user that the table runs as (chown rapid-table), with the table's keys
and secrets from where they are safe, and switch the table on.
It asks the other boards, and opens on a supervisor's word. Count the cash boxes of all terminals against the meters,
look for tickets that the table does not know, and put a new shoe into play: later cards are not in the journal."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    restoring = parser.add_argument_group("restore (FILE is made)")
    restoring.add_argument(
        "--from", dest="copies", type=path, action="append", default=[], metavar="DIR",
        help="a folder with a copy, from a stick or a board; give several if one is incomplete",
    )  # fmt: skip
    restoring.add_argument("--copy-key", type=path, metavar="FILE", help="the key that seals the copies")


def run(arguments: argparse.Namespace) -> int:
    """Restore it; exit status 1 when that cannot be done, or a witness does not agree."""
    if not arguments.copies:
        raise BadInput("restore: needs a copy; give --from DIR, once for each copy")
    if arguments.copy_key is None:
        raise BadInput("restore: needs the key that sealed the copy; give --copy-key FILE")
    for folder in arguments.copies:
        if not (folder.is_dir() and files_of(folder)):
            raise BadInput(f"{folder}: holds no copy of a journal; a copy is a folder with files named *.copy")
    if not arguments.file.absolute().parent.is_dir():
        raise BadInput(f"{arguments.file}: there is no folder {arguments.file.parent}; make it first")
    if os.path.lexists(arguments.file):
        raise BadInput(f"{arguments.file}: already exists; give a new file to restore the journal into")
    try:
        key = CopyKey(read_secret(arguments.copy_key, "the key of the journal's copies"))
    except FileNotFoundError:
        raise BadInput(f"{arguments.copy_key}: no such key") from None
    except JournalError as error:
        raise BadInput(str(error)) from None
    memories = memories_in(arguments.witness)
    restored = restore(arguments.file, arguments.copies, key, memories, round(wall_s() * 1000))
    if arguments.json:
        say_json({
            "rows": restored.checked.rows, "begins": restored.checked.begins, "up_to": restored.up_to,
            "ended_at": restored.ended_at, "lost": _lost(restored), "era": restored.checked.state.era,
            "lost_era": restored.lost_era or None,
        })  # fmt: skip
        return 0
    _say(restored, witnessed=bool(memories))
    return 0


def _lost(restored: Restored) -> list[int] | None:
    return [restored.up_to + 1, restored.known] if restored.known else None


def _say(restored: Restored, *, witnessed: bool) -> None:
    state = restored.checked.state
    when = datetime.fromtimestamp(restored.ended_at / 1000, UTC).isoformat(" ", "seconds").removesuffix("+00:00")
    begins = f"; it begins after row {restored.checked.begins}, with the state there" if restored.checked.begins else ""
    say(f"restored up to row {restored.up_to}, of {when} UTC, coup {state.game.coups}{begins}")
    if restored.known:
        say(f"lost: rows {restored.up_to + 1} to {restored.known} at least, which a board remembers")
        say("      wagers, settlements, notes and tickets of after that moment may be among them")
        if restored.lost_era:
            say("      that board remembers that this journal was restored before, and the copy does not know of it:")
            say("      all rows since then are lost; look for a copy that was made since")
    elif witnessed:
        say("no board remembers a later row; what was done after that moment and before the loss is not known")
    else:
        say("no board was asked (--witness FILE): nobody knows how far the lost journal had got")
    say(f"tickets: {SKIPPED} numbers and more of each terminal are passed over, since pages may carry them")
    for line in NEXT.splitlines():
        say(line)
