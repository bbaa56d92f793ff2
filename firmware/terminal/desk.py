"""The desk behind a player's screen: it decides what the screen shows, and what touches do."""

import asyncio
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from firmware.boards.simulated import marked
from firmware.books import load_book, rules_of
from firmware.errands import Errands
from firmware.game.state import Phase
from firmware.kit.scene import Action
from firmware.kit.touches import Touches
from firmware.kit.words import Words
from firmware.link.messages import PublicView
from firmware.link.remote_table import RemoteTable
from firmware.pictures.announcing import said_of
from firmware.pictures.headline import Seen, ended_in_words, has_open_door, headline, last_cards, look_of_last
from firmware.pictures.moments import Memory
from firmware.table.core.marks import with_corrected
from firmware.table.core.pockets import short
from firmware.terminal import cup
from firmware.terminal.beside import AtsBeside
from firmware.terminal.betting_heard import BettingHeard
from firmware.terminal.chip_play import ChipPlay
from firmware.terminal.guest_desk import GuestDesk
from firmware.terminal.house_edges import HouseEdges
from firmware.terminal.information_shown import info_shown
from firmware.terminal.leaving import agree_to_end, paid_out
from firmware.terminal.may_ask import may_ask
from firmware.terminal.player import SaidToPlayer, WagerDesk
from firmware.terminal.seen_by_player import bets, credit_of, hand, net, noticed, recalled, stage_of, staked_last
from firmware.terminal.speech import Speech
from firmware.terminal.ticket_desk import TicketDesk
from firmware.terminal.view import AtsView, Dialogue, Flight, Info, InFront

