"""Pins the packages of all images anew: `make image-lock`. apt works it out, in a folder of its own."""

import subprocess
import tempfile
from pathlib import Path
from typing import Final

from image.packages import Locked, mirrors, write_lock
from image.recipe import ROLES, Recipe, read_recipe
from image.said import NotMade, do

KEYRING: Final = "/usr/share/keyrings/debian-archive-keyring.gpg"
SETTINGS: Final = """\
Dir "{folder}";
Dir::Etc "etc";
Dir::Etc::main "/dev/null";
Dir::Etc::parts "/dev/null";
Dir::State "{folder}";
Dir::State::status "{folder}/status";
Dir::Cache "cache";
Dir::Bin::Methods "/usr/lib/apt/methods";
APT::Architecture "{architecture}";
APT::Architectures {{ "{architecture}"; }};
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::ForceHash "SHA256";
"""


class Apt:
    """An apt of its own, for another machine than this: it knows of no package that is installed."""

    def __init__(self, folder: Path, recipe: Recipe, architecture: str) -> None:
        self._settings = folder / "apt.conf"
        self._places = mirrors()
        for below in ("lists/partial", "cache/archives/partial", "etc/preferences.d", "etc/sources.list.d"):
            (folder / below).mkdir(parents=True)
        (folder / "status").touch()
        self._settings.write_text(SETTINGS.format(folder=folder, architecture=architecture))
        lines = [
            f"deb [signed-by={KEYRING}] {self._places[self._archive(suite)]} {suite} {' '.join(recipe.components)}\n"
            for suite in recipe.suites
        ]
        (folder / "etc/sources.list").write_text("".join(lines))
        self._run("update")

    @staticmethod
    def _archive(suite: str) -> str:
        return "security" if suite.endswith("-security") else "debian"

    def _run(self, *words: str) -> str:
        return do(["apt-get", "--yes", *words], environment={"APT_CONFIG": str(self._settings)}).decode()

    def choose(self, wanted: list[str]) -> list[tuple[str, str, str, int, str]]:
        """Return archive, package, sha256, size and path of all that these need, themselves included."""
        found = []
        for line in self._run("--print-uris", "install", *wanted).splitlines():
            if not line.startswith("'"):
                continue
            url, file, size, digest = line.replace("'", "").split(" ")
            archive = next(name for name, place in self._places.items() if url.startswith(f"{place}/pool"))
            path = url.removeprefix(f"{self._places[archive]}/")
            found.append((archive, file.split("_")[0], digest.removeprefix("SHA256:"), int(size), path))
        return found


def _version(path: str) -> str:
    return path.rsplit("/", 1)[-1].split("_")[1].replace("%3a", ":").replace("%2b", "+").replace("%7e", "~")


def _locked(whose: str, place: str, chosen: tuple[str, str, str, int, str]) -> Locked:
    archive, name, sha256, size, path = chosen
    return Locked(whose, place, archive, name, _version(path), sha256, size, path)


def resolve(recipe: Recipe) -> list[Locked]:
    """Return all packages of all images. Raises NotMade."""
    with tempfile.TemporaryDirectory() as folder:
        board = Apt(Path(folder, "board"), recipe, "arm64")
        beside = [name for names in recipe.elsewhere.values() for name in names if "*" not in name]
        every = board.choose([*recipe.packages, *beside])
        found = [_locked("board", place, one) for one in every if (place := recipe.place_of(one[1])) is not None]
        for role in ROLES:
            for one in board.choose([*recipe.packages, *beside, *recipe.roles[role]]):
                place = recipe.place_of(one[1])
                if one not in every and place is not None:
                    found.append(_locked(role, place, one))
        here = subprocess.run(
            ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
        ).stdout.strip()
        apt = Apt(Path(folder, "here"), recipe, here)
        for whose, tool in (("compiler", recipe.compiler), ("trial", recipe.trial)):
            found += [_locked(whose, whose, one) for one in apt.choose(tool.packages)]
    return found


def main() -> None:
    """Write the lock anew."""
    try:
        write_lock(resolve(read_recipe()))
    except NotMade as why:
        raise SystemExit(f"image-lock: {why}") from None


if __name__ == "__main__":
    main()
