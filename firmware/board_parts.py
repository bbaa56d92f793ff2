"""What a board's configuration is made of: its parts, typed and ranged."""

from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct, field

from firmware.amounts import Amount
from firmware.cash_config import CapSettings, NoteSettings
from firmware.day_config import DaySettings
from firmware.files import FilePath
from firmware.guest_config import GuestSettings, SaferPlaySettings
from firmware.kit.settings import ScreenSettings
from firmware.link.settings import NetworkSettings
from firmware.staff_config import ApprovalSettings
from firmware.table.core.setup import MOST_MACHINES, MOST_TERMINALS
from firmware.table.shoe.card_watch import WatchSettings
from firmware.ticket_config import TicketSettings
from hal.bounds import Name, Plugged, Word

Role = Literal["table", "ats", "wnd"]


# Seconds that people wait: a second at least, an hour at most.
Period = Annotated[float, Meta(ge=1, le=3600)]


# A terminal, by its number.
Terminal = Annotated[int, Meta(ge=1, le=MOST_TERMINALS)]


# Ten years: no desk keeps a ticket open for longer.
MOST_DAYS: Final = 3650


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The table. `period` in seconds, amounts as 25 or "25.00", side wagers as in a scenario: `pairs`, `perfect:1`.

    `tickets`: whether its terminals pay by ticket; then it needs a `machine` number, from which tickets are numbered.
    `cashiers`: who pays a ticket signs on at the desk. `own_pins`: who got a PIN from others changes it first.
    `acknowledge`: jams, cheats, cash boxes and printers are seen to by somebody. `allowed_devices`: how the devices
    begin that the house allows. `asset`, `serial`: of the table's cabinet. `left_behind`: after so many minutes without
    anything credit is told to be left behind; 0: never.
    `tables`: the house's list of tables. `ticket_days`: for how long the cash desk pays a ticket.
    """

    rulebook: Word
    name: Name = "Rapid Table"
    ats: Annotated[int, Meta(ge=0, le=MOST_TERMINALS)] = 2
    decks: Annotated[int, Meta(ge=1, le=10)] = 8
    period: Period = 30
    side: tuple[Word, ...] = ()
    aggregate_min: Amount = 0
    remote: tuple[Terminal, ...] = ()
    tickets: bool = True
    machine: Annotated[int, Meta(ge=0, le=MOST_MACHINES)] | None = None
    tables: FilePath | Literal[""] = ""
    ticket_days: Annotated[int, Meta(ge=1, le=MOST_DAYS)] = 30
    approvals: ApprovalSettings = ApprovalSettings()
    day: DaySettings = DaySettings()
    cashiers: bool = False
    own_pins: bool = False
    acknowledge: bool = False
    allowed_devices: tuple[Word, ...] = ()
    asset: Word = ""
    serial: Word = ""
    left_behind: Annotated[int, Meta(ge=0, le=24 * 60)] = 30
    safer_play: SaferPlaySettings = SaferPlaySettings()


class LimitSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be wagered on a bet."""

    least: Amount = field(default=5, name="min")
    most: Amount = field(default=5000, name="max")
    step: Amount = 5


class JournalSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the journal is kept, the secret that PINs are mixed with, and the one that tickets are numbered by.

    `key`: what the table signs its journal with; left out, it lies beside the journal. `witness_wait`: for so many
    seconds a table that comes back waits for other boards, before it asks for a supervisor's word. `papers`: a folder
    in which the console puts meters and days as files to be printed; left out, it offers none.
    """

    path: FilePath
    pin_secret: FilePath
    ticket_secret: FilePath | Literal[""] = ""
    key: FilePath | Literal[""] = ""
    witness_wait: Annotated[float, msgspec.Meta(ge=0, le=600)] = 20
    papers: FilePath | Literal[""] = ""

    @property
    def signing_key(self) -> Path:
        """Where the table's key is."""
        return Path(self.key) if self.key else Path(self.path).with_name("journal.key")


class CopySettings(Struct, frozen=True, forbid_unknown_fields=True):
    """A second copy of the journal. `limit_mb`: how much its folder may hold.

    The table's: the `key` that seals it, and where it goes: to a `folder` on another medium, to other `boards`. On such
    a board: the `folder` in which it keeps it.
    """

    key: FilePath | Literal[""] = ""
    folder: FilePath | Literal[""] = ""
    boards: tuple[Word, ...] = ()
    limit_mb: Annotated[int, Meta(ge=1, le=1_000_000)] = 1000


class TerminalSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """A player terminal: its number at the table, what its tickets say, and where it keeps what is in flight.

    `asset`, `serial`: of its cabinet. `guests`: what its guests see and may choose.
    """

    number: Terminal
    pocket: FilePath
    location: Name = "Rapid Table"
    asset: Word = ""
    serial: Word = ""
    guests: GuestSettings = GuestSettings()


class MetricsSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the board's figures are to be had: an address of its own and a port, on loopback or a network apart."""

    listen: Plugged = "127.0.0.1:9464"

    def __post_init__(self) -> None:
        host, _, port = self.listen.rpartition(":")
        try:
            address = ip_address(host.strip("[]"))
        except ValueError:
            address = None
        if address is None or not (address.is_loopback or address.is_private) or address.is_unspecified:
            raise ValueError("listen: names no address of loopback or of a private network, as 127.0.0.1:9464 does")
        if not (port.isascii() and port.isdigit() and len(port) <= 5 and 0 < int(port) < 65_536):
            raise ValueError("listen: names no port; 9464 is one")


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """A board's configuration as it stands in its file."""

    role: Role
    devices: dict[str, dict[str, object]] = {}
    table: TableSettings | None = None
    limits: dict[str, LimitSettings] = {}
    notes: NoteSettings | None = None
    caps: CapSettings | None = None
    journal: JournalSettings | None = None
    watch: WatchSettings = WatchSettings()
    copies: CopySettings | None = field(default=None, name="copy")
    terminal: TerminalSettings | None = None
    ticket: TicketSettings | None = None
    network: NetworkSettings | None = None
    screen: ScreenSettings | None = None
    metrics: MetricsSettings | None = None
