"""What a trial adds to its copy of a card has the last word there."""

import re
from pathlib import PurePath

from image.recipe import DEPLOY, HERE
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


def test_a_trial_waits_longer_for_each_partition_than_the_image_does() -> None:
    # Seen: a terminal's data partition did not come within fstab's 120 s, which no default of the manager's changes.
    devices = re.findall(
        r"^/dev/rapid-table/card-(\w+) .*device-timeout", (HERE / "etc/fstab").read_text(), re.MULTILINE
    )
    assert len(devices) == 3
    for part in devices:
        (place,) = [name for name in PATIENT if f"dev-rapid\\x2dtable-card\\x2d{part}.device.d/" in name]
        assert "JobRunningTimeoutSec=900" in PATIENT[place]
