"""The profiles of a simulated table's boards: what stands in their configurations."""

from pathlib import Path
from typing import Any, Final

from firmware.books import load_book
from firmware.link.settings import NetworkSettings
from hal.currency import NOTES
from sim.devices.id003_facts import COUNTRIES
from sim.ticket_numbers import MACHINE

CURRENCY: Final = "USD"
SCREEN: Final = (1280, 800)
DISPLAY: Final = (1280, 720)

# What a table gives its guests to play safely: all that there is.
SAFER: Final = """
[table.safer_play]
own_limits = true
pauses = [5, 15, 30]
reality_check = 60
help_line = "Help with gambling, free: 1800 000 000"
"""

TABLE: Final = """
role = "table"

[table]
rulebook = "{rulebook}"
name = "{name}"
ats = {ats}
decks = {decks}
aggregate_min = "{aggregate_min}"
side = {side}
machine = {machine}
period = {period}
ticket_days = {ticket_days}
{safer}
[notes]
currency = "{currency}"
values = {notes}
tickets = {tickets}

[journal]
path = "{journal_file}"
pin_secret = "{secret}"
ticket_secret = "unused"

[devices.shoe]
driver = "sim.angel_eye"
port = "simulated"
{own_printer}{panel}"""
# The table's own printer, for meters and the closed day: it prints no tickets.
OWN_PRINTER: Final = """
[devices.ticket_printer]
driver = "sim.escpos"
port = "simulated"
"""
PANEL: Final = """
[devices.panel]
driver = "sim.panel"

[devices.panel.inputs]
player_position = { line = 1 }
banker_position = { line = 2 }
face_sensor = { line = 3, settle_ms = 2 }
double_sensor = { line = 4, settle_ms = 2 }
shoe_door = { line = 5 }
cabinet_door = { line = 6 }
supervisor_key = { line = 7 }

[devices.panel.outputs]
lamp_ready = { line = 11 }
lamp_betting = { line = 12 }
lamp_fault = { line = 13 }
watchdog = { line = 14 }
"""
ATS_PANEL: Final = """
[devices.panel]
driver = "sim.panel"

[devices.panel.inputs]
cabinet_door = { line = 1 }
cash_box_door = { line = 2 }
logic_door = { line = 4 }
attendant_button = { line = 3 }

[devices.panel.outputs]
lamp_call = { line = 11 }
"""
ATS: Final = """
role = "ats"

[terminal]
number = {ats}
pocket = "unused"
location = "{name}"

[ticket]
venue = "Harbour Casino"
address = ["1 Wharf Street"]
currency = "{currency}"
languages = ["en", "zh-Hans"]
help = ["Help with gambling, free: 1800 000 000", "戒赌求助热线（免费）：1800 000 000"]

[network]
server = "tls://127.0.0.1:4222"
device = "ats-{ats}"
certificates = "unused"

[devices.note_acceptor]
driver = "{acceptor}"
port = "{acceptor_port}"
{acceptor_more}

[devices.ticket_printer]
driver = "{printer}"
port = "{printer_port}"
{ats_panel}"""


# All that a table can have beside its shoe.
BESIDE_THE_SHOE: Final = {"own_printer": OWN_PRINTER, "panel": PANEL, "ats_panel": ATS_PANEL, "safer": SAFER}


def offered_by(rulebook: str) -> dict[str, Any]:
    """Return the decks and the side wagers of a usual table, as far as a rule book allows them."""
    book = load_book(rulebook)
    pairs = '["pairs"]' if book.side_group("pairs") is not None else "[]"
    return {"decks": min(max(8, book.decks.least), book.decks.most), "side": pairs}


class Setting(dict[str, Any]):
    """What a whole table is like: what stands in its profiles.

    `external`: boards that are left to others. `foreign`: terminals whose acceptors know another currency's notes.
    `tickets`: whether terminals take tickets in, as TOML says it. `journal_file`: what its papers
    are read from.
    """

    def __init__(self, **chosen: Any) -> None:
        super().__init__(
            {
                "rulebook": "crown-baccarat",
                "name": "Table 7",
                "ats": 2,
                "decks": 8,
                "aggregate_min": 0,
                "side": '["pairs"]',
                "period": 30,
                "ticket_days": 30,
                "safer": "",
                "machine": MACHINE,
                "journal_file": "unused",
                "own_printer": "",
                "panel": "",
                "ats_panel": "",
                "acceptor": "sim.id003",
                "acceptor_port": "simulated",
                "currency": CURRENCY,
                "foreign": {},
                "tickets": "false",
                "printer": "sim.escpos",
                "printer_port": "simulated",
                "external": (),
                **chosen,
            }
        )
        self.setdefault("notes", list(NOTES[self["currency"]]))
        self.setdefault("acceptor_more", acceptor_words(self["acceptor"], self["currency"]))

    def terminal(self, ats: int) -> str:
        """Return a terminal's profile."""
        foreign = self["foreign"].get(ats)
        more = acceptor_words(self["acceptor"], foreign) if foreign else self["acceptor_more"]
        return ATS.format(**{**self, "ats": ats, "acceptor_more": more})


def acceptor_words(driver: str, currency: str) -> str:
    """Return what a profile says of an acceptor's notes: those that a simulated one knows, and what it calls them."""
    knows = f'currency = "{currency}"' if driver.startswith("sim.") else ""
    names = f'country = {{ {COUNTRIES[currency]:02X} = "{currency}" }}' if driver.endswith("id003") else ""
    return f"{knows}\n{names}"


def settings(folder: Path, port: int, device: str) -> NetworkSettings:
    """Return where a device finds a server on this machine, with the certificates that lie in a folder."""
    return NetworkSettings(f"tls://127.0.0.1:{port}", device, str(folder / "c"))
