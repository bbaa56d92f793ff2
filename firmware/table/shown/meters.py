"""The meters that a floor expects, per terminal and for the table: sums over the ledger, and nothing else."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from firmware.table.core.state import TableState


class Meters(Struct, frozen=True):
    """Money in minor units. `received`: in by kind; `paid`: out by kind; `wagered` and `won` per bet, settled.

    `adjusted`: what corrections gave players; `kept`: winnings that the house kept.
    """

    received: dict[str, int]
    paid: dict[str, int]
    wagered: dict[str, int]
    won: dict[str, int]
    balance: int
    in_play: int
    tickets_outstanding: int
    adjusted: int
    owed_to_players: int
    owed_by_players: int
    hand_pays: int
    kept: int = 0

    @property
    def win(self) -> int:
        """What the house won, as a day's figures have it: corrections and kept winnings included."""
        return sum(self.wagered.values()) - sum(self.won.values()) - self.adjusted + self.kept

    @property
    def went(self) -> int:
        """What was paid out, as a day's figures have it: tickets are outstanding until they are redeemed."""
        return sum(self.paid.values()) - self.tickets_outstanding


class TableMeters(Struct, frozen=True):
    """The whole table's meters, and each terminal's; `points`: of all sessions, which are no money (reading 33)."""

    coups: int
    voids: int
    dummies: int
    table: Meters
    terminals: dict[int, Meters]
    points: Meters


def meters_of(state: TableState) -> TableMeters:
    """Return all meters."""
    terminals = {ats: _meters(accounts, state.hand_pays.get(ats, 0)) for ats, accounts in sorted(state.ledger.items())}
    table: Counter[str] = Counter()
    for accounts in state.ledger.values():
        table.update(accounts)
    whole = _meters(table, sum(state.hand_pays.values()))
    points = {name.removeprefix("points/"): amount for name, amount in table.items() if name.startswith("points/")}
    return TableMeters(state.game.coups, state.voids, state.dummies, whole, terminals, _meters(points, 0))


def since(state: TableState, before: Mapping[int, Mapping[str, int]]) -> TableState:
    """Return the state with what its money accounts moved since an earlier ledger, for the meters of that time."""
    moved = {
        ats: {name: amount - before.get(ats, {}).get(name, 0) for name, amount in accounts.items()}
        for ats, accounts in state.ledger.items()
    }
    return replace(state, ledger=moved)


def _meters(accounts: Mapping[str, int], hand_pays: int) -> Meters:
    def group(name: str, sign: int) -> dict[str, int]:
        return {
            key.partition("/")[2]: sign * amount
            for key, amount in sorted(accounts.items())
            if amount and key.startswith(name)
        }

    notes = -sum(amount for name, amount in accounts.items() if name.startswith(("cash-box/", "drop/")))
    received = {**group("in/", -1), **({"notes": notes} if notes else {})}
    tickets = accounts.get("tickets", 0)
    return Meters(
        received=received,
        paid={**group("out/", 1), **({"tickets": tickets} if tickets else {})},
        wagered=group("wagered/", 1),
        won=group("won/", -1),
        balance=accounts.get("balance", 0),
        in_play=accounts.get("in-play", 0),
        tickets_outstanding=tickets,
        adjusted=-accounts.get("adjusted", 0),
        owed_to_players=accounts.get("owed-to", 0),
        owed_by_players=-accounts.get("owed-by", 0),
        hand_pays=hand_pays,
        kept=accounts.get("kept", 0),
    )
