"""Programs that run until they are told to stop end with status 0 also when they are told before they have begun."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.stop_signal import heard, kept_until_heard, nothing_begun

TABLE = """
role = "table"
[table]
rulebook = "crown-baccarat"
machine = 0x654300
[journal]
path = "table.journal"
pin_secret = "pin"
ticket_secret = "ticket"
[devices.shoe]
driver = "sim.angel_eye"
port = "bench"
"""
ATS = """
role = "ats"
[terminal]
number = 1
pocket = "pocket"
"""
WND = """
role = "wnd"
[devices.wnd]
driver = "sim.alpha"
port = "bench"
"""
# Nobody is there: a board that waits for its server is told to stop as well.
NETWORK = '[network]\nserver = "tls://127.0.0.1:1"\ndevice = "{}"\ncertificates = "certificates"\n'
PROGRAMS = {
    "table": ("run", "--role", "table", "--config", "table.toml"),
    "ats": ("run", "--role", "ats", "--config", "ats.toml"),
    "wnd": ("run", "--role", "wnd", "--config", "wnd.toml"),
    "bench": ("bench", "--port", "0"),
    "bench --headless": ("bench", "--headless"),
}
# Tells itself to stop when something happens in it for the first time: an audit event of Python, and of what. It says
# what it loads from then on.
TELLS_ITSELF = """
import os, signal, sys
from firmware.cli.main import main
event, what, *words = sys.argv[1:]
told = []
def tell(happens, of):
    if told and happens == "exec" and "/" in str(of):
        print("loads", of, flush=True)
    if happens == event and any(what in str(one) for one in of) and not told:
        told.append(happens)
        os.kill(os.getpid(), signal.SIGTERM)
sys.addaudithook(tell)
status = main(words)
assert told, "it never came so far"
sys.exit(status)
"""
MOMENTS = [
    *(("table", "exec", file) for file in ("firmware/cli/run.py", "firmware/config.py", "asyncio/__init__.py")),
    *(("table", "exec", file) for file in ("firmware/table_board/board.py", "drivers/driver.py")),
    ("table", "sqlite3.connect", "table.journal"),
    *(
        ("ats", "exec", file)
        for file in ("firmware/cli/run.py", "firmware/boards/starting.py", "firmware/terminal/board.py")
    ),
    ("ats", "sqlite3.connect", "pocket"),
    *(("wnd", "exec", file) for file in ("firmware/cli/run.py", "firmware/display/board.py")),
    *(("bench", "exec", file) for file in ("firmware/cli/bench.py", "pygame/__init__.py", "sim/bench/bench.py")),
    *(("bench --headless", "exec", file) for file in ("firmware/cli/bench_headless.py", "sim/bench/headless.py")),
]
LOADING = [(program, what) for program, event, what in MOMENTS if event == "exec" and "bench" not in program]
ENDS_S = 30


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("early")
    assert main(["provision", str(made / "certificates"), "--ats", "1", "--listen", "127.0.0.1:1"]) == 0
    for name, text, device in (("table", TABLE, "table"), ("ats", ATS, "ats-1"), ("wnd", WND, "wnd-1")):
        (made / f"{name}.toml").write_text(text + NETWORK.format(device))
    return made


@contextmanager
def begun(folder: Path, *command: str) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.outside
@pytest.mark.parametrize(("program", "event", "what"), MOMENTS)
def test_who_is_told_to_stop_while_it_begins_ends_with_status_0(
    folder: Path, program: str, event: str, what: str
) -> None:
    with begun(folder, sys.executable, "-c", TELLS_ITSELF, event, what, *PROGRAMS[program]) as process:
        said, _ = process.communicate(timeout=ENDS_S)
        assert process.returncode == 0, said.decode()


@pytest.mark.outside
@pytest.mark.parametrize(("program", "what"), LOADING)
def test_a_board_that_is_told_to_stop_while_it_loads_its_software_loads_no_more_of_it(
    folder: Path, program: str, what: str
) -> None:
    # A busy machine can take half a minute for the rest, and whoever told it waits for ten seconds.
    with begun(folder, sys.executable, "-c", TELLS_ITSELF, "exec", what, *PROGRAMS[program]) as process:
        said, _ = process.communicate(timeout=ENDS_S)
        assert (process.returncode, said.decode()) == (0, "")


@pytest.mark.outside
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("delay_s", [0.1, 0.3, 0.6, 1.0])
def test_who_is_told_to_stop_soon_after_its_code_began_ends_with_status_0(
    folder: Path, program: str, delay_s: float
) -> None:
    begins = "import sys; from firmware.cli.main import main; print('begins', flush=True); sys.exit(main(sys.argv[1:]))"
    with begun(folder, sys.executable, "-c", begins, *PROGRAMS[program]) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begins\n"
        time.sleep(delay_s)
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=ENDS_S)
        assert process.returncode == 0, said.decode()


def test_what_came_too_late_to_be_heard_ends_nothing_afterwards() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with kept_until_heard():
        signal.raise_signal(signal.SIGTERM)
        assert signal.SIGTERM in signal.sigpending()
    assert signal.SIGTERM not in signal.sigpending()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


def test_what_waited_comes_when_it_is_heard() -> None:
    came: list[int] = []
    was = signal.signal(signal.SIGTERM, lambda number, _: came.append(number))
    try:
        with kept_until_heard():
            signal.raise_signal(signal.SIGTERM)
            assert came == []
            heard()
            assert came == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, was)


@pytest.mark.parametrize("kept", [True, False])
def test_only_where_it_is_kept_does_a_signal_end_what_loads(*, kept: bool) -> None:
    was = signal.getsignal(signal.SIGTERM)
    with kept_until_heard() if kept else nullcontext():
        with nothing_begun():
            assert (signal.getsignal(signal.SIGTERM) != was) is kept
            assert signal.SIGTERM not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
        assert signal.getsignal(signal.SIGTERM) == was
        assert (signal.SIGTERM in signal.pthread_sigmask(signal.SIG_BLOCK, ())) is kept
