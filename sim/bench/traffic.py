"""What goes over each line, in hexadecimal and in words; a question that is answered as it was before is counted."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from hal.make import LONGEST, Decode, LineMake, plain_words
from hal.makes import make_named

KEPT: Final = 300
# Of how many questions of a line it is known how they were answered last.
QUESTIONS: Final = 32

Row = dict[str, Any]


class Traffic:
    """The lines of a table. `news` are the rows that are new, or counted up, since last asked."""

    def __init__(self) -> None:
        self._rows = 0
        self._news: OrderedDict[int, Row] = OrderedDict()
        self._lines: dict[str, _Line] = {}

    def tap(self, name: str, driver: str) -> Callable[[bytes, bool], bytes]:
        """Return what listens on a line; it changes nothing."""
        decode = words_on(driver)
        line = self._lines.setdefault(name, _Line(self._show))

        def listen(data: bytes, to_host: bool) -> bytes:  # noqa: FBT001
            shown = data[:LONGEST].hex(" ") + (" …" if len(data) > LONGEST else "")
            who = "device" if to_host else "host"
            said = {"line": name, "from": who, "hex": shown, "words": decode(data, to_host), "count": 0}
            (line.answers if to_host else line.asks)(said)
            return data

        return listen

    def _show(self, row: Row) -> None:
        if not row["count"]:
            self._rows += 1
            row["row"] = self._rows
        row["count"] += 1
        self._news[row["row"]] = row
        if len(self._news) > KEPT:
            self._news.popitem(last=False)

    def news(self) -> list[Row]:
        """Return what is new."""
        for line in self._lines.values():
            line.waits()
        found = [dict(row) for row in self._news.values()]
        self._news.clear()
        return found


class _Line:
    """Pairs what the host says with what comes back; `show` is told of each, again when it is as it was."""

    def __init__(self, show: Callable[[Row], None]) -> None:
        self._show = show
        self._asked: Row | None = None
        self._waited = False
        # What was said last to each question: the rows of both, the answer None where there was none. A device that
        # speaks of itself answers the question "".
        self._last: OrderedDict[str, tuple[Row | None, Row | None]] = OrderedDict()

    def asks(self, asked: Row) -> None:
        """The host says something."""
        self._without_answer()
        self._asked, self._waited = asked, False

    def answers(self, answer: Row) -> None:
        """The device says something."""
        asked, self._asked = self._asked, None
        self._both(asked, answer)

    def waits(self) -> None:
        """Some time passes: what is not answered by the second time is shown without."""
        if self._waited:
            self._without_answer()
        self._waited = self._asked is not None

    def _without_answer(self) -> None:
        asked, self._asked = self._asked, None
        if asked is not None:
            self._both(asked, None)

    def _both(self, asked: Row | None, answer: Row | None) -> None:
        question = asked["hex"] if asked is not None else ""
        before = self._last.get(question)
        if before is not None and _hex(before[1]) == _hex(answer):
            asked, answer = before
        self._last[question] = asked, answer
        self._last.move_to_end(question)
        if len(self._last) > QUESTIONS:
            self._last.popitem(last=False)
        for row in (asked, answer):
            if row is not None:
                self._show(row)


def words_on(driver: str) -> Decode:
    """Return what reads the line of a driver, simulated or real."""
    make = make_named(driver.partition(".")[2])
    return make.words() if isinstance(make, LineMake) else plain_words()


def _hex(row: Row | None) -> str | None:
    return None if row is None else str(row["hex"])
