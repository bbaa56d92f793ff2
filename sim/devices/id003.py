"""A simulated acceptor that speaks ID-003."""

from collections.abc import Callable
from typing import Final

from drivers.id003 import notes as n
from drivers.id003 import protocol as p
from sim.devices.id003_facts import BEFORE, COUNTRIES, VERSION
from sim.devices.model import Tell
from sim.devices.note_model import USUAL, AcceptorSettings, NoteModel
from sim.devices.note_path import NotePlace
from sim.devices.simulation import Simulation

BOOT_S: Final = 0.3
INITIALISE_S: Final = 0.8
STACKED_S: Final = 0.2
_PLACES: Final = {
    NotePlace.TAKING_IN: "accepting",
    NotePlace.ESCROW: "escrow",
    NotePlace.TO_STACKER: "stacking",
    NotePlace.PAST_LEVER: "stacking",
    NotePlace.GOING_BACK: "returning",
    NotePlace.REFUSED: "rejecting",
}


class Id003Model(NoteModel):
    """The acceptor.

    `forgets`: its memory of a note that the host has not acknowledged does not outlive the power.
    `vends_after`: after power-up with a note in the stacker it says vend valid, too. `table`: it answers 8A.
    In interrupt mode (C2) it says unasked what has changed; with power recovery (C5) it is as if `vends_after`.
    """

    reasons = p.REASONS
    ways = "ABCD"  # a bit of C4 for each, from the lowest: their order is assumed, no page of ours says it

    def __init__(
        self,
        tell: Tell = lambda _: None,
        *,
        currency: str = USUAL,
        forgets: bool = False,
        vends_after: bool = False,
        table: bool = True,
    ) -> None:
        super().__init__(tell, currency=currency)
        self._forgets = forgets
        self._vends_after = vends_after
        self._told_by_power_up = False
        self._refused_for = 0
        self._unasked: tuple[int, bytes] | None = None
        self._table = table
        self._reader = p.Reader()
        self._settings = dict(BEFORE)
        self.starting = "power_up"
        self._held = False
        self._stack = 1
        self.vending = False
        self._booting = False
        self.power(on=False)
        self.power(on=True)

    def powered(self) -> None:
        """It comes up knowing where a note lies, and inhibited."""
        if not self.on:
            return
        if (self._forgets and self.path.place is NotePlace.NOWHERE) or self._told_by_power_up:
            self.owed = 0
        self._told_by_power_up = False
        self._reader = p.Reader()
        self._settings = dict(BEFORE)
        self._unasked = None
        self.vending = self._held = False
        in_stacker = self.path.place is NotePlace.PAST_LEVER or self.owed
        in_acceptor = self.path.place is not NotePlace.NOWHERE
        self.starting = (
            "power_up_note_in_stacker" if in_stacker else "power_up_note_in_acceptor" if in_acceptor else "power_up"
        )
        self._booting = True
        self.after(BOOT_S, "boot", self._booted)

    def _booted(self) -> None:
        self._booting = False

    def received(self, data: bytes) -> None:
        """Answer what can be read."""
        if self._booting:
            return
        for frame in self._reader.feed(data):
            self.path.asked()
            self._answer(frame)
        self._perhaps_speak()

    def do(self, line: str) -> None:
        """Do what a tester says."""
        super().do(line)
        self._perhaps_speak()

    def after(self, seconds: float, name: str, work: Callable[[], None]) -> None:
        """Do something later; what has changed then is said in interrupt mode."""

        def done() -> None:
            work()
            self._perhaps_speak()

        super().after(seconds, name, done)

    def _perhaps_speak(self) -> None:
        """In interrupt mode say what has changed, unasked."""
        if self._booting or not self.on or not self._switched(p.SET_MODE, p.INTERRUPTS):
            return
        status = self.status()
        if status != self._unasked:
            self._unasked = status
            self._reply(*status)

    def _switched(self, setting: int, bit: int) -> bool:
        return any(byte & bit for byte in self._settings[setting][:1])

    def _reply(self, code: int, data: bytes = b"") -> None:
        self.send(p.write_frame(code, data))

    def _answer(self, frame: p.Frame) -> None:
        code = frame.code
        if code == p.STATUS:
            self._reply(*self.status())
        elif code == p.ACK:
            self._acknowledged()
        elif code in self._COMMANDS:
            self._COMMANDS[code](self)
        elif p.SET_DENOMINATIONS <= code <= p.SET_BARCODE_INHIBIT:
            self._settings[code] = frame.data
            self._reply(code, frame.data)
        elif code == p.GET_VERSION or code == p.GET_BOOT_VERSION:  # noqa: PLR1714 - two requests
            self._reply(code, VERSION if code == p.GET_VERSION else b"B01")
        elif code == p.GET_CURRENCY and self._table:
            self._reply(code, n.write_table(self.values, COUNTRIES[self.currency]))
        elif 0x80 <= code <= 0x87:
            self._reply(code, self._settings[code + 0x40])
        else:
            self.unknown(p.write_frame(code, frame.data))
            self._reply(p.FAULT_CODES["invalid_command"])

    # What it is.

    def status(self) -> tuple[int, bytes]:
        """Return its status, and what goes with it."""
        fault = self._fault()
        if fault:
            return p.FAULT_CODES[fault], b""
        state = self.state()
        if state == "escrow":
            code = p.TICKET if self.path.ticket else n.FIRST_CODE + self.values.index(self.path.value)
            return p.CODES[state], bytes((code,)) + self.path.ticket.encode()
        if state == "rejecting":
            return p.CODES[state], bytes((self._refused_for,))
        return p.CODES[state], b""

    def _fault(self) -> str:
        path = self.path
        if self.cheated:
            return "cheated"
        if path.jammed:
            return "jam_stacker" if path.place is NotePlace.PAST_LEVER else "jam_acceptor"
        if not path.box_in:
            return "stacker_open"
        return "stacker_full" if path.full else ""

    def state(self) -> str:
        """Return what it is doing."""
        if self.starting:
            return self.starting
        if self.vending:
            return "vend_valid"
        return self._of_note() or ("inhibited" if self._settings[p.SET_INHIBIT] != p.INHIBIT_OFF else "idle")

    def _of_note(self) -> str:
        """Return what it is doing with a note, if there is one."""
        if self._held and self.path.place is NotePlace.ESCROW:
            return "holding"
        if self.path.place is NotePlace.PAST_LEVER and not self.owed:
            return "stacked"  # acknowledged: however far it has to go yet, it is never "stacking" again
        if self.path.place in _PLACES:
            return _PLACES[self.path.place]
        return "stacked" if "stacked" in self._timers else ""

    def _reason_now(self) -> int:
        """Return why the note that was just examined goes back."""
        if self.path.ticket or self.path.value in self.values:
            return p.NOT_TAKEN
        return self.forged_how or p.FORGED

    def switched_on(self, place: int) -> bool:
        """Whether the host lets it take the note at this place (C0), held this way (C4): a bit each, 1 being off."""
        denominations, ways = (self._settings[one] for one in (p.SET_DENOMINATIONS, p.SET_DIRECTION))
        return not (int.from_bytes(denominations, "little") >> place | int.from_bytes(ways, "little") >> self.way) & 1

    def reads_tickets(self) -> bool:
        """Whether the host lets it read tickets: C6 says which barcode, C7 that they are taken."""
        fits = self._settings[p.SET_BARCODE] == bytes((1, len(self.path.ticket)))
        return fits and self._settings[p.SET_BARCODE_INHIBIT] == b"\xfc"

    def takes_notes(self) -> bool:
        """Whether the mouth takes a note in now."""
        return not self._fault() and not self._booting and self.state() == "idle"

    def moved(self, before: NotePlace, place: NotePlace) -> None:
        """The note moved: past the lever, or in the box, it is past recall."""
        if place is not NotePlace.ESCROW:
            self._held = False
        if place is NotePlace.REFUSED:
            self._refused_for = self._reason_now()
        if place is NotePlace.PAST_LEVER:
            self.owed = self.worth
            self._told_by_power_up = False
            self.vending = self.vending or self._stack == 1
        elif place is NotePlace.NOWHERE and self.owed and not self.starting:
            self.vending = True
        if before is NotePlace.PAST_LEVER:
            self._perhaps_stacked()

    def _perhaps_stacked(self) -> None:
        if self.path.place is NotePlace.NOWHERE and not self.vending and not self.owed and not self.starting:
            self.after(STACKED_S, "stacked", lambda: None)

    def disturbed(self) -> None:
        """Once people have put it right, it begins anew by itself."""
        if not self._fault() and self.on:
            self._initialise()

    # What it is told.

    def _reset(self) -> None:
        self._reply(p.ACK)
        if not self._fault():
            self._initialise()

    def _initialise(self) -> None:
        # The host knows of it by the power-up's status.
        self._told_by_power_up = self._told_by_power_up or self.starting == "power_up_note_in_stacker"
        self.starting = "initialising"
        self.vending = False
        self.back_to_work()
        self.after(INITIALISE_S, "initialise", self._initialised)

    def _initialised(self) -> None:
        self.starting = ""
        if self._told_by_power_up and not self._vends_after and not self._switched(p.SET_OPTIONS, p.RECOVERS):
            self.owed = 0
        self._told_by_power_up = False
        self.vending = bool(self.owed)

    def _take_note(self, how: int) -> None:
        if self.state() not in ("escrow", "holding"):
            self._reply(p.FAULT_CODES["invalid_command"])
            return
        self._stack = how
        self._reply(p.ACK)
        self.path.stack()

    def _return(self) -> None:
        if self.state() not in ("escrow", "holding"):
            self._reply(p.FAULT_CODES["invalid_command"])
            return
        self._reply(p.ACK)
        self.path.give_back()

    def _hold(self) -> None:
        if self.state() not in ("escrow", "holding"):
            self._reply(p.FAULT_CODES["invalid_command"])
            return
        self._reply(p.ACK)
        self._held = True
        self.path.hold()

    def _acknowledged(self) -> None:
        """The host has the credit."""
        if self.vending:
            self.vending = False
            self.owed = 0
            self._perhaps_stacked()

    _COMMANDS: Final[dict[int, Callable[["Id003Model"], None]]] = {
        p.RESET: _reset,
        p.STACK_1: lambda self: self._take_note(1),
        p.STACK_2: lambda self: self._take_note(2),
        p.RETURN: _return,
        p.HOLD: _hold,
        p.WAIT: _hold,
    }


def _new(tell: Tell, settings: AcceptorSettings) -> Id003Model:
    return Id003Model(tell, currency=settings.currency)


MODEL: Final = Simulation(_new, AcceptorSettings)
