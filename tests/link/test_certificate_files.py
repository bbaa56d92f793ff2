"""Files of certificates that are none: a board says so and goes on trying; it is not kept waiting by one."""

import os
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.link.nats_link import tls_context
from firmware.link.settings import NetworkSettings


@pytest.mark.parametrize("name", ["authority.pem", "ats-1.pem", "ats-1.key"])
@pytest.mark.parametrize(
    ("how", "said"),
    [("pipe", "is a pipe, and nobody writes into it"), ("endless", "is longer than 65,536 bytes"), ("gone", "No such")],
)
def test_a_certificate_that_is_no_file_is_said(tmp_path: Path, name: str, how: str, said: str) -> None:
    folder = tmp_path / "table7"
    assert main(["provision", str(folder), "--ats", "1"]) == 0
    settings = NetworkSettings("tls://127.0.0.1:4222", "ats-1", str(folder))
    tls_context(settings)
    (folder / name).unlink()
    if how == "pipe":
        os.mkfifo(folder / name)
    elif how == "endless":
        (folder / name).symlink_to("/dev/zero")
    with pytest.raises(OSError, match=said):
        tls_context(settings)
