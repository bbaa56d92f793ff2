"""What is done about players, accounts and the cards themselves, as lines of a scenario."""

from collections.abc import Callable
from typing import Any, Final

from firmware.game import steps as s
from firmware.table.features.card_checks import CheckCards
from firmware.table.features.claims import RecordClaim
from firmware.table.features.closing import CloseTable
from firmware.table.features.exclusions import DeclareVoid, ExcludePlayer, RecordMeasure
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.miscount import Miscount
from firmware.table.features.winnings import HoldWinnings, KeepWinnings, ReleaseWinnings


def amount(minor: int) -> str:
    """Return an amount as scenarios have it.

    >>> amount(25_00), amount(12_50)
    ('25', '12.50')
    """
    return f"{minor // 100}.{minor % 100:02}" if minor % 100 else str(minor // 100)


def _words(*words: object) -> str:
    """Return words on one line, without what would begin a comment; what is empty is left out."""
    return " ".join(" ".join(str(word).replace("#", "").split()) for word in words if word != "")


def _void(step: s.Invalidate) -> str:
    return _words("void", "by=dealer" if step.by == "dealer" else "", step.reason)


def _exclude(do: ExcludePlayer) -> str:
    return _words("exclude", do.ats, "by=dealer" if do.by == "dealer" else "", do.reason)


def _declare_void(do: DeclareVoid) -> str:
    return _words("declare-void", do.ats, "" if do.coup is None else do.coup)


def _hold(do: HoldWinnings) -> str:
    return _words("hold", do.ats, amount(do.amount))


def _miscount(do: Miscount) -> str:
    if not do.player:
        return "miscount void"
    return _words("miscount", f"player={','.join(do.player)}", f"banker={','.join(do.banker)}")


LINES: Final[dict[type[Any], Callable[[Any], str]]] = {
    s.Invalidate: _void,
    ExcludePlayer: _exclude,
    FreezeAccounts: lambda _: "freeze",
    UnfreezeAccounts: lambda _: "unfreeze",
    DeclareVoid: _declare_void,
    HoldWinnings: _hold,
    ReleaseWinnings: lambda do: _words("release", do.ats),
    KeepWinnings: lambda do: _words("keep", do.ats),
    Miscount: _miscount,
    RecordMeasure: lambda do: _words("measure", do.ats, do.measure),
    CheckCards: lambda do: _words("check-cards", do.finding),
    CloseTable: lambda do: _words("close-table", do.cards),
    RecordClaim: lambda do: _words("claim", do.ats, do.text),
}
