"""Where a trial changes a byte, one byte is another, and nothing else."""

from pathlib import Path

import pytest
from image.said import do
from image.trial.tampering import flip_in_file
from tools_needed import need


@pytest.mark.outside
def test_a_byte_of_a_file_is_changed_in_its_file_system(tmp_path: Path) -> None:
    need("mkfs.ext4")
    files = tmp_path / "files"
    files.mkdir()
    contents = bytes(range(256)) * 100
    for name in ("one", "two"):
        (files / name).write_bytes(contents)
    image = tmp_path / "data.img"
    do(["mkfs.ext4", "-q", "-d", files, image, "8M"])
    flip_in_file(image, "/two", 9001)
    found = {name: do(["debugfs", "-R", f"cat /{name}", image]) for name in ("one", "two")}
    assert found["one"] == contents
    assert [at for at, byte in enumerate(found["two"]) if byte != contents[at]] == [9001]
    assert len(found["two"]) == len(contents)
