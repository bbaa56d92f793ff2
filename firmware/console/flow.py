"""One operation under way: the answers so far, the next question, and at last the confirmation."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from firmware.console import staff_operations
from firmware.console.every_operation import OPERATIONS
from firmware.console.known import Known
from firmware.console.operations import Ask, Option
from firmware.console.option_words import option_words
from firmware.console.view import Choice, Form
from firmware.game.steps import Step
from firmware.kit.words import Words
from firmware.pictures.table_items import card_text
from firmware.table.core.commands import Command
from firmware.table.core.state import TableState

APPROVER: Final = Ask("approver", "keypad", most=8)
# If there are more, ask for their number.
MOST_APPROVERS: Final = 12
APPROVER_PIN: Final = Ask("approver-pin", "keypad", secret=True, least=4, most=12)
# What their card says, where they held it before the reader in place of number and PIN.
APPROVER_CARD: Final = "approver-card"
# How many lines of what would follow are shown before anybody says yes: all that a dialogue on a small screen has room
# for. If there are more, the last line says how many.
MOST_LINES: Final = 9
# And how many above several answers.
MOST_ABOVE: Final = 4


class Flow:
    """An operation, from the touch that began it to the touch that has it done."""

    def __init__(self, key: str, given: tuple[str, ...], out: tuple[int, int] = (0, 0)) -> None:
        self.key = key
        # Which shoe was in play when it began, and how many cards had left it.
        self._out = out
        self.operation = OPERATIONS[key]
        self.answers = dict(zip(self.operation.given, given, strict=True))
        self._entered: list[str] = []
        self._lines: tuple[str, ...] = ()
        self._shown_on: TableState | None = None
        # What follows has changed since it was first shown, and is shown again.
        self._changed = False
        # Somebody else must approve it; known once everything else is.
        self.needs_second = False
        self._approver = APPROVER

    # What is asked.

    def ask(self, known: Known) -> Ask | None:
        """Return what must be known next; None if everything is."""
        ask = self.operation.asks(known, self.answers)
        if ask is not None:
            return ask
        approval = (self._approver, APPROVER_PIN) if self.needs_second and APPROVER_CARD not in self.answers else ()
        return next((ask for ask in approval if ask.key not in self.answers), None)

    def command(self, known: Known) -> Command | Step | None:
        """Return its command; None if the desk itself carries it out. Raises ValueError for a bad answer."""
        command = self.operation.build(known, self.answers)
        # Who may ask was looked up for this kind of command, and for no other.
        assert command is None or type(command) is type(self.operation.like), self.key
        return command

    def fits(self, known: Known) -> bool:
        """Whether the thing that is being asked about still exists."""
        try:
            self.form(known)
            if self.operation.asks(known, self.answers) is None:
                self.command(known)
        except (LookupError, ValueError):
            return False
        return True

    def is_outdated(self, known: Known) -> bool:
        """Whether it spoke of a card, and another has left the shoe since."""
        return bool(self.operation.about) and known.cards_out != self._out

    @property
    def of_people(self) -> bool:
        """Whether the desk itself carries it out, without a command."""
        return self.key in staff_operations.OPERATIONS

    def need_second(self, approvers: Sequence[tuple[str, str]]) -> None:
        """Ask for somebody else's approval, too; if few people may give it, list them by number and name."""
        self.needs_second = True
        if 0 < len(approvers) <= MOST_APPROVERS:
            named = tuple(Option(number, text=f"{number} {name}") for number, name in approvers)
            self._approver = replace(APPROVER, kind="pick", options=named)

    @property
    def foreseen(self) -> tuple[str, ...]:
        """The preview that was shown."""
        return self._lines

    @property
    def shown_on(self) -> TableState | None:
        """The state of the table that the preview was made on."""
        return self._shown_on

    def foresee(self, lines: tuple[str, ...], state: TableState) -> None:
        """Set the preview, which is shown before anything is done."""
        self._lines, self._shown_on = lines, state

    def foresee_anew(self, lines: tuple[str, ...], state: TableState) -> None:
        """Set the preview as the table stands now; if it differs, ask again."""
        self._shown_on = state
        if lines == self._lines:
            return
        self._lines, self._changed = lines, True
        # The second person had seen something else.
        for key in (APPROVER.key, APPROVER_PIN.key, APPROVER_CARD):
            self.answers.pop(key, None)
        if self.needs_second:
            self._entered = []

    # What is answered.

    def enter(self, key: str, known: Known) -> None:
        """Take a touched key of the form."""
        ask = self.ask(known)
        if ask is None:
            return
        if ask.with_one_touch:
            self.answers[ask.key] = key
        elif len(self._entered) + (len(key) if ask.kind == "keypad" else 1) <= ask.most:
            self._entered += list(key) if ask.kind == "keypad" else [key]
        if ask.is_whole(len(self._entered)):
            self.next(known)

    def asks_own_card(self, known: Known) -> bool:
        """Whether it waits for a person to hold their own card before the reader."""
        return self.ask(known) is staff_operations.CARD

    def asks_who_approves(self, known: Known) -> bool:
        """Whether it waits for whoever approves, or for their PIN."""
        return self.ask(known) in (self._approver, APPROVER_PIN)

    def approve_by_card(self, staff: str, card: str) -> None:
        """Whoever approves held their card before the reader; they have yet to say yes to what they see."""
        self._entered = []
        self.answers |= {APPROVER.key: staff, APPROVER_CARD: card}

    def quick(self, place: int, known: Known) -> None:
        """Take a touched quick answer."""
        ask = self.ask(known)
        if ask is not None and place < len(ask.quick):
            self._entered = []
            self.answers.update(ask.quick[place].answers)

    def erase(self, *, whole: bool) -> None:
        """Take the last key back, or all."""
        del self._entered[0 if whole else -1 :]

    def next(self, known: Known) -> None:
        """Take what was entered as the answer. Raises Refused for one that cannot be: it is entered anew."""
        ask = self.ask(known)
        if ask is not None and len(self._entered) >= ask.least:
            joint = "," if ask.kind in ("cards", "order") else ""
            answer, self._entered = joint.join(self._entered), []
            if ask.check is not None:
                ask.check(answer, self.answers)
            self.answers[ask.key] = answer

    # What is shown.

    def title(self, known: Known) -> str:
        """Return what it is about."""
        words = known.words
        given = self.answers
        title = words(f"op.{self.key}")
        if self.operation.about == "last card" and known.state.game.left:
            return f"{title} · {card_text(known.state.game.left[-1].card)}"
        if "ats" in given:
            return f"{title} · {words('terminal', number=given['ats'])}"
        if "coup" in given:
            return f"{title} · {words('coup', number=given['coup'])}"
        return f"{title} · {option_words(given['option'], words)}" if "option" in given else title

    def form(self, known: Known) -> Form:
        """Return the form that stands before the person."""
        words, title = known.words, self.title(known)
        ask = self.ask(known)
        if ask is None:
            prompt = words("sgc.changed" if self._changed else "sgc.follows" if self._lines else "sgc.sure")
            return Form("confirm", title, prompt, lines=_fitting(self._lines, words, MOST_LINES), changed=self._changed)
        own = f"ask.{self.key}.{ask.key}"
        prompt = ask.prompt or words(own if own in words.said else f"ask.{ask.key}")
        approves = ask in (self._approver, APPROVER_PIN)
        if approves and self._changed:
            prompt = words("sgc.changed")
        elif approves and ask.kind == "pick":
            prompt = words("ask.approver.who")
        entered = "•" * len(self._entered) if ask.secret else "".join(self._entered)
        if ask.money and entered:
            entered = words.currency + entered
        return Form(
            ask.kind, title, prompt, entered if ask.kind in ("keypad", "letters") else "",
            lines=_fitting(self._lines, words, MOST_ABOVE if ask.kind == "pick" else MOST_LINES) if approves else (),
            choices=self._choices(ask, known), cards=tuple(self._entered) if ask.kind in ("cards", "order") else (),
            ready=len(self._entered) >= ask.least, changed=approves and self._changed,
            one=ask.with_one_touch or ask.kind == "order", last=ask is APPROVER_PIN,
        )  # fmt: skip

    def _choices(self, ask: Ask, known: Known) -> tuple[Choice, ...]:
        if ask.quick:
            return tuple(
                Choice(("quick", str(place)), quick.text, note=quick.note) for place, quick in enumerate(ask.quick)
            )
        if ask.kind == "order":
            left = list(self._entered)
            choices = []
            for option in ask.options:
                used = option.value in left
                if used:
                    left.remove(option.value)
                choices.append(Choice(("key", option.value), card_text(option.value), on=not used))
            return tuple(choices)
        return tuple(
            Choice(("key", option.value), option.text or known.words(option.key), "plain") for option in ask.options
        )


def _fitting(lines: tuple[str, ...], words: Words, most: int) -> tuple[str, ...]:
    """Return as many lines as there is room for, so that nobody takes the first ones for all of them."""
    if len(lines) <= most:
        return lines
    shown = most - 1
    return (*lines[:shown], words("sgc.and_more", count=len(lines) - shown))
