"""The player at a terminal: asked to leave or excluded, winnings held, claims."""

from collections.abc import Iterator

from firmware.console.known import Known
from firmware.console.pages.buttons import ask_for
from firmware.console.view import Row
from firmware.table.core.accounts import Account
from firmware.table.core.turn import ABSTENTION


def about_player(known: Known) -> Iterator[Row]:
    """Return what is known of the player there, and what is open between them and the house."""
    words, ats, number = known.words, known.ats, str(known.ats)
    account = known.state.accounts.get(ats)
    stands = "none" if account is None else "excluded" if account.excluded else "plays"
    plays = stands == "plays"
    yield Row(
        words("sgc.player"), words(f"sgc.player.{stands}"), look="notice" if stands == "excluded" else "deep",
        choices=(
            ask_for(known, "leave", number, on=plays),
            ask_for(known, "exclude", number, look="danger", on=plays),
            ask_for(known, "claim", number),
        ),
    )  # fmt: skip
    if account is not None and account.excluded:
        yield Row(
            words("sgc.measure"), words("sgc.measure.note"),
            choices=(ask_for(known, "measure", number),),
        )  # fmt: skip
    if account is not None and account.abstained >= ABSTENTION:
        yield Row(
            words("sgc.abstains", coups=account.abstained), words("sgc.abstains.note"), look="notice",
            choices=(ask_for(known, "vacate", number),),
        )  # fmt: skip
    yield from _winnings(known, account or Account())
    for claim, found in known.state.claims.items():
        if found.ats == ats:
            decide = ask_for(known, "claim-decided", str(claim), look="main")
            yield Row(words("sgc.claim", coup=found.coup or "–"), found.text, "", "notice", (decide,))


def _winnings(known: Known, account: Account) -> Iterator[Row]:
    words, ats, number = known.words, known.ats, str(known.ats)
    held = known.state.holds.get(ats)
    if held is not None:
        yield Row(
            words("sgc.held"), words("sgc.held.left" if held.left else "sgc.held.note"), words.money(held.amount),
            "notice", (
                ask_for(known, "release", number),
                ask_for(known, "keep", number, look="danger"),
            ),
        )  # fmt: skip
    stands = account.orders.to_hold - (0 if held is None or held.left else held.amount)
    if stands > 0:
        yield Row(words("sgc.hold.stands"), words("sgc.hold.stands.note"), words.money(stands), "notice")
    if account.won:
        hold = ask_for(known, "hold", number, on=held is None or not held.left)
        yield Row(words("sgc.won"), "", words.money(account.won), choices=(hold,))
