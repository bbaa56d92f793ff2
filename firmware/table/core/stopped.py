"""What is said to whoever asks a table that takes nothing more."""


class TableStopped(RuntimeError):
    """The table takes no more commands, since something failed that it cannot do without."""
