"""A body and its signature on one line of JSON: so board files, bundles and manifests are signed and read."""

from typing import Final

import msgspec
from msgspec import Raw, Struct

from firmware.openssl import is_signed, public_of, sign

SIGNER: Final = "signer"
SIGNATURE: Final = "signature"


class SignedBody(Struct, frozen=True):
    """What stands there, who is said to have signed it (empty: nobody), and whether that is so."""

    body: bytes
    signer: bytes
    sound: bool


def signed_line(name: str, body: bytes, kind: bytes, seed: bytes) -> bytes:
    """Return a body, under its name, with its signature.

    `kind` is signed with it and says what it is: no signature of ours over a thing of another kind fits this one.
    """
    line = {name: Raw(body), SIGNER: public_of(seed).hex(), SIGNATURE: sign(seed, kind + body).hex()}
    return msgspec.json.encode(line) + b"\n"


def read_signed(line: bytes, name: str, kind: bytes) -> SignedBody:
    """Return what a line holds. Raises ValueError where it is no such line."""
    try:
        fields = msgspec.json.decode(line, type=dict[str, Raw])
        body = bytes(fields.pop(name))
        signer, signature = (_hex(fields.pop(field, Raw(b'""'))) for field in (SIGNER, SIGNATURE))
    except (msgspec.MsgspecError, KeyError) as error:
        raise ValueError(str(error)) from None
    if fields:
        raise ValueError(f"there is no field {next(iter(fields))!r}")
    return SignedBody(body, signer, is_signed(signer, signature, kind + body))


def _hex(field: Raw) -> bytes:
    return bytes.fromhex(msgspec.json.decode(field, type=str))
