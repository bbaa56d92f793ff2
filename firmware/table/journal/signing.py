"""The table's key: signs the journal's head. Ed25519, in a file of its own, readable by its owner alone."""

import base64
import binascii
import os
import re
from pathlib import Path
from typing import Final

from firmware import openssl
from firmware.files import NotReadable, read_file
from firmware.table.core.head import SignedHead, text_of
from firmware.table.core.journal import JournalError

# The public key, beside the private one: for other boards and for auditors.
PUBLIC: Final = "table.pub"
# What precedes the 32 bytes of an Ed25519 key in PKCS #8 and in SubjectPublicKeyInfo (RFC 8410).
_PRIVATE_DER: Final = bytes.fromhex("302e020100300506032b657004220420")
_PUBLIC_DER: Final = bytes.fromhex("302a300506032b6570032100")


class NoKey(JournalError):
    """A file is no key: says what it is, and what would be right."""


class Signer:
    """The table's key, in use. `public`: the public half, which proves its signatures, in hexadecimal."""

    def __init__(self, seed: bytes) -> None:
        self._key = openssl.PrivateKey(seed)
        self.public = self._key.public.hex()

    def sign(self, text: bytes) -> bytes:
        """Sign any text."""
        return self._key.sign(text)

    def __call__(self, row: int, head: bytes, snapshot: bytes, era: int) -> SignedHead:
        """Sign a row."""
        text = text_of(row, head.hex(), snapshot.hex(), era)
        return SignedHead(row, head.hex(), self.public, self.sign(text).hex(), snapshot.hex(), era)

    def public_pem(self) -> str:
        """Return the public key as it is given to other boards and to auditors."""
        return _pem("PUBLIC KEY", _PUBLIC_DER + bytes.fromhex(self.public))


def new_signer() -> Signer:
    """Return a new key."""
    return Signer(os.urandom(openssl.SEED))


def is_signed(head: SignedHead) -> bool:
    """Whether a head was signed with the key that it names; whose key that is, the caller must know."""
    text = text_of(head.row, head.head, head.snapshot, head.era)
    return openssl.is_signed(bytes.fromhex(head.key), bytes.fromhex(head.signature), text)


def make_key(path: Path) -> None:
    """Make a table's key; an existing one stays."""
    pem = _pem("PRIVATE KEY", _PRIVATE_DER + os.urandom(openssl.SEED))
    try:
        key = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except OSError as error:
        raise NoKey(f"{path}: {error.strerror}: a key is made once, in a new file") from None
    with os.fdopen(key, "w", encoding="ascii") as file:
        file.write(pem)
        file.flush()
        os.fsync(file.fileno())


def read_key(path: Path) -> Signer:
    """Read a table's key."""
    try:
        text = read_file(path)
    except NotReadable as error:
        raise NoKey(f"{error}; `rapid-table journal export --make-key` makes one") from None
    return Signer(_key(path, text, "PRIVATE KEY", _PRIVATE_DER))


def read_public(path: Path) -> str:
    """Read a table's public key, and return it in hexadecimal."""
    try:
        text = read_file(path)
    except NotReadable as error:
        raise NoKey(f"{error}; a table's public key is wanted, in PEM") from None
    return _key(path, text, "PUBLIC KEY", _PUBLIC_DER).hex()


def table_signer(path: Path) -> Signer:
    """Return what a table signs with; a table without a key gets one. Raises JournalError."""
    if not path.exists():
        make_key(path)
    signer = read_key(path)
    public = path.with_name(PUBLIC)
    if not public.exists():
        public.write_text(signer.public_pem(), encoding="ascii")
    return signer


def _pem(label: str, der: bytes) -> str:
    return f"-----BEGIN {label}-----\n{base64.b64encode(der).decode()}\n-----END {label}-----\n"


def _key(path: Path, text: bytes, label: str, before: bytes) -> bytes:
    """Return the 32 bytes of a key in PEM."""
    what = label.lower()
    found = re.search(rf"-----BEGIN {label}-----([A-Za-z0-9+/=\s]*)-----END {label}-----".encode(), text)
    if found is None:
        raise NoKey(f"{path}: is no {what} in PEM")
    try:
        der = base64.b64decode(b"".join(found[1].split()), validate=True)
    except binascii.Error as error:
        raise NoKey(f"{path}: is no {what} in PEM: {error}") from None
    if not der.startswith(before) or len(der) != len(before) + openssl.SEED:
        raise NoKey(f"{path}: is no Ed25519 key")
    return der[len(before) :]
