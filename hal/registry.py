"""Opens the devices of a profile, by the names that stand there; never another one in the place of one that fails.

A profile is a TOML file. Each device of it names the module that drives it, and that module says what may be set:

    [devices.shoe]
    driver = "drivers.angel_eye"
    port = "usb:FT9XK2PA"
"""

import importlib
from collections.abc import Mapping
from types import ModuleType
from typing import Any, Final

import msgspec

from hal.device import Hear

# Which kind of device stands under which name.
NAMES: Final = {
    "shoe": "shoe",
    "note_acceptor": "note-acceptor",
    "ticket_printer": "ticket-printer",
    "wnd": "wnd",
    "panel": "panel",
    "touch": "touch",
}
FOLDERS: Final = ("drivers.", "sim.")


class ProfileError(ValueError):
    """A profile that cannot be used: names the key, what is wrong, and what would be right."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(f"{key}: {problem}" if key else problem)


class Chosen(msgspec.Struct, frozen=True):
    """A device of a profile, whose settings have been read."""

    name: str
    driver: str
    module: ModuleType
    options: Any

    def connect(self, hear: Hear, **needs: Any) -> Any:
        """Return the device; `needs` is what its kind asks for beside (who answers for the money, for an acceptor)."""
        return self.module.connect(self.name, self.options, hear, **needs)


def choose(devices: Mapping[str, Mapping[str, Any]]) -> dict[str, Chosen]:
    """Return the devices that a profile names. Raises ProfileError."""
    return {name: _choose(name, settings) for name, settings in devices.items()}


def _choose(name: str, settings: Mapping[str, Any]) -> Chosen:
    key = f"devices.{name}"
    kind = NAMES.get(name)
    if kind is None:
        raise ProfileError(key, f"there is no such device; there are {', '.join(NAMES)}")
    if not isinstance(settings, Mapping):
        raise ProfileError(key, 'is a table of settings, with driver = "drivers.…"')
    driver = settings.get("driver", "")
    if not isinstance(driver, str) or not driver.startswith(FOLDERS):
        raise ProfileError(f"{key}.driver", f"{driver!r} is no driver; one reads drivers.NAME")
    module = _load(driver, f"{key}.driver")
    if kind != module.KIND:
        raise ProfileError(f"{key}.driver", f"{driver} drives a {module.KIND}, and here stands a {kind}")
    rest = {word: value for word, value in settings.items() if word != "driver"}
    try:
        options = msgspec.convert(rest, module.Options)
    except msgspec.ValidationError as error:
        raise ProfileError("", keyed(key, str(error))) from None
    return Chosen(name, driver, module, options)


def _load(driver: str, key: str) -> ModuleType:
    try:
        return importlib.import_module(f"{driver}.driver")
    except ModuleNotFoundError as missing:
        named = missing.name or ""
        if f"{driver}.driver".startswith(named):
            raise ProfileError(key, f"there is no driver {driver} on this board") from None
        raise ProfileError(key, f"{driver} needs the package {named}, which is not installed") from None


def keyed(key: str, problem: str) -> str:
    """Turn msgspec's sentence round, so that it begins with the key that it is about."""
    what, _, where = problem.partition(" - at `$")
    full = ".".join(part for part in (key, where.strip(".`")) if part)
    what = what.replace("Object contains unknown field", "there is no setting")
    return f"{full}: {what}" if full else what
