"""The steps of a tournament, as a scenario and its role's desk take them: a form each, and the commands it comes to."""

from collections.abc import Callable
from typing import Final, NamedTuple

from firmware.tournament import commands as c
from firmware.tournament.facts import Line
from firmware.tournament.state import Tournament
from firmware.tournament_board.step_forms import Values, read_form

Makes = Callable[[Tournament, Values, int], list[c.TournamentCommand]]


class StepForm(NamedTuple):
    """How a step is written, what it does, and what it comes to: by the tournament as it stands, and the time."""

    form: str
    does: str
    makes: Makes


class Wish(NamedTuple):
    """A step that was read."""

    makes: Makes
    values: Values

    def commands(self, state: Tournament, now: int) -> list[c.TournamentCommand]:
        """Return what the tournament is told."""
        return self.makes(state, self.values, now)


def _seated(state: Tournament, values: Values, key: str = "PLAYERS") -> tuple[int, ...]:
    """Return the players that a step names; `all`: who is seated in the round, else whoever plays."""
    named: tuple[int, ...] | None = values[key]
    if named is not None:
        return named
    there = state.round
    numbers = there.seats if there is not None and there.seats else state.players
    return tuple(number for number in numbers if state.players[number].status == "in")


def _start(state: Tournament, values: Values, _: int) -> list[c.TournamentCommand]:
    late = values.get("late") or ()
    seated = _seated(state, {"PLAYERS": None})
    return [c.StartSession(state.director, tuple(player for player in seated if player not in late))]


def _enter(_: Tournament, v: Values, __: int) -> list[c.TournamentCommand]:
    entitled, form = "not-entitled" not in v, "no-form" not in v
    return [c.Enter(v["PERSON"], v["PERSON"], entitled=entitled, form=form, paid=v["AMOUNT"])]


def _play_off(state: Tournament, v: Values, _: int) -> list[c.TournamentCommand]:
    lines = tuple(Line(player, abs(won), won) for player, won in v["POINTS"].items())
    return [c.ReportPlayOff(state.director, lines)]


