"""What all dialogues share: a panel in front of a veil, a title, and a row of buttons at the foot."""

from firmware.kit.box import Box
from firmware.kit.items import Button, Plate, Text, Veil
from firmware.kit.scene import Action, Draft
from firmware.kit.theme import GOLD

Choice = tuple[Action, str, str]


def put_frame(draft: Draft, title: str, share: tuple[float, float], choices: tuple[Choice, ...]) -> Box:
    """Put an empty dialogue in front of the picture and return the room inside it."""
    scale = draft.scale
    whole = draft.whole
    draft.put(Veil(whole))
    draft.veil()
    # On a narrow picture a dialogue takes the whole width.
    wide = share[0] if whole.w > whole.h else max(share[0], 0.94)
    box = whole.centred(round(whole.w * wide), round(whole.h * share[1]))
    draft.put(Plate(box, "panel", scale.px(1.8), 2))
    inside = box.inset(scale.px(2))
    head, inside = inside.top(scale.px(6), scale.gap)
    draft.put(Text(head, title, scale.large, GOLD, bold=True))
    if choices:
        foot, inside = inside.foot(scale.touch, scale.gap)
        for cell, (does, label, look) in zip(foot.across(*[1] * len(choices), gap=scale.gap), choices, strict=True):
            draft.put(Button(cell, does, label, scale.body, look, on=bool(does)))
    return inside
