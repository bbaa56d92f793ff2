"""Python's own OpenSSL, held against the cryptography package and against RFC 8032's first test."""

import os

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from firmware import openssl


def test_the_first_vector_of_rfc_8032() -> None:
    seed = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    assert openssl.public_of(seed).hex() == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert openssl.sign(seed, b"").hex() == (
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    )


@pytest.mark.parametrize("text", [b"", b"\0", b"a head", os.urandom(5000)], ids=len)
def test_signatures_are_good_for_others_and_theirs_for_us(text: bytes) -> None:
    seed = os.urandom(openssl.SEED)
    theirs = Ed25519PrivateKey.from_private_bytes(seed)
    public = openssl.public_of(seed)
    assert public == theirs.public_key().public_bytes_raw()
    Ed25519PublicKey.from_public_bytes(public).verify(openssl.sign(seed, text), text)
    assert openssl.is_signed(public, theirs.sign(text), text)
    assert not openssl.is_signed(public, theirs.sign(text), text + b"x")
    assert not openssl.is_signed(os.urandom(32), theirs.sign(text), text)
    assert not openssl.is_signed(b"short", theirs.sign(text), text)
    assert not openssl.is_signed(public, b"short", text)


@pytest.mark.parametrize("data", [b"", b"\0", b"rows", os.urandom(70_000)], ids=len)
def test_what_is_sealed_is_opened_by_others_and_the_other_way_round(data: bytes) -> None:
    key, nonce = os.urandom(openssl.KEY), os.urandom(openssl.NONCE)
    sealed = openssl.seal(key, nonce, data, b"rows 1 to 2")
    assert ChaCha20Poly1305(key).decrypt(nonce, sealed, b"rows 1 to 2") == data
    theirs = ChaCha20Poly1305(key).encrypt(nonce, data, b"")
    assert openssl.unseal(key, nonce, theirs, b"") == data
    with pytest.raises(InvalidTag):
        ChaCha20Poly1305(key).decrypt(nonce, sealed, b"rows 1 to 3")


def test_what_was_changed_is_not_opened() -> None:
    key, nonce = os.urandom(openssl.KEY), os.urandom(openssl.NONCE)
    sealed = openssl.seal(key, nonce, b"balances", b"named")
    for place in range(len(sealed)):
        changed = bytearray(sealed)
        changed[place] ^= 1
        with pytest.raises(openssl.Forged):
            openssl.unseal(key, nonce, bytes(changed), b"named")
    for wrong in (
        (os.urandom(32), nonce, sealed, b"named"), (key, os.urandom(12), sealed, b"named"),
        (key, nonce, sealed, b"other"), (key, nonce, sealed[:-1], b"named"), (key, nonce, b"", b"named"),
    ):  # fmt: skip
        with pytest.raises(openssl.Forged):
            openssl.unseal(*wrong)


def test_a_failure_of_openssl_is_an_error_and_no_answer() -> None:
    with pytest.raises(openssl.OpenSslError):
        openssl.sign(b"no seed", b"text")


def test_the_library_is_the_one_that_python_has_loaded() -> None:
    line = "7fcf90c00000-7fcf90cb4000 r--p 00000000 fe:01 1234      /usr/lib/aarch64-linux-gnu/libcrypto.so.3"
    assert openssl.loaded(f"55d0-55d1 r--p 0 0 0 [heap]\n{line}\n") == "/usr/lib/aarch64-linux-gnu/libcrypto.so.3"
    with pytest.raises(openssl.OpenSslError, match="brings no libcrypto"):
        openssl.loaded("55d0-55d1 r--p 0 0 0 [heap]\n")
