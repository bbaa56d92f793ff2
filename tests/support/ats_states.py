"""Every state of a player's screen, as a view each."""

from fractions import Fraction
from functools import cache

from ats_cup_states import cup_states
from msgspec.structs import replace

from firmware.books import load_book, rules_of
from firmware.game.odds import odds_of
from firmware.kit.words import Words
from firmware.link.messages import HandView
from firmware.pictures.odds_words import short_odds
from firmware.terminal.guest import TIMES, Guest, OwnLimit, RealityCheck
from firmware.terminal.information_of_books import information
from firmware.terminal.view import AtsView, BetView, Dialogue, Flight, Recalled, RecalledBet

# A shoe of forty-three coups, as marks.py writes them: naturals, pairs, ties and a long streak among them.
MARKS = "B P Bn Bp T Pn P Pb B B Tn P B B B B B B B Pn P Tp P P Bb P Bn T T B P Bpb P P P B Pn B B P P Tb B"
SHOE = tuple(MARKS.split())
PLAYED = HandView(("6S", "KD", "7C"), 3)
WON = HandView(("9H", "TC"), 9)
CHIPS = (5_00, 25_00, 100_00, 500_00, 1000_00, 5000_00)
ALL = frozenset({"undo", "clear", "repeat", "double", "yours", "recall", "help", "language", "call", "cash-out"})
# 20 November 2026, 23:40 in Greenwich: a date and a time with as many figures as there are.
LATE = 1_795_218_000_000
# A coup with a wager on each bet that a book has.
WHOLE_RECALL = "recall-whole"
ASKS = frozenset({"yours", "recall", "help", "language", "call", "cash-out"})


def bets(words: Words, side: dict[str, int], decks: int = 8) -> tuple[BetView, ...]:
    offer = rules_of("crown-baccarat", side, decks).offer
    return tuple(
        BetView(bet.name, short_odds(bet, words), 5_00, 500_00 if bet.name == "tie" else 5000_00) for bet in offer.bets
    )


@cache
def edges(book: str) -> dict[tuple[str, int], Fraction]:
    return {(row.bet, row.option or 1): row.house_edge for row in odds_of(load_book(book), 8).bets}


def reading(view: AtsView, topic: str, words: Words, page: int = 0, book: str = "crown-baccarat") -> AtsView:
    """The player reads a page of information, at a table with all that the book itself names."""
    sides = {group.side_wager: 1 for group in load_book(book).side_groups if not group.books}
    info = information(rules_of(book, sides, 8), 8, topic, edges(book), words)
    return replace(view, info=info, dialogue=Dialogue("help", page, topic=topic))


def information_states(betting: AtsView, words: Words) -> dict[str, AtsView]:
    """Every page of information of two books of different houses."""
    pages = {"game": 2, "bets": 4, "draw": 1, "roads": 2, "mishaps": 6, "conduct": 2, "ask": 1}
    crown = {
        f"info-{topic}{f'-{page + 1}' if page else ''}": reading(betting, topic, words, page)
        for topic, count in pages.items()
        for page in range(count)
    }
    rws = {
        f"info-rws-{topic}": reading(betting, topic, words, book="rws-non-commission") for topic in ("mishaps", "ask")
    }
    return {**crown, **rws}


def seated(words: Words) -> Guest:
    """A guest of a house that gives all that there is, who has sat for long."""
    sits = words("clock.seated", seated=words("duration.both", hours=11, minutes=59))
    return Guest(frozenset({"large", "left", "contrast", "volume"}), clock=words.moment(LATE), seated=sits)


