"""The table's memory: its file, what proves it, its copies, and the keys that sign it."""
