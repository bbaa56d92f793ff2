"""The folder in which an update leaves what it goes by: root writes it, and the role reads it."""

from pathlib import Path


def have_folder(folder: Path) -> None:
    """Make the folder where there is none, and have the role read it whatever the units' mask is. Raises OSError."""
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)
