"""A release beside the last one, whichever of table and terminal is updated first (decision 114).

What the last release speaks is kept as the schema that it was released with, `kept/messages-0.1.0.schema.json`: each
release puts its own there, from docs/.
"""

import json
from typing import Any, Final

import any_request
import msgspec
import pytest
from any_request import KINDS, built
from hypothesis import given
from hypothesis import strategies as st
from last_release import FEW, LAST, as_before, plain, wrong

from firmware.link import messages as m
from firmware.link.journal_messages import HeadView, WhoRemembers
from firmware.link.message import Asked

OLD_KINDS = [kind for kind in KINDS if kind.__name__ in LAST]
# What the last release's table cannot be asked: only once this release's table has said so, or refused by itself.
ONLY_TO_A_NEWER_TABLE: Final = {
    "TellSoftware": "the account's `prove`, which an older table does not say",
    "SetWagers": "refused as unreadable: the terminal says that it was not placed",
    "AskOwnLimits": "the public view's `safer`, which an older table does not say",
    "AskPause": "the public view's `safer`, which an older table does not say",
    "ShowCard": "refused as unreadable: the terminal says so, and its player stays anonymous",
    "AgreeToEnd": "`cup.may_agree`, which an older table does not say",
    "AskTicket": "refused as unreadable: the ticket is given back",
    "CreditTicket": "follows an `ask-ticket` that was done",
    "TellAtRest": "the account's `asked`, which an older table does not say",
}
TOLD = (m.Answer, m.PublicView, m.AccountView, m.Beat, HeadView, WhoRemembers)


def any_told(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Return messages of a kind by the bounds of their fields alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(any_request, "SENSIBLE", {})
        return built(kind)


@pytest.mark.parametrize("kind", TOLD, ids=lambda kind: kind.__name__)
def test_a_terminal_of_the_last_release_reads_what_this_table_tells(kind: type[msgspec.Struct]) -> None:
    @FEW
    @given(any_told(kind))
    def told(message: msgspec.Struct) -> None:
        assert wrong(plain(message), LAST[kind.__name__], kind.__name__) == ""

    told()


@pytest.mark.parametrize("kind", TOLD, ids=lambda kind: kind.__name__)
def test_this_terminal_reads_what_a_table_of_the_last_release_tells(kind: type[msgspec.Struct]) -> None:
    schema = LAST[kind.__name__]

    @FEW
    @given(any_told(kind))
    def told(message: msgspec.Struct) -> None:
        before = as_before(plain(message), schema)
        again = msgspec.json.decode(json.dumps(before), type=kind)
        assert as_before(plain(again), schema) == before

    told()


@pytest.mark.parametrize("kind", OLD_KINDS, ids=lambda kind: kind.__name__)
def test_this_table_takes_what_a_terminal_of_the_last_release_asks(kind: type[Asked]) -> None:
    known = LAST[kind.__name__]["properties"]

    @FEW
    @given(built(kind))
    def asked(what: Asked) -> None:
        before = {key: value for key, value in plain(what).items() if key in known}
        said = json.dumps({"number": "1", "until": 0, "what": before})
        assert isinstance(msgspec.json.decode(said, type=m.Envelope).what, kind)

    asked()


@pytest.mark.parametrize("kind", OLD_KINDS, ids=lambda kind: kind.__name__)
def test_a_table_of_the_last_release_takes_what_this_terminal_asks_as_before(kind: type[Asked]) -> None:
    """A key that is new stands in no request that could be asked before."""
    new = [one for one in msgspec.structs.fields(kind) if one.encode_name not in LAST[kind.__name__]["properties"]]
    assert all(not one.required for one in new)

    @FEW
    @given(built(kind))
    def asked(what: Asked) -> None:
        as_before = msgspec.structs.replace(what, **{one.name: one.default for one in new})
        envelope = plain(m.Envelope("1", 0, as_before))
        assert set(envelope["what"]) <= set(LAST[kind.__name__]["properties"])
        assert set(envelope) <= set(LAST["Envelope"]["properties"])

    asked()


def test_what_only_a_newer_table_can_be_asked_is_known() -> None:
    assert {kind.__name__ for kind in KINDS} - LAST.keys() == ONLY_TO_A_NEWER_TABLE.keys()


def test_what_would_not_be_understood_is_found() -> None:
    assert wrong({"at": -1}, LAST["Beat"], "Beat").startswith("Beat.at")
    assert "lacks" in wrong({}, LAST["Beat"], "Beat")
    assert wrong({"at": 1, "number": "x"}, LAST["Beat"], "Beat").startswith("Beat.number")
