"""What people at the table do to bring a coup to its end: offered answers, cards entered and dealt, confirm."""

import random

from pair_table import Broken, Table, need

# A coup, a Dummy Coup after it and the next one have some twenty cards; each question may bring another.
MOST = 90
# In so many coups even ten cards that waited are dealt.
COUPS = 3
LEAST = 5_00
# Within the limits that a table has by itself; changed ones lower some of them.
WAGERS = (5, 35, 95)


class People:
    """A dealer and supervisors, who choose by chance among what is offered."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table = table
        self.chance = chance

    def answer(self) -> None:
        """Answer all that is asked, and enter all that is unread."""
        for _ in range(MOST):
            line = self._answer()
            if line is None:
                return
            self._do(line)
        need(False, "questions without an end")  # noqa: FBT003

    def one_step(self) -> None:
        """Do what is next, whatever it is."""
        line = self._answer() or self._next()
        if line is not None:
            self._do(line)

    def end(self) -> None:
        """Bring what is open to its end; then play one coup more, in which everything that waited is dealt."""
        self._until_over()
        for _ in range(COUPS):
            self._play_a_coup()
            if not self.table.state.game.carried:
                break
        need(not self.table.blocked and not self.table.state.game.waiting, "something waits for ever")
        need(not self.table.state.game.carried, "a card waits for ever", self.table.state.game.carried)

    def open_next(self) -> None:
        """Bring what is open to its end, and open the next coup's betting, with a wager of each account."""
        self._until_over()
        self._open()

    def _play_a_coup(self) -> None:
        self._open()
        self._until_over()

    def _open(self) -> None:
        if self.table.state.game.shoe is None:
            self._do("shoe")
        before = self.table.state.game.coups
        self._do("bets")
        need(self.table.state.game.coups == before + 1, "betting opens, and no coup")
        for ats, account in self.table.state.accounts.items():
            out = account.excluded or f"ats {ats}" in self.table.state.faults
            if not out and self.table.state.balance(ats) >= LEAST:
                within = [amount for amount in WAGERS if amount * 100 <= self.table.state.balance(ats)]
                self._do(f"wager {ats} banker {self.chance.choice(within)}")

    def _until_over(self) -> None:
        for _ in range(MOST):
            line = self._answer() or self._next()
            if line is None:
                return
            self._do(line)
        need(False, "a coup without an end")  # noqa: FBT003

    def _do(self, line: str) -> None:
        refusal = self.table.tell(line)
        if refusal is not None:
            word = line.split(maxsplit=1)[0]
            raise Broken(f"a step that a person can take is refused: {word}", f"{line}: {refusal}")

    def _answer(self) -> str | None:
        table, game = self.table, self.table.state.game
        if table.state.frozen:
            return "unfreeze"
        if game.unread:
            return f"enter {table.new(self.chance)}"
        question = table.asked
        if question is None:
            return None
        need(question.options, "a question without options", question)
        return f"decide {self.chance.choice(question.options)}"

    def _next(self) -> str | None:
        table, coup = self.table, self.table.coup
        if coup is None:
            faults = sorted(table.state.faults)
            return f"clear {faults[0]}" if faults else None
        if coup.betting:
            return "close"
        return f"card {table.new(self.chance)}" if table.due() else "confirm"
