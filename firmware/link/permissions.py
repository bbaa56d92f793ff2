"""Who may connect to a table's server, and what each may send and receive there, from one list of devices."""

import json
from collections.abc import Collection
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from firmware.files import NotReadable, read_file
from firmware.link.bounds import LONGEST_MESSAGE

TABLE: Final = "table"
SERVER: Final = "server"
LIST: Final = "devices.json"
USERS: Final = "users.conf"
# Each board has one, and two for a moment when it comes back; each costs the server some 75 kB.
MOST_CONNECTIONS: Final = 512
# A table's list of barred devices is not read beyond this, whoever wrote it.
MOST_BARRED: Final = 16 * 1024


class ProvisionError(ValueError):
    """The request cannot be carried out; says why, and what would be right."""


class Devices(Struct):
    """A table's devices, each with the number of its certificate. A device that is not listed is let in nowhere."""

    hosts: list[str]
    generations: dict[str, int]
    last: int = 0

    def next_number(self) -> int:
        """Return the next certificate's number; none is used twice."""
        self.last += 1
        return self.last


def read(folder: Path) -> Devices:
    """Read the list of devices."""
    try:
        return msgspec.json.decode(read_file(folder / LIST), type=Devices)
    except (NotReadable, msgspec.DecodeError) as error:
        raise ProvisionError(f"{folder}: is not provisioned: {error}") from None


def save(folder: Path, known: Devices) -> None:
    """Write the list, and the server's users from it."""
    (folder / LIST).write_bytes(msgspec.json.format(msgspec.json.encode(known)))
    _write_users(folder, known, ())


def bar(folder: Path, devices: Collection[str]) -> list[str]:
    """Leave barred devices out of the server's users; return those that are left out.

    Only known devices can be barred, and never the table itself.
    """
    known = read(folder)
    barred = sorted(set(devices) & known.generations.keys() - {SERVER, TABLE})
    _write_users(folder, known, barred)
    return barred


def read_barred(path: Path) -> list[str]:
    """Read whom a table wants barred: nobody, if it has said nothing yet."""
    if not path.exists():
        return []
    try:
        return msgspec.json.decode(read_file(path, MOST_BARRED), type=list[str])
    except (NotReadable, msgspec.DecodeError) as error:
        raise ProvisionError(f"{path}: is no list of devices: {error}") from None


def subject(device: str, generation: int) -> str:
    """Return the user name of a certificate, exactly as the server forms it."""
    return f"OU={generation},CN={device}"


def _write_users(folder: Path, known: Devices, barred: Collection[str]) -> None:
    devices = [device for device in known.generations if device not in (SERVER, TABLE)]
    users = [_user(TABLE, known.generations[TABLE], of_table(devices))] if TABLE in known.generations else []
    users += [_user(device, known.generations[device], of_device(device)) for device in devices if device not in barred]
    # Whole or not at all: the server may read it at any moment.
    new = folder / f".{USERS}.new"
    new.write_text("users = [\n" + "\n".join(users) + "\n]\n")
    new.replace(folder / USERS)


class Permitted(NamedTuple):
    """The subjects that a user may speak on, and listen to."""

    speaks: list[str]
    hears: list[str]


def of_table(devices: list[str]) -> Permitted:
    """Return what the table may do: it answers each device where only that device listens."""
    speaks = ["public", "account.*", "beat.table", "head", "who-remembers"]
    return Permitted([*speaks, *(f"_INBOX_{device}.>" for device in devices)], ["ask.*", "beat.*"])


def of_device(device: str) -> Permitted:
    """Return what a device may do: it speaks and listens only as itself."""
    hears = ["public", f"account.{device}", "beat.table", "head", "who-remembers", f"_INBOX_{device}.>"]
    return Permitted([f"ask.{device}", f"beat.{device}"], hears)


def _user(device: str, generation: int, may: Permitted) -> str:
    permissions = f"publish: {json.dumps(may.speaks)}, subscribe: {json.dumps(may.hears)}"
    return f'  {{ user: "{subject(device, generation)}", permissions: {{ {permissions} }} }}'


def server_config(listen: str) -> str:
    """Return the server's configuration: mutual TLS, nobody without a certificate, nothing in plain text.

    It names its files without a folder, so that it can be copied to the board: the server is started in their folder.
    """
    return f"""# Made by rapid-table provision. Users and permissions are in users.conf, from the same list of devices.
listen: "{listen}"
max_payload: {LONGEST_MESSAGE}
max_control_line: 1024
max_connections: {MOST_CONNECTIONS}
max_subscriptions: 256
max_pending: 524288
write_deadline: "2s"
ping_interval: "5s"
ping_max: 2
tls {{
  cert_file: "server.pem"
  key_file: "server.key"
  ca_file: "authority.pem"
  verify_and_map: true
  timeout: 3
}}
authorization {{
  include "users.conf"
}}
"""
