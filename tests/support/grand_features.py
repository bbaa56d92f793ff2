"""What issue B8 wants of tournaments, each with how to count it in what a scenario printed."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from floor import Events

Event = dict[str, Any]
Counts = Callable[[Events], int]


def happened(what: str, **fields: Any) -> Counts:
    """Count a tournament's events of a kind, with these fields; a function says whether a field fits."""

    def fits(event: Event) -> bool:
        return all(
            value(event.get(key)) if callable(value) else event.get(key) == value for key, value in fields.items()
        )

    return lambda events: sum(fits(event) for event in events.of("tournament", what=what))


def refused(code: str, rule: str | None = None) -> Counts:
    """Count refusals for a reason, which name a rule."""
    return lambda events: sum(event["rule"] == rule for event in events.of("refused") if event["code"] == code)


def at_tables(kind: str) -> Counts:
    """Count events of the tables."""
    return lambda events: len(events.of(kind))


def new_approvals(events: Events) -> int:
    """Count conditions that were approved in place of others before entry."""
    names = [event["what"] for event in events.of("tournament")]
    return sum(pair == ("conditions_approved", "conditions_approved") for pair in pairwise(names))


def stand_ins(events: Events) -> int:
    """Count Directors who came in another's place while a session was played."""
    plays, count = False, 0
    for event in events.of("tournament"):
        plays = event["what"] == "session_started" or (plays and event["what"] != "session_ended")
        count += plays and event["what"] == "director_appointed"
    return count


def completed_while_away(events: Events) -> int:
    """Count coups that ended while the Director was away."""
    away, count = False, 0
    for event in events.of("tournament"):
        away = event["what"] == "director_left" or (away and event["what"] != "director_present")
        count += away and event["what"] == "coup_played"
    return count


def moved(*, across: bool) -> Counts:
    """Count players who moved, to another table or within one."""
    return lambda events: sum(
        (event["seat"]["table"] != event["was"]["table"]) is across
        for event in events.of("tournament", what="player_moved")
    )


def open_at_another_pace(events: Events) -> int:
    """Count times at which a table had played more coups of a session than another one."""
    count, played = 0, {}
    for event in events.of("tournament"):
        if event["what"] == "session_started":
            played = {}
        elif event["what"] == "coup_played":
            played[event["table"]] = played.get(event["table"], 0) + 1
            count += max(played.values()) - min(played.values()) > 1
    return count


def moved_by_a_correction(events: Events) -> int:
    """Count corrections of a round that was not announced."""
    done: set[str] = set()
    count = 0
    for event in events.of("tournament"):
        if event["what"] == "progression_announced":
            done.add(event["round"])
        elif event["what"] == "entry_opened":
            done = set()
        count += event["what"] == "coup_corrected" and event["round"] not in done
    return count


def shared_places(events: Events) -> int:
    """Count prizes that are shared by equal players."""
    places = [[award["place"] for award in one["awards"]] for one in events.of("tournament", what="prizes_awarded")]
    return sum(len(cup) - len(set(cup)) for cup in places)


def lowered_to_a_limit(events: Events) -> int:
    """Count wagers beyond the limit of a bet, which were lowered to it: the Side Cup's final takes 20 at most."""
    return sum(event["accepted"] == 20_00 for event in events.of("wager", asked=30_00))


def below_the_minimum(events: Events) -> int:
    """Count wagers below the round's minimum, of which nothing is accepted: the Grand Cup's is 5."""
    return sum(event["accepted"] == 0 and event["rule"] == "5.3.1" for event in events.of("wager", asked=1_00))


def substitutes_points(events: Events) -> int:
    """Count coups that a substitute wagered points on that somebody else had won or lost before."""
    played, count = set[int](), 0
    substitutes: set[int] = set()
    for event in events.of("tournament"):
        if event["what"] == "entry_opened":
            played, substitutes = set(), set()
        elif event["what"] == "substitute_decided" and event["approved"]:
            substitutes.add(event["player"])
        elif event["what"] == "coup_played":
            wagered = {line["player"] for line in event["lines"] if line["wagered"]}
            count += len(wagered & substitutes & played)
            played |= wagered - substitutes
    return count


def shown_standings(events: Events) -> int:
    """Count standings that say who stands where."""
    return sum(not one["hidden"] and bool(one["places"]) for one in events.of("standings"))


def hidden_standings(events: Events) -> int:
    """Count standings that do not."""
    return sum(one["hidden"] and not one["places"] for one in events.of("standings"))


def coups_left(events: Events) -> int:
    """Count tables of which standings say how many coups are left."""
    return sum(bool(pace["left"]) for one in events.of("standings") for pace in one["tables"])


