"""What Python's own OpenSSL can do and Python does not offer: Ed25519 signatures, and ChaCha20-Poly1305.

The cryptography package brings an OpenSSL of its own, which takes a table 10 MB; this one is loaded already, for hashes
and for TLS. A function of OpenSSL's that fails is an error here, never a wrong answer.
"""

import ctypes
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final
from weakref import finalize

SEED: Final = 32
SIGNATURE: Final = 64
KEY: Final = 32
NONCE: Final = 12
TAG: Final = 16
# OpenSSL's names of these, as its headers number them.
_ED25519: Final = 1087
_GET_TAG: Final = 0x10
_SET_TAG: Final = 0x11
_POINTER, _BYTES, _INT, _SIZE = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_size_t
_COUNT = ctypes.POINTER(ctypes.c_int)
_FUNCTIONS: Final[dict[str, tuple[type | None, list[type]]]] = {
    "EVP_PKEY_new_raw_private_key": (_POINTER, [_INT, _POINTER, _BYTES, _SIZE]),
    "EVP_PKEY_new_raw_public_key": (_POINTER, [_INT, _POINTER, _BYTES, _SIZE]),
    "EVP_PKEY_get_raw_public_key": (_INT, [_POINTER, _BYTES, ctypes.POINTER(_SIZE)]),
    "EVP_PKEY_free": (None, [_POINTER]),
    "EVP_MD_CTX_new": (_POINTER, []),
    "EVP_MD_CTX_free": (None, [_POINTER]),
    "EVP_DigestSignInit": (_INT, [_POINTER] * 5),
    "EVP_DigestSign": (_INT, [_POINTER, _BYTES, ctypes.POINTER(_SIZE), _BYTES, _SIZE]),
    "EVP_DigestVerifyInit": (_INT, [_POINTER] * 5),
    "EVP_DigestVerify": (_INT, [_POINTER, _BYTES, _SIZE, _BYTES, _SIZE]),
    "EVP_CIPHER_CTX_new": (_POINTER, []),
    "EVP_CIPHER_CTX_free": (None, [_POINTER]),
    "EVP_chacha20_poly1305": (_POINTER, []),
    "EVP_CIPHER_CTX_ctrl": (_INT, [_POINTER, _INT, _INT, _BYTES]),
    "EVP_EncryptInit_ex": (_INT, [_POINTER, _POINTER, _POINTER, _BYTES, _BYTES]),
    "EVP_EncryptUpdate": (_INT, [_POINTER, _BYTES, _COUNT, _BYTES, _INT]),
    "EVP_EncryptFinal_ex": (_INT, [_POINTER, _BYTES, _COUNT]),
    "EVP_DecryptInit_ex": (_INT, [_POINTER, _POINTER, _POINTER, _BYTES, _BYTES]),
    "EVP_DecryptUpdate": (_INT, [_POINTER, _BYTES, _COUNT, _BYTES, _INT]),
    "EVP_DecryptFinal_ex": (_INT, [_POINTER, _BYTES, _COUNT]),
    "ERR_clear_error": (None, []),
}


class OpenSslError(RuntimeError):
    """OpenSSL did not do what it always does."""


class Forged(ValueError):
    """What was to be opened is not what was sealed, or was sealed by another key."""


def loaded(maps: str) -> str:
    """Return the path of the OpenSSL that a process has loaded, out of its map of memory."""
    path = next((line.split(maxsplit=5)[5] for line in maps.splitlines() if "/libcrypto.so" in line), None)
    if path is None:
        raise OpenSslError("this Python brings no libcrypto.so: Debian's does, and the journal is signed by it")
    return path


