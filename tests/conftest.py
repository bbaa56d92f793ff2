"""How hard properties are tried, what begins first, what is not examined again and again, what was left open, a server.

A run of the whole suite tries a property by 30 examples, drawn anew each time; one of named files, or in which
branches are counted, by 100; `make deep` by 3,000.
"""

import gc
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from nats_under_test import Server
from open_databases import say_what_is_left_open
from some_cases import takes_all
from tools_needed import need

settings.register_profile("default", deadline=None, max_examples=100, suppress_health_check=list(HealthCheck))
settings.register_profile("some", settings.get_profile("default"), max_examples=30)
settings.register_profile("deep", settings.get_profile("default"), max_examples=3000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--device",
        action="append",
        default=[],
        metavar="KIND=PORT[,PROTOCOL]",
        help="run the conformance suite of this kind against the device on your desk; add -s to see what to do",
    )


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The server that boards speak over, with certificates of its own, until the test ends."""
    need("nats-server")
    found = Server(tmp_path / "c")
    found.start()
    yield found
    found.stop()


# Each file's garbage is looked at after it. Meanwhile what tests parse and play makes objects by the hundred thousand,
# nearly all of which go without that look.
SELDOM = (50_000, 20, 20)

# What is said of a tool that a test needs and this machine has not.
NOT_INSTALLED = " is not installed: "

# They wait for browsers, windows and processes: begun last, they would be waited for alone.
LONG = (
    "bench/test_page",
    "cli/test_window",
    "cli/test_run",
    "link/test_frozen",
    "sim/test_siege",
    "bench/test_headless",
    "cli/test_commands.py::test_benchmark",
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give each worker some of the long tests to begin with; they deal what is collected out in equal parts."""
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    long = [item for item in items if any(name in item.nodeid for name in LONG)]
    begun_first = set(long)
    rest = [item for item in items if item not in begun_first]
    part = len(rest) // workers + 1
    items[:] = [
        item
        for worker in range(workers)
        for item in (*long[worker::workers], *rest[worker * part : (worker + 1) * part])
    ]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Have each tool that is missing be one line of what was skipped, however many tests and fixtures need it."""
    del item
    report = yield
    said = report.longrepr
    if report.skipped and isinstance(said, tuple) and NOT_INSTALLED in said[2]:
        report.longrepr = (str(Path(__file__).with_name("support") / "tools_needed.py"), 1, said[2])
    return report


def pytest_configure(config: pytest.Config) -> None:
    """Say how hard properties are tried; let what tests start be interrupted, also where a shell has that ignored."""
    gc.set_threshold(*SELDOM)
    settings.load_profile(os.environ.get("PROPERTIES", "default" if takes_all(config) else "some"))
    say_what_is_left_open()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """After each file look at the garbage that it made, and let the rest live on unexamined: a soak looks at all."""
    try:
        return (yield)
    finally:
        if nextitem is not None and nextitem.path != item.path:
            gc.collect()
            gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let what is collected live on unexamined: a soak looks at all garbage, and ten thousand tests are none."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
