"""The journal's signed head: how far the table had got, in a form that another board can keep and prove."""

from typing import Annotated, Final, Literal, Protocol

from msgspec import Meta, Struct

from firmware.game.events import Event

# Readers of JSON elsewhere are exact for integers up to this one.
MOST_ROWS: Final = 2**53
Row = Annotated[int, Meta(ge=1, le=MOST_ROWS)]
RowOrNone = Annotated[int, Meta(ge=0, le=MOST_ROWS)]
Hash = Annotated[str, Meta(max_length=64, pattern=r"\A[0-9a-f]{64}\Z")]
Signature = Annotated[str, Meta(max_length=128, pattern=r"\A[0-9a-f]{128}\Z")]
Seal = Annotated[str, Meta(max_length=64, pattern=r"\A([0-9a-f]{64})?\Z")]
# How often a table can have been restored from a copy: more than in any table's life.
Era = Annotated[int, Meta(ge=0, le=9999)]
# What a remembered head is, compared with the journal.
# agrees: the row is there as the board remembers it. later: the journal ends before that row. other: another row stands
# there. lost: the row is of a journal that was lost, after the end of the copy that this one was restored from.
# foreign: not signed by this table's key, so that it says nothing.
Verdict = Literal["agrees", "later", "other", "lost", "foreign"]


class SignedHead(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The hash of a row, and with it of every row before, signed by the table's key.

    `key`: the public key, in hexadecimal. `snapshot`: the seal of the state that was kept at that row. `era`: how often
    the journal had been restored; a restored one may get other rows than the lost one had.
    """

    row: Row
    head: Hash
    key: Hash
    signature: Signature
    snapshot: Seal = ""
    era: Era = 0


class HeadSigned(Event, frozen=True, tag="head_signed"):
    """The table signed the previous row."""

    signed: SignedHead


class JournalRestored(Event, frozen=True, tag="journal_restored"):
    """The journal was restored from a copy that ended at a row; what came after it is lost.

    `era`: of the rows from here on. `known`: the last row that a witness has shown to have been there, or 0. `skip`: so
    many numbers of each terminal's tickets are passed over, since a page may carry them.
    """

    up_to: Row
    head: Hash
    era: Era
    known: RowOrNone = 0
    skip: RowOrNone = 0
    copy: str = ""


class Signs(Protocol):
    """A table's key. `public`: the public half, which proves its signatures."""

    public: str

    def __call__(self, row: int, head: bytes, snapshot: bytes, era: int) -> SignedHead:
        """Sign a row: its number, its hash, the seal of the snapshot there or nothing, and the era."""
        ...


def text_of(row: int, head: str, snapshot: str, era: int) -> bytes:
    """Return the text that is signed.

    >>> text_of(7, "ab", "", 0)
    b'rapid-table head 0 7 ab -'
    """
    return f"rapid-table head {era} {row} {head} {snapshot or '-'}".encode()


def order(head: SignedHead) -> tuple[int, int]:
    """Return what orders heads in time: era first, as a restored table counts on from where its copy ended."""
    return head.era, head.row


# The journal's head is signed once one of these has happened: at the end of each coup, and when the table opens.
SIGNED_AFTER: Final = frozenset({"result", "table_opened", "heads_agreed", "opened_on_word"})
