"""What a trial adds to its copy of a card has the last word there."""

from pathlib import PurePath

from image.recipe import DEPLOY
from image.settle import SYSTEM
from image.trial.overlay import PATIENT, SHELL, TALKING


def test_a_trials_patience_comes_after_what_the_image_says() -> None:
    """Of a configuration systemd reads the parts by their names, whatever folder they lie in; the last one holds."""
    laid = {PurePath(place).name for place in SYSTEM.values()}
    laid |= {file.name for file in DEPLOY.rglob("*.d/*.conf")}
    assert {"rapid-table.conf", "closed.conf"} <= laid
    for name in (*PATIENT, *TALKING, *SHELL):
        part = PurePath(name)
        if part.suffix == ".conf":
            assert all(part.name > other for other in laid), part