def guest_states(betting: AtsView, dealing: AtsView, won: AtsView, words: Words) -> dict[str, AtsView]:
    """What a guest chooses, how it looks then, and the reality check."""
    limits = (
        OwnLimit(
            "loss", words("own.loss.stands", amount="$1,000"), (250_00, 500_00, 1250_00, 2500_00, 5000_00),
            (True, True, False, False, False),
        ),
        OwnLimit("time", words("own.time.stands", time="23:40"), TIMES, (True, True, False, False, False)),
        OwnLimit("pause", words("own.pause.runs", time="23:40"), (5, 15, 30), (False, True, True)),
    )  # fmt: skip
    helped = "Help with gambling, free and at any time: 1800 858 858, gamblinghelponline.org.au"
    guest = replace(betting.guest, limits=limits, help_line=helped, volume=1)
    betting, dealing = replace(betting, guest=guest), replace(dealing, guest=guest)

    def chose(view: AtsView, *what: str) -> AtsView:
        return replace(view, guest=replace(view.guest, chosen=frozenset(what)))

    asks = betting.may - {"yours", "recall", "help"}
    checked = replace(betting, may=asks, guest=replace(guest, check=RealityCheck(719, 12_345_00, 4_321_00, 5_555_50)))
    return {
        "yours-access": replace(chose(betting, "left", "contrast"), dialogue=Dialogue("yours", topic="access")),
        "yours-safer": replace(betting, dialogue=Dialogue("yours", topic="safer")),
        "own-loss": replace(betting, dialogue=Dialogue("own", topic="loss 25000")),
        "own-time": replace(betting, dialogue=Dialogue("own", topic="time 240")),
        "own-pause": replace(betting, dialogue=Dialogue("own", topic="pause 30")),
        "corrected": replace(
            betting,
            guest=replace(guest, corrected=words("corrected.taken", coup=1042, amount=words.money(12_345_00))),
        ),
        "paused": replace(betting, notices=(words("own.pause.runs", time="23:40"),)),
        "reality-check": checked,
        "reality-check-note": replace(checked, busy=words("busy.note")),
        "large": chose(betting, "large"),
        "large-dealing": chose(dealing, "large"),
        "large-result": replace(won, guest=replace(won.guest, chosen=frozenset({"large"}))),
        "large-yours": replace(chose(betting, "large"), dialogue=Dialogue("yours", topic="safer")),
        "left": chose(betting, "left"),
        "left-dealing": chose(dealing, "left"),
    }


def with_bets(view: AtsView, **changes: dict[str, object]) -> AtsView:
    named = {bet.replace("_", "-"): change for bet, change in changes.items()}
    return replace(view, bets=tuple(replace(bet, **named.get(bet.name, {})) for bet in view.bets))


