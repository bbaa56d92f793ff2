"""What an image is made of: pinned, with what a board needs, and nothing that a board must not have."""

import hashlib
import re
import zlib
from pathlib import Path

import pytest
from image import cpio, uboot
from image.filesystems import Stamp
from image.packages import Locked, fetch, of_role, read_lock, write_lock
from image.recipe import DEPLOY, HERE, ROLES, read_recipe
from image.said import NotMade
from image.start import ARGUMENTS, ENVIRONMENT
from image.units import leave_out_others, programs_missing, set_up_units, settings_of, users_of

RECIPE = read_recipe()
LOCK = read_lock()
STAMP = Stamp(1_700_000_000, "trial")


def test_each_package_that_is_asked_for_is_pinned() -> None:
    named = {package.name for package in LOCK if package.whose == "board"}
    wanted = {name.split("/")[0] for name in RECIPE.packages}
    assert {name for name in wanted if RECIPE.place_of(name) == "root"} <= named
    for role in ROLES:
        assert set(RECIPE.roles[role]) <= {package.name for package in of_role(LOCK, role)}


def test_no_board_has_a_package_that_is_left_out() -> None:
    """Neither what installs software, nor what makes it, nor what lets somebody in from afar."""
    named = {package.name for package in LOCK if package.place == "root"}
    assert not {
        name
        for name in named
        if re.fullmatch(r"apt|dpkg|perl.*|gcc|g\+\+.*|binutils.*|openssh.*|sudo|bash|login", name)
    }
    assert not {package for package in LOCK if package.place is None}


def test_the_lock_names_no_machine() -> None:
    text = (DEPLOY / "packages.lock").read_text()
    assert "://" not in text
    assert all(re.fullmatch(r"[0-9a-f]{64}", package.sha256) for package in LOCK)


def test_a_lock_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_lock(LOCK, tmp_path / "lock")
    assert sorted(read_lock(tmp_path / "lock")) == sorted(LOCK)
    (tmp_path / "lock").write_text("board root zlib1g\n")
    with pytest.raises(NotMade, match="line 1"):
        read_lock(tmp_path / "lock")


def test_a_package_that_is_not_what_the_lock_says_is_named_and_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pool").mkdir()
    (tmp_path / "pool/a_1_arm64.deb").write_bytes(b"another")
    monkeypatch.setenv("DEBIAN_MIRROR", f"file://{tmp_path}")
    monkeypatch.setenv("DEBIAN_SECURITY_MIRROR", f"file://{tmp_path}")
    monkeypatch.setattr("image.packages.PAUSES_S", (0.0,))
    wanted = [
        Locked("board", "root", "debian", "a", "1", "0" * 64, 7, "pool/a_1_arm64.deb"),
        Locked("board", "root", "debian", "b", "2", "0" * 64, 7, "pool/b_2_arm64.deb"),
    ]
    with pytest.raises(NotMade) as said:
        fetch(wanted, tmp_path / "kept")
    assert "a 1 is not what the lock says" in str(said.value)
    assert "b 2 can no longer be had" in str(said.value)
    assert "make image-lock" in str(said.value)
    assert not list((tmp_path / "kept").glob("*.deb"))


def test_a_mirror_that_is_away_for_a_moment_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pool").mkdir()
    contents = b"a package"
    for archive in ("DEBIAN_MIRROR", "DEBIAN_SECURITY_MIRROR"):
        monkeypatch.setenv(archive, f"file://{tmp_path}")

    def comes(_: float) -> None:
        (tmp_path / "pool/a_1_arm64.deb").write_bytes(contents)

    monkeypatch.setattr("image.packages.time.sleep", comes)
    digest = hashlib.sha256(contents).hexdigest()
    fetch([Locked("board", "root", "debian", "a", "1", digest, 9, "pool/a_1_arm64.deb")], tmp_path / "kept")
    assert (tmp_path / "kept/a_1_arm64.deb").read_bytes() == contents


