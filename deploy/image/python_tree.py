"""Python on the board: wheels of the role's lock, our own packages, and the bytecode of all of it beside its source."""

import os
import shutil
import subprocess
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final

from msgspec import Struct

from image.recipe import DEPLOY, HERE, PROJECT
from image.said import NotMade, do

WHEELS: Final = PROJECT / "build/wheels"
VENV: Final = "opt/rapid-table"
VERSION: Final = "3.13"
SITE: Final = f"{VENV}/lib/python{VERSION}/site-packages"
OURS: Final = ("firmware", "hal", "drivers")
# What wheels bring beside their libraries.
LEFT_OUT: Final = ("bin", "pygame/docs", "pygame/examples", "pygame/tests", "setuptools", "pkg_resources", "share")
PLATFORMS: Final = ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64")
LAUNCHER: Final = f"""\
#!/{VENV}/bin/python
import sys

from firmware.cli.main import main

sys.exit(main())
"""


class Wheel(Struct, frozen=True):
    """A wheel that the image has."""

    file: str
    sha256: str


def fetch_wheels(role: str) -> list[Wheel]:
    """Have the wheels of a role's lock in build/wheels, and return them. Raises NotMade."""
    lock = DEPLOY / f"locks/{role}.lock"
    folder = WHEELS / f"{role}-{sha256(lock.read_bytes()).hexdigest()[:12]}"
    if not folder.exists():
        coming = folder.with_suffix(".coming")
        shutil.rmtree(coming, ignore_errors=True)
        coming.mkdir(parents=True)
        of_board = [f"--platform={platform}" for platform in PLATFORMS]
        of_board += [f"--python-version={VERSION}", "--implementation=cp", "--only-binary=:all:"]
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download"]
        do([*pip, "--no-deps", "--require-hashes", *of_board, "--dest", coming, "--requirement", lock])
        coming.rename(folder)
    return [Wheel(file.name, sha256(file.read_bytes()).hexdigest()) for file in sorted(folder.glob("*.whl"))]


def put_python(root: Path, role: str, commit: str) -> None:
    """Put a role's Python into the root: wheels and our own packages, as they are in the commit. Raises NotMade."""
    site, lock = root / SITE, DEPLOY / f"locks/{role}.lock"
    site.mkdir(parents=True)
    (folder,) = WHEELS.glob(f"{role}-{sha256(lock.read_bytes()).hexdigest()[:12]}")
    for wheel in sorted(folder.glob("*.whl")):
        shutil.unpack_archive(wheel, site, "zip")
    _lay_data(site)
    for name in LEFT_OUT:
        shutil.rmtree(site / name, ignore_errors=True)
    archived = do(["git", "-C", PROJECT, "archive", "--format=tar", commit, *OURS])
    with tarfile.open(fileobj=BytesIO(archived)) as ours:
        ours.extractall(site, filter="data")
    programs = root / VENV / "bin"
    programs.mkdir()
    (programs / "python").symlink_to(f"/usr/bin/python{VERSION}")
    (programs / "rapid-table").write_text(LAUNCHER)
    (programs / "rapid-table").chmod(0o755)
    home = f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {VERSION}\n"
    (root / VENV / "pyvenv.cfg").write_text(home)


def _lay_data(site: Path) -> None:
    """What a wheel keeps in its .data folder lies beside the rest, where it is a library."""
    for data in site.glob("*.data"):
        for kind in ("purelib", "platlib"):
            if (data / kind).exists():
                shutil.copytree(data / kind, site, dirs_exist_ok=True)
        shutil.rmtree(data)


def compile_all(root: Path, compiler: Path) -> None:
    """Compile every module of the root by the same version of Python, of this machine's kind. Raises NotMade."""
    libraries = next((compiler / "usr/lib").glob("*-linux-gnu"))
    loader = next(file for file in (compiler / "usr/lib64", libraries) for file in file.glob("ld-linux*.so*"))
    program = [
        loader,
        "--library-path",
        libraries,
        compiler / f"usr/bin/python{VERSION}",
        "-s",
        HERE / "bytecode.py",
        root,
    ]
    environment = {"PYTHONHOME": str(compiler / "usr"), "PYTHONHASHSEED": "0", "PATH": os.environ["PATH"]}

    def compile_folder(folder: Path) -> str:
        words = [str(word) for word in [*program, folder]]
        done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
        return f"{folder} cannot be compiled: {(done.stdout + done.stderr)[-1500:]}" if done.returncode else ""

    folders = (root / f"usr/lib/python{VERSION}", root / VENV)
    with ThreadPoolExecutor(len(folders)) as several:
        failed = [why for why in several.map(compile_folder, folders) if why]
    if failed:
        raise NotMade("\n".join(failed))