def ats_states(words: Words) -> dict[str, AtsView]:
    sides, many = {"pairs": 1}, {"pairs": 1, "perfect": 1, "dragon": 2, "super6": 1}
    betting = AtsView(
        ats=7,
        place="Table 7",
        version="This table plays Crown Baccarat",
        headline=words.of_table("Place your bets, please"),
        look="good",
        open=True,
        balance=1240_00,
        bets=bets(words, sides),
        chips=CHIPS,
        chosen=25_00,
        may=ALL,
        betting=True,
        closes_at=118_000,
        period=30_000,
        marks=SHOE,
        last=words("last.coup", result=words("result.banker", player=3, banker=9)),
        last_cards=f"{words('bead.player')} 6♠ K♦ 7♣ · {words('bead.banker')} 9♥ 10♣ 10♠",
        last_staked=1250_00,
        net=-1250_00,
        last_look="banker",
        guest=seated(words),
    )
    empty = replace(betting, open=False, balance=0, may=ASKS - {"cash-out"}, credit="", marks=(), last="")
    placed = with_bets(
        betting, player={"accepted": 125_00}, tie={"accepted": 25_00, "asked": 50_00}, player_pair={"accepted": 25_00}
    )
    closed = replace(
        with_bets(betting, player={"accepted": 125_00}, player_pair={"accepted": 25_00}),
        headline=words.of_table("No more bets"),
        look="closed",
        betting=False,
        closes_at=None,
        may=ASKS - {"cash-out"},
        balance=1090_00,
        stage="cards",
    )
    dealing = replace(closed, player=HandView(("6S", "KD"), 6), banker=HandView(("9H",), 9), due="banker")
    won = replace(
        with_bets(
            betting,
            player={"result": "lose", "net": -45_00, "stake": 45_00},
            banker={"result": "win", "net": 95_00, "stake": 100_00},
            tie={"result": "lose"},
        ),
        headline=words("result.banker", player=3, banker=9),
        look="banker",
        betting=False,
        closes_at=None,
        player=PLAYED,
        banker=WON,
        winner="banker",
        net=50_00,
        may=ASKS,
        stage="result",
        said=(words("said.natural", points=9), words("said.pair.banker")),
    )
    recalled = tuple(
        Recalled(
            43 - n,
            "banker",
            PLAYED,
            WON,
            dummy=False,
            balance=1240_00 - n * 25_00,
            bets=(
                RecalledBet("banker", 100_00, 200_00),
                RecalledBet("tie", 25_00, 0),
                RecalledBet("player-pair", 25_00, 0),
            ),
        )
        for n in range(10)
    )
    whole = tuple(RecalledBet(bet.name, 1250_00, (0, 2375_00)[at % 2]) for at, bet in enumerate(bets(words, many)))
    return {
        "no-account": replace(empty, headline=words.of_table("Place your bets, please")),
        "no-account-remote": replace(empty, credit=words("account.none.remote")),
        "betting": betting,
        "placed": placed,
        "moving": replace(placed, flights=(Flight(25_00, ("chip", "2500"), ("bet", "banker"), 99_950),)),
        "all-side-bets": with_bets(
            replace(betting, bets=bets(words, many)), player={"accepted": 5000_00}, banker_dragon={"accepted": 1250_00}
        ),
        "table-with-three-bets": replace(betting, bets=bets(words, {})),
        "last-seconds": replace(placed, closes_at=104_000),
        "closed": closed,
        "dealing": dealing,
        "banker-wins": won,
        "tie": with_bets(
            replace(
                won,
                bets=bets(words, sides),
                headline=words("result.tie", player=9, banker=9),
                look="tie",
                player=WON,
                winner="tie",
                net=200_00,
                said=(words("said.natural", points=9),),
            ),
            player={"result": "push", "net": 0, "stake": 45_00},
            banker={"result": "push", "net": 0, "stake": 100_00},
            tie={"result": "win", "net": 200_00, "stake": 25_00},
        ),
        "void": replace(
            won, headline=words("result.void"), look="notice", winner="", said=(), bets=bets(words, sides), net=0
        ),
        "dummy-coup": replace(dealing, headline=words("state.dummy"), look="notice", bets=bets(words, sides)),
        "suspended": replace(dealing, headline=words("state.asking", kind=words("kind.excess_card")), look="notice"),
        "frozen": replace(won, headline=words("state.frozen"), look="notice", may=frozenset({"recall", "help"})),
        "excluded": replace(won, headline=words("state.excluded"), look="notice"),
        "out-of-service": replace(
            closed, headline=words("state.no_table"), look="alarm", may=frozenset({"help", "language"})
        ),
        "board-waits": replace(
            empty,
            headline=words("state.board_changed", board="4F2A"),
            look="alarm",
            betting=False,
            closes_at=None,
            waits=True,
            notices=(words("notice.board_waits", board="4F2A", ats=7),),
            may=frozenset({"help", "language", "call"}),
        ),
        "attendant-called": replace(betting, called=True),
        "closing": replace(betting, notices=(words("notice.closing", time="23:40"),)),
        "limits-coming": replace(
            betting,
            notices=(
                words("notice.limit", bet=words("notice.limit.all"), least="$25", most="$5,000", time="23:40"),
                words("notice.last"),
            ),
        ),
        **cup_states(betting, words),
        "new-shoe": replace(
            betting, headline=words("state.no_shoe"), look="panel", betting=False, closes_at=None, marks=()
        ),
        "refused": replace(betting, toast=words("why.balance"), toast_until=102_000, toast_at=("bet", "player-pair")),
        "double-refused": replace(
            betting,
            toast=words("why.left", bets=words("bet.player-pair.long"), reason=words("why.balance")),
            toast_until=102_000,
            toast_at=("double",),
        ),
        "banker-refused": replace(
            betting, toast=words("why.minimum", least="$25"), toast_until=102_000, toast_at=("bet", "banker")
        ),
        "note-checked": replace(betting, busy=words("busy.note")),
        "cash-out": replace(betting, dialogue=Dialogue("cash-out")),
        "printing": replace(betting, dialogue=Dialogue("paying", text=words("cash-out.printing"))),
        "ticket-failed": replace(betting, dialogue=Dialogue("paying", page=1, text=words("cash-out.failed"))),
        "ticket-in-doubt": replace(betting, dialogue=Dialogue("paying", page=1, text=words("cash-out.in_doubt"))),
        **information_states(betting, words),
        "info-while-cards-are-dealt": reading(dealing, "ask", words),
        "info-while-a-note-is-checked": reading(replace(betting, busy=words("busy.note")), "game", words),
        "recall": replace(betting, dialogue=Dialogue("recall", page=1), recalled=recalled),
        WHOLE_RECALL: replace(betting, dialogue=Dialogue("recall"), recalled=(replace(recalled[0], bets=whole),)),
        "recall-empty": replace(betting, dialogue=Dialogue("recall")),
        **guest_states(betting, dealing, won, words),
    }