# By the paragraphs of the issue.
FEATURES: dict[str, dict[str, Counts]] = {
    "conditions": {
        "approved, and then changed and approved anew": new_approvals,
        "a part of rule 6 that they exclude is refused": refused("rule_6_excluded", "12.2.2"),
        "a missed wager costs points": happened("points_penalised"),
        "a missed wager disqualifies": happened("player_out", why="missed-wager"),
        "a void coup counts": happened("coup_played", kind="void", counts=True),
        "a void coup is played again": happened("coup_played", kind="void", counts=False),
        "a Dummy Coup never counts": happened("coup_played", kind="dummy", counts=False),
        "balances are void": happened("session_ended", disposition="void"),
        "balances are carried": happened("session_ended", disposition="carried"),
        "balances are cash": happened("session_ended", disposition="cash"),
    },
    "people": {
        "a Director is appointed, and present": happened("director_present"),
        "a stand-in is appointed in their place": stand_ins,
        "no bets without the Director": refused("session_director_away", "12.2.5"),
        "players are briefed": happened("players_briefed"),
        "players sign on paper": happened("conditions_signed", how="paper"),
        "players sign on the screen": happened("conditions_signed", how="screen"),
        "nobody plays who has not signed": refused("not_signed", "12.2.4"),
    },
    "entry": {
        "people enter and pay": happened("player_entered", waiting=False),
        "one who is not entitled is refused": refused("not_entitled", "12.2.1(f)(i)"),
        "one without a form is refused": refused("no_application_form", "12.2.1(g)"),
        "one who pays another fee is refused": refused("fee_differs", "12.2.1(a)"),
        "one who plays already is refused": refused("person_plays"),
        "one is refused by criteria": happened("entry_refused", ground="criteria"),
        "one is refused by right": happened("entry_refused", ground="reserved"),
        "one is refused as not entitled": happened("entry_refused", ground="not-entitled"),
        "a right that is not reserved is none": refused("right_not_reserved", "12.2.1(f)"),
        "no start with too few": refused("too_few_players", "12.2.1(g)"),
        "no more than there are places": refused("tournament_full", "12.2.1(g)"),
        "one withdraws in time": happened("player_withdrew", refund=lambda refund: refund["amount"] == 100_00),
        "one withdraws late": happened("player_withdrew", refund=lambda refund: refund["amount"] == 50_50),
        "seats are drawn": happened("seats_drawn"),
        "one waits": happened("player_entered", waiting=True),
        "one who waits gets a place": happened("player_promoted"),
        "one waits in vain": happened("player_out", why="not-placed"),
        "it is called off, and all is refunded": happened("called_off", refunds=bool),
    },
    "play": {
        "sessions by coups": happened("table_finished", how="complete"),
        "sessions by minutes": happened("time_up"),
        "a table is the tournament's alone": refused("table_reserved", "12.3.2"),
        "no start at a table with an account": refused("accounts_open", "12.3.2"),
        "tables of different speed": open_at_another_pace,
        "a terminal fails": happened("seat_failed"),
        "a terminal is back": happened("seat_restored"),
        "a session waits for it": refused("session_seat_out", "12.1.1"),
        "its player moves at the table": moved(across=False),
        "its player moves to another table": moved(across=True),
        "a wager is lowered to a round's limit": lowered_to_a_limit,
        "a wager below a round's minimum is none": below_the_minimum,
        "a higher minimum is shown first": refused("session_notice", "5.1"),
        "standings are live": shown_standings,
        "standings are hidden": hidden_standings,
        "coups left are said": coups_left,
        "a coup under way is completed without the Director": completed_while_away,
    },
    "changes": {
        "a substitute is approved": happened("substitute_decided", approved=True),
        "a substitute plays on with the points": substitutes_points,
        "a substitute is not approved": happened("substitute_decided", approved=False),
        "one is late, and comes": happened("player_arrived"),
        "one is absent, and loses the place": happened("place_forfeited"),
        "one is absent, and replaced": happened("place_filled"),
        "one is absent, and played down": happened("played_down"),
        "one retires": happened("player_out", why="retired"),
        "one is disqualified at a seat": happened("player_out", why="disqualified"),
        "one buys back": happened("bought_back"),
        "a repechage is played": happened("round_opened", round="second-chance"),
        "a catch-up round is played": happened("round_opened", round="catch-up"),
        "a start is altered": happened("session_scheduled", start=lambda start: start > 0),
        "a start is not altered without notice": refused("notice_short", "12.3.4"),
        "an early end is proven": happened("table_finished", how="determined", proof=bool),
        "an early end that is not proven is refused": refused("not_determined", "12.3.5(a)"),
        "all agree by touch, and it ends": happened("table_finished", how="agreed"),
        "an end is refused that not all agree to": refused("not_agreed", "12.3.5(b)"),
        "a buy-in is paid": happened("buy_in_paid"),
    },
    "progression": {
        "who goes on is announced": happened("progression_announced"),
        "equal players play a coup": happened("play_off_played"),
        "a correction moves standings": moved_by_a_correction,
        "a late correction is a question": happened("progression_questioned"),
        "what was announced stays": happened("progression_answered", option="keep"),
        "what was announced changes": happened("progression_answered", option="change"),
        "a coup that fits no session moves nothing": happened("coup_unfit"),
    },
    "end": {
        "prizes are given": happened("prizes_awarded"),
        "equal places share": shared_places,
        "paid by hand": happened("player_paid", slip=lambda slip: slip.startswith("hand-pay")),
        "paid at a table": happened("player_paid", slip=lambda slip: slip.startswith("table")),
        "nobody is paid twice": refused("player_paid"),
        "cash leaves a table": at_tables("cashed_out"),
        "the report is signed": happened("report_signed"),
    },
}
