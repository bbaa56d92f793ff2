"""What a table that has stopped answers to everything."""


class TableStopped(RuntimeError):
    """The table takes no more commands, because something failed that it cannot do without."""
