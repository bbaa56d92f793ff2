"""The conformance suites: what a device of each kind, or a terminal, must do; a file for each kind, with its checks."""
