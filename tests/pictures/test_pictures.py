"""Each state of each screen looks as it did when somebody looked at it last: tests/pictures/kept."""

import pytest
from PIL import Image
from reference import KEPT, MADE, Picture, differs, every_picture, in_greenwich


@pytest.mark.parametrize("picture", every_picture(), ids=lambda picture: picture.name)
def test_it_looks_as_it_did(picture: Picture) -> None:
    in_greenwich()
    made = picture.draw()
    kept = KEPT / picture.name
    if kept.exists() and not differs(made, Image.open(kept)):
        return
    MADE.mkdir(parents=True, exist_ok=True)
    made.save(MADE / picture.name)
    pytest.fail(
        f"{MADE / picture.name} is not what {kept.name} shows: look at both; if the new one is right, "
        "`make pictures` keeps it"
    )


def test_no_picture_is_kept_of_what_is_not_there() -> None:
    assert {path.name for path in KEPT.glob("*.png")} == {picture.name for picture in every_picture()}


def test_a_picture_that_differs_is_found() -> None:
    picture = every_picture()[0]
    kept = Image.open(KEPT / picture.name).convert("RGB")
    assert not differs(kept, kept)
    other = kept.copy()
    other.putpixel((200, 200), (255, 0, 255))
    assert differs(other, kept)
    assert differs(kept.resize((100, 100)), kept)
