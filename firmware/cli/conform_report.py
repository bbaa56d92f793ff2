"""How `rapid-table conform` says what it wants done, and what became of each check."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from firmware.cli.desk import print_line
from firmware.cli.say import say
from firmware.conform.check import Check, CheckResult

D = TypeVar("D")


@dataclass(frozen=True)
class Report:
    """Where it is said: to people, or to programs."""

    as_json: bool

    def _say(self, line: str, said: Mapping[str, object]) -> None:
        if self.as_json:
            print_line(said)
        else:
            say(line)
            sys.stdout.flush()

    def listed(self, check: Check[D]) -> None:
        """Say what is demanded."""
        self._say(
            f"{check.name:14} {check.promise}", {"event": "demand", "check": check.name, "promise": check.promise}
        )

    def joined(self, server: str, certificates: str, ats: int) -> None:
        """Say where a terminal finds the table."""
        said = {"event": "ready", "server": server, "certificates": certificates, "external": [f"ats-{ats}"]}
        self._say(
            f"the table is at {server}; ats-{ats}.pem, ats-{ats}.key and authority.pem lie in {certificates}", said
        )

    async def please(self, command: str, instruction: str) -> None:
        """Ask the person at the desk for something, or the program that emulates the device."""
        self._say(f"please: {instruction}", {"event": "please", "do": instruction, "command": command})

    def found(self, found: CheckResult) -> None:
        """Say what became of a check."""
        why = f": {found.why}" if found.why else ""
        said = {"event": "check", "check": found.name, "promise": found.promise, "outcome": found.outcome}
        self._say(f"{found.outcome}  {found.name}{why}", {**said, "why": found.why})

    def ended(self, device: str, protocol: str, found: Sequence[CheckResult]) -> int:
        """Say how many passed, and return the exit status."""
        failed = [one.name for one in found if one.outcome == "failed"]
        passed = len(found) - len(failed)
        said = {"event": "report", "device": device, "protocol": protocol, "passed": passed, "failed": failed}
        self._say(f"{device}, {protocol}: {passed} of {len(found)} passed", said)
        return 1 if failed else 0
