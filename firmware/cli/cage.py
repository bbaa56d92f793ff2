"""`rapid-table cage`: says what a ticket is worth, and redeems it once, against the table's ledger."""

import argparse
import asyncio
import re
import sys
from collections.abc import Iterator
from functools import partial
from typing import Final

from firmware.amounts import read_amount
from firmware.cli.arguments import path, short
from firmware.cli.cage_receipt import receipt
from firmware.cli.cage_words import (
    fields_at,
    fields_of_ended,
    fields_of_said,
    line_of,
    line_of_ended,
    line_of_said,
    money,
    time_of,
)
from firmware.cli.cashier import cashier_of
from firmware.cli.errors import BadInput
from firmware.cli.say import ask, have_read, say, say_json, warn
from firmware.kit.words import words_of
from firmware.link.bus import Unanswered
from firmware.link.cash_desk import CashDesk, Cashier, EndedPayment, SaidOfTicket
from firmware.link.desk_file import DeskFile, DeskFileError, desk_file
from firmware.link.desk_messages import DeskView, ToldView
from firmware.link.nats_bus import connect
from firmware.link.nats_link import tls_context
from firmware.link.remote_table import RemoteTable
from firmware.link.settings import NetworkSettings
from firmware.refusal import Refused

EXAMPLES: Final = """\
  rapid-table cage check 00-6429-1881-8544-6104 --server tls://table7.local:4222 --certificates certificates
  rapid-table cage pay 006429188185446104 --amount 50.00 --server tls://table7.local:4222 --certificates certificates
  rapid-table cage pay 006429188185446104 --staff 21 --pin-file pin --server tls://table7:4222 --certificates certs
  rapid-table cage pay 006429188185446104 --receipt --server tls://table7:4222 --certificates certs | lp
  rapid-table cage last --server tls://table7.local:4222 --certificates certificates

The number is in the barcode and printed under it. --amount is what the paper says: a ticket of another
amount is not paid. At a terminal pay shows the amount and asks whether the paper says the same. Exit status 0: it is
good (check), or was paid (pay); 1: it is not to be paid, and why. When the table does not answer, the same command asks
again; it is paid once, also if this desk was switched off meanwhile. last says what this desk was told last.
"""
GOOD: Final = ("good", "paid")
# An amount that no ticket has: the paper says something else.
NOT_THAT: Final = 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument(
        "what",
        choices=["check", "pay", "last"],
        help="check: what the ticket is worth; pay: redeem it; last: this desk's last answer",
    )
    parser.add_argument("number", metavar="NUMBER", nargs="?", help="the ticket's 18 digits, with or without dashes")
    parser.add_argument("--amount", type=_amount, metavar="50.00", help="the amount on the ticket")
    parser.add_argument("--server", required=True, metavar="URL", help="the table's nats-server")
    parser.add_argument(
        "--certificates", required=True, type=path, metavar="DIR", help="this desk's certificate and key"
    )
    parser.add_argument("--device", default="cage-1", type=_device, metavar="NAME", help="which desk this is")
    parser.add_argument(
        "--state", type=path, metavar="DIR", help="where it remembers its requests (default: beside its certificate)"
    )
    parser.add_argument("--staff", type=_staff, metavar="NUMBER", help="pay: who stands at the desk, by staff number")
    parser.add_argument(
        "--pin-file", type=path, metavar="FILE", help="their PIN; without it, it is typed, or a line of standard input"
    )
    parser.add_argument(
        "--receipt",
        action="store_true",
        help="pay: print a receipt; last: a copy of the last one",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _amount(text: str) -> int:
    try:
        return read_amount(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _staff(text: str) -> str:
    if re.fullmatch("[0-9]{1,8}", text) is None:
        raise argparse.ArgumentTypeError(f"{short(text)!r} is no staff number; one has 1 to 8 figures")
    return text


def _device(text: str) -> str:
    if re.fullmatch("cage-[1-9][0-9]{0,2}", text) is None:
        raise argparse.ArgumentTypeError(f"{short(text)!r} is no cash desk; one is named cage-1")
    return text


def run(arguments: argparse.Namespace) -> int:
    """Ask the table."""
    number = _number(arguments)
    _need_paper(arguments)
    try:
        settings = NetworkSettings(arguments.server, arguments.device, str(arguments.certificates))
    except ValueError as error:
        raise BadInput(f"--{error}") from None
    _need_certificate(settings)
    cashier = cashier_of(arguments)
    try:
        with desk_file(arguments.state or arguments.certificates, arguments.device) as memory:
            return asyncio.run(_at_desk(settings, memory, Errand(arguments, number, cashier)))
    except DeskFileError as error:
        raise BadInput(str(error)) from None
    except (OSError, Unanswered) as error:
        warn(f"the table does not answer ({error}); do not pay yet, ask again")
    except Refused as refusal:
        warn(f"ticket {number}: {words_of('en').refused(refusal)}" if number else words_of("en").refused(refusal))
    return 1


def _number(arguments: argparse.Namespace) -> str:
    if arguments.what == "last":
        if arguments.number is not None or arguments.amount is not None:
            raise BadInput("last: takes no ticket and no amount; it repeats this desk's last answer")
        return ""
    if arguments.number is None:
        raise BadInput(f"{arguments.what}: NUMBER is missing; give the ticket's 18 digits")
    number: str = arguments.number.replace("-", "")
    if re.fullmatch("[0-9]{18}", number) is None:
        raise BadInput(f"NUMBER: {short(arguments.number)!r} is not a ticket number; one has 18 digits")
    return number


def _need_paper(arguments: argparse.Namespace) -> None:
    if arguments.receipt and arguments.what == "check":
        raise BadInput("--receipt: check pays nothing; there is a receipt for what was paid")
    if arguments.receipt and arguments.json:
        raise BadInput("--receipt: is for paper, and --json for programs; give one of them")


def _need_certificate(settings: NetworkSettings) -> None:
    """Say in one line that a desk has no certificate, or one that is none."""
    try:
        tls_context(settings)
    except FileNotFoundError:
        names = f"authority.pem, {settings.device}.pem and {settings.device}.key"
        raise BadInput(f"{settings.certificates}: does not hold {names}; rapid-table provision makes them") from None
    except OSError as error:
        raise BadInput(f"{settings.certificates}: the certificates of {settings.device}: {error}") from None


class Errand:
    """What the clerk wants."""

    def __init__(self, arguments: argparse.Namespace, number: str, cashier: Cashier) -> None:
        self.what: Final[str] = arguments.what
        self.number: Final = number
        self.amount: Final[int | None] = arguments.amount
        self.as_json: Final[bool] = arguments.json
        # Somebody is there who can be asked.
        self.asks: Final = not arguments.json and sys.stdin.isatty()
        self.cashier: Final = cashier
        self.desk: Final[str] = arguments.device
        self.receipt: Final[bool] = arguments.receipt


async def _at_desk(settings: NetworkSettings, memory: DeskFile, errand: Errand) -> int:
    bus = await connect(settings)
    try:
        desk = CashDesk(RemoteTable(bus, _nothing), memory, cashier=errand.cashier)
        if errand.what == "last":
            return await _last(desk, memory, errand)
        if desk.asked is not None and (desk.asked.ticket, "pay") != (errand.number, errand.what):
            await desk.end(partial(_tell_ended, errand))
        return await (_check if errand.what == "check" else _pay)(desk, errand)
    finally:
        await bus.close()


def _nothing() -> None:
    """Nobody watches the table's views here."""


async def _check(desk: CashDesk, errand: Errand) -> int:
    said = await desk.check(errand.number, errand.amount)
    await _print(errand, said, compared=errand.amount is not None)
    return _status(said)


async def _pay(desk: CashDesk, errand: Errand) -> int:
    amount = errand.amount
    if amount is None and errand.asks and desk.asked is None:
        said = await desk.check(errand.number)
        if said.told.answer != "good":
            await _print(errand, said, compared=True)
            return _status(said)
        amount = said.told.amount if await _paper_says(said.told.amount) else NOT_THAT
    said = await desk.pay(errand.number, amount, partial(_print, errand, compared=amount is not None))
    return _status(said)


async def _paper_says(amount: int) -> bool:
    """Ask the clerk to look at the paper."""
    ask(f"The ledger says {money(amount)}. Does the paper say {money(amount)}? [y/N]")
    return (await asyncio.to_thread(sys.stdin.readline)).strip().lower() in ("y", "yes")


async def _last(desk: CashDesk, memory: DeskFile, errand: Errand) -> int:
    own = memory.remembered.last

    async def tell(ended: EndedPayment | None) -> None:
        _print_last(errand, own, ended, await desk.last())

    if await desk.end(tell) is None:
        await tell(None)
    return _print_copy((await desk.last()).paid, errand) if errand.receipt else 0


def _print_last(errand: Errand, own: ToldView | None, ended: EndedPayment | None, view: DeskView) -> None:
    if errand.as_json:
        found = {"desk": fields_at(own), "table": fields_at(view.last), "paid": fields_at(view.paid)}
        say_json(found | {"unanswered": None if ended is None else fields_of_ended(ended)})
    else:
        if ended is not None:
            _print_ended(ended, errand)
        _print_told("this desk remembers: ", own)
        _print_told("the table told it last: ", view.last)
        if view.paid not in (None, view.last):
            _print_told("the last that was paid here: ", view.paid)
    have_read()


def _print_copy(paid: ToldView | None, errand: Errand) -> int:
    if paid is None:
        warn("no ticket was paid at this desk: there is no receipt")
        return 1
    _print_receipt(receipt(paid, errand.desk, "", copy=True))
    return 0


def _print_receipt(lines: Iterator[str]) -> None:
    for line in lines:
        say(line)


def _print_told(where: str, told: ToldView | None) -> None:
    say(where + ("nothing" if told is None else f"{line_of(told)} ({time_of(told.at)})"))


async def _tell_ended(errand: Errand, ended: EndedPayment) -> None:
    """Print what became of a payment, before the desk forgets that it asked."""
    if errand.as_json:
        say_json(fields_of_ended(ended))
    else:
        _print_ended(ended, errand)
    have_read()


def _print_ended(ended: EndedPayment, errand: Errand) -> None:
    say(line_of_ended(ended))
    if errand.receipt and ended.told is not None and ended.told.answer == "paid":
        _print_receipt(receipt(ended.told, errand.desk, ""))


async def _print(errand: Errand, said: SaidOfTicket, *, compared: bool) -> None:
    """Print what the table says of a ticket; of a payment, before the desk forgets that it asked."""
    told = said.told
    if errand.as_json:
        say_json(fields_of_said(said))
    else:
        say(line_of_said(said, compared=compared))
    if errand.receipt and told.answer == "paid":
        _print_receipt(receipt(told, errand.desk, errand.cashier.staff))
    paid = said.desk.paid if said.desk is not None else None
    if told.answer == "already-paid" and paid is not None and paid.ticket == told.ticket:
        warn(f"it was this desk that paid it, at {time_of(paid.at)}: was the money handed over?")
    have_read()


def _status(said: SaidOfTicket) -> int:
    return 0 if said.told.answer in GOOD else 1
