"""A table's own authority: a certificate for each device."""

import ipaddress
import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from firmware.files import NotReadable, read_file
from firmware.link.names import need_device, need_host
from firmware.link.permissions import LIST, SERVER, TABLE, Devices, ProvisionError, read, save
from firmware.table.core.setup import MOST_TERMINALS
from hal.clock import wall_s

YEARS: Final = 10
# The key of the journal's second copies: one copy of it stays here, one goes to the table.
COPY_KEY: Final = "copy.key"
COPY_KEY_BYTES: Final = 32
# The key that signs certificates is kept apart from what boards get, so that nobody copies it to a board with them.
AUTHORITY: Final = "authority"
# An authority's file has a few hundred bytes.
MOST_BYTES: Final = 65_536
_NO_AUTHORITY: Final = (
    "authority.pem and authority.key are not this table's authority; put them back as they were provisioned"
)


def provision(folder: Path, devices: list[str], hosts: list[str]) -> Devices:
    """Make the authority and a certificate for each device, in a new folder."""
    if (folder / LIST).exists():
        raise ProvisionError(f"{folder}: is provisioned already; --renew, --revoke and --add change it")
    # Everything is checked before anything is made: a folder is provisioned wholly or not at all.
    _need(need_device, "--add", *devices)
    _need(need_host, "--host", *hosts)
    (folder / AUTHORITY).mkdir(mode=0o700, parents=True, exist_ok=True)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "rapid-table authority")])
    builder = _builder(name, name, key.public_key()).add_extension(
        x509.BasicConstraints(ca=True, path_length=0), critical=True
    )
    certificate = builder.add_extension(_usage(signs=True), critical=True)
    _write(_signing_key(folder), _private(key))
    _write(folder / COPY_KEY, os.urandom(COPY_KEY_BYTES))
    (folder / "authority.pem").write_bytes(certificate.sign(key, hashes.SHA256()).public_bytes(_PEM))
    known = Devices(hosts, {})
    for device in (SERVER, TABLE, *devices):
        _issue(folder, known, device)
    save(folder, known)
    return known


def renew(folder: Path, device: str) -> None:
    """Give a device a new certificate; the previous one is no longer let in."""
    known = read(folder)
    if device not in known.generations:
        raise ProvisionError(f"{device}: there is no such device; there are {', '.join(known.generations)}")
    _issue(folder, known, device)
    save(folder, known)


def add(folder: Path, device: str) -> None:
    """Give a new device a certificate."""
    known = read(folder)
    _need(need_device, "--add", device)
    kind, _, number = device.partition("-")
    if kind == "ats" and int(number) > MOST_TERMINALS:
        raise ProvisionError(f"--add: {device}: a table has at most {MOST_TERMINALS} terminals")
    if device in known.generations:
        raise ProvisionError(f"{device}: is there already; --renew gives it a new certificate")
    _issue(folder, known, device)
    save(folder, known)


def revoke(folder: Path, device: str) -> None:
    """Stop letting a device in."""
    known = read(folder)
    if known.generations.pop(device, None) is None:
        raise ProvisionError(f"{device}: there is no such device; there are {', '.join(known.generations)}")
    save(folder, known)
    for end in ("pem", "key"):
        # Its files may be missing here: perhaps only the lost board has them, and that is why it is revoked.
        (folder / f"{device}.{end}").unlink(missing_ok=True)


def _need(hold: Callable[[str], None], option: str, *names: str) -> None:
    try:
        for name in names:
            hold(name)
    except ValueError as error:
        raise ProvisionError(f"{option}: {error}") from None


_PEM: Final = serialization.Encoding.PEM


def _builder(name: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    now = datetime.fromtimestamp(wall_s(), UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(issuer).public_key(key)
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(now - timedelta(days=1))
    builder = builder.not_valid_after(now + timedelta(days=365 * YEARS))
    return builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)


def _usage(*, signs: bool) -> x509.KeyUsage:
    """Return what a key is for: an authority's signs certificates, a device's proves who it is."""
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _signing_key(folder: Path) -> Path:
    """Return where the authority's key is; a key of earlier firmware, which did not keep it apart, is moved there."""
    key = folder / AUTHORITY / "authority.key"
    before = folder / key.name
    if before.exists() and not key.exists():
        key.parent.mkdir(mode=0o700, exist_ok=True)
        before.replace(key)
    return key


def _authority(folder: Path) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """Read the table's own authority. Raises ProvisionError if there is none, or the file is not one."""
    try:
        certificate = x509.load_pem_x509_certificate(read_file(folder / "authority.pem", MOST_BYTES))
        key = serialization.load_pem_private_key(read_file(_signing_key(folder), MOST_BYTES), None)
    except NotReadable as error:
        raise ProvisionError(str(error)) from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise ProvisionError(f"{folder}: {_NO_AUTHORITY}") from None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise ProvisionError(f"{folder}: {_NO_AUTHORITY}")
    return certificate, key


def _issue(folder: Path, known: Devices, device: str) -> None:
    authority, signing = _authority(folder)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([
        x509.NameAttribute(NameOID.COMMON_NAME, device),
        x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, str(known.next_number())),
    ])  # fmt: skip
    serves = device == SERVER
    usage = ExtendedKeyUsageOID.SERVER_AUTH if serves else ExtendedKeyUsageOID.CLIENT_AUTH
    builder = _builder(name, authority.subject, key.public_key())
    builder = builder.add_extension(x509.ExtendedKeyUsage([usage]), critical=False)
    builder = builder.add_extension(_usage(signs=False), critical=True)
    # From Python 3.13 on a certificate is not believed unless it says whose key signed it.
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(signing.public_key())
    builder = builder.add_extension(issuer, critical=False)
    if serves:
        builder = builder.add_extension(x509.SubjectAlternativeName(_names(known.hosts)), critical=False)
    (folder / f"{device}.pem").write_bytes(builder.sign(signing, hashes.SHA256()).public_bytes(_PEM))
    _write(folder / f"{device}.key", _private(key))
    known.generations[device] = known.last


def _names(hosts: Sequence[str]) -> list[x509.GeneralName]:
    """Return a server's names. One with addresses alone is also called localhost: nats.js takes nothing else there."""
    names = [_host(host) for host in hosts]
    named = any(isinstance(name, x509.DNSName) for name in names)
    return names if named else [*names, x509.DNSName("localhost")]


def _host(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    form = serialization.PrivateFormat.PKCS8
    return key.private_bytes(_PEM, form, serialization.NoEncryption())


def _write(path: Path, data: bytes) -> None:
    """Write a secret, readable by its owner alone."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(data)
