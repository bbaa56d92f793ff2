"""What can be wrong about boards' configurations together, when each of them is sound."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path

from firmware.books import rules_of
from firmware.config import Board
from firmware.game.offer_number import WHOLE, offer_numbers
from firmware.table.core.numbering import RANGE


def problems(boards: Mapping[Path, Board]) -> Iterator[str]:
    """Say what is wrong, a sentence each."""
    yield from _overlaps(boards)
    yield from _unpaid(boards)
    yield from _other_money(boards)
    yield from _unnamed_notes(boards)
    yield from _other_odds(boards)
    yield from _uncopied(boards)


def _overlaps(boards: Mapping[Path, Board]) -> Iterator[str]:
    machines = {path: board.setup.machine for path, board in boards.items() if board.setup and board.setup.machine}
    for (one, here), (other, there) in combinations(machines.items(), 2):
        if abs(here - there) < RANGE:
            yield (
                f"{other}: table.machine: {there:#08x} overlaps {one}, which has {here:#08x} and the {RANGE} after it: "
                "their tickets would share numbers"
            )


def _unpaid(boards: Mapping[Path, Board]) -> Iterator[str]:
    """A printer at a table that pays no tickets prints nothing."""
    silent = {_server(board): path for path, board in boards.items() if board.setup and not board.setup.machine}
    for path, board in boards.items():
        if "ticket_printer" in board.devices and _server(board) in silent:
            table = silent[_server(board)]
            yield f"{path}: devices.ticket_printer: its table prints no tickets: {table} says table.tickets = false"


def _other_money(boards: Mapping[Path, Board]) -> Iterator[str]:
    """A ticket says the currency in which its table counts."""
    counted = _counted(boards)
    for path, board in boards.items():
        said = board.config.ticket.currency if board.config.ticket is not None else ""
        table, currency = counted.get(_server(board), (path, said))
        if said and said != currency:
            yield f"{path}: ticket.currency: is {said}, and {table} takes notes of {currency}"


def _unnamed_notes(boards: Mapping[Path, Board]) -> Iterator[str]:
    """An acceptor whose notes nobody would call the table's money gives all of them back."""
    counted = _counted(boards)
    for path, board in boards.items():
        table, currency = counted.get(_server(board), (path, ""))
        if currency and "note_acceptor" in board.devices:
            key, _, problem = board.devices["note_acceptor"].notes.unnamed(currency).partition(": ")
            if problem:
                yield f"{path}: devices.note_acceptor.{key}: {problem}: {table} takes notes of {currency}"


def _other_odds(boards: Mapping[Path, Board]) -> Iterator[str]:
    """Under some books all tables that offer a side wager offer the same odds for it."""
    # crown 10.1
    tables = {path: board.setup for path, board in boards.items() if board.setup is not None}
    rules = {path: rules_of(setup.rulebook, setup.side_wagers, setup.decks) for path, setup in tables.items()}
    numbers = {path: offer_numbers(found.offer) for path, found in rules.items() if found.book.numbers.same_odds}
    for (one, here), (other, there) in combinations(numbers.items(), 2):
        for side in sorted((here.keys() & there.keys()) - {WHOLE}):
            if here[side] != there[side]:
                rule = rules[other].book.numbers.same_odds
                options = [tables[path].side_wagers[side] for path in (one, other)]
                yield (
                    f"{other}: table.side: {side}:{options[1]}, and {one} offers {side}:{options[0]}; "
                    f"all tables offer the same odds of a side wager (rule {rule})"
                )


def _uncopied(boards: Mapping[Path, Board]) -> Iterator[str]:
    """A table that relies on a board for its second copy has one only if that board keeps it."""
    named = {
        (_server(board), name): path
        for path, board in boards.items()
        if board.setup is not None and board.config.copies is not None
        for name in board.config.copies.boards
    }
    for path, board in boards.items():
        network = board.config.network
        if network is not None and board.config.copies is None and (network.server, network.device) in named:
            table = named[network.server, network.device]
            yield f"{path}: copy: is missing, and {table} has {network.device} keep its second copy (copy.boards)"


def _counted(boards: Mapping[Path, Board]) -> dict[str, tuple[Path, str]]:
    """Return in which currency each table counts, by the server at which its boards meet."""
    tables = ((path, _server(board), board.setup) for path, board in boards.items() if board.setup is not None)
    return {server: (path, setup.notes.currency) for path, server, setup in tables if setup.notes is not None}


def _server(board: Board) -> str:
    return board.config.network.server if board.config.network is not None else ""
