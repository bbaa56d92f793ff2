"""Writes the bounds of the code into a page: `python -m firmware.table_board.quota_manual docs/network.md`."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from firmware.amounts import in_units
from firmware.link import messages, nats_link, permissions, quota, sizes
from firmware.link import messages as m
from firmware.link.besides_play import PRINTING
from firmware.link.bounds import LONGEST_BEAT, LONGEST_MESSAGE, LONGEST_ORDER, LONGEST_REQUEST, TEXT
from firmware.link.message import Asked, Rate
from firmware.link.tournament_messages import OrderTable
from firmware.table.core.bounds import LONGEST_PERIOD, MOST_BALANCE, MOST_HELD, MOST_NOTE, MOST_STAKE, MOST_TEXT
from firmware.table.core.codes import TableCode
from firmware.table.core.pockets import FURTHEST, FURTHEST_UNKNOWN, KEPT, KEPT_LIVES, MOST_DISPUTES, MOST_STRANGERS
from firmware.table.features.cash_desks import GUESSES, LOCKED_MS
from firmware.table.features.lives import LAST_NUMBERS, MOST_KEPT
from firmware.table.features.note_doubts import MOST_DOUBTS
from firmware.table.features.prizes import REMEMBERED
from firmware.table_board import answers as table_board
from firmware.table_board import conduct, telling
from firmware.table_board.attendance import LOST_S

BEGIN: Final = "<!-- Written by `make manual` from the code; change it there. -->\n"
END: Final = "<!-- So far. -->\n"
# When a board meets each of the refusals that people never see.
_REFUSED: Final[dict[TableCode, str]] = {
    TableCode.UNREADABLE_REQUEST: "no JSON, another shape, an unknown key or word, a field beyond its bound",
    TableCode.TOO_MANY_REQUESTS: "over a quota, too long, or too many wait (outcome `later`: ask the same again)",
    TableCode.BOARD_VERSION: "a board of another version",
    TableCode.NO_DEVICE: "a terminal that the table does not have",
    TableCode.NOT_A_TERMINAL: "a terminal's request from a display or a cash desk",
    TableCode.NOT_A_CASH_DESK: "a ticket shown by what is no cash desk",
    TableCode.NOT_A_TOURNAMENT: "a table looked at or ordered by what is no tournament",
    TableCode.NO_POCKET: "money asked for without a pocket's life",
    TableCode.BOARD_CHANGED: "another life than the one served, or another terminal's, until a supervisor lets it in",
    TableCode.TOO_LATE: "a wager past its deadline, a payment past its own",
    TableCode.BEYOND_BOUNDS: "what is within a field's bound and would not fit a record",
    TableCode.ACCOUNT_FULL: "an account that holds more than any may, until it is paid out",
    TableCode.FAILED: "something went wrong with this request alone; nothing was done",
}
# A request, and the type in the answer that has its parts.
_ANSWERS: Final = {
    "the answer to `snapshot`": ("public", "account"),
    "the answer to `fetch-copy`": ("frames",),
    "a refusal": ("refusal",),
    "the answer to `see-table`": ("hall",),
    "the answer to `show-ticket`": ("ticket", "redemption", "machine", "table"),
}


def section() -> str:
    """Return what stands between the marks."""
    return "\n".join([*_sizes(), *_rates(), *_conduct(), *_held(), *_money(), *_refusals(), *_permissions(), ""])


def _table(head: str, rows: Iterable[tuple[object, ...]]) -> Iterator[str]:
    yield from ("", head, "|" + "---|" * head.count(" | ") + "---|")
    for row in rows:
        yield f"| {' | '.join(map(_said, row))} |"
    yield ""


def _said(what: object) -> str:
    return f"{what:,}".replace(",", " ") if isinstance(what, int) else str(what)


def _sizes() -> Iterator[str]:
    yield "### Sizes, in bytes"
    requests = {kind: sizes.largest_request(kind) for kind in quota.BY_KIND}
    order = requests.pop(OrderTable)
    longest = max(requests, key=requests.__getitem__)
    answers = {name: sizes.largest_answer(*parts) for name, parts in _ANSWERS.items()}
    answer = max(answers, key=answers.__getitem__)
    config = dict(line.split(": ", 1) for line in permissions.server_config("").splitlines() if ": " in line)
    rows = (
        ("a request", LONGEST_REQUEST, f"`{_tag(longest)}`: {_said(requests[longest])}", "refused unread, and counted"),
        ("a tournament's request", LONGEST_ORDER, f"`{_tag(OrderTable)}`: {_said(order)}", "the same"),
        ("a beat", LONGEST_BEAT, sizes.largest_message(m.Beat), "no sign of life, and counted"),
        ("any message", LONGEST_MESSAGE, f"{answer}: {_said(answers[answer])}", "the server closes the connection"),
        ("a line of the server's protocol", int(config["max_control_line"]), "under 200", "the same"),
        ("connections of all boards together", permissions.MOST_CONNECTIONS, "60", "the server takes no other"),
        ("subscriptions of a connection", int(config["max_subscriptions"]), "under 60", "the server refuses it"),
        ("unread by a board", int(config["max_pending"]), "a second's messages", "the server closes the connection"),
        ("unread by the table", nats_link.UNREAD, "", "the server waits"),
        ("unsent by the table", nats_link.MOST_UNSENT, "", "answers are dropped: whoever asked asks again"),
    )
    yield from _table("| what | at most | by the bounds of its fields | what is more |", rows)
    seconds = config["write_deadline"].strip('"s')
    yield f"The server waits {seconds} s for a board that does not read."
    yield ""


def _rates() -> Iterator[str]:
    yield "### Rates, for each device"
    rows = [
        ("requests of any kind", *_rate(quota.REQUESTS), "all of the below together"),
        ("beats", *_rate(quota.BEATS), "one a second"),
        *((f"`{_tag(kind)}`", *_rate(rate), rate.honest) for kind, rate in quota.BY_KIND.items()),
    ]
    yield from _table("| what | at once | a second | an honest board asks |", rows)


def _rate(rate: Rate) -> tuple[str, str]:
    return f"{rate.burst:g}", f"{rate.per_second:g}"


def _tag(kind: type[Asked]) -> str:
    return str(kind.__struct_config__.tag)


def _conduct() -> Iterator[str]:
    refused, patience = quota.REFUSALS, quota.PATIENCE
    yield "### What becomes of more"
    yield from _table(
        "| what | how much | then |",
        (
            ("waiting, of one device", quota.WAITING, "`later`"),
            ("refused with `later`", f"{refused.burst:g}, and {refused.per_second:g} a second", "counted only"),
            (
                "over its quota, unreadable, too long, or to be answered elsewhere",
                f"{patience.burst:g}, and {patience.per_second:g} a second",
                f"not heard for {conduct.MUTED_S:g} s",
            ),
            (f"as much again within {conduct.GOES_ON_S:g} s", "", "it floods: it loses its connection"),
            (
                "the connection is lost",
                f"{conduct.BARRED_S:g} s, twice as long each time, at most {conduct.LONGEST_BARRED_S:g} s",
                f"as at first after {conduct.FORGOTTEN_S:g} s within its quota",
            ),
            (
                "a terminal that floods",
                "",
                f"has a malfunction (11.14), with a call on the console, until {conduct.CALM_S:g} s in order",
            ),
            ("a count of what was refused", "", f"is on record at once, then every {conduct.ROW_S:g} s"),
            ("a fault that is said again", "", "is on record once, until it ends"),
            (f"a terminal that is silent for {LOST_S:g} s", "", "is lost (11.14)"),
        ),
    )
    yield from (
        "A device loses its connection where `network.barred` is set and the gate's units run",
        "(`deploy/units`); else the table does not listen to it.",
        "",
    )


def _held() -> Iterator[str]:
    yield "### What the table keeps of a device"
    yield from _table(
        "| what | so many |",
        (
            ("its last answers, given again to who asks again", table_board.REMEMBERED),
            ("its messages to all boards that wait for the network", telling.WAITING_OUT),
            ("numbers of a pocket of which it is known what each was", KEPT),
            ("numbers by which a pocket is ahead of what is known of it; notes of one doubt", FURTHEST),
            ("the same, of a life that is new here, or once after the journal was restored", FURTHEST_UNKNOWN),
            ("lives of a terminal of which that is known", KEPT_LIVES),
            ("the last numbers of which it stays known, of each life before those", LAST_NUMBERS),
            (
                "boards that wait to be let in, of a terminal, of which it is known what each number was",
                MOST_STRANGERS,
            ),
            ("such boards of before, with their last numbers; of more, the highest number", MOST_KEPT),
            ("contradictions of a pocket that are told apart", MOST_DISPUTES),
            ("notes in doubt that are told apart, of a terminal", MOST_DOUBTS),
            ("payments of tournaments, of which none is ever forgotten", REMEMBERED),
            ("tickets to print that a terminal is told of at once", PRINTING),
            ("tickets that a terminal shows with its pocket", messages.PRINTED),
            (
                "unknown tickets in a row, until a cash desk is not answered",
                f"{GUESSES}, for {LOCKED_MS // 1000} s",
            ),
        ),
    )


def _money() -> Iterator[str]:
    yield "### Amounts and texts"
    yield from _table(
        "| what | at most |",
        (
            ("a stake, a buy-in, a limit, any figure of a command", in_units(MOST_STAKE)),
            ("a note", in_units(MOST_NOTE)),
            ("an account that still wagers and buys in", in_units(MOST_BALANCE)),
            ("what an account can come to hold", in_units(MOST_HELD)),
            ("a wagering period", f"{LONGEST_PERIOD // 3_600_000} hours"),
            ("a text from a board", f"{TEXT} characters, none of them a control character"),
            ("a text from a person or a driver", f"{MOST_TEXT} characters"),
        ),
    )
    yield from (
        "Each field of each message has its own bound: [messages.md](messages.md). A text that tells of a",
        "fact is cut short; all else that is more is refused.",
        "",
    )


def _refusals() -> Iterator[str]:
    yield "### Refusals that boards meet"
    yield from _table("| code | when |", ((f"`{code}`", when) for code, when in _REFUSED.items()))


def _permissions() -> Iterator[str]:
    yield "### Permissions"
    known = (("the table", permissions.of_table(["NAME"])), ("a board, `NAME`", permissions.of_device("NAME")))
    rows = ((who, *(", ".join(f"`{one}`" for one in subjects) for subjects in both)) for who, both in known)
    yield from _table("| who | speaks on | listens to |", rows)


def written(page: str) -> str:
    """Return a page with its section as it is now."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{section()}{END}{after}"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(written(path.read_text()))
