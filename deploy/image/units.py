"""Which units run: links, as systemctl would make them, and the preset that says the same."""

import shutil
from pathlib import Path
from typing import Final

from image.said import NotMade

SHIPPED: Final = "usr/lib/systemd/system"
OURS: Final = "etc/systemd/system"
PRESET: Final = "usr/lib/systemd/system-preset/00-rapid-table.preset"


def settings_of(unit: Path) -> dict[str, dict[str, str]]:
    """Return a unit's settings, section by section; of a setting that stands more than once, all values."""
    found: dict[str, dict[str, str]] = {}
    section = ""
    for line in unit.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        if line.startswith("["):
            section = line.strip("[] ")
        elif "=" in line and not line.startswith(("#", ";")):
            key, _, value = line.partition("=")
            of = found.setdefault(section, {})
            of[key.strip()] = f"{of.get(key.strip(), '')} {value.strip()}".strip()
    return found


def set_up_units(root: Path, running: list[str], masked: list[str]) -> None:
    """Have these units run and those never, and all others only where another asks for them. Raises NotMade."""
    for name in running:
        file = root / SHIPPED / name
        if not file.exists():
            raise NotMade(f"{name} is no unit of this image, and deploy/image/board.toml has it run")
        install = settings_of(file).get("Install", {})
        for key, suffix in (("WantedBy", "wants"), ("RequiredBy", "requires")):
            for target in install.get(key, "").split():
                _link(root / OURS / f"{target}.{suffix}" / name, f"/{SHIPPED}/{name}")
    for name in masked:
        _link(root / OURS / name, "/dev/null")
    preset = root / PRESET
    for other in preset.parent.glob("*.preset"):
        other.unlink()
    preset.write_text("".join([*(f"enable {name}\n" for name in running), "disable *\n"]))


def leave_out_others(root: Path, others: list[str]) -> None:
    """Take out the units that run on other roles' boards, with what belongs to them."""
    for name in others:
        for place in (root / SHIPPED).glob(f"{name.rpartition('.')[0]}.*"):
            shutil.rmtree(place) if place.is_dir() else place.unlink()


def users_of(root: Path) -> set[str]:
    """Return the users and groups that the units of an image that may run are run as."""
    named: set[str] = set()
    for unit in (root / SHIPPED).glob("*.service"):
        over = root / OURS / unit.name
        if unit.is_symlink() or (over.is_symlink() and str(over.readlink()) == "/dev/null"):
            continue
        service = settings_of(unit).get("Service", {})
        for key in ("User", "Group", "SupplementaryGroups"):
            named |= {name for name in service.get(key, "").split() if "%" not in name}
    return named


def programs_missing(root: Path) -> list[str]:
    """Return what units of ours start that is not in the root."""
    found = []
    for unit in sorted((root / SHIPPED).glob("*.service")):
        if unit.name.startswith(("rapid-table-", "card-")):
            service = settings_of(unit).get("Service", {})
            named = {word for key, value in service.items() if key.startswith("Exec") for word in value.split()}
            paths = {
                word.lstrip("-+!@:") for word in named if word.lstrip("-+!@:").startswith(("/usr/", "/bin/", "/opt/"))
            }
            found += [f"{unit.name}: {path} is not there" for path in sorted(paths) if not (root / path[1:]).exists()]
    return found


def _link(place: Path, leads_to: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    place.symlink_to(leads_to)