_ALL: Final = (
    StepForm(
        "appoint NAME",
        "the operator appoints the Tournament Director",
        lambda _, v, __: [c.AppointDirector(v["NAME"], "operator")],
    ),
    StepForm("sign-on NAME", "the Director signs on, and is present", lambda _, v, __: [c.SignOn(v["NAME"])]),
    StepForm("sign-off NAME", "the Director leaves", lambda _, v, __: [c.SignOff(v["NAME"])]),
    StepForm("open-entry", "entry opens", lambda *_: [c.OpenEntry()]),
    StepForm("enter PERSON AMOUNT [no-form] [not-entitled]", "somebody enters, and pays", _enter),
    StepForm(
        "refuse-entry PERSON not-entitled|criteria|reserved TEXT",
        "the operator refuses somebody, and says why",
        lambda _, v, __: [c.RefuseEntry(v["PERSON"], v["PERSON"], v["not-entitled|criteria|reserved"], v["TEXT"])],
    ),
    StepForm(
        "sign PLAYERS paper|screen",
        "players sign the conditions",
        lambda s, v, _: [c.Sign(player, v["paper|screen"]) for player in _seated(s, v)],
    ),
    StepForm("withdraw PLAYER", "a player withdraws before play", lambda _, v, __: [c.Withdraw(v["PLAYER"])]),
    StepForm("close-entry", "entry closes", lambda *_: [c.CloseEntry()]),
    StepForm("call-off TEXT", "the tournament does not take place", lambda _, v, __: [c.CallOff(v["TEXT"])]),
    StepForm(
        "round TABLES", "the next round is at these tables", lambda s, v, _: [c.OpenRound(s.director, v["TABLES"])]
    ),
    StepForm("seat SEED", "its seats are drawn", lambda s, v, _: [c.DrawSeats(s.director, v["SEED"])]),
    StepForm(
        "pay PLAYERS AMOUNT",
        "players pay the round's buy-in",
        lambda s, v, _: [c.PayBuyIn(player, v["AMOUNT"]) for player in _seated(s, v)],
    ),
    StepForm("brief PLAYERS", "the Director briefs players", lambda s, v, _: [c.Brief(s.director, _seated(s, v))]),
    StepForm(
        "session at SECONDS",
        "the next session starts in this many seconds",
        lambda s, v, now: [c.ScheduleSession(s.director, now + v["SECONDS"])],
    ),
    StepForm("session start [late=PLAYERS]", "the session starts, without those who are late", _start),
    StepForm(
        "session end TABLE determined|agreed",
        "the session ends early at a table",
        lambda s, v, _: [c.ConcludeTable(s.director, v["TABLE"], v["determined|agreed"])],
    ),
    StepForm("arrive PLAYER", "a player who was late is there", lambda _, v, __: [c.Arrive(v["PLAYER"])]),
    StepForm(
        "absent PLAYER", "a player's grace period is over", lambda s, v, _: [c.RuleAbsence(s.director, v["PLAYER"])]
    ),
    StepForm(
        "move PLAYER TABLE ATS",
        "a player goes on at another terminal",
        lambda s, v, _: [c.MovePlayer(s.director, v["PLAYER"], v["TABLE"], v["ATS"])],
    ),
    StepForm(
        "ask-account PLAYER dealer_buy_in|note_buy_in|further_buy_in|leaving|payout",
        "a player asks for something that rule 6 provides",
        lambda _, v, __: [c.AskAccount(v["PLAYER"], v["dealer_buy_in|note_buy_in|further_buy_in|leaving|payout"])],
    ),
    StepForm(
        "nominate PLAYER PERSON", "a player names a substitute", lambda _, v, __: [c.Nominate(v["PLAYER"], v["PERSON"])]
    ),
    StepForm(
        "substitute PLAYER approve|reject",
        "the Director approves the substitute, or does not",
        lambda s, v, _: [c.DecideSubstitute(s.director, v["PLAYER"], approve=v["approve|reject"] == "approve")],
    ),
    StepForm("retire PLAYER", "a player retires", lambda _, v, __: [c.Retire(v["PLAYER"])]),
    StepForm(
        "disqualify PLAYER GROUND",
        "the Director disqualifies a player, on the ground that has this number in the conditions",
        lambda s, v, _: [c.Disqualify(s.director, v["PLAYER"], v["GROUND"])],
    ),
    StepForm(
        "buy-back PLAYER ROUND AMOUNT",
        "an eliminated player buys back into a round",
        lambda _, v, __: [c.BuyBack(v["PLAYER"], v["ROUND"], v["AMOUNT"])],
    ),
    StepForm("progress SEED", "the round is over: who goes on?", lambda s, v, _: [c.Progress(s.director, v["SEED"])]),
    StepForm("play-off POINTS", "what each won in the play-off coup: `3=50,5=-50`", _play_off),
    StepForm(
        "answer keep|change",
        "the Director answers the question that a correction raised",
        lambda s, v, _: [c.Answer(s.director, v["keep|change"])],
    ),
    StepForm("prizes SEED", "the prizes are given", lambda s, v, _: [c.AwardPrizes(s.director, v["SEED"])]),
    StepForm(
        "pay-out PLAYER TEXT",
        "a player is paid refunds and prizes, by the slip or ticket with this number",
        lambda _, v, __: [c.PayOut(v["PLAYER"], v["TEXT"])],
    ),
    StepForm(
        "pay-at PLAYER TABLE ATS",
        "a player's refunds and prizes become money at a terminal, which pays them out",
        lambda _, v, __: [c.PayAtTable(v["PLAYER"], v["TABLE"], v["ATS"])],
    ),
    StepForm("sign-report", "the Director signs the final report", lambda s, _, __: [c.SignReport(s.director)]),
)


def _key(form: str) -> tuple[str, ...]:
    """Return the words that a step begins with: one, or two as in `session start`."""
    words = form.split()
    return tuple(words[:2]) if words[0] == SESSION else (words[0],)


SESSION: Final = "session"
STEP_FORMS: Final = {_key(one.form): one for one in _ALL}


def read_wish(step: str) -> Wish | None:
    """Read a step; None where it is no tournament's. Raises ValueError."""
    words = step.split()
    known = STEP_FORMS.get(_key(step))
    if known is None and words[0] == SESSION:
        raise ValueError(f"no step {step!r}; {', '.join(' '.join(key) for key in STEP_FORMS if key[0] == SESSION)}")
    return None if known is None else Wish(known.makes, read_form(known.form, words))