# A paid guest who touches nothing for this long has left: the screen is the next one's.
FAREWELL_S: Final = 20
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
        self.speech = Speech(table, language, changed)
        self.player = WagerDesk(table, self.speech.say_there, self._errands)
        self.beside = beside
        self._ats = ats
        self._place = place
        self._table = table
        self._changed = changed
        self._chips = ChipPlay(table, self.player, self._errands, changed)
        self._dialogue: Dialogue | None = None
        self._called = False
        self._flights: tuple[Flight, ...] = ()
        self._ended: int | None = None
        self._door = False
        self._had_account = False
        self._memory = Memory()
        self._edges = HouseEdges(self._errands, changed)
        self._heard = BettingHeard(table, self._errands, lambda: self.beside)
        self._guest = GuestDesk(table, self.speech, self._errands, beside)

    @property
    def words(self) -> Words:
        """The words of the chosen language, and amounts in the table's currency."""
        return self.speech.words

    # What it is told.

    def follow(self) -> None:
        """The table has changed."""
        self.player.follow()
        self._chips.follow()
        self._heard.follow()
        public = self._table.public
        self._memory.follow(public, self._table.now_ms())
        ended = public.recent[-1].coup if public is not None and public.recent else 0
        if self._ended not in (None, ended):
            self.beside.sound("result")
            self._dialogue = self._dialogue and self._dialogue.after(public.recent if public else (), self._ended or 0)
        self._ended = ended if public is not None else None
        if (door := has_open_door(self._table.account)) and not self._door:
            self.beside.sound("door")
        self._door = door
        is_open = self._table.account is not None and self._table.account.open
        if self._had_account and not is_open and not self._shows("paying"):
            self._next_guest()
        self._had_account = is_open
        self._changed()

    def _next_guest(self) -> None:
        """Forget the player's choices once the account is closed and how that ended has been seen."""
        self.speech.in_the_houses_language()
        self._guest.leave()
        self._chips.forget()
        self._dialogue = None

    # What it shows.

    def view(self) -> AtsView:
        """Return what the screen shows."""
        words, public, account = self.words, self._table.public, self._table.account
        stranger = "" if self._table.serves() else short(self._table.life)
        seen = Seen(self._ats, self._table.there, public, account, stranger)
        line, look = headline(seen, words)
        if public is None:
            return AtsView(self._ats, self._place, "", line, look, may=frozenset({"language"}))
        rules = rules_of(public.rulebook, public.side_wagers, public.decks)
        is_open = account is not None and account.open
        last = public.recent[-1] if seen.ended else None
        warns = cup.warning(public, account, words)
        guest = self._guest.shown(words)
        return AtsView(
            ats=self._ats,
            place=marked(self._place, simulated=public.simulated),
            version=load_book(public.rulebook).texts.version,
            headline=line,
            look=look,
            open=is_open,
            balance=account.balance if account is not None else 0,
            credit=credit_of(public, account, words),
            bets=bets(public, account, rules, (self._chips.accepted(), self._chips.asked()), words),
            chips=self._chips.chips,
            chosen=self._chips.choice,
            may=may_ask(self._table, self._chips, guest),
            betting=public.phase is Phase.BETTING and self._table.there and self._table.serves(),
            closes_at=public.closes_at,
            period=public.period,
            player=last.player if last else hand(public.player),
            banker=last.banker if last else hand(public.banker),
            due=public.due,
            winner=last.winner if last else "",
            marks=with_corrected(public.shoe, public.corrected),
            notices=(*self._guest.notices(words), *noticed(stranger, self._ats, account, public, words)),
            toast=self.speech.toast,
            toast_until=self.speech.toast_until,
            toast_at=self.speech.toast_at,
            busy=self.speech.busy,
            called=self._called,
            flights=self._flights,
            dialogue=self._dialogue if guest.has_pages or not self._shows("yours") else None,
            recalled=recalled(public, account) if self._shows("recall") else (),
            info=self._info(public) if self._shows("help") else Info(),
            net=sum(came_to.values()) if (came_to := net(public, account)) else None,
            waits=bool(stranger),
            stage=stage_of(public),
            said=said_of(last, rules, words) if last else (),
            last=ended_in_words(public, words),
            last_look=look_of_last(public),
            last_cards=last_cards(public, words),
            last_staked=staked_last(public, account),
            moments=self._memory.moments,
            still=self.beside.still,
            warning=warns[0],
            warn_from=warns[1],
            guest=guest,
        )

    def _info(self, public: PublicView) -> Info:
        """Return the page of information that is open."""
        assert self._dialogue is not None
        return info_shown(public, self._table.account, self._dialogue.topic, self._edges, self.words)

    def _shows(self, kind: InFront) -> bool:
        return self._dialogue is not None and self._dialogue.kind == kind

    # What touches do.

    def act(self, action: Action) -> None:
        """Do what a touch means."""
        self.speech.touched(action)
        self._guest.touched()
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
        """Open it; a second touch of the same button closes it."""
        self._dialogue = None if self._shows(kind) else Dialogue(kind)

    def _page(self, page: str) -> None:
        if self._dialogue is not None:
            self._dialogue = replace(self._dialogue, page=int(page))

    def _yours(self, topic: str) -> None:
        """Open the guest's choices; a guest who goes there from a reality check has read it."""
        self._guest.acknowledge()
        self._dialogue = Dialogue("yours", topic=topic)

    def _own(self, what: tuple[str, ...]) -> None:
        self._dialogue = Dialogue("own", topic=" ".join(what))

    def _own_yes(self, what: tuple[str, ...]) -> None:
        kind, value = what
        self._guest.ask(kind, int(value))
        self._dialogue = Dialogue("yours", topic="safer")

    def _topic(self, topic: str) -> None:
        self._dialogue = Dialogue("help", topic=topic)

    def _close(self) -> None:
        if self._shows("paying") and not self._had_account:
            self._next_guest()
        self._dialogue = None

    def _call(self) -> None:
        self._called = not self._called
        self.beside.lamp(self._called)
        self.beside.tell_called(self._called)
        if self._called:
            self.speech.say(SaidToPlayer("why.attendant"))

    def call(self) -> None:
        """Take a press of the call button beside the screen."""
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
        text, attendant = await paid_out(tickets, self.speech)
        if attendant and not self._called:
            self._call()
        ended = self._dialogue = Dialogue("paying", 1, text)
        self._changed()
        await asyncio.sleep(FAREWELL_S)
        if self._dialogue is ended:
            self._close()
            self._changed()

    def _agree(self) -> None:
        self._close()
        self._errands.begin(agree_to_end(self._table, self.speech))

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
            "agree": lambda self: self._open("agree"),
            "yours": lambda self: self._open("yours"),
            "checked": lambda self: self._guest.acknowledge(),
            "agree-to-end": _agree,
            "close": _close,
            "language": lambda self: self.speech.in_the_next_language(),
            "call": _call,
            "pay": _pay,
        },
        of_one={
            "chip": _chip,
            "bet": _bet,
            "page": _page,
            "topic": _topic,
            "own-page": _yours,
            "switch": lambda self, name: self._guest.switch(name),
            "volume": lambda self, volume: self._guest.turn(volume),
        },
        of_more={"own": _own, "own-yes": _own_yes},
    )
