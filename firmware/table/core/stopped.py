"""What a table that has stopped says to whoever asks it something."""


class TableStopped(RuntimeError):
    """The table takes no more commands, since something failed that it cannot do without."""
