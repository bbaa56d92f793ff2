"""A feature of the table is added as docs/extending.md says: one file, and its words."""

from pathlib import Path

import pytest
from trial import PYTEST, added, check_code, copied, files_of, pass_tests, put, run, section

PAPER = files_of(section("docs/extending.md", "A feature of the table"))
FEATURE = "firmware/table/features/rewards.py"
TEST = "tests/table/test_rewards.py"
# What a test of the feature itself is like: decided, refused, folded, moved, asked for at the console.
STORY = '''"""Rewards of the house."""

import asyncio

from sgc_table import Console
from table_under_test import Table

from firmware.kit.words import words_of
from firmware.table.core.codec import read_state, write_state
from firmware.table.core.commands import Role
from firmware.table.core.ledger import total
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.rewards import GiveReward, RewardGiven, RewardsCode, given
from firmware.table.shown.meters import meters_of
from sim.virtual_time import VirtualTimeLoop


def test_rewards_are_credited_up_to_a_limit() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(2, 50_00), GiveReward(2, 60_00))
        refused = await table.refuse(GiveReward(2, 50_00))
        assert refused.code == RewardsCode.REWARDS_SPENT
        assert words_of("en").refused(refused) == "Only $40 of rewards is left for terminal 2."
        await table.tell(GiveReward(2, 40_00))
        state = table.service.state
        assert state.balance(2) == 150_00
        assert total(state.ledger) == 0
        assert meters_of(state).terminals[2].received == {"cash": 50_00, "reward": 100_00}
        assert given(read_state(write_state(state)), 2) == 100_00

    Table(ats=3).run(story)


async def at_the_console() -> None:
    console = Console("en")
    await console.open(Role.GAME_SUPERVISOR)
    await console.seat()
    assert console.desk is not None
    console.touch("terminal 3")
    page = console.desk.view().page
    assert page is not None
    offered = [choice for row in page.rows for choice in row.choices if choice.label == "Reward"]
    assert [(choice.action, choice.on) for choice in offered] == [(("op", "reward", "3"), True)]
    console.touch("op reward 3", "key 2", "key 5", "yes")
    form = console.desk.view().form
    assert form is not None
    assert form.lines == ("Terminal 3: reward of $25",)
    console.touch("yes")
    await asyncio.sleep(0.2)
    assert [entry.event for entry in console.journal.entries][-1] == RewardGiven(3, 25_00)


def test_a_supervisor_gives_one_at_the_console() -> None:
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(at_the_console())
'''
pytestmark = pytest.mark.outside


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tests = ("tests/table", "tests/console", "tests/kit", "tests/link")
    tree = copied(tmp_path_factory.mktemp("tree"), PAPER, *tests)
    put(tree, TEST, STORY)
    return tree


def test_the_paper_adds_one_file_and_words() -> None:
    assert added(PAPER) == {FEATURE}
    assert len(PAPER) == 4


def test_its_code_is_as_ours_has_to_be(tree: Path) -> None:
    check_code(tree, FEATURE)


def test_it_is_decided_folded_moved_and_offered(tree: Path) -> None:
    pass_tests(tree, TEST)


def test_what_holds_for_all_features_holds_for_it(tree: Path) -> None:
    pass_tests(tree, "tests/house/test_rooms.py", only="not page and not contract")
    pass_tests(tree, "tests/house/test_refusals.py", "tests/kit/test_words.py", "tests/console/test_offered.py")
    pass_tests(tree, "tests/console/test_event_words.py", "tests/console/test_operations.py", only="words or is_tried")


def test_one_person_gives_no_more_than_one_may_alone(tree: Path) -> None:
    pass_tests(tree, "tests/table/test_alone.py", only="counted_or or is_tried or one_person")


def test_whatever_it_is_told_can_be_kept_sent_and_drawn(tree: Path) -> None:
    pass_tests(tree, "tests/link/test_every_view.py", only="GiveReward")


def test_its_words_may_not_be_forgotten(tmp_path: Path) -> None:
    tree = copied(tmp_path, {FEATURE: PAPER[FEATURE]}, "tests/console")
    found = run(tree, *PYTEST, "tests/console/test_offered.py", "-k", "has_its_words and en")
    assert found.returncode == 1
    assert "AssertionError: say these in firmware/kit/words/en.toml: op.reward" in found.stdout
