"""`rapid-table verify-software`: holds every file of a board, or a card, against the signed manifest."""

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware.cli.arguments import path, short
from firmware.cli.errors import BadInput
from firmware.cli.say import say, say_json
from firmware.files import NotReadable, read_file
from firmware.openssl import KEY, SEED
from firmware.private import write_whole
from firmware.software.card import NoCard, verify_card
from firmware.software.manifest import (
    MANIFEST,
    PINNED,
    Manifest,
    NoManifest,
    read_manifest,
    read_pinned,
    with_beside,
    write_manifest,
)
from firmware.software.verify import Found, manifest_of, verify
from hal.clock import pause, ticks_s

# With --gently it rests so many times as long as it worked.
RESTS: Final = 3
SHOWN: Final = 20
EXAMPLES: Final = """\
  rapid-table verify-software
  rapid-table verify-software --seed 5f2c90d1a7         an inspector's own seed: compare the answer
  rapid-table verify-software --image /dev/sdb --manifest manifest.json --key software.pub
  rapid-table verify-software --make 0.4.0 --role table --root build/root --component system=usr \\
      --sign software.key --manifest manifest.json

Exit status 0: every file is as signed; 1: one is not; 2: there is no manifest that can be trusted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--manifest", type=path, default=MANIFEST, metavar="FILE", help=f"default: {MANIFEST}")
    parser.add_argument("--key", metavar="FILE|HEX", help=f"the public key that is trusted (default: {PINNED})")
    parser.add_argument("--root", type=path, default=Path("/"), metavar="DIR", help="where the files lie (default: /)")
    parser.add_argument("--seed", type=_seed, metavar="HEX", help="answer by HMAC-SHA-256 under this seed, too")
    parser.add_argument("--image", type=path, metavar="FILE", help="a card, or an image of one, on another machine")
    parser.add_argument("--gently", action="store_true", help="leave the processor and the card to others meanwhile")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--make", metavar="VERSION", help="write a manifest of what lies there now")
    parser.add_argument("--role", default="", metavar="ROLE", help="with --make: whose software it is")
    parser.add_argument(
        "--component", action="append", default=[], metavar="NAME=DIR", help="with --make: a folder below root"
    )
    parser.add_argument("--sign", type=path, metavar="FILE", help="with --make: the private key, 64 hexadecimal digits")


def run(arguments: argparse.Namespace) -> int:
    """Hold them against it, or make it."""
    if arguments.make is not None:
        return _make(arguments)
    try:
        manifest = read_manifest(arguments.manifest, _pinned(arguments.key))
        if arguments.image is None:
            manifest = with_beside(manifest, arguments.root, _pinned(arguments.key))
            found = verify(manifest, arguments.root, arguments.seed, _rests() if arguments.gently else lambda: None)
        elif arguments.seed is not None:
            raise BadInput("--seed: is for files; a card's partitions are held against the manifest alone")
        else:
            found = verify_card(manifest, arguments.image)
    except NoManifest as why:
        raise BadInput(str(why)) from None
    except NoCard as why:
        raise BadInput(f"{arguments.image}: {why}") from None
    (_print_json if arguments.json else _print)(manifest, found, _pinned(arguments.key).hex())
    return 0 if found.sound else 1


def _rests() -> Callable[[], None]:
    """Return what rests after each file, for longer than it worked."""
    began = ticks_s()

    def rest() -> None:
        nonlocal began
        pause((ticks_s() - began) * RESTS)
        began = ticks_s()

    return rest


def _pinned(key: str | None) -> bytes:
    if key is not None and re.fullmatch(f"[0-9a-fA-F]{{{2 * KEY}}}", key):
        return bytes.fromhex(key)
    try:
        return read_pinned(PINNED if key is None else path(key))
    except NoManifest as why:
        if key is None and not PINNED.exists():
            raise NoManifest(f"{why}; on another machine than a board name the signer's key: --key FILE|HEX") from None
        raise
    except argparse.ArgumentTypeError as error:
        raise BadInput(f"--key: {error}") from None


def _seed(text: str) -> bytes:
    if re.fullmatch(r"([0-9a-fA-F]{2}){1,64}", text) is None:
        raise argparse.ArgumentTypeError(
            f"{short(text)!r} is no seed; one has 2 to 128 hexadecimal digits, an even number"
        )
    return bytes.fromhex(text)


def _print(manifest: Manifest, found: Found, signer: str) -> None:
    say(f"{manifest.role or 'software'} {manifest.version}, {manifest.digest}, signed by {signer}")
    for wrong in found.wrong[:SHOWN]:
        say(f"{wrong.what}: {wrong.path}")
    if len(found.wrong) > SHOWN:
        say(f"and {len(found.wrong) - SHOWN} more")
    for name, place in found.places.items():
        say(f"{name}: partition {place}")
    if found.answers is not None:
        for name, answer in found.answers.components.items():
            say(f"{name}: {answer}")
        say(f"all: {found.answers.all}")
    say(f"{found.files} held: {'all as signed' if found.sound else f'{len(found.wrong)} not as signed'}")


def _print_json(manifest: Manifest, found: Found, signer: str) -> None:
    say_json({
        "sound": found.sound, "version": manifest.version, "role": manifest.role, "digest": manifest.digest,
        "signer": signer, "files": found.files,
        "wrong": [{"path": wrong.path, "what": wrong.what} for wrong in found.wrong],
        **({"places": found.places} if found.places else {}),
        **({} if found.answers is None else {"components": found.answers.components, "all": found.answers.all}),
    })  # fmt: skip


def _make(arguments: argparse.Namespace) -> int:
    if arguments.sign is None or not arguments.component:
        raise BadInput("--make: needs --sign FILE and at least one --component NAME=DIR")
    components = {}
    for word in arguments.component:
        name, equals, folder = word.partition("=")
        folder = folder.strip("/")
        if not (name and equals and folder) or ".." in folder.split("/"):
            raise BadInput(f"--component: {short(word)!r} is none; write NAME=DIR, DIR below root")
        components[name] = folder
    seed = private_key(arguments.sign)
    try:
        manifest = manifest_of(arguments.root, arguments.make, arguments.role, components)
        write_whole(arguments.manifest, write_manifest(manifest, seed))
        arguments.manifest.chmod(0o644)
    except OSError as error:
        raise BadInput(f"{error.filename or error}: cannot be used: {error.strerror or 'it is no file'}") from None
    say(f"{arguments.manifest}: {len(manifest.files)} files, {manifest.digest}")
    return 0


def private_key(file: Path) -> bytes:
    """Return a private key for signing. Raises BadInput."""
    try:
        seed = bytes.fromhex(read_file(file, 1024).decode("ascii").strip())
    except NotReadable as error:
        raise BadInput(str(error)) from None
    except ValueError:
        seed = b""
    if len(seed) != SEED:
        raise BadInput(f"{file}: is no private key; one has {2 * SEED} hexadecimal digits")
    return seed
