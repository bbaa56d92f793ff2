"""Mends that keep a table serving: quotas, bad messages, answers to who asks."""

from typing import Final

from firmware.link.messages import Beat
from sim.siege import breaks as b
from sim.siege.mend_kinds import Mend, messages, soak, tests

NETWORK: Final[dict[str, Mend]] = {
    "quotas": Mend(
        "3",
        "each device has its quota",
        (
            b.Sabotage("firmware.table_board.conduct:Conduct.request", b.hear),
            b.Sabotage("firmware.table_board.conduct:Conduct.kind", b.hear),
        ),
        (soak("flood", seed=11, says="had the table write"), tests("tests/table_board/test_quotas.py")),
    ),
    "side-by-side": Mend(
        "3",
        "devices are served side by side",
        (b.Sabotage("firmware.table_board.door:Door._line", b.one_line),),
        (tests("tests/table_board/test_side_by_side.py::test_fifty_wagers_of_one_instant_over_memory_share_a_sync"),),
    ),
    "said-when-it-changes": Mend(
        "3",
        "a fault is put on record when it changes",
        (b.returns("firmware.table.features.devices:is_repeated", value=False),),
        (tests("tests/table/test_troubles.py", "tests/table_board/test_quotas.py", "tests/link/test_boards.py"),),
    ),
    "a-flood-is-a-malfunction": Mend(
        "3",
        "a terminal that floods has a malfunction (11.14)",
        (b.Sabotage("firmware.table_board.attendance:Attendance._floods", b.do_nothing),),
        (tests("tests/table_board/test_quotas.py", "tests/table_board/test_conduct.py"),),
    ),
    "a-flood-costs-the-connection": Mend(
        "3",
        "a device that goes on flooding loses its connection",
        (b.nothing("firmware.table_board.gate:FileGate.__call__"),),
        (tests("tests/table_board/test_gate.py"),),
    ),
    "unreadable-ends-nothing": Mend(
        "4",
        "whatever cannot be read is refused, and ends nothing",
        (b.Sabotage("firmware.link.messages:UNREADABLE", b.only_decode_errors()),),
        (messages(3000, says="UnicodeDecodeError|RecursionError"), tests("tests/table_board/test_hostile_boards.py")),
    ),
    "what-fails-ends-its-board": Mend(
        "4",
        "a board of which a part fails ends with a status",
        (b.Sabotage("firmware.boards.running:until_told", b.deaf_to_failures),),
        (tests("tests/boards/test_ends.py"),),
    ),
    "a-full-account-stops-no-table": Mend(
        "4",
        "a journal with an account that no money can be opens, and the others play",
        (b.returns("firmware.table.core.bounds:beyond", value=()),),
        (tests("tests/table/test_beyond_money.py"),),
    ),
    "answers-to-who-asks": Mend(
        "5",
        "an answer goes to nobody but who asked",
        (b.Sabotage("firmware.link.nats_bus:NatsBus._asked", b.answer_anybody),),
        (tests("tests/table_board/test_hostile_boards.py"),),
    ),
    "the-server-says-the-same": Mend(
        "5",
        "the server lets the table answer nowhere else",
        (b.Sabotage("firmware.link.permissions:of_table", b.table_may_all),),
        (tests("tests/table_board/test_hostile_boards.py"),),
    ),
    "beats-are-read": Mend(
        "5",
        "a beat counts by what it says",
        (b.returns("firmware.table_board.attendance:_read_beat", value=Beat(0)),),
        (
            tests(
                "tests/table_board/test_quotas.py",
                "tests/table_board/test_hostile_boards.py",
                "tests/link/test_boards.py",
            ),
        ),
    ),
}  # fmt: skip
