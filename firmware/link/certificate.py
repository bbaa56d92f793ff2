"""How long a board's certificate is valid, read without the package that makes certificates, which few boards have."""

import re
import ssl
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from firmware.files import NotReadable, read_file

MOST_BYTES: Final = 65_536
DAY_S: Final = 86_400
# With fewer days left, somebody is told.
SOON_DAYS: Final = 30
# A certificate's two times, as DER writes them: UTCTime, or GeneralizedTime from 2050 on.
_TIMES: Final = re.compile(rb"\x17\x0d(\d{12})Z|\x18\x0f(\d{14})Z")


def days_left(file: Path, now_s: float) -> int:
    """Return how many more days a certificate is good for. Raises NotReadable."""
    try:
        text = read_file(file, MOST_BYTES).decode("ascii")
        der = ssl.PEM_cert_to_DER_cert(text)
        short, long = _TIMES.findall(der)[1]
        # Two-digit years below 50 are of this century (RFC 5280).
        ends = datetime.strptime((long or b"20" + short).decode(), "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    except (ValueError, IndexError):
        raise NotReadable(f"{file}: is no certificate") from None
    return int((ends.timestamp() - now_s) // DAY_S)


def why_renew(file: Path, now_s: float) -> str:
    """Return why a certificate must be renewed; nothing if it need not be yet."""
    try:
        left = days_left(file, now_s)
    except NotReadable:
        return ""  # whoever connects with it reports what is wrong with it
    return f"{left} days left" if left < SOON_DAYS else ""
