"""The desk behind a player's screen: it decides what the screen shows, and what touches do."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from firmware.books import TableRules, load_book, rules_of
from firmware.errands import Errands
from firmware.game.state import Phase
from firmware.kit.scene import Action
from firmware.kit.touches import Touches
from firmware.kit.words import Words, language_after, words_of
from firmware.link.messages import PublicView
from firmware.link.remote_table import RemoteTable
from firmware.pictures.headline import Seen, has_open_door, headline
from firmware.pictures.notices import notices
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.pockets import short
from firmware.terminal.beside import AtsBeside
from firmware.terminal.chip_play import ChipPlay
from firmware.terminal.house_edges import HouseEdges
from firmware.terminal.information_of_books import information
from firmware.terminal.player import SaidToPlayer, WagerDesk
from firmware.terminal.seen_by_player import bets, hand, net, recalled
from firmware.terminal.ticket_desk import TicketDesk
from firmware.terminal.view import AtsView, Dialogue, Flight, Info, InFront
from hal.ticket_printer import PrintOutcome, PrintResult

# How long a text stays that says what became of a touch.
TOAST_MS: Final = 3500
# What is heard when betting opens, and when it closes.
SOUNDS: Final[dict[Phase | None, str]] = {Phase.BETTING: "open", Phase.CLOSED: "closed"}
ALONE: Final = AtsBeside()


class AtsDesk:
    """One terminal's screen. `changed` is called when it would look different."""

    def __init__(
        self,
        ats: int,
        place: str,
        table: RemoteTable,
        language: str,
        changed: Callable[[], None],
        beside: AtsBeside = ALONE,
    ) -> None:
        self._errands = Errands()
        self.player = WagerDesk(table, self.say, self._errands)
        self.beside = beside
        self._ats = ats
        self._place = place
        self._table = table
        self._spoken = language
        self._changed = changed
        self._chips = ChipPlay(table, self.player, self._errands, changed)
        self._dialogue: Dialogue | None = None
        self._toast = ""
        self._toast_until = 0
        self._busy = ""
        self._called = False
        self._flights: tuple[Flight, ...] = ()
        self._was: Phase | None = None
        self._ended: int | None = None
        self._door = False
        self._edges = HouseEdges(self._errands, changed)

    @property
    def words(self) -> Words:
        """The words of the language that is chosen, and amounts in the table's currency."""
        public = self._table.public
        return words_of(self._spoken, public.currency if public is not None else "")

    # What it is told.

    def follow(self) -> None:
        """The table has changed."""
        self.player.follow()
        self._chips.follow()
        public = self._table.public
        phase = public.phase if public is not None and self._table.there else None
        ended = public.recent[-1].coup if public is not None and public.recent else 0
        if phase != self._was:
            self.beside.sound(SOUNDS.get(phase, ""))
            self._was = phase
        if self._ended not in (None, ended):
            self.beside.sound("result")
        self._ended = ended if public is not None else None
        door = has_open_door(self._table.account)
        if door and not self._door:
            self.beside.sound("door")
        self._door = door
        self._changed()

    def say(self, said: SaidToPlayer) -> None:
        """Tell the player something."""
        amounts = {name: self.words.money(amount) for name, amount in said.amounts.items()}
        reason = {"reason": self.words.refused(said.refusal)} if said.refusal is not None else {}
        self.tell(self.words(said.key, **amounts, **reason))

    def tell(self, text: str) -> None:
        """Show a text for a while."""
        self._toast, self._toast_until = text, self._table.now_ms() + TOAST_MS
        self._changed()

    def busy(self, key: str) -> None:
        """Show that something is under way, or nothing any more."""
        if key != self._busy:
            self._busy = key
            self._changed()

    # What it shows.

    def view(self) -> AtsView:
        """Return what the screen shows."""
        words, public = self.words, self._table.public
        stranger = "" if self._table.serves() else short(self._table.life)
        seen = Seen(self._ats, self._table.there, public, self._table.account, stranger)
        line, look = headline(seen, words)
        if public is None:
            return AtsView(self._ats, self._place, "", line, look, may=frozenset({"language"}))
        rules = rules_of(public.rulebook, public.side_wagers, public.decks)
        account = self._table.account
        is_open = account is not None and account.open
        last = public.recent[-1] if seen.ended else None
        return AtsView(
            ats=self._ats,
            place=self._place,
            version=load_book(public.rulebook).texts.version,
            headline=line,
            look=look,
            open=is_open,
            balance=account.balance if account is not None else 0,
            credit=self._credit(public),
            bets=bets(public, account, rules, (self._chips.accepted(), self._chips.asked()), words),
            chips=self._chips.chips,
            chosen=self._chips.choice,
            may=self._may(public, is_open=is_open),
            betting=public.phase is Phase.BETTING and self._table.there and self._table.serves(),
            closes_at=public.closes_at,
            period=public.period,
            player=last.player if last else hand(public.player),
            banker=last.banker if last else hand(public.banker),
            due=public.due,
            winner=last.winner if last else "",
            marks=public.shoe,
            notices=self._waiting(stranger) or (*self._held(), *notices(public, words)),
            toast=self._toast,
            toast_until=self._toast_until,
            busy=words(self._busy) if self._busy else "",
            called=self._called,
            flights=self._flights,
            dialogue=self._dialogue,
            recalled=recalled(public, account) if self._shows("recall") else (),
            info=self._info(public, rules) if self._shows("help") else Info(),
            net=sum(came_to.values()) if (came_to := net(public, account)) else None,
            waits=bool(stranger),
        )

    def _info(self, public: PublicView, rules: TableRules) -> Info:
        """Return the page of information that is open."""
        assert self._dialogue is not None
        # Only where they are wanted: counting is some work.
        edges = self._edges.of(public.rulebook, public.decks) if self._dialogue.topic == "bets" else {}
        return information(rules, public.decks, self._dialogue.topic, edges, self.words)

    def _waiting(self, stranger: str) -> tuple[str, ...]:
        """Return what a supervisor does about a board that is not the terminal: nothing else is of use there."""
        return (self.words("notice.board_waits", board=stranger, ats=self._ats),) if stranger else ()

    def _held(self) -> tuple[str, ...]:
        """Return what is held of this player's winnings: the balance leaves it out (13.2.3)."""
        account = self._table.account
        if account is None or not account.held:
            return ()
        return (self.words("notice.held", amount=self.words.money(account.held)),)

    def _shows(self, kind: InFront) -> bool:
        return self._dialogue is not None and self._dialogue.kind == kind

    def _credit(self, public: PublicView) -> str:
        account = self._table.account
        if account is not None and account.remote and not account.open:
            return self.words("account.none.remote")
        return self.words("account.credit") if public.session else ""

    def _may(self, public: PublicView, *, is_open: bool) -> frozenset[str]:
        may = {"help", "recall", "language", "call"}
        if not self._table.there:
            return frozenset(may - {"call", "recall"})
        if not self._table.serves():
            return frozenset(may - {"recall"})
        if public.phase is Phase.BETTING and is_open:
            lies = self._chips.lies()
            may |= {"undo"} if self._chips.undoable else set()
            may |= {"clear", "double"} if lies else {"repeat"} if self._chips.last() else set()
        account = self._table.account
        if is_open and account is not None and not account.wagers and not public.frozen and not public.session:
            may.add("cash-out")
        return frozenset(may)

    # What touches do.

    def act(self, action: Action) -> None:
        """Do what a touch means."""
        self._TOUCHES.do(self, action)
        self._changed()

    def _chip(self, value: str) -> None:
        self._chips.choose(int(value))
        self.beside.sound("touch")

    def _bet(self, bet: str) -> None:
        if self._chips.put(bet):
            now = self._table.now_ms()
            flight = Flight(self._chips.choice, ("chip", str(self._chips.choice)), ("bet", bet), now)
            self._flights = (*(f for f in self._flights if f.began > now - 1000), flight)
            self.beside.sound("chip")

    def _play(self, play: Callable[[ChipPlay], None]) -> None:
        play(self._chips)
        self.beside.sound("chip")

    def _open(self, kind: InFront) -> None:
        """Open it; the button that opened it closes it again."""
        self._dialogue = None if self._shows(kind) else Dialogue(kind)

    def _page(self, page: str) -> None:
        if self._dialogue is not None:
            self._dialogue = replace(self._dialogue, page=int(page))

    def _topic(self, topic: str) -> None:
        self._dialogue = Dialogue("help", topic=topic)

    def _close(self) -> None:
        self._dialogue = None

    def _language(self) -> None:
        self._spoken = language_after(self._spoken)

    def _call(self) -> None:
        self._called = not self._called
        self.beside.lamp(self._called)
        self.beside.tell_called(self._called)
        if self._called:
            self.tell(self.words("why.attendant"))

    def call(self) -> None:
        """The call button beside the screen was pressed."""
        self._call()
        self._changed()

    def _pay(self) -> None:
        if self.beside.tickets is None:
            self._dialogue = Dialogue("paying", 1, self.words("cash-out.dealer"))
            if not self._called:
                self._call()
            return
        self._dialogue = Dialogue("paying", 0, self.words("cash-out.printing"))
        self._errands.begin(self._cash_out(self.beside.tickets))

    async def _cash_out(self, tickets: TicketDesk) -> None:
        try:
            result: PrintResult = await tickets.cash_out()
        except Refused as refusal:
            text = self.words("why.refused", reason=self.words.refused(refusal))
            if refusal.code == TableCode.CAP_TICKET and not self._called:
                self._call()  # what no ticket may be of, an attendant pays
        else:
            text = self.words(f"cash-out.{result.outcome.value}")
            if result.outcome is PrintOutcome.IN_DOUBT and not self._called:
                self._call()
        self._dialogue = Dialogue("paying", 1, text)
        self._changed()

    def stop(self) -> None:
        """Do nothing more: the terminal is switched off."""
        self._errands.stop()

    _TOUCHES: Final["Touches[AtsDesk]"] = Touches(
        plain={
            "undo": lambda self: self._play(ChipPlay.undo),
            "clear": lambda self: self._play(ChipPlay.clear),
            "repeat": lambda self: self._play(ChipPlay.repeat),
            "double": lambda self: self._play(ChipPlay.double),
            "help": lambda self: self._open("help"),
            "recall": lambda self: self._open("recall"),
            "cash-out": lambda self: self._open("cash-out"),
            "close": _close,
            "language": _language,
            "call": _call,
            "pay": _pay,
        },
        of_one={"chip": _chip, "bet": _bet, "page": _page, "topic": _topic},
        of_more={},
    )
