"""A browser, and what drives it: the node that Playwright brings is linked with more than any package of Python's."""

import re
import subprocess
from typing import Final

from playwright._impl._driver import compute_driver_executable
from tools_needed import lack, need

# What a program says that lacks a library, by which its package is named.
LACKS: Final = re.compile(r"error while loading shared libraries: (lib\w+)\.so\.(\d+)")


def need_browser() -> None:
    need("chromium")
    driver, _ = compute_driver_executable()
    said = subprocess.run([driver, "--version"], capture_output=True, text=True, check=False).stderr
    if lacks := LACKS.search(said):
        package = "".join(lacks.groups())
        lack(f"{package} is not installed: apt-get install {package}")
