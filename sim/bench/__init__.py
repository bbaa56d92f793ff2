"""The bench: a whole table on one machine, with a page for the tester."""