def test_nobody_has_a_password_or_a_shell() -> None:
    for line in (HERE / "etc/passwd").read_text().splitlines():
        assert line.endswith("/usr/sbin/nologin"), line
    for line in (HERE / "etc/shadow").read_text().splitlines():
        assert line.split(":")[1] == "!*", line


def test_numbers_of_users_and_groups_stand_once() -> None:
    for name in ("passwd", "group"):
        numbers = [line.split(":")[2] for line in (HERE / f"etc/{name}").read_text().splitlines()]
        assert len(numbers) == len(set(numbers))


def test_the_boards_own_users_are_those_of_an_installed_board() -> None:
    made = set(re.findall(r"^[ug] ([\w-]+)", (DEPLOY / "system/sysusers.conf").read_text(), re.MULTILINE))
    groups = {line.split(":")[0] for line in (HERE / "etc/group").read_text().splitlines()}
    assert made <= groups


def test_the_kernel_is_told_nothing_that_opens_a_way_in() -> None:
    assert "panic=5" in ARGUMENTS
    assert not re.search(r"debug|console=tty(S|AMA)|init=|single|rescue|emergency|systemd\.run", ARGUMENTS)


def test_u_boot_has_no_prompt_and_starts_from_the_card_alone() -> None:
    assert ENVIRONMENT["bootdelay"] == "-2"
    assert not re.search(r"usb|pxe|dhcp|bootflow", ENVIRONMENT["bootcmd"])
    assert "usb" not in ENVIRONMENT.get("preboot", "")


def test_a_role_that_is_no_table_opens_no_port() -> None:
    assert "dport" not in (HERE / "etc/nftables.conf").read_text()


def test_a_start_announces_devices_and_not_each_part_of_the_kernel() -> None:
    """Announced at power on are those on which the modules hang that devices ask for, and the two that rules name."""
    text = (HERE / "etc/systemd/system/systemd-udev-trigger.service.d/devices.conf").read_text()
    empty, *told = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    assert not empty  # else Debian's own line stays
    assert [re.findall(r"--type=(\w+)", one) for one in told] == [["devices"], ["subsystems"]]
    assert "--subsystem-match=module" in told[1]
    assert re.findall(r"--sysname-match=(\w+)", told[1]) == ["block", "configfs"]


def test_every_unit_that_is_never_started_stands_once_and_none_that_runs_is_among_them() -> None:
    masked = RECIPE.units.masked
    assert len(masked) == len(set(masked))
    for role in ROLES:
        assert not set(RECIPE.units.of(role)) & set(masked)


def a_unit(root: Path, name: str, text: str) -> None:
    place = root / "usr/lib/systemd/system" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)


def test_units_that_run_are_linked_and_all_others_are_not(tmp_path: Path) -> None:
    (tmp_path / "usr/lib/systemd/system-preset").mkdir(parents=True)
    wanted = "[Install]\nWantedBy=multi-user.target\n"
    (tmp_path / "usr/lib/systemd/system-preset/90-systemd.preset").write_text("enable *\n")
    a_unit(
        tmp_path,
        "a.service",
        "[Service]\nUser=one\nSupplementaryGroups=two three\n" + wanted,
    )
    a_unit(tmp_path, "b.service", "[Service]\nUser=four\n" + wanted)
    set_up_units(tmp_path, ["a.service"], ["b.service"])
    wants = tmp_path / "etc/systemd/system/multi-user.target.wants"
    assert [link.name for link in wants.iterdir()] == ["a.service"]
    assert str((tmp_path / "etc/systemd/system/b.service").readlink()) == "/dev/null"
    (preset,) = (tmp_path / "usr/lib/systemd/system-preset").iterdir()
    assert preset.read_text() == "enable a.service\ndisable *\n"
    assert users_of(tmp_path) == {"one", "two", "three"}
    with pytest.raises(NotMade, match=r"c\.service"):
        set_up_units(tmp_path, ["c.service"], [])


