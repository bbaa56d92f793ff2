"""What a configuration says of cash: the notes that the table takes, the operator's caps, and acceptors' words."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import asdict

from firmware.amounts import Amount, in_units, read_amount
from firmware.table.core.setup import Caps, NoteList, Setup
from hal.bounds import Word
from hal.currency import MINOR, NOTES, known_currency
from hal.registry import Chosen, ProfileError


class NoteSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The notes that the table takes: of which currency, by its ISO name, and which of its values.

    `tickets`: whether terminals take the table's own tickets for credit.
    """

    currency: Word
    values: tuple[Amount, ...]
    tickets: bool = False


class CapSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The operator's caps; what is left out has none. All in amounts, as 500 or "500.00"."""

    account_cash: Amount | None = None
    hour_cash: Amount | None = None
    balance: Amount | None = None
    ticket: Amount | None = None


def acceptor_uncertain(devices: Mapping[str, Chosen]) -> Iterator[str]:
    """Refuse an acceptor of which nobody could say what its notes are; warn where that is not certain."""
    chosen = devices.get("note_acceptor")
    if chosen is None:
        return
    key, _, missing = chosen.notes.missing.partition(": ")
    if missing:
        raise ProfileError(f"devices.note_acceptor.{key}", missing)
    if chosen.notes.uncertain:
        yield f"devices.note_acceptor.{chosen.notes.uncertain}"


def no_notes(setup: Setup) -> Iterator[str]:
    """Warn of a table whose terminals take no notes because nobody says which."""
    if setup.notes is None and setup.ats:
        yield (
            "notes: is missing, so no terminal takes notes; "
            'one reads currency = "AUD" and values = [5, 10, 20, 50, 100]'
        )


def notes_of(settings: NoteSettings | None) -> NoteList | None:
    """Return the notes that a table takes. Raises ValueError that names the key."""
    if settings is None:
        return None
    try:
        there = NOTES[known_currency(settings.currency)]
    except ValueError as error:
        raise ValueError(f"notes.currency: {error}") from None
    values = tuple(_amount("notes.values", value) for value in settings.values)
    for value in values:
        if value % MINOR or value // MINOR not in there:
            raise ValueError(
                f"notes.values: {settings.currency} has no note of {in_units(value)}; "
                f"it has {', '.join(map(str, there))}"
            )
    if len(set(values)) < len(values):
        raise ValueError("notes.values: names a note twice")
    return NoteList(settings.currency, values, settings.tickets)


def caps_of(settings: CapSettings | None) -> Caps:
    """Return the operator's caps. Raises ValueError that names the key."""
    given = {} if settings is None else asdict(settings)
    caps = {name: _amount(f"caps.{name}", value) for name, value in given.items() if value is not None}
    for name, value in caps.items():
        if not value:
            raise ValueError(f"caps.{name}: is above 0; a cap that is left out does not hold")
    return Caps(**caps)


def _amount(key: str, value: Amount) -> int:
    try:
        return read_amount(str(value))
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None
