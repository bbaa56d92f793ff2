"""Names in certificates, file names and a server's configuration: devices, hosts, listening addresses."""

import ipaddress
import re
from typing import Final

# What a device can be, with its number: ats-1, wnd-1, cage-2.
KINDS: Final = ("ats", "wnd", "sgc", "cage", "tournament", "floor")
_DEVICE: Final = re.compile(rf"({'|'.join(KINDS)})-[1-9][0-9]{{0,3}}")
_LABEL: Final = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST: Final = re.compile(rf"{_LABEL}(\.{_LABEL})*")
LONGEST_HOST: Final = 253


def need_device(name: str) -> None:
    """Check a device's name. Raises ValueError."""
    if _DEVICE.fullmatch(name) is None:
        raise ValueError(f"{name!r} is no device's name; one reads {', '.join(f'{kind}-1' for kind in KINDS)}")


def need_user(name: str) -> None:
    """Check the name that a board connects with: a device's, or the table's own. Raises ValueError."""
    if name != "table":
        need_device(name)


def need_host(name: str) -> None:
    """Check a host's name or address. Raises ValueError."""
    if not (_is_address(name) or (_HOST.fullmatch(name) and len(name) <= LONGEST_HOST)):
        raise ValueError(f"{name!r} is no host's name and no address; one reads table7.local or 192.0.2.7")


def need_listen(where: str) -> None:
    """Check where a server listens or is found, HOST:PORT. Raises ValueError."""
    host, _, port = where.rpartition(":")
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    digits = re.fullmatch("[0-9]{1,5}", port)
    if digits is None or not 0 < int(port) <= 0xFFFF:
        raise ValueError(f"{where!r} has no host and port; it reads table7.local:4222")
    need_host(bare)


def need_server(url: str) -> None:
    """Check where a server is found. Raises ValueError."""
    scheme, _, where = url.partition("://")
    if scheme not in ("tls", "nats"):
        raise ValueError(f"{url!r} is no server; one reads tls://table7.local:4222")
    need_listen(where)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return "%" not in name  # a zone means something only on this machine
