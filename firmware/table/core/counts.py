"""Counts that a running table keeps for whoever looks after it; they decide nothing and are in no row."""

from collections import Counter


class WorkCounted:
    """Commits and how long they took, and what was refused."""

    def __init__(self) -> None:
        self.commits = 0
        self.commit_s = 0.0
        self.longest_s = 0.0
        self.refused: Counter[str] = Counter()

    def committed(self, seconds: float) -> None:
        """Count a commit."""
        self.commits += 1
        self.commit_s += seconds
        self.longest_s = max(self.longest_s, seconds)
