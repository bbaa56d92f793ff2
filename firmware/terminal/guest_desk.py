"""What a guest chooses at a terminal: look, sound, and limits of their own, which the table keeps."""

from collections.abc import Callable
from typing import Final

from firmware.errands import Errands
from firmware.game.state import Phase
from firmware.kit.words import Words
from firmware.link.account_parts import SaferView, SittingView
from firmware.link.bus import Unanswered
from firmware.link.remote_table import RemoteTable
from firmware.link.wager_messages import AskedByPlayer, AskOwnLimits, AskPause
from firmware.refusal import Refused
from firmware.terminal.beside import AtsBeside
from firmware.terminal.corrections_told import CorrectionsTold
from firmware.terminal.guest import LOSSES, LOUDEST, SWITCHES, TIMES, Guest, OwnLimit, RealityCheck
from firmware.terminal.player import SaidToPlayer
from firmware.terminal.speech import Speech

MINUTE_MS: Final = 60_000
HOUR: Final = 60
# The look for a guest who needs more contrast.
CONTRAST: Final = "contrast"


class GuestDesk:
    """What the guest of one terminal chose. `errands`: carries requests to the table."""

    def __init__(self, table: RemoteTable, speech: Speech, errands: Errands, beside: AtsBeside) -> None:
        self._table = table
        self._speech = speech
        self._errands = errands
        self._beside = beside
        self._chosen: frozenset[str] = frozenset()
        self._volume = LOUDEST
        self._checked = 0
        self._corrections = CorrectionsTold(table)

    # What it shows.

    def shown(self, words: Words) -> Guest:
        """Return what the screen shows of this."""
        given, now = self._beside.guests, self._table.now_ms()
        gives: set[str] = {name for name in SWITCHES if getattr(given, _SETTING[name])}
        if given.volume and self._beside.loud:
            gives.add("volume")
        safer, sat = self._safer(), self._sitting()
        clock = words.moment(now) if given.clock and self._table.there else ""
        sits = clock and sat is not None and sat.since
        return Guest(
            frozenset(gives),
            self._chosen,
            self._volume,
            clock,
            words("clock.seated", seated=duration((now - sat.since) // MINUTE_MS, words)) if sat and sits else "",
            _changes_at(sat, now),
            self._limits(safer, sat, now, words) if sat is not None else (),
            self._check(safer, sat, now),
            safer.help_line,
            self._corrections.text(words),
        )

    def notices(self, words: Words) -> tuple[str, ...]:
        """Return what a guest is told while their own limits let no wager through."""
        sat, now = self._sitting(), self._table.now_ms()
        if sat is None:
            return ()
        if sat.leaves_at is not None and now >= sat.leaves_at:
            return (words("own.time.up"),)
        return (words("own.pause.runs", time=words.time(sat.paused_until)),) if now < sat.paused_until else ()

    def _safer(self) -> SaferView:
        public = self._table.public
        return (public.safer if public is not None else None) or SaferView()

    def _sitting(self) -> SittingView | None:
        account = self._table.account
        return account.sitting if account is not None and account.open and self._table.serves() else None

    def _limits(self, safer: SaferView, sat: SittingView, now: int, words: Words) -> tuple[OwnLimit, ...]:
        found = []
        if safer.own_limits:
            found.append(self._of_loss(sat, words))
            found.append(self._of_time(sat, now, words))
        if safer.pauses:
            runs = now < sat.paused_until
            stands = words("own.pause.runs", time=words.time(sat.paused_until)) if runs else words("own.pause.none")
            longer = tuple(now + minutes * MINUTE_MS > sat.paused_until for minutes in safer.pauses)
            found.append(OwnLimit("pause", stands, safer.pauses, longer))
        return tuple(found)

    def _of_loss(self, sat: SittingView, words: Words) -> OwnLimit:
        public = self._table.public
        assert public is not None
        least = min((limit.least for limit in public.limits.values()), default=0)
        choices = tuple(share * least for share in LOSSES)
        held = sat.most_lost
        stands = words("own.none") if held is None else words("own.loss.stands", amount=words.money(held))
        lost = sat.lost - sat.gained
        said = words("own.loss.over", lost=words.money(max(lost, 0)))
        # What is left to lose then is less than any wager is.
        over = tuple(said if one - lost < least else "" for one in choices)
        return OwnLimit("loss", stands, choices, tuple(held is None or one < held for one in choices), over)

    @staticmethod
    def _of_time(sat: SittingView, now: int, words: Words) -> OwnLimit:
        held = sat.leaves_at
        since = sat.since or now
        stands = words("own.none") if held is None else words("own.time.stands", time=words.time(held))
        on = tuple(held is None or since + one * MINUTE_MS < held for one in TIMES)
        over = tuple(words("own.time.over") if since + one * MINUTE_MS <= now else "" for one in TIMES)
        return OwnLimit("time", stands, TIMES, on, over)

    def _check(self, safer: SaferView, sat: SittingView | None, now: int) -> RealityCheck | None:
        """Return the reality check that is due; while cards fall it waits, as the guest watches them."""
        public = self._table.public
        dealt = public is not None and public.coup and public.phase not in (Phase.BETTING, Phase.BETTING_ASKING)
        if sat is None or dealt or self._due(safer, sat, now) <= self._checked:
            return None
        return RealityCheck((now - sat.since) // MINUTE_MS, sat.staked, sat.gained, sat.lost)

    @staticmethod
    def _due(safer: SaferView, sat: SittingView, now: int) -> int:
        """Return the number of the reality check that is now due."""
        every = safer.reality_check * MINUTE_MS
        return (now - sat.since) // every if every and sat.since else 0

    # What touches do.

    def acknowledge(self) -> None:
        """Note that the guest has read what became of their money."""
        sat = self._sitting()
        if sat is not None:
            self._checked = self._due(self._safer(), sat, self._table.now_ms())

    def touched(self) -> None:
        """Note that the guest touches the screen."""
        self._corrections.touched()

    def switch(self, name: str) -> None:
        """Turn something on, or off again."""
        self._chosen ^= {name}
        if name == CONTRAST:
            self._beside.wear(CONTRAST if name in self._chosen else "")

    def turn(self, volume: str) -> None:
        """Set the terminal's volume; alarms are heard whatever anybody chose."""
        self._volume = int(volume)
        self._beside.turn(self._volume / LOUDEST)

    def ask(self, kind: str, value: int) -> None:
        """Ask the table for one of the guest's own limits, or a pause."""
        self._errands.begin(self._ask(_ASKS[kind](value)))

    async def _ask(self, what: AskedByPlayer) -> None:
        try:
            await self._table.ask_for_player(what)
        except Refused as refusal:
            self._speech.say(SaidToPlayer("why.refused", refusal=refusal))
        except Unanswered:
            self._speech.say(SaidToPlayer("why.unanswered"))

    def leave(self) -> None:
        """Forget what the guest chose: they have left."""
        if CONTRAST in self._chosen:
            self._beside.wear("")
        if self._volume != LOUDEST:
            self._beside.turn(1)
        self._chosen, self._volume, self._checked = frozenset(), LOUDEST, 0


_SETTING: Final = {"large": "large_type", "left": "left_handed", "contrast": "contrast"}
_ASKS: Final[dict[str, Callable[[int], AskedByPlayer]]] = {
    "loss": lambda value: AskOwnLimits(most_lost=value),
    "time": lambda value: AskOwnLimits(minutes=value),
    "pause": AskPause,
}


def _changes_at(sat: SittingView | None, now: int) -> int:
    """Return when the clock, the time at the table, a limit of time or a pause next changes."""
    nexts = [now - now % MINUTE_MS + MINUTE_MS]
    if sat is not None:
        nexts.append(now - (now - sat.since) % MINUTE_MS + MINUTE_MS)
        nexts += [at for at in (sat.leaves_at, sat.paused_until) if at is not None and at > now]
    return min(nexts)


def duration(minutes: int, words: Words) -> str:
    """Return a duration in hours and minutes, as people say it."""
    hours, rest = divmod(max(minutes, 0), HOUR)
    if not hours:
        return words("duration.minutes", minutes=rest)
    return words("duration.both", hours=hours, minutes=rest) if rest else words("duration.hours", hours=hours)