@cache
def _library() -> ctypes.CDLL:
    """Return the library that Python itself has loaded, whatever its version is called."""
    hashlib.sha256()
    library = ctypes.CDLL(loaded(Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _need(done: int | None) -> int:
    if not done or done < 0:
        raise OpenSslError("OpenSSL failed")
    return done


@contextmanager
def _context(kind: str) -> Iterator[int]:
    context = _need(getattr(_library(), f"{kind}_new")())
    try:
        yield context
    finally:
        getattr(_library(), f"{kind}_free")(context)


class PrivateKey:
    """A private key of Ed25519, made ready once: a table signs with it all its life."""

    def __init__(self, seed: bytes) -> None:
        self._key = _need(_library().EVP_PKEY_new_raw_private_key(_ED25519, None, seed, len(seed)))
        finalize(self, _library().EVP_PKEY_free, self._key)

    @property
    def public(self) -> bytes:
        """The public key that belongs to it."""
        public, size = ctypes.create_string_buffer(SEED), ctypes.c_size_t(SEED)
        _need(_library().EVP_PKEY_get_raw_public_key(self._key, public, ctypes.byref(size)))
        return public.raw

    def sign(self, text: bytes) -> bytes:
        """Sign a text."""
        signature, size = ctypes.create_string_buffer(SIGNATURE), ctypes.c_size_t(SIGNATURE)
        with _context("EVP_MD_CTX") as context:
            _need(_library().EVP_DigestSignInit(context, None, None, None, self._key))
            _need(_library().EVP_DigestSign(context, signature, ctypes.byref(size), text, len(text)))
        return signature.raw


def public_of(seed: bytes) -> bytes:
    """Return the public key of a private one."""
    return PrivateKey(seed).public


def sign(seed: bytes, text: bytes) -> bytes:
    """Sign a text by Ed25519."""
    return PrivateKey(seed).sign(text)


def is_signed(public: bytes, signature: bytes, text: bytes) -> bool:
    """Whether a text was signed by whoever has the private key of a public one."""
    library = _library()
    key = library.EVP_PKEY_new_raw_public_key(_ED25519, None, public, len(public))
    if not key:
        library.ERR_clear_error()
        return False
    try:
        with _context("EVP_MD_CTX") as context:
            _need(library.EVP_DigestVerifyInit(context, None, None, None, key))
            good = library.EVP_DigestVerify(context, signature, len(signature), text, len(text)) == 1
    finally:
        library.EVP_PKEY_free(key)
    # What OpenSSL thinks of it stays in a queue of this thread's, where TLS would come upon it.
    library.ERR_clear_error()
    return bool(good)


def seal(key: bytes, nonce: bytes, data: bytes, named: bytes) -> bytes:
    """Encrypt data: without the key nobody reads or changes it, or what it is `named`. A nonce is used once."""
    assert (len(key), len(nonce)) == (KEY, NONCE)
    library = _library()
    sealed, tag, size = ctypes.create_string_buffer(len(data) + TAG), ctypes.create_string_buffer(TAG), ctypes.c_int()
    with _context("EVP_CIPHER_CTX") as context:
        _need(library.EVP_EncryptInit_ex(context, library.EVP_chacha20_poly1305(), None, key, nonce))
        _need(library.EVP_EncryptUpdate(context, None, ctypes.byref(size), named, len(named)))
        _need(library.EVP_EncryptUpdate(context, sealed, ctypes.byref(size), data, len(data)))
        _need(library.EVP_EncryptFinal_ex(context, None, ctypes.byref(size)))
        _need(library.EVP_CIPHER_CTX_ctrl(context, _GET_TAG, TAG, tag))
    return sealed.raw[: len(data)] + tag.raw


def unseal(key: bytes, nonce: bytes, sealed: bytes, named: bytes) -> bytes:
    """Return what was sealed. Raises Forged."""
    assert (len(key), len(nonce)) == (KEY, NONCE)
    library = _library()
    size, rest = ctypes.c_int(), len(sealed) - TAG
    if rest < 0:
        raise Forged("too short")
    data = ctypes.create_string_buffer(rest + TAG)
    with _context("EVP_CIPHER_CTX") as context:
        _need(library.EVP_DecryptInit_ex(context, library.EVP_chacha20_poly1305(), None, key, nonce))
        _need(library.EVP_DecryptUpdate(context, None, ctypes.byref(size), named, len(named)))
        _need(library.EVP_DecryptUpdate(context, data, ctypes.byref(size), sealed[:rest], rest))
        _need(library.EVP_CIPHER_CTX_ctrl(context, _SET_TAG, TAG, sealed[rest:]))
        if library.EVP_DecryptFinal_ex(context, None, ctypes.byref(size)) != 1:
            library.ERR_clear_error()
            raise Forged("not what was sealed, or another key")
    return data.raw[:rest]
