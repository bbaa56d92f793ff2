"""What a player may ask for now, as far as a terminal can know; everything else on the screen is off."""

from firmware.game.state import Phase
from firmware.link.remote_table import RemoteTable
from firmware.terminal import cup
from firmware.terminal.chip_play import ChipPlay
from firmware.terminal.guest import Guest


def may_ask(table: RemoteTable, chips: ChipPlay, guest: Guest) -> frozenset[str]:
    """Return what can be asked for."""
    reads = set() if guest.check is not None else {"help", "recall"} | ({"yours"} if guest.has_pages else set())
    may = reads | {"language", "call"}
    public, account = table.public, table.account
    if public is None:
        return frozenset({"language"})
    if not table.there:
        return frozenset(may - {"call"})  # reading 16: the last coups can always be recalled, whatever has failed
    if not table.serves():
        return frozenset(may - {"recall"})
    is_open = account is not None and account.open
    if public.phase is Phase.BETTING and is_open:
        may |= {"undo"} if chips.undoable else set()
        may |= {"clear"} if chips.lies() else {"repeat"} if chips.repeatable else set()
        may |= {"double"} if chips.doublable else set()
    if is_open and account is not None and not account.wagers and not public.frozen and not public.session:
        may.add("cash-out")
    if cup.may_agree(public, account):
        may.add("agree")
    return frozenset(may)
