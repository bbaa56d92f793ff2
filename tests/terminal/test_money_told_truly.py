"""What a player is told of money: losses are losses, a stake that comes back is nothing won."""

import pytest
from ats_states import ats_states
from msgspec.structs import replace

from firmware.kit.items import Button
from firmware.kit.scene import Lettering, Scene
from firmware.kit.theme import GOLD
from firmware.kit.words import words_of
from firmware.pictures.table_items import ChipStack
from firmware.terminal.felt import net_words
from firmware.terminal.scene import picture
from firmware.terminal.view import AtsView, Dialogue

pytestmark = pytest.mark.lab(12, 60)

WORDS = words_of("en")


def drawn(view: AtsView) -> Scene:
    return picture(view, (1280, 800), WORDS, 0)


def lettering(view: AtsView) -> list[Lettering]:
    return [what for item in drawn(view).items if not isinstance(item, ChipStack) for what in item.lettering()]


# 55 staked and 10 back; a stake back; 25 on Banker at 0.95 : 1.
@pytest.mark.parametrize(("net", "says"), [(-45_00, "−$45"), (0, "Returned"), (23_75, "+$23.75")])
def test_what_a_coup_came_to_is_said_with_its_sign(net: int, says: str) -> None:
    assert net_words(net, WORDS) == says
    view = replace(ats_states(WORDS)["banker-wins"], net=net)
    (item,) = [item for item in drawn(view).items if getattr(item, "text", "") == says and item.box.y > 700]
    assert (getattr(item, "ink", None) == GOLD) == (net > 0)


def test_who_had_no_wager_is_told_of_none() -> None:
    said = {what.text for what in lettering(replace(ats_states(WORDS)["banker-wins"], net=None))}
    assert "–" in said


@pytest.mark.parametrize(("page", "label", "to"), [(0, "Earlier", "1"), (1, "Later", "0")])
def test_earlier_leads_to_the_earlier_coup(page: int, label: str, to: str) -> None:
    view = ats_states(WORDS)["recall"]
    view = replace(view, dialogue=Dialogue("recall", page), recalled=view.recalled[:1] * 2)
    (button,) = [item for item in drawn(view).items if isinstance(item, Button) and item.label == label]
    assert button.action == ("page", to)
    (other,) = [
        item for item in drawn(view).items if isinstance(item, Button) and {label, item.label} == {"Earlier", "Later"}
    ]
    assert other.action == ()
