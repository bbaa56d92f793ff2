"""`rapid-table cage`: says what a ticket is worth, and redeems it once, against the table's ledger."""

import argparse
import asyncio
import re
import secrets
from typing import Final

from firmware.cli.arguments import path
from firmware.cli.errors import BadInput
from firmware.cli.say import say, say_json, warn
from firmware.game.refusal import Refused
from firmware.net.bus import Unanswered
from firmware.net.messages import Answer
from firmware.net.nats_bus import connect
from firmware.net.remote_table import RemoteTable
from firmware.net.settings import NetworkSettings
from firmware.screens.words import words_of

EXAMPLES: Final = """\
  rapid-table cage check 00-6429-1881-8544-6104 --server tls://table7.local:4222 --certificates certificates
  rapid-table cage pay 006429188185446104 --server tls://table7.local:4222 --certificates certificates --json

The number is what the barcode carries, or what stands under it. Exit status 0: it is good (check), or was paid (pay);
1: it is not to be paid, and why. When the table does not answer, the same command asks again; it is paid once.
"""
WORDS: Final = {
    "good": "is good",
    "paid": "was paid now: hand the money over",
    "unknown": "is no ticket of this table: do not pay",
    "already-paid": "has been paid already: do not pay; call a supervisor",
    "expired": "has expired: call a supervisor",
    "in-doubt": "is in doubt: a supervisor resolves it at the table first",
    "not-printed": "was not reported as printed: a supervisor resolves it at the table first",
    "throttled": "was not looked at: too many unknown numbers; wait a minute",
}
GOOD: Final = ("good", "paid")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("what", choices=["check", "pay"], help="only say what it is worth, or pay it")
    parser.add_argument("number", metavar="NUMBER", help="the ticket's 18 digits; dashes do not matter")
    parser.add_argument("--server", required=True, metavar="URL", help="the table's nats-server")
    parser.add_argument(
        "--certificates", required=True, type=path, metavar="DIR", help="this desk's certificate and key"
    )
    parser.add_argument("--device", default="cage-1", metavar="NAME", help="which desk this is")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Ask the table."""
    number = arguments.number.replace("-", "")
    if re.fullmatch("[0-9]{18}", number) is None:
        raise BadInput(f"NUMBER: {arguments.number!r} is no ticket's number; it has 18 digits")
    try:
        settings = NetworkSettings(arguments.server, arguments.device, str(arguments.certificates))
    except ValueError as error:
        raise BadInput(f"--{error}") from None
    try:
        answer = asyncio.run(_ask(settings, number, pay=arguments.what == "pay"))
    except (OSError, Unanswered) as error:
        warn(f"the table does not answer ({error}): nothing is known; ask again before you pay")
        return 1
    except Refused as refusal:
        warn(f"ticket {number}: {words_of('en').refused(refusal)}")
        return 1
    return _print(number, answer, as_json=arguments.json)


async def _ask(settings: NetworkSettings, number: str, *, pay: bool) -> Answer:
    bus = await connect(settings)
    table = RemoteTable(bus, lambda: None)
    # One number for all attempts of this command: an answer that was lost is given again, and nothing is paid twice.
    once = secrets.token_hex(8)
    try:
        try:
            return await table.show_ticket(number, pay=pay, number=once)
        except Unanswered:
            return await table.show_ticket(number, pay=pay, number=once)
    finally:
        await bus.close()


def _print(number: str, answer: Answer, *, as_json: bool) -> int:
    assert answer.redemption is not None
    amount = answer.ticket.amount if answer.ticket is not None else 0
    if as_json:
        say_json({"ticket": number, "answer": answer.redemption, "amount": amount})
    else:
        worth = f", {amount / 100:,.2f}," if amount else ""
        say(f"ticket {number}{worth} {WORDS[answer.redemption]}")
    return 0 if answer.redemption in GOOD else 1
