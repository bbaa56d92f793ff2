"""A request of a player is added as docs/extending.md says: a class, and its name in the list of what may be asked."""

import sys
from pathlib import Path

import pytest
from trial import PROJECT, check_code, copied, files_of, must, pass_tests, put, run, section

PAPER = files_of(section("docs/extending.md", "A request of a player"))
FILE = "firmware/link/wager_messages.py"
TEST = "tests/link/test_claims_of_players.py"
# What a test of the request itself is like: asked across a network, once, and on record.
STORY = '''"""A player's claim, made at the terminal."""

import pytest
from network_under_test import Net, on_a_network

from firmware.link.wager_messages import AskClaim
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.features.claims import Claimed


def test_a_player_claims_something_once() -> None:
    async def story(net: Net) -> None:
        terminal = await net.terminal("ats-1")
        await terminal.ask_for_player(AskClaim("my card"))
        assert [(event.ats, event.text) for event in net.said if isinstance(event, Claimed)] == [(1, "my card")]

    on_a_network(story)


def test_a_display_claims_nothing() -> None:
    async def story(net: Net) -> None:
        display = await net.terminal("wnd-1")
        with pytest.raises(Refused) as refused:
            await display.ask_for_player(AskClaim("my card"))
        assert refused.value.code == TableCode.NOT_A_TERMINAL

    on_a_network(story)
'''
pytestmark = pytest.mark.outside


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = copied(tmp_path_factory.mktemp("tree"), PAPER, "tests/link", "tests/table_board", "docs")
    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    must(tree, sys.executable, "new_request.py")
    changed = [path for path in tree.rglob("*") if path.is_file() and before.get(path) != path.read_bytes()]
    assert [str(path.relative_to(tree)) for path in changed] == [FILE]
    put(tree, TEST, STORY)
    return tree


def test_its_code_is_as_ours_has_to_be(tree: Path) -> None:
    check_code(tree, FILE)


def test_it_is_asked_done_once_and_refused(tree: Path) -> None:
    pass_tests(tree, TEST)


def test_what_holds_for_all_requests_holds_for_it(tree: Path) -> None:
    pass_tests(tree, "tests/link/test_bounds.py", "tests/table_board/test_conduct.py")
    pass_tests(tree, "tests/house/test_nothing_forgotten.py", only="request_of_a_board")


def test_a_terminals_page_has_to_say_when_it_is_asked(tree: Path) -> None:
    found = run(
        tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/link/test_terminal_page.py"
    )
    assert found.returncode == 1
    assert "test_every_request_of_a_terminal_has_its_time" in found.stdout


def test_nobody_has_it_now() -> None:
    assert "AskClaim" not in (PROJECT / FILE).read_text()
