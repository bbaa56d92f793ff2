"""Mends that hold records and people: signatures, copies, PINs, second persons, files."""

from typing import Final

from firmware.table.core.bounds import MOST_COUNT
from sim.siege import breaks as b
from sim.siege.mend_kinds import Mend, siege, tests

PROOF: Final[dict[str, Mend]] = {
    "signed-heads": Mend(
        "7",
        "rows that were written anew do not fit their signatures",
        (b.nothing("firmware.table.journal.signatures:Signatures._check"),),
        (tests("tests/table/test_signed_journal.py"),),
    ),
    "witnesses": Mend(
        "7",
        "a board that remembers a later head stops the table",
        (b.returns("firmware.table_board.testimonies:judge", value="agrees"),),
        (tests("tests/boards/test_witnesses.py"),
            siege("older-copy", seconds=60, says="opened on a journal that was forged"),
        ),
    ),
    "money-is-signed-soon": Mend(
        "7",
        "money that moved is signed within a second",
        (b.nothing("firmware.table.journal.covering:Covering.follow"),),
        (tests("tests/table/test_covering.py", "tests/boards/test_witnesses.py"),),
    ),
    "a-table-set-back": Mend(
        "7",
        "what a table told a terminal and has forgotten is in doubt",
        (b.returns("firmware.table.features.boards:known_of", value=MOST_COUNT),),
        (tests("tests/table/test_table_set_back.py"), tests("tests/terminal/test_acknowledged.py")),
    ),
    "the-mark-is-missed": Mend(
        "7",
        "a journal without its mark is said to lack it",
        (b.returns("firmware.table.journal.high_water:check", value="holds"),),
        (tests("tests/table/test_journal_unreadable.py"),),
    ),
    "a-journal-is-missed": Mend(
        "7",
        "a table that has a key and no journal does not open by itself",
        (b.returns("firmware.table_board.waiting:_doubts", value=()),),
        (tests("tests/table_board/test_waiting.py"),),
    ),
    "checked-rows-alone": Mend(
        "7",
        "corrections read no row that was not checked",
        (b.returns("firmware.table.journal.sqlite_journal:SqliteJournal.unproven", value=frozenset()),),
        (
            tests(
                "tests/table/test_records.py",
                "tests/table/test_signed_journal.py",
                "tests/table/test_forged_journal.py",
            ),
        ),
    ),
    "nothing-before-it-is-open": Mend(
        "7",
        "a table that asks its boards does nothing until it is open",
        (b.nothing("firmware.table.core.service:TableService._check"),),
        (tests("tests/boards/test_witnesses.py"),),
    ),
    "a-table-that-waits-asks-nothing": Mend(
        "7",
        "a table that waits for a supervisor's word goes on waiting",
        (b.Sabotage("firmware.table_board.software_watch:SoftwareWatch.ask_terminals", b.ask_at_once),),
        (tests("tests/boards/test_waits_for_a_word.py"), siege("older-copy", says="this board cannot go on")),
    ),
    "a-copy-follows": Mend(
        "8",
        "a copy of which pieces do not follow is not put together",
        (b.returns("firmware.table.journal.copy_pieces:follow", value=True),),
        (tests("tests/table/test_restoring.py", "tests/table/test_second_copy.py"),),
    ),
    "what-a-copy-lacks": Mend(
        "8",
        "what terminals told after the end of a copy is in doubt",
        (b.nothing("firmware.table.features.boards:compare"),),
        (tests("tests/table/test_restored_pockets.py"),),
    ),
    "tickets-that-a-copy-lacks": Mend(
        "8",
        "a ticket that a restored table does not know is named",
        (b.returns("firmware.table.features.lost_tickets:unknown", value=()),),
        (tests("tests/table/test_restored_pockets.py"),),
    ),
    "the-word-of-who-is-there": Mend(
        "7",
        "the word that opens a table is given by somebody who has signed on since it came back",
        (b.Sabotage("firmware.table_board.testimonies:Testimonies._sign_off_from_before", b.do_nothing),),
        (tests("tests/boards/test_waits_for_a_word.py"),),
    ),
    "pins-that-are-none": Mend(
        "9",
        "PINs that everybody guesses are refused",
        (b.nothing("firmware.table.people.weak_pins:need_sound"),),
        (tests("tests/table/test_staff.py", "tests/console/test_operations.py"),),
    ),
    "cards-that-are-none": Mend(
        "9",
        "staff cards that can be guessed are refused",
        (b.nothing("firmware.console.own_affairs:need_unguessable"),),
        (tests("tests/console/test_staff_card.py"),),
    ),
    "guessing-is-slow": Mend(
        "9",
        "each wrong PIN makes the next wait longer, there",
        (b.nothing("firmware.table.people.staff_desk:StaffDesk._need_no_wait"),),
        (tests("tests/table/test_staff.py"),),
    ),
    "who-enrols": Mend(
        "9",
        "after the first two people enrolment needs a second person",
        (b.nothing("firmware.table.features.staff:_need_somebody_to_enrol"),),
        (tests("tests/table/test_staff.py", "tests/table/test_second_persons.py"),),
    ),
    "second-persons": Mend(
        "9",
        "large amounts need a second person",
        (b.returns("firmware.table.features.attended:_is_over", value=False),),
        (tests("tests/table/test_second_persons.py", "tests/console/test_operations.py"),),
    ),
    "split-amounts": Mend(
        "9",
        "an amount that one person splits is one amount",
        (b.returns("firmware.table.features.attended:within_hour", value=0),),
        (tests("tests/table/test_alone.py"),),
    ),
    "one-guess-at-a-time": Mend(
        "9",
        "of many guesses at once the first that is wrong makes the others wait",
        (b.Sabotage("firmware.table.people.staff_desk:StaffDesk._check_pin", b.check_all_at_once),),
        (tests("tests/table/test_staff.py"),),
    ),
    "nobody-approves-for-a-second-self": Mend(
        "9",
        "nobody approves for somebody whom they enrolled on the same day",
        (b.returns("firmware.table.features.attended:_enrolled_lately", value=False),),
        (tests("tests/table/test_second_persons.py"),),
    ),
    "a-chain-of-second-selves": Mend(
        "9",
        "who makes up people that make up people approves with none of them on that day",
        (b.Sabotage("firmware.table.features.attended:_hands", b.nearest_hand),),
        (tests("tests/table/test_second_persons.py"),),
    ),
    "nothing-raw": Mend(
        "10",
        "text from outside is shown as what it is",
        (b.Sabotage("hal.visible:visible", b.as_it_is),),
        (
            tests(
                "tests/cli/test_nothing_is_printed_raw.py", "tests/hal/test_visible.py",
                "tests/cli/test_journal_command.py",
            ),
        ),
    ),
    "files-of-ones-own": Mend(
        "10",
        "journals and pockets are nobody else's to read",
        (b.nothing("firmware.private:keep_private"), b.nothing("firmware.private:close_to_others")),
        (tests("tests/table/test_private_files.py"),),
    ),
}  # fmt: skip