def test_what_a_unit_starts_is_there(tmp_path: Path) -> None:
    """A program was not (kill), and the server never learned whom to let in no longer."""
    (tmp_path / "usr/bin").mkdir(parents=True)
    (tmp_path / "usr/bin/env").touch()
    a_unit(
        tmp_path,
        "rapid-table-a.service",
        "[Service]\nExecStart=-/usr/bin/env --chdir=/x\nExecReload=/bin/kill -HUP 1\n",
    )
    assert programs_missing(tmp_path) == ["rapid-table-a.service: /bin/kill is not there"]


def test_a_board_has_no_units_of_other_roles(tmp_path: Path) -> None:
    """A terminal has no server, and nothing that starts one."""
    assert {"rapid-table-nats.service", "rapid-table-gate.path"} <= set(RECIPE.units.not_of("ats"))
    assert not set(RECIPE.units.not_of("table")) & set(RECIPE.units.of("table"))
    for name in ("one.path", "one.service", "other.service"):
        a_unit(tmp_path, name, "")
    a_unit(tmp_path, "one.service.d/opened.conf", "")
    leave_out_others(tmp_path, ["one.path"])
    assert [path.name for path in (tmp_path / "usr/lib/systemd/system").iterdir()] == ["other.service"]


def test_our_own_units_run() -> None:
    """Each unit of deploy/units that says when it is wanted runs on some board, or is of a role without an image."""
    runs = {name for role in ROLES for name in RECIPE.units.of(role)} | set(RECIPE.units.no_image)
    assert all(set(RECIPE.units.no_image) <= set(RECIPE.units.not_of(role)) for role in ROLES)
    for folder in (DEPLOY / "units", HERE / "units"):
        for unit in folder.iterdir():
            if unit.is_file() and "Install" in settings_of(unit):
                assert unit.name in runs, unit.name


def test_u_boot_takes_the_script() -> None:
    made = uboot.script("# why\necho one\n", STAMP)
    head, body = made[:64], made[64:]
    assert head[:4] == b"\x27\x05\x19\x56"
    assert int.from_bytes(head[4:8], "big") == zlib.crc32(head[:4] + b"\0" * 4 + head[8:])
    assert int.from_bytes(head[24:28], "big") == zlib.crc32(body)
    assert body == b"\0\0\0\x09\0\0\0\0echo one\n"


def test_u_boot_takes_the_environment() -> None:
    made = uboot.environment({"b": "2", "a": "1"})
    assert len(made) == 0x4000
    assert int.from_bytes(made[:4], "little") == zlib.crc32(made[4:])
    assert made[4:].startswith(b"a=1\0b=2\0\0")


def test_the_first_root_is_the_same_however_it_was_listed() -> None:
    one = cpio.archive({"a/b": cpio.Entry(cpio.FILE, b"x"), "c": cpio.Entry(cpio.LINK, b"a")})
    other = cpio.archive({"c": cpio.Entry(cpio.LINK, b"a"), "a/b": cpio.Entry(cpio.FILE, b"x")})
    assert one == other
    names = re.findall(rb"070701[0-9A-F]{104}([^\0]+)\0", one)
    assert names == [b"a", b"a/b", b"c", b"TRAILER!!!"]
    assert len(one) % 512 == 0


def test_a_board_that_does_not_find_what_it_keeps_is_started_anew() -> None:
    # Seen: the data partition did not come in time, and the board stood there for ever: nothing that could mark a slot
    # good, count an attempt or show anything had begun.
    unit = (HERE / "units/emergency.service").read_text()
    assert "emergency.service" not in RECIPE.units.masked
    assert {"SuccessAction=reboot-force", "FailureAction=reboot-force", "Type=oneshot"} <= set(unit.splitlines())
    # It lies over systemd's own, which asks for a password that nobody has.
    assert "sulogin" not in unit
