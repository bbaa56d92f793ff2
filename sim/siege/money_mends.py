"""Mends that keep money right: whose notes are whose, what a note may be, what a ticket is worth."""

from typing import Final

from firmware.table.core.bounds import MOST_COUNT
from sim.siege import breaks as b
from sim.siege.mend_kinds import Mend, siege, soak, tests

MONEY_DIFFERS: Final = "in its boxes, .* credited|more in cash boxes than in the ledger"
NOT_HELD: Final = "and the journal does not hold it"
MONEY: Final[dict[str, Mend]] = {
    "number-and-contents": Mend(
        "1",
        "a number stands for what it was first told of",
        (b.returns("firmware.table.core.pockets:Told.fits", value=True),),
        (tests("tests/table/test_pockets.py"), soak("numbers-used", says="is credited; it was", hours=0.1)),
    ),
    "once-for-ever": Mend(
        "1",
        "a note is credited once after any number of other commands",
        (b.Sabotage("firmware.table.core.pockets:judge", b.forgetful_judge),),
        (soak("long-absence", says=MONEY_DIFFERS),),
    ),
    "a-changed-board-waits": Mend(
        "1",
        "a board with another pocket waits for a supervisor",
        (b.Sabotage("firmware.table.features.boards:begin", b.welcome),),
        (tests("tests/table/test_pockets.py"), tests("tests/terminal/test_changed_boards.py")),
    ),
    "what-a-board-leaves": Mend(
        "1",
        "a doubt stands for what may lie in a changed board's acceptor",
        (b.nothing("firmware.table.features.note_doubts:put_in_doubt"),),
        (tests("tests/table/test_pockets.py"), soak("board-replaced", seed=9, says=MONEY_DIFFERS)),
    ),
    "what-an-acceptor-holds": Mend(
        "1",
        "a note that an acceptor may still hold is credited by nobody",
        (b.nothing("firmware.table.features.note_doubts:need_answered"),),
        (
            tests("tests/table/test_acceptors.py"),
            soak("credited-early", says=MONEY_DIFFERS, hours=0.1),
            siege("credited-early", says=f"its player got it back|{MONEY_DIFFERS}"),
        ),
    ),
    "numbers-that-cannot-be": Mend(
        "1",
        "a number that no pocket can have come to moves nothing",
        (b.returns("firmware.table.features.boards:furthest", value=MOST_COUNT),),
        (tests("tests/table/test_table_set_back.py"),),
    ),
    "past-escrow": Mend(
        "1",
        "a note past escrow is never refused",
        (b.Sabotage("firmware.table.features.notes_credited:_why_not", b.refuse_note),),
        (tests("tests/table/test_pockets.py"),),
    ),
    "another-note-comes-back": Mend(
        "1",
        "a note that is given back is not the one before it that was credited",
        (b.Sabotage("hal.note_way:NoteWay.given_back", b.given_back_of_before),),
        (tests("tests/hal/test_note_way.py"), soak("note-while-dark", says="its acceptor knew of each", hours=0.1)),
    ),
    "numbers-go-on": Mend(
        "1",
        "a pocket that was set back goes on above all that the table knows of it",
        (b.nothing("firmware.terminal.pocket_desk:PocketDesk._go_on_from"),),
        (
            soak("pocket-set-back", seed=9, says=f"is on paper twice|{MONEY_DIFFERS}|{NOT_HELD}"),
            tests("tests/terminal/test_changed_boards.py"),
        ),
    ),
    "a-pocket-that-seems-new": Mend(
        "1",
        "a pocket that was set back to before its first note is not taken for a new one",
        (
            b.Sabotage("firmware.link.remote_table:RemoteTable.in_use", b.say_no),
            b.Sabotage("firmware.link.local_table:LocalTable.in_use", b.say_no),
        ),
        (tests("tests/terminal/test_changed_boards.py"),),
    ),
    "lives-apart": Mend(
        "1",
        "what one board told says nothing of what another tells",
        (b.Sabotage("firmware.table.core.pockets:TerminalPockets.of", b.of_any_life),),
        (
            soak("board-replaced", seed=9, says=NOT_HELD),
            soak("boards-swapped", seed=9, says=NOT_HELD),
            soak("two-boards", seed=9, says=NOT_HELD),
),
    ),
    "bounds": Mend(
        "2",
        "each field of a message has its bound",
        (b.Sabotage("firmware.table_board.answers:_decode", b.believing),),
        (soak("forged-texts", says="a text that forges lines"),),
    ),
    "notes-of-the-table": Mend(
        "2",
        "only notes that the table takes are credited",
        (
            b.nothing("firmware.table.features.notes:need_taken"),
            b.returns("firmware.table.features.notes:is_taken", value=True),
        ),
        (tests("tests/table/test_notes.py"),
            siege("wrong-currency", "absurd-amounts", "foreign-notes", says=f"another country|{MONEY_DIFFERS}"),
        ),
    ),
    "acceptors-own-words": Mend(
        "2",
        "an acceptor's country says of which currency its notes are",
        (b.Sabotage("drivers.id003.notes:read_table", b.any_country),),
        (tests("tests/drivers/test_note_currencies.py"),),
    ),
    "caps": Mend(
        "2",
        "an operator's caps hold while a note can be given back",
        (b.nothing("firmware.table.features.buying_in:need_within_caps"),),
        (tests("tests/table/test_caps.py"),),
    ),
    "longest-request": Mend(
        "2",
        "a request is no longer than an honest one",
        (b.Sabotage("firmware.table_board.conduct:LONGEST_REQUEST", 10**9),),
        (
            tests(
                "tests/table_board/test_quotas.py",
                "tests/table_board/test_conduct.py",
                "tests/table_board/test_hostile_boards.py",
            ),
        ),
    ),
    "a-payment-of-a-tournament": Mend(
        "1",
        "a tournament that was set back pays nobody twice at a table",
        (b.Sabotage("firmware.tournament.payments:_number", b.by_the_time),),
        (tests("tests/tournament/test_paid_at_tables.py"),),
    ),
    "money-is-the-desks": Mend(
        "5",
        "a table asks a tournament for nothing that its page does not offer",
        (b.Sabotage("firmware.tournament_board.wishes:OFFERED", b.EVERY_STEP),),
        (tests("tests/tournament/test_wishes.py"),),
    ),
    "numbers-nobody-computes": Mend(
        "6",
        "who has one ticket cannot compute the next",
        (b.Sabotage("firmware.table.core.numbering:permuted", b.in_order),),
        (tests("tests/table/test_numbering.py"),),
    ),
    "ranges-apart": Mend(
        "6",
        "no two tables of a house number their tickets alike",
        (b.nothing("firmware.link.machine_ranges:_check"),),
        (tests("tests/link/test_machine_ranges.py"),),
    ),
    "another-tables-ticket": Mend(
        "6",
        "a ticket of another table is no guess",
        (b.returns("firmware.table.features.cash_desks:_elsewhere", value=None),),
        (tests("tests/table/test_redeeming.py", "tests/link/test_cash_desk.py", "tests/cli/test_cage.py"),),
    ),
    "a-payments-own-number": Mend(
        "6",
        "a desk that asks again is told what it was told",
        (b.returns("firmware.table.features.cash_desks:_told_before", value=None),),
        (tests("tests/table/test_redeeming.py", "tests/cli/test_cage.py", "tests/link/test_cash_desk.py"),),
    ),
    "the-papers-amount": Mend(
        "6",
        "a page that says another amount than the ledger is not paid",
        (b.Sabotage("firmware.table.features.cash_desks:_answer", b.whatever_the_paper_says),),
        (tests("tests/link/test_cash_desk.py"), tests("tests/cli/test_cage.py")),
    ),
    "a-ticket-is-a-document": Mend(
        "6",
        "a ticket says until when it is valid",
        (b.returns("firmware.terminal.ticket_page:TicketPage._valid", value=()),),
        (tests("tests/terminal/test_ticket_page.py"),),
    ),
}  # fmt: skip
